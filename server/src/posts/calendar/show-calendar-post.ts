import type { Config } from '../../config.ts'
import { etagOf } from '../../lib/requests/etag.ts'
import { offsetAfterGraphemes } from '../../lib/text/graphemes.ts'
import { mediaBaseOf } from '../../media/public-url.ts'
import { thumbnailUrl } from '../../media/thumbnails/thumbnail-url.ts'
import type { CalendarPost } from './calendar-schema.ts'
import type { FoundPost } from './find-posts.ts'

const mostCharacters = 80

/** A post as the calendar shows it, small enough that thousands fit in an answer. */
export function showCalendarPost(config: Config, post: FoundPost): CalendarPost {
  const { id, status, version, caption, medium } = post
  return {
    id,
    status,
    at: post.at.toISOString(),
    text: caption.slice(0, offsetAfterGraphemes(caption, mostCharacters)),
    is_draft: post.is_draft,
    platforms: post.platforms,
    social_accounts: post.account_ids,
    social_account_count: post.account_count,
    thumbnail_url: medium && thumbnailUrl(mediaBaseOf(config), medium),
    approval: post.approval_state,
    movable: post.movable,
    tags: post.tags,
    author: post.author,
    recurrence_id: post.recurrence_id,
    open_notes: post.open_notes,
    etag: etagOf(id, version, status),
  }
}
