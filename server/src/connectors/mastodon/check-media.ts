import type { DraftMedia, DraftProblem } from '../connector.ts'
import { kindsOf } from './media-kinds.ts'
import type { InstanceLimits } from './settings.ts'
import type { Software } from './software.ts'

/** The limits a server tells, and the ways of its program. */
export interface MediaRules {
  readonly said: InstanceLimits
  readonly rules: Software
}

/** The media of one post that an instance would refuse. */
export function checkMedia(media: readonly DraftMedia[], at: string, given: MediaRules): DraftProblem[] {
  return [
    ...checkTogether(media, at, given),
    ...media.flatMap((medium, index) => checkMedium(medium, `${at}/${index}`, given)),
  ]
}

function checkTogether(
  media: readonly DraftMedia[],
  pointer: string,
  { said, rules }: MediaRules,
): DraftProblem[] {
  if (!rules.mixesMedia && new Set(media.map(({ kind }) => kind)).size > 1) {
    const detail = 'A post shows pictures, or one moving picture, or one video: not together.'
    return [{ pointer, code: 'media_mixed', detail }]
  }
  const [first] = media
  const ofKind = rules.mixesMedia ? null : kindsOf(said, rules).find(({ kind }) => kind === first?.kind)
  const max = ofKind?.max ?? said.maxMedia
  if (media.length <= max) return []
  const named = ofKind ? `${max} of kind ${ofKind.kind}` : `${max} media`
  const detail = `This server shows ${named} in a post; this one has ${media.length}.`
  return [{ pointer: `${pointer}/${max}`, code: 'too_many_media', detail }]
}

function checkMedium(medium: DraftMedia, pointer: string, { said, rules }: MediaRules): DraftProblem[] {
  const limit = kindsOf(said, rules).find(({ kind }) => kind === medium.kind)
  if (!limit) return [{ pointer, code: 'media_kind', detail: `This server takes no ${medium.kind}.` }]
  const problems: DraftProblem[] = []
  if (!limit.types.includes(medium.mimeType)) {
    const detail = `This server takes no ${medium.mimeType}. Use ${limit.types.join(', ')}.`
    problems.push({ pointer, code: 'media_type', detail })
  }
  if (limit.maxBytes !== null && medium.bytes > limit.maxBytes) {
    const detail = `This file has ${medium.bytes} bytes; the server takes ${limit.maxBytes}.`
    problems.push({ pointer, code: 'media_too_large', detail })
  }
  const pixels = (medium.width ?? 0) * (medium.height ?? 0)
  const maxPixels = medium.kind === 'video' ? said.videoPixels : said.imagePixels
  // Pictures are made smaller; videos and animations are sent as they are.
  if (medium.kind !== 'image' && pixels > maxPixels) {
    const detail = `This ${medium.kind} has ${pixels} pixels; the server takes ${maxPixels}.`
    problems.push({ pointer, code: 'media_too_large', detail })
  }
  const altText = [...medium.altText].length
  if (altText > said.altTextMax) {
    const detail = `An alt text here has up to ${said.altTextMax} characters; this one has ${altText}.`
    problems.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_too_long', detail })
  }
  return problems
}
