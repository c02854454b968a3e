import { createHmac } from 'node:crypto'
import Type, { type Static, type TSchema } from 'typebox'
import { isId } from '../id.ts'
import { type FieldProblem, invalid } from '../problem.ts'
import { deriveKey, isSigned, type SecretKeys } from '../secrecy/secret-keys.ts'

/** The query members of every list; spread them into an operation's `query`. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description:
        'Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on.',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'How many rows to skip.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description:
        'An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page.',
    }),
  ),
}

export interface PageQuery {
  limit?: number
  offset?: number
  cursor?: string
}

/** Makes the schema of a page of `item`. */
export function pageSchema<Item extends TSchema>(item: Item) {
  return Type.Object(
    {
      data: Type.Array(item),
      meta: Type.Object(
        {
          total: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: 'How many rows match. Absent with a cursor where counting would take long.',
            }),
          ),
          offset: Type.Integer({ minimum: 0 }),
          limit: Type.Integer({ minimum: 0 }),
          next: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
            description: 'The URL of the next page; null on the last page.',
          }),
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  )
}

/** The position of a row in a list, newest first. `at` is its `created_at::text` as the database wrote it. */
export interface Position {
  readonly at: string
  readonly id: string
}

export interface PageBody<Item> {
  data: Item[]
  meta: { total?: number; offset: number; limit: number; next: string | null }
}

/**
 * One page of a list that is ordered by `(created_at, id) desc`. A verb selects with it:
 *
 *     where (created_at, id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)  -- when `after` is not null
 *     order by created_at desc, id desc limit ${page.fetch} offset ${page.skip}
 */
export interface Page {
  /** How many rows to select: one more than the page holds, or null for all. */
  readonly fetch: number | null
  /** Rows to skip in SQL; 0 with a cursor. */
  readonly skip: number
  /** Only rows after this one; null at the start. */
  readonly after: Position | null
  /** Whether the answer carries `total`. Otherwise the verb need not count. */
  readonly counts: boolean
  /**
   * `rows` as selected; `total` is null unless `counts`. `fitting` is how many of the first rows are small enough for one
   * page, at least one; the page ends there and `next` continues behind it.
   * @throws Problem 422 if the client counts with `offset` and would not notice that a page ended early
   */
  answer<Row extends Position, Item>(
    rows: readonly Row[],
    total: number | null,
    toItem: (row: Row) => Item,
    fitting?: number,
  ): PageBody<Item>
}

export interface PageOptions {
  /** The absolute address of this request, from which `next` is made. */
  url: URL
  /** Cursors are signed with a key from the current one. */
  secretKeys: SecretKeys
  /** The workspace, mode and list of a cursor. A cursor from elsewhere is refused. */
  place: string
  /** True for lists that return all rows unless a limit is given. */
  allWithoutLimit?: boolean
  /** True for lists that are never long, so that counting them costs next to nothing: they are counted with a cursor too. */
  isShort?: boolean
}

/** Reads the page that a client asks for. @throws Problem 422 if the cursor was not issued by this list. */
export function openPage(query: PageQuery, options: PageOptions): Page {
  const cursor = query.cursor === undefined ? null : readCursor(query, options)
  const all =
    options.allWithoutLimit === true &&
    query.limit === undefined &&
    cursor === null &&
    query.offset === undefined
  const limit = query.limit ?? 10
  const offset = cursor ? cursor.offset : (query.offset ?? 0)
  const counts = cursor === null || options.isShort === true
  return {
    fetch: all ? null : limit + 1,
    skip: cursor ? 0 : offset,
    after: cursor?.after ?? null,
    counts,
    answer: (rows, total, toItem, fitting = rows.length) => {
      const asked = all ? rows : rows.slice(0, limit)
      const shown = asked.slice(0, fitting)
      if (shown.length < asked.length && query.offset !== undefined) throw invalid([tooLarge])
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      const next = last ? nextUrl(query, options, last, offset + shown.length) : null
      const meta = { offset, limit: all ? shown.length : limit, next }
      // A page that begins the list and ends it is the whole list.
      const known = offset === 0 && next === null ? shown.length : total
      return { data: shown.map(toItem), meta: known === null ? meta : { total: known, ...meta } }
    },
  }
}

/** Continues an offset with an offset, and everything else with a cursor, which costs the same on every page. */
function nextUrl(query: PageQuery, options: PageOptions, last: Position, offset: number): string {
  const url = new URL(options.url)
  if (query.offset !== undefined) url.searchParams.set('offset', String(offset))
  else url.searchParams.set('cursor', writeCursor(options, { after: { at: last.at, id: last.id }, offset }))
  return url.href
}

interface Cursor {
  after: Position | null
  /** How many rows are before this page, for information only. */
  offset: number
}

function writeCursor(options: PageOptions, { after, offset }: Cursor & { after: Position }): string {
  const body = Buffer.from(JSON.stringify([after.at, after.id, offset]))
  return `${body.toString('base64url')}.${sign(options, body, options.secretKeys.current).toString('base64url')}`
}

function readCursor(query: PageQuery, options: PageOptions): Cursor {
  if (query.offset !== undefined) throw refused('Give either cursor or offset.')
  if (query.cursor === '') return { after: null, offset: 0 }
  const [encoded = '', signature = '', ...rest] = (query.cursor ?? '').split('.')
  const body = Buffer.from(encoded, 'base64url')
  const given = Buffer.from(signature, 'base64url')
  if (rest.length > 0 || !isSigned(options.secretKeys, given, (key) => sign(options, body, key))) {
    throw refused('This cursor does not belong to this list. Take it from meta.next as it is.')
  }
  const [at, id, offset] = JSON.parse(body.toString('utf8')) as Static<typeof cursorBody>
  if (!isId(id)) throw refused('This cursor does not belong to this list. Take it from meta.next as it is.')
  return { after: { at, id }, offset }
}

const cursorBody = Type.Tuple([Type.String(), Type.String(), Type.Integer()])

function sign({ place }: PageOptions, body: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', deriveKey(key, 'cursors'))
    .update(`${place}\n`)
    .update(body)
    .digest()
    .subarray(0, 16)
}

const tooLarge: FieldProblem = {
  pointer: '?limit',
  code: 'page_too_large',
  detail: 'These rows are too large for one page. Ask for fewer, or leave offset out and follow meta.next.',
}

function refused(detail: string): Error {
  const error: FieldProblem = { pointer: '?cursor', code: 'invalid_cursor', detail }
  return invalid([error])
}
