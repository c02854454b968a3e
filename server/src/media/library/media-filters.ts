import type { MediaKind } from '../../connectors/connector.ts'
import { type Sql, sql } from '../../db/database.ts'
import { isId } from '../../lib/id.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { readSpan } from '../../lib/requests/read-span.ts'
import { checkTags } from '../../lib/requests/tags.ts'
import { bareType, findMediaType, mediaTypes } from '../media-type.ts'

/** Filters that must all hold. A list means any of its values. */
export interface MediaFilters {
  /** Kinds (`image`, `gif`, `video`, `document`) or media types. */
  type?: string[]
  status?: ('waiting' | 'ready' | 'rejected')[]
  /** A part of the name, in whatever case. */
  name?: string
  tag?: string[]
  /** Media that any of these posts use. */
  post_id?: string[]
  /** Whether no post uses it. */
  unused?: boolean
  keep?: boolean
  has_alt_text?: boolean
  min_size_bytes?: number
  max_size_bytes?: number
  /** Created from then, and until then: dates (whole days, UTC) or date-times. */
  from?: string
  to?: string
}

/** The conditions for rows of `media`. @throws Problem 422 for a filter that cannot be read. */
export function readFilters(query: MediaFilters): Sql[] {
  const problems: FieldProblem[] = []
  const { from, to } = readSpan(query.from, query.to)
  const types = query.type ? readTypes(query.type, problems) : null
  if (query.name !== undefined && (query.name.includes('\0') || !query.name.isWellFormed())) {
    problems.push({ pointer: '?name', code: 'invalid_name', detail: 'The name must be readable text.' })
  }
  problems.push(...checkTags(query.tag ?? [], () => '?tag'))
  if (problems.length > 0) throw invalid(problems)
  return [
    from && sql`created_at >= ${from}`,
    to && sql`created_at < ${to}::timestamptz + interval '1 millisecond'`,
    types,
    query.status ? inStatus(query.status) : null,
    query.name === undefined ? null : sql`position(lower(${query.name}) in lower(name)) > 0`,
    query.tag ? sql`(tags <> '{}' and tags && ${query.tag}::text[])` : null,
    query.post_id ? usedBy(query.post_id) : null,
    query.unused === undefined ? null : sql`${query.unused} = not exists (${linksOfMedium})`,
    query.keep === undefined ? null : sql`keep = ${query.keep}`,
    query.has_alt_text === undefined ? null : sql`(alt_text <> '') = ${query.has_alt_text}`,
    query.min_size_bytes === undefined ? null : sql`size_bytes >= ${query.min_size_bytes}`,
    query.max_size_bytes === undefined ? null : sql`size_bytes <= ${query.max_size_bytes}`,
  ].filter((condition) => condition !== null)
}

const kinds: readonly MediaKind[] = ['image', 'gif', 'video', 'document']

function readTypes(types: readonly string[], problems: FieldProblem[]): Sql {
  const wanted: string[] = []
  for (const type of types.map(bareType)) {
    const found = kinds.find((kind) => kind === type) ?? findMediaType(type)?.mimeType
    if (found !== undefined) {
      wanted.push(found)
      continue
    }
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

/** An upload that is coming in still waits. */
function inStatus(statuses: readonly string[]): Sql {
  return sql`(case when state = 'receiving' then 'waiting' else state end) = any(${statuses}::text[])`
}

const linksOfMedium = sql`
  select from post_media where post_media.workspace_id = media.workspace_id and post_media.media_id = media.id`

/** Text that is no id finds nothing, like a stranger’s id. */
function usedBy(postIds: readonly string[]): Sql {
  return sql`exists (${linksOfMedium} and post_media.post_id = any(${postIds.filter(isId)}::uuid[]))`
}
