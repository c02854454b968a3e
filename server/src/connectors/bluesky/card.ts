import type { Io, Step } from '../connector.ts'
import { readLinkPreview } from '../kit/text/link-preview.ts'
import type { LinkCard } from './artefacts.ts'
import { findSpans, isDomain } from './facets.ts'
import { wordsOf } from './record.ts'
import { uploadThumb } from './upload.ts'

/**
 * The card of the first link of a post without media; null when the post shows none.
 * @throws Failure when our own server cannot take the picture now
 */
export async function makeCard(step: Step, io: Io): Promise<LinkCard | null> {
  const uri = findLink(step)
  const page = uri === null ? null : await readLinkPreview(uri, io, isDomain)
  if (uri === null || !page) return null
  const { title, description, image } = page
  const thumb = image && (await uploadThumb(step, image, io))
  return { uri, title, description, thumb, uploadedAt: io.now().toISOString() }
}

/** The link whose page the post shows; null when it has media or no link, or does not want a card. */
function findLink(step: Step): string | null {
  if (step.draft.media.length > 0 || step.draft.options.link_card === false) return null
  return findSpans(wordsOf(step)).find(({ kind }) => kind === 'link')?.value ?? null
}
