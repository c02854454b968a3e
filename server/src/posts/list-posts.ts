import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import { JsonText } from '../lib/json/json-text.ts'
import { type Answered, openPage, type Position, pageQuery } from '../lib/page.ts'
import { readSpan, spanEnd } from '../lib/read-span.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { postStatus } from '../publishing/post-status.ts'
import { postStatuses } from '../webhooks/event-catalog.ts'
import { afterPosition, allOf, anyOf, containing } from './list-filters.ts'
import { postDocument, withStatus } from './post-document.ts'
import type { PostStatus } from './post-schema.ts'
import { listResultsOfPosts } from './results/list-post-results.ts'

const many = (description: string, item = Type.String({ minLength: 1, maxLength: 255 })) =>
  Type.Optional(Type.Array(item, { maxItems: 100, description }))
const ids = (description: string) => many(description, Type.String({ format: 'uuid' }))

export const Expand = Type.Optional(
  Type.Array(Type.Enum(['results']), { description: '`results` adds the result on each account.' }),
)

const StatusName = Type.Unsafe<PostStatus | 'published'>({
  type: 'string',
  enum: [...postStatuses, 'published'],
})

export const PostQuery = Type.Object(
  {
    ...pageQuery,
    expand: Expand,
    status: Type.Optional(
      Type.Array(StatusName, {
        description: 'Posts with one of these statuses. `published` is another name for `posted`.',
      }),
    ),
    platform: many('Posts with an account on one of these platforms.'),
    social_account_id: ids('Posts on one of these accounts.'),
    from: spanEnd(
      'Posts scheduled or published at this time or later. A draft without a time counts by its creation.',
    ),
    to: spanEnd(
      'Posts scheduled or published at this time or earlier. A date includes the whole day, in UTC.',
    ),
    tag: many('Posts with one of these tags.'),
    external_id: many('Posts with one of these values of `external_id`.'),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Posts whose caption contains this text, ignoring case.',
      }),
    ),
    author: ids('Posts created by one of these API keys, or by any key of one of these users.'),
  },
  { additionalProperties: false },
)
export type PostQuery = Static<typeof PostQuery>

/** A page of posts ends before it grows larger than this. Ten posts of the largest body still fit. */
const mostPageBytes = 4 * 1024 * 1024
/** A result on one account is hardly ever larger. */
const resultBytes = 2_000

/** Posts, newest first, in one statement; their results, if asked for, in a second. @throws Problem 422 */
export async function listPosts(call: CallContext, query: PostQuery, url: URL): Promise<JsonText> {
  const withResults = query.expand?.includes('results') ?? false
  const page = await listPage(call, query, url, withResults ? resultBytes : 0)
  const posts = withResults ? await addResults(call, page.data) : page.data.map(({ document }) => document)
  return new JsonText(`{"data":[${posts.join(',')}],"meta":${JSON.stringify(page.meta)}}`)
}

async function addResults(call: CallContext, rows: readonly Written[]): Promise<string[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const results = await listResultsOfPosts(call, ids)
  return rows.map(
    ({ id, document }) => `${document.slice(0, -1)},"results":${JSON.stringify(results.get(id) ?? [])}}`,
  )
}

/** A post as the database writes it. */
interface Written extends Position {
  readonly document: string
}

/** A row that is null where no post matches; its document is null where the page has no room left for it. */
interface Selected extends Position {
  readonly document: string | null
  readonly total: number | null
}

async function listPage(
  call: CallContext,
  query: PostQuery,
  url: URL,
  bytesPerAccount: number,
): Promise<Answered<Written>> {
  const { secretKeys, config } = call.context
  const page = openPage(query, { url, secretKeys, place: `${call.workspaceId} ${call.mode} posts` })
  const matching = conditions(call, query)
  const total = page.counts ? sql`(select count(*) from posts p where ${matching})` : sql`null::bigint`
  const bytes = sql`octet_length(d.document) + cardinality(p.account_ids) * ${bytesPerAccount}::int`
  const rows = await call.db.rows<Selected>(sql`
    select id, at, case when bytes_before < ${mostPageBytes}::int then document end as document, total
    from (
      select p.id, p.created_at, p.created_at::text as at, d.document, counted.total,
        sum(${bytes}) over (order by p.created_at desc, p.id desc) - (${bytes}) as bytes_before
      from (select ${total} as total) counted left join lateral (
        select * from posts p
        where ${allOf([matching, afterPosition(page.after, sql`p.created_at`, sql`p.id`)])}
        order by p.created_at desc, p.id desc limit ${page.fetch} offset ${page.skip}
      ) p on true ${withStatus}
      cross join lateral (select ${postDocument(mediaBaseOf(config))} as document offset 0) d
    ) listed
    order by created_at desc, id desc`)
  const found = rows.filter((row) => row.id !== null)
  const fitting = found.filter(({ document }) => document !== null).length
  const toItem = ({ id, at, document }: Selected): Written => ({ id, at, document: document ?? '' })
  return page.answer(found, rows[0]?.total ?? null, toItem, fitting)
}

function conditions({ workspaceId, mode }: CallContext, query: PostQuery): Sql {
  const { from, to } = readSpan(query.from, query.to)
  const { text } = query
  return allOf([
    sql`p.workspace_id = ${workspaceId} and p.mode = ${mode} and p.deleted_at is null`,
    anyOf(query.status, (values) => sql`${postStatus} = any(${values.map(toStatus)}::text[])`),
    anyOf(
      query.platform,
      (values) => sql`exists (select from social_accounts a where a.workspace_id = p.workspace_id
        and a.id = any(p.account_ids) and a.platform = any(${values}::text[]))`,
    ),
    anyOf(query.social_account_id, (values) => sql`p.account_ids && ${values}::uuid[]`),
    from && sql`coalesce(p.scheduled_at, p.created_at) >= ${from}`,
    to && sql`coalesce(p.scheduled_at, p.created_at) < ${to}::timestamptz + interval '1 millisecond'`,
    anyOf(query.tag, (values) => sql`p.tags && ${values}::text[]`),
    anyOf(query.external_id, (values) => sql`p.external_id = any(${values}::text[])`),
    text === undefined ? null : sql`p.caption ilike ${containing(text)}`,
    anyOf(
      query.author,
      (values) => sql`(p.author_id = any(${values}::uuid[]) or p.author_id in (select k.id from api_keys k
        where k.workspace_id = p.workspace_id and k.user_id = any(${values}::uuid[])))`,
    ),
  ])
}

function toStatus(name: PostStatus | 'published'): PostStatus {
  return name === 'published' ? 'posted' : name
}
