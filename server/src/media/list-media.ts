import type { MediaKind } from '../connectors/connector.ts'
import type { CallContext } from '../context.ts'
import { empty, join, type Sql, sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import { type Answered, openPage, type PageQuery } from '../lib/page.ts'
import { type FieldProblem, invalid } from '../lib/problem.ts'
import { readSpan } from '../lib/read-span.ts'
import { type Media, type MediaRow, mediaColumns, toMedia } from './media.ts'
import { bareType, findMediaType, mediaTypes } from './media-type.ts'
import { mediaBaseOf } from './public-url.ts'

export interface MediaQuery extends PageQuery {
  /** Kinds (`image`, `gif`, `video`, `document`) or media types, any of them. */
  type?: string[]
  /** A part of the name; capitals of the Latin alphabet count as small letters. */
  name?: string
  /** Media that any of these posts use. */
  post_id?: string[]
  /** Created from then, and until then: dates (whole days, UTC) or date-times. */
  from?: string
  to?: string
}

/** The media of a workspace, newest first. @throws Problem 422 for a filter that cannot be read. */
export async function listMedia(call: CallContext, query: MediaQuery, url: URL): Promise<Answered<Media>> {
  const { workspaceId, mode, context } = call
  const page = openPage(query, { url, secretKeys: context.secretKeys, place: `media ${workspaceId} ${mode}` })
  const where = join(
    [sql`workspace_id = ${workspaceId}`, sql`mode = ${mode}`, ...readFilters(query)],
    ' and ',
  )
  const after = page.after
    ? sql`and (created_at, id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : empty
  const rows = await call.db.rows<MediaRow>(sql`
    select ${mediaColumns} from media where ${where} ${after}
    order by created_at desc, id desc limit ${page.fetch} offset ${page.skip}`)
  const count = page.counts
    ? await call.db.row<{ total: number }>(sql`select count(*) as total from media where ${where}`)
    : null
  return page.answer(rows, count?.total ?? null, (row) => toMedia(row, mediaBaseOf(context.config)))
}

function readFilters(query: MediaQuery): Sql[] {
  const problems: FieldProblem[] = []
  const { from, to } = readSpan(query.from, query.to)
  const types = query.type ? readTypes(query.type, problems) : null
  if (query.name !== undefined && (query.name.includes('\0') || !query.name.isWellFormed())) {
    problems.push({ pointer: '?name', code: 'invalid_name', detail: 'The name must be readable text.' })
  }
  if (problems.length > 0) throw invalid(problems)
  return [
    ...(from ? [sql`created_at >= ${from}`] : []),
    ...(to ? [sql`created_at < ${to}::timestamptz + interval '1 millisecond'`] : []),
    ...(types ? [types] : []),
    ...(query.name === undefined ? [] : [sql`position(lower(${query.name}) in lower(name)) > 0`]),
    ...(query.post_id ? [usedBy(query.post_id)] : []),
  ]
}

const kinds: readonly MediaKind[] = ['image', 'gif', 'video', 'document']

function readTypes(types: readonly string[], problems: FieldProblem[]): Sql {
  const wanted = types.map((type) => bareType(type))
  for (const type of wanted) {
    if (kinds.some((kind) => kind === type) || findMediaType(type)) continue
    const known = [...kinds, ...mediaTypes.map(({ mimeType }) => mimeType)].join(', ')
    problems.push({
      pointer: '?type',
      code: 'invalid_type',
      detail: `"${type.slice(0, 50)}" is not one of ${known}.`,
    })
  }
  // Until a file is uploaded its kind follows from its announced type.
  return sql`(mime_type = any(${wanted}) or coalesce(kind, case
    when mime_type = 'image/gif' then 'gif' when mime_type like 'image/%' then 'image'
    when mime_type like 'video/%' then 'video' else 'document' end) = any(${wanted}))`
}

/** Text that is no id finds nothing, like a stranger’s id. */
function usedBy(postIds: readonly string[]): Sql {
  return sql`exists (select from post_media where post_media.workspace_id = media.workspace_id
    and post_media.media_id = media.id and post_media.post_id = any(${postIds.filter(isId)}::uuid[]))`
}
