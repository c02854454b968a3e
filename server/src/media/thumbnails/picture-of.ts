import type { MediaKind } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'

/** A medium, as far as it matters for its picture. */
export interface Pictured {
  readonly kind: MediaKind | null
  readonly mime_type: string
}

/**
 * Whether there is a picture from which the thumbnail of a medium can be drawn. A film has none as long as nothing takes a
 * poster frame from it, and no decoder for HEIC is shipped.
 */
export function hasPicture({ kind, mime_type }: Pictured): boolean {
  return (kind === 'image' || kind === 'gif') && mime_type !== 'image/heic'
}

/**
 * Lets `work` read the picture of a medium as a file of this machine: the file itself for an image. Poster frames of films
 * belong here. Null where there is none.
 * @param key where the public bytes of the medium lie
 * @throws MissingBytes, StorageUnavailable
 */
export async function withPictureOf<Result>(
  { storage }: Pick<Context, 'storage'>,
  medium: Pictured & { readonly key: string },
  work: (path: string) => Promise<Result>,
): Promise<Result | null> {
  return hasPicture(medium) ? storage.withFile(medium.key, work) : null
}
