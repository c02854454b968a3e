import type { CallContext } from '../context.ts'
import { empty, join, raw, type Sql, sql } from '../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import { type MediaFilters, readFilters } from './library/media-filters.ts'
import { type Media, type MediaRow, mediaColumns, toMedia } from './media.ts'
import { mediaBaseOf } from './public-url.ts'

/** The orders of the list, by what comes first. */
export const mediaOrders = ['newest', 'oldest', 'name', 'largest', 'smallest'] as const
export type MediaOrder = (typeof mediaOrders)[number]

export interface MediaQuery extends PageQuery, MediaFilters {
  /** `newest` unless said otherwise. */
  sort?: MediaOrder
}

/** The media of a workspace. @throws Problem 422 for a filter that cannot be read. */
export async function listMedia(call: CallContext, query: MediaQuery, url: URL): Promise<PageBody<Media>> {
  const { workspaceId, mode, context } = call
  const { sort = 'newest' } = query
  const { key, type, direction } = orders[sort]
  // A cursor holds for the order in which it was given.
  const place = `media ${workspaceId} ${mode}${sort === 'newest' ? '' : ` ${sort}`}`
  const page = openPage(query, { url, secretKeys: context.secretKeys, place })
  const where = join(
    [sql`workspace_id = ${workspaceId}`, sql`mode = ${mode}`, ...readFilters(query)],
    ' and ',
  )
  const beyond = direction === 'desc' ? raw('<') : raw('>')
  const after = page.after
    ? sql`and (${key}, id) ${beyond} (${page.after.at}::${raw(type)}, ${page.after.id}::uuid)`
    : empty
  const rows = await call.db.rows<MediaRow & { at: string }>(sql`
    select ${mediaColumns}, (${key})::text as at from media where ${where} ${after}
    order by ${key} ${raw(direction)}, id ${raw(direction)} limit ${page.fetch} offset ${page.skip}`)
  const count = page.counts
    ? await call.db.row<{ total: number }>(sql`select count(*) as total from media where ${where}`)
    : null
  return page.answer(rows, count?.total ?? null, (row) => toMedia(row, mediaBaseOf(context.config)))
}

interface Order {
  readonly key: Sql
  /** The type of the key, which a cursor holds as text. */
  readonly type: 'timestamptz' | 'text' | 'bigint'
  readonly direction: 'asc' | 'desc'
}

const orders: Readonly<Record<MediaOrder, Order>> = {
  newest: { key: sql`created_at`, type: 'timestamptz', direction: 'desc' },
  oldest: { key: sql`created_at`, type: 'timestamptz', direction: 'asc' },
  // A cursor has room for so many characters.
  name: { key: sql`left(lower(name), 100)`, type: 'text', direction: 'asc' },
  largest: { key: sql`size_bytes`, type: 'bigint', direction: 'desc' },
  smallest: { key: sql`size_bytes`, type: 'bigint', direction: 'asc' },
}
