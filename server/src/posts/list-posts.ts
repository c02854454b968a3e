import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import { JsonText } from '../lib/json/json-text.ts'
import { openPage, type PageBody, type Position, pageQuery } from '../lib/requests/page.ts'
import { readSpan, spanEnd } from '../lib/requests/read-span.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { postStatus } from '../publishing/post-status.ts'
import { afterPosition, allOf, anyOf, containing } from './list-filters.ts'
import { countOpenNotes } from './notes/count-open-notes.ts'
import { postDocument, withStatus } from './post-document.ts'
import {
  authorOf,
  calendarTime,
  isInCalendar,
  listFilter,
  matchingPosts,
  postFilters,
  toStatus,
} from './post-filters.ts'
import { listResultsOfPosts } from './results/list-post-results.ts'

const Expand = Type.Optional(
  Type.Array(Type.Enum(['results', 'author', 'open_notes']), {
    description:
      '`results` adds the result on each account, `author` the person who created the post, `open_notes` how many of its notes are not marked as done.',
  }),
)

const createdAt = sql`p.created_at`
/** The orders of a list, each by the time of a post `p`. */
const orders = {
  '-created_at': { at: createdAt, goes: 'down' },
  created_at: { at: createdAt, goes: 'up' },
  '-scheduled_at': { at: calendarTime('p'), goes: 'down' },
  scheduled_at: { at: calendarTime('p'), goes: 'up' },
} as const
type Order = keyof typeof orders

export const PostQuery = Type.Object(
  {
    ...pageQuery,
    expand: Expand,
    ...postFilters,
    from: spanEnd(
      'Posts scheduled or published at this time or later. A draft without a time counts by its creation.',
    ),
    to: spanEnd(
      'Posts scheduled or published at this time or earlier. A date includes the whole day, in UTC.',
    ),
    scheduled_from: spanEnd('Posts whose `scheduled_at` is this time or later.'),
    scheduled_to: spanEnd(
      'Posts whose `scheduled_at` is this time or earlier. A date includes the whole day, in UTC.',
    ),
    order: Type.Optional(
      Type.Unsafe<Order>({
        type: 'string',
        enum: Object.keys(orders),
        description:
          'By creation or by time; with `-` the latest first, which is the default: `-created_at`. A post without `scheduled_at` stands at its creation.',
      }),
    ),
    external_id: listFilter('Posts with one of these values of `external_id`.'),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Posts whose caption contains this text, ignoring case.',
      }),
    ),
    in_calendar: Type.Optional(
      Type.Boolean({
        description: 'True: only posts that stand in the calendar, which drafts without a time do not.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type PostQuery = Static<typeof PostQuery>

/** A page of posts ends before it grows larger than this. Ten posts of the largest body still fit. */
const mostPageBytes = 4 * 1024 * 1024
/** A result on one account is hardly ever larger. */
const resultBytes = 2_000

/**
 * Posts, newest first unless said otherwise, in one statement; their results, if asked for, in a second that reads the same moment.
 * @throws Problem 422
 */
export function listPosts(call: CallContext, query: PostQuery, url: URL): Promise<JsonText> {
  const withResults = query.expand?.includes('results') ?? false
  if (!withResults) return readPosts(call, query, url, withResults)
  return call.context.db.transaction((db) => readPosts({ ...call, db }, query, url, withResults), {
    isSnapshot: true,
  })
}

async function readPosts(
  call: CallContext,
  query: PostQuery,
  url: URL,
  withResults: boolean,
): Promise<JsonText> {
  const page = await listPage(call, query, url, withResults ? resultBytes : 0)
  const results = withResults ? await addResults(call, page.data) : page.data.map(asAsked)
  const posts = query.expand?.includes('open_notes') ? await addOpenNotes(call, page.data, results) : results
  return new JsonText(`{"data":[${posts.join(',')}],"meta":${JSON.stringify(page.meta)}}`)
}

async function addResults(call: CallContext, rows: readonly Written[]): Promise<string[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const results = await listResultsOfPosts(call, ids)
  return rows.map(
    (row) => `${asAsked(row).slice(0, -1)},"results":${JSON.stringify(results.get(row.id) ?? [])}}`,
  )
}

/** Adds to posts that are written how many of their notes are open. */
async function addOpenNotes(
  call: CallContext,
  rows: readonly Written[],
  posts: readonly string[],
): Promise<string[]> {
  const open = await countOpenNotes(
    call,
    rows.map(({ id }) => id),
  )
  return posts.map(
    (post, index) => `${post.slice(0, -1)},"open_notes":${open.get(rows[index]?.id ?? '') ?? 0}}`,
  )
}

function asAsked({ document, author }: Written): string {
  return author === null ? document : `${document.slice(0, -1)},"author":"${author}"}`
}

/** The place of the cursors of this list. */
export function placeOfPosts({ workspaceId, mode }: CallContext, order: Order): string {
  return `${workspaceId} ${mode} posts${order === '-created_at' ? '' : ` by ${order}`}`
}

/** A post as the database writes it. */
interface Written extends Position {
  readonly document: string
  /** Null unless it was asked for. */
  readonly author: string | null
}

/** A row that is null where no post matches; its document is null where the page has no room left for it. */
interface Selected extends Position {
  readonly document: string | null
  readonly author: string | null
  readonly total: number | null
}

async function listPage(
  call: CallContext,
  query: PostQuery,
  url: URL,
  bytesPerAccount: number,
): Promise<PageBody<Written>> {
  const { secretKeys, config } = call.context
  const order = query.order ?? '-created_at'
  const { at, goes } = orders[order]
  const place = placeOfPosts(call, order)
  const page = openPage(query, { url, secretKeys, place })
  const by = (time: Sql, id: Sql) =>
    goes === 'up' ? sql`${time} asc, ${id} asc` : sql`${time} desc, ${id} desc`
  const matching = conditions(call, query)
  const total = page.counts ? sql`(select count(*) from posts p where ${matching})` : sql`null::bigint`
  const bytes = sql`octet_length(d.document) + cardinality(p.account_ids) * ${bytesPerAccount}::int`
  const author = query.expand?.includes('author') ? authorOf('p') : sql`null::uuid`
  const rows = await call.db.rows<Selected>(sql`
    select id, at, author, case when bytes_before < ${mostPageBytes}::int then document end as document, total
    from (
      select p.id, ${at} as place, (${at})::text as at, ${author} as author, d.document, counted.total,
        sum(${bytes}) over (order by ${by(at, sql`p.id`)}) - (${bytes}) as bytes_before
      from (select ${total} as total) counted left join lateral (
        select * from posts p
        where ${allOf([matching, afterPosition(page.after, at, sql`p.id`, goes)])}
        order by ${by(at, sql`p.id`)} limit ${page.fetch} offset ${page.skip}
      ) p on true ${withStatus}
      cross join lateral (select ${postDocument(mediaBaseOf(config))} as document offset 0) d
    ) listed
    order by ${by(sql`place`, sql`id`)}`)
  const found = rows.filter((row) => row.id !== null)
  const fitting = found.filter(({ document }) => document !== null).length
  const toItem = ({ id, at, author, document }: Selected): Written => ({
    id,
    at,
    author,
    document: document ?? '',
  })
  return page.answer(found, rows[0]?.total ?? null, toItem, fitting)
}

function conditions(call: CallContext, query: PostQuery): Sql {
  const { from, to } = readSpan(query.from, query.to)
  const planned = readSpan(query.scheduled_from, query.scheduled_to, 'scheduled_')
  const { text } = query
  return allOf([
    matchingPosts('p', call, query),
    anyOf(query.status, (values) => sql`${postStatus('p')} = any(${values.map(toStatus)}::text[])`),
    from && sql`${calendarTime('p')} >= ${from}`,
    to && sql`${calendarTime('p')} < ${to}::timestamptz + interval '1 millisecond'`,
    planned.from && sql`p.scheduled_at >= ${planned.from}`,
    planned.to && sql`p.scheduled_at < ${planned.to}::timestamptz + interval '1 millisecond'`,
    query.in_calendar ? isInCalendar('p') : null,
    anyOf(query.external_id, (values) => sql`p.external_id = any(${values}::text[])`),
    text === undefined ? null : sql`p.caption ilike ${containing(text)}`,
  ])
}
