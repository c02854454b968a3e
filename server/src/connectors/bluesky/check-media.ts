import { countGraphemes } from '../../lib/text/graphemes.ts'
import type { DraftMedia, DraftProblem } from '../connector.ts'
import { videoMaxDurationMs } from './settings.ts'

export const mostImages = 4
export const altTextMax = 2000
export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
export const videoTypes: readonly string[] = ['video/mp4']

/** The media of one post that the server or the app would refuse: it takes up to four pictures, or one video. */
export function checkMedia(media: readonly DraftMedia[], at: string, videoMaxBytes: number): DraftProblem[] {
  return [
    ...checkTogether(media, at),
    ...media.flatMap((medium, index) => checkMedium(medium, `${at}/${index}`, videoMaxBytes)),
  ]
}

function checkTogether(media: readonly DraftMedia[], pointer: string): DraftProblem[] {
  const videos = media.filter(({ kind }) => kind === 'video').length
  if (videos > 0 && videos < media.length) {
    const detail = 'A Bluesky post shows pictures or a video, not both.'
    return [{ pointer, code: 'media_mixed', detail }]
  }
  const most = videos > 0 ? 1 : mostImages
  if (media.length <= most) return []
  const what = videos > 0 ? 'one video' : `up to ${mostImages} pictures`
  const detail = `Bluesky shows ${what} in a post; this one has ${media.length}.`
  return [{ pointer: `${pointer}/${most}`, code: 'too_many_media', detail }]
}

function checkMedium(medium: DraftMedia, pointer: string, videoMaxBytes: number): DraftProblem[] {
  const { kind, mimeType } = medium
  if (kind !== 'image' && kind !== 'video') {
    const detail = `Bluesky takes pictures and videos, no ${kind}.`
    return [{ pointer, code: 'media_kind', detail }]
  }
  const problems = kind === 'video' ? checkVideo(medium, pointer, videoMaxBytes) : []
  const [types, names] = kind === 'video' ? [videoTypes, 'MP4'] : [imageTypes, 'JPEG, PNG, WebP or AVIF']
  if (!types.includes(mimeType)) {
    const detail = `${mimeType} cannot be shown on Bluesky. Use ${names}.`
    problems.push({ pointer, code: 'media_type', detail })
  }
  const altText = countGraphemes(medium.altText)
  if (altText > altTextMax) {
    const detail = `An alt text on Bluesky has up to ${altTextMax} characters; this one has ${altText}.`
    problems.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_too_long', detail })
  }
  return problems
}

function checkVideo({ bytes, durationMs }: DraftMedia, pointer: string, maxBytes: number): DraftProblem[] {
  const problems: DraftProblem[] = []
  if (bytes > maxBytes) {
    const detail = `This video has ${bytes} bytes; the account's server takes ${maxBytes}.`
    problems.push({ pointer, code: 'media_too_large', detail })
  }
  if (durationMs !== null && durationMs > videoMaxDurationMs) {
    const [most, long] = [videoMaxDurationMs / 1000, Math.ceil(durationMs / 1000)]
    const detail = `Bluesky shows videos of up to ${most} seconds; this one has ${long}.`
    problems.push({ pointer, code: 'media_too_long', detail })
  }
  return problems
}
