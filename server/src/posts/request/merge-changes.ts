import { namesUrls } from '../fetch-media-urls.ts'
import type { NewPostBody, PostChangesBody } from '../post-body.ts'
import { type PostRow, toPostRequest } from '../post-row.ts'

/** The request that would make the post as it is, with the changes laid over it. */
export function mergeChanges(row: PostRow, { caption, body, ...changes }: PostChangesBody): NewPostBody {
  const text = caption === undefined && body === undefined ? { caption: row.caption } : {}
  const isDraft = changes.is_draft ?? row.is_draft
  const { caption: _caption, ...rest } = toPostRequest(row)
  return {
    ...rest,
    ...(namesUrls(changes) ? { media: [] } : {}),
    // A slot of the queue is asked for in place of the time that it has.
    ...(changes.use_queue && !isDraft ? { scheduled_at: null } : {}),
    ...changes,
    ...text,
    ...(caption === undefined ? {} : { caption }),
    ...(body === undefined ? {} : { body }),
  }
}
