import { type JsonObject, textOf } from '../../lib/json/json.ts'
import type { DraftMedia, Step } from '../connector.ts'
import type { Artefacts, LinkCard, UploadedMedium } from './artefacts.ts'

/** The embed below a post's text: media or a link card, a quoted post, or both; null when there is none. */
export function makeEmbed(step: Step, artefacts: Artefacts): JsonObject | null {
  const media = makeMedia(step.draft.media, artefacts)
  if (artefacts.quote === null) return media
  const { uri, cid } = artefacts.quote
  const record = { $type: 'app.bsky.embed.record', record: { uri, cid } }
  return media === null ? record : { $type: 'app.bsky.embed.recordWithMedia', record, media }
}

function makeMedia(drafts: readonly DraftMedia[], { media, card }: Artefacts): JsonObject | null {
  const [first] = media
  if (!first) return card ? makeCard(card) : null
  if (textOf(first.blob.mimeType)?.startsWith('video/')) {
    const video = { $type: 'app.bsky.embed.video', video: first.blob, alt: altOf(drafts[0]) }
    return { ...video, ...makeRatio(first) }
  }
  const images = media.map((image, index) => ({
    alt: altOf(drafts[index]),
    image: image.blob,
    ...makeRatio(image),
  }))
  return { $type: 'app.bsky.embed.images', images }
}

function altOf(medium: DraftMedia | undefined): string {
  return medium?.altText.toWellFormed() ?? ''
}

function makeRatio({ width, height }: UploadedMedium): JsonObject {
  return width === null || height === null ? {} : { aspectRatio: { width, height } }
}

function makeCard({ uri, title, description, thumb }: LinkCard): JsonObject {
  const external = { uri, title, description, ...(thumb ? { thumb } : {}) }
  return { $type: 'app.bsky.embed.external', external }
}
