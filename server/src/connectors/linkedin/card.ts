import { cutText } from '../../lib/text/graphemes.ts'
import { Failure, type Io, type Step } from '../connector.ts'
import { readLinkPreview } from '../kit/text/link-preview.ts'
import type { Card } from './artefacts.ts'
import { findPlaces } from './little-text.ts'
import { uploadImage } from './upload.ts'

const mostTitle = 400
const mostDescription = 1_000

/**
 * The card of the first link of a post without media; null when it shows none. LinkedIn reads no page itself, so a link
 * whose page cannot be read stays a link in the text. @throws Failure when LinkedIn cannot take the picture now
 */
export async function makeCard({ draft, ...step }: Step, token: string, io: Io): Promise<Card | null> {
  if (draft.media.length > 0) return null
  const link = findPlaces(draft.text).find(({ kind }) => kind === 'link')
  const source = link && URL.parse(draft.text.slice(link.start, link.end))?.href
  const page = source === undefined ? null : await readLinkPreview(source, io, isPublicName)
  if (source === undefined || !page) return null
  const { title, description, image } = page
  return {
    source,
    title: cutText(title, mostTitle),
    description: cutText(description, mostDescription),
    thumbnail: image && (await uploadThumbnail({ draft, ...step }, image, token, io)),
  }
}

function isPublicName(name: string): boolean {
  return name.includes('.')
}

/** Null where the picture is none that can be shown. */
async function uploadThumbnail(step: Step, image: Uint8Array, token: string, io: Io): Promise<string | null> {
  try {
    return await uploadImage(step, token, io, (maxBytes) =>
      io.media.fitBytes(image, { maxBytes, maxSide: 2_000, types: ['image/jpeg', 'image/png'] }),
    )
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') return null
    throw error
  }
}
