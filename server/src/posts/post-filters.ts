import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.ts'
import { raw, type Sql, sql } from '../db/database.ts'
import { postStatuses } from '../webhooks/event-catalog.ts'
import { approvalStates } from './approval/approval.ts'
import { allOf, anyOf } from './list-filters.ts'
import type { PostStatus } from './post-schema.ts'

export const listFilter = (description: string, item = Type.String({ minLength: 1, maxLength: 255 })) =>
  Type.Optional(Type.Array(item, { maxItems: 100, description }))
const ids = (description: string) => listFilter(description, Type.String({ format: 'uuid' }))

const StatusName = Type.Unsafe<PostStatus | 'published'>({
  type: 'string',
  enum: [...postStatuses, 'published'],
})

/** The filters that every list of posts has. */
export const postFilters = {
  status: Type.Optional(
    Type.Array(StatusName, {
      description: 'Posts with one of these statuses. `published` is another name for `posted`.',
    }),
  ),
  approval: Type.Optional(
    Type.Array(Type.Enum([...approvalStates]), {
      description: 'Posts whose approval is in one of these states.',
    }),
  ),
  platform: listFilter('Posts with an account on one of these platforms.'),
  social_account_id: ids('Posts on one of these accounts.'),
  tag: listFilter('Posts with one of these tags.'),
  author: ids('Posts created by one of these API keys, or by any key of one of these users.'),
  recurrence_id: ids('Posts that one of these recurrences made.'),
}
const PostFilters = Type.Object(postFilters)
type PostFilters = Static<typeof PostFilters>

/** The time under which the post `alias` is shown in the calendar. It is the expression of an index. */
export function calendarTime(alias: string): Sql {
  return raw(`coalesce(${alias}.scheduled_at, ${alias}.created_at)`)
}

/** The person who created the post `alias`, also by an API key of theirs; otherwise the API key. */
export function authorOf(alias: string): Sql {
  return raw(`coalesce((select author_key.user_id from api_keys author_key
    where author_key.workspace_id = ${alias}.workspace_id and author_key.id = ${alias}.author_id), ${alias}.author_id)`)
}

/** Whether the post `alias` is shown in the calendar: a draft without a time is not. */
export function isInCalendar(alias: string): Sql {
  return raw(`(not ${alias}.is_draft or ${alias}.scheduled_at is not null)`)
}

/** The condition for the posts `alias` of a caller that the filters let through. It leaves out `status`, which is derived. */
export function matchingPosts(
  alias: string,
  { workspaceId, mode }: CallContext,
  filters: Omit<PostFilters, 'status'>,
): Sql {
  const post = raw(alias)
  return allOf([
    sql`${post}.workspace_id = ${workspaceId} and ${post}.mode = ${mode} and ${post}.deleted_at is null`,
    anyOf(filters.approval, (values) => sql`${post}.approval_state = any(${values}::text[])`),
    anyOf(
      filters.platform,
      (
        values,
      ) => sql`exists (select from social_accounts on_platform where on_platform.workspace_id = ${post}.workspace_id
        and on_platform.id = any(${post}.account_ids) and on_platform.platform = any(${values}::text[]))`,
    ),
    anyOf(filters.social_account_id, (values) => sql`${post}.account_ids && ${values}::uuid[]`),
    anyOf(filters.tag, (values) => sql`${post}.tags && ${values}::text[]`),
    anyOf(filters.recurrence_id, (values) => sql`${post}.recurrence_id = any(${values}::uuid[])`),
    anyOf(
      filters.author,
      (values) => sql`(${post}.author_id = any(${values}::uuid[]) or ${post}.author_id in (
        select author_key.id from api_keys author_key
        where author_key.workspace_id = ${post}.workspace_id and author_key.user_id = any(${values}::uuid[])))`,
    ),
  ])
}

export function toStatus(name: PostStatus | 'published'): PostStatus {
  return name === 'published' ? 'posted' : name
}
