import type { MediaRow } from '../media.ts'
import { mediaUrl } from '../public-url.ts'
import { hasPicture } from './picture-of.ts'

/** The address of a medium's thumbnail, as hard to guess as that of the medium itself; null where there is none. */
export function thumbnailUrl(
  publicUrl: string,
  row: Pick<MediaRow, 'state' | 'kind' | 'mime_type' | 'public_name'>,
): string | null {
  if (row.state !== 'ready' || !hasPicture(row)) return null
  return `${mediaUrl(publicUrl, row.public_name)}/thumbnail`
}
