import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import { postStatuses } from '../webhooks/event-catalog.ts'
import { approvalStates } from './approval/approval.ts'
import { allOf, anyOf } from './list-filters.ts'
import type { PostStatus } from './post-schema.ts'

export const many = (description: string, item = Type.String({ minLength: 1, maxLength: 255 })) =>
  Type.Optional(Type.Array(item, { maxItems: 100, description }))
const ids = (description: string) => many(description, Type.String({ format: 'uuid' }))

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
  platform: many('Posts with an account on one of these platforms.'),
  social_account_id: ids('Posts on one of these accounts.'),
  tag: many('Posts with one of these tags.'),
  author: ids('Posts created by one of these API keys, or by any key of one of these users.'),
}
const PostFilters = Type.Object(postFilters)
type PostFilters = Static<typeof PostFilters>

/** The time at which a post `p` stands in the calendar. It is the expression of an index. */
export const goesAt = sql`coalesce(p.scheduled_at, p.created_at)`

/** The person who created a post `p`, also by an API key of theirs; otherwise the API key. */
export const authorOf = sql`coalesce(
  (select k.user_id from api_keys k where k.workspace_id = p.workspace_id and k.id = p.author_id), p.author_id)`

/** Whether a post `p` stands in the calendar: a draft without a time does not. */
export const isInCalendar = sql`(not p.is_draft or p.scheduled_at is not null)`

/** The condition for the posts `p` of a caller that the filters let through. It leaves out `status`, which is derived. */
export function matchingPosts({ workspaceId, mode }: CallContext, filters: Omit<PostFilters, 'status'>): Sql {
  return allOf([
    sql`p.workspace_id = ${workspaceId} and p.mode = ${mode} and p.deleted_at is null`,
    anyOf(filters.approval, (values) => sql`p.approval_state = any(${values}::text[])`),
    anyOf(
      filters.platform,
      (values) => sql`exists (select from social_accounts a where a.workspace_id = p.workspace_id
        and a.id = any(p.account_ids) and a.platform = any(${values}::text[]))`,
    ),
    anyOf(filters.social_account_id, (values) => sql`p.account_ids && ${values}::uuid[]`),
    anyOf(filters.tag, (values) => sql`p.tags && ${values}::text[]`),
    anyOf(
      filters.author,
      (values) => sql`(p.author_id = any(${values}::uuid[]) or p.author_id in (select k.id from api_keys k
        where k.workspace_id = p.workspace_id and k.user_id = any(${values}::uuid[])))`,
    ),
  ])
}

export function toStatus(name: PostStatus | 'published'): PostStatus {
  return name === 'published' ? 'posted' : name
}
