import type { Context } from '../../context.ts'
import { namesEtag } from '../../lib/requests/etag.ts'
import { noFile, type ServedPicture, safeHeaders } from '../public-answer.ts'
import { findServed, readUnlessDeleted } from '../serve-media.ts'
import { readThumbnail } from './read-thumbnail.ts'

/**
 * The thumbnail behind its public address.
 * @throws Problem 404; 503 when the processes that draw it have no time
 */
export async function serveThumbnail(
  context: Context,
  { publicName, ifNoneMatch }: { publicName: string; ifNoneMatch: string | null },
): Promise<ServedPicture> {
  const medium = await findServed(context, publicName)
  const etag = `"thumbnail-${medium.public_name.slice(0, 32)}"`
  const headers = {
    ...safeHeaders,
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
  }
  if (ifNoneMatch !== null && namesEtag(ifNoneMatch, etag)) return { status: 304, headers, body: null }
  const bytes = await readUnlessDeleted(context, publicName, readThumbnail(context, medium))
  if (bytes === null) throw noFile()
  return { status: 200, headers, body: bytes }
}
