import type { JsonObject } from '../../lib/json/json.ts'
import type { Draft } from '../connector.ts'
import type { FileToSend } from './artefacts.ts'
import { readChoices } from './options.ts'
import { type Mentioned, textBlocks } from './text-blocks.ts'

/**
 * A post in the Neue Post Format: the title, then the media, then the text, then the card of a link. Pure.
 * Sources: github.com/tumblr/docs, npf-spec.md; api.md, `/posts` - Create/Reblog a Post.
 */
export function describePost(
  draft: Pick<Draft, 'text' | 'options'>,
  files: readonly FileToSend[],
  mentioned: Mentioned,
): JsonObject {
  const { title, tags, link, sourceUrl, slug, interactabilityReblog } = readChoices(draft)
  const tagged = tags
    .map((tag) =>
      tag
        .toWellFormed()
        .replace(/^[#\s]+/, '')
        .trim(),
    )
    .filter((tag) => tag !== '')
  return {
    content: [
      ...(title === null ? [] : [{ type: 'text', subtype: 'heading1', text: title.toWellFormed().trim() }]),
      ...files.map(describeFile),
      ...textBlocks(draft.text, mentioned),
      // Tumblr reads the page for the card.
      ...(link === null ? [] : [{ type: 'link', url: link }]),
    ],
    state: 'published',
    ...(tagged.length === 0 ? {} : { tags: tagged.join(',') }),
    ...(sourceUrl === null ? {} : { source_url: sourceUrl }),
    ...(slug === null ? {} : { slug: slug.toWellFormed() }),
    ...(interactabilityReblog === null ? {} : { interactability_reblog: interactabilityReblog }),
  }
}

/** The name of the part of the form that has a file. Source: api.md, User Uploaded Media. */
export function identifierOf(index: number): string {
  return `media-${index}`
}

/** A GIF is an image there; a video has no alt text. */
function describeFile({ kind, mimeType, altText, width, height }: FileToSend, index: number): JsonObject {
  const medium = {
    type: mimeType,
    identifier: identifierOf(index),
    ...(width === null || height === null ? {} : { width, height }),
  }
  if (kind === 'video') return { type: 'video', media: medium }
  return {
    type: 'image',
    media: [medium],
    ...(altText.trim() === '' ? {} : { alt_text: altText.toWellFormed() }),
  }
}
