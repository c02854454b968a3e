import { urlOfMedia } from '../public-url.ts'
import { hasPicture, type Pictured } from './picture-of.ts'

/** The address of a medium's thumbnail, as hard to guess as that of the medium itself; null where there is none. */
export function thumbnailUrl(
  mediaBase: string,
  row: Pictured & { readonly state: string; readonly public_name: string },
): string | null {
  if (row.state !== 'ready' || !hasPicture(row)) return null
  return `${urlOfMedia(mediaBase, row.public_name)}/thumbnail`
}
