import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence, word } from '../../lib/text/sentence.ts'
import { fetchMediaUrls, type MediaUrls } from '../../posts/fetch-media-urls.ts'
import { type StoredNote, toNote } from '../feed-fault.ts'
import type { PostableItem } from './item-content.ts'

/** The picture of an item, fetched and not stored yet; or the reason why there is none. */
export type Picture = { readonly urls: MediaUrls | null; readonly notes: readonly StoredNote[] }

/**
 * Fetches the picture of an item as an import does. A picture that cannot be had is no reason not to make the post.
 * @throws Problem 5xx, which may go otherwise later
 */
export async function fetchPicture(call: CallContext, { pictureUrl }: PostableItem): Promise<Picture> {
  if (pictureUrl === null) return { urls: null, notes: [] }
  try {
    return { urls: await fetchMediaUrls(call, [pictureUrl]), notes: [] }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const why = error.errors[0]?.detail ?? error.words
    const detail = sentence('The picture was left out. {why}', { why: word(why) })
    return { urls: null, notes: [toNote({ code: 'picture_left_out', detail })] }
  }
}

/** Stores the picture in the transaction of the post. Null where the file turned out to be something else. */
export async function storePicture(call: CallContext, urls: MediaUrls): Promise<string | null> {
  const [id] = await urls.store(call)
  const row = await call.db.row<{ id: string }>(sql`
    select id from media where workspace_id = ${call.workspaceId} and mode = ${call.mode}
      and (id::text = ${id} or ${id} like '%' || public_name) and mime_type like 'image/%'`)
  return row?.id ?? null
}
