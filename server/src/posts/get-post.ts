import type { CallContext } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { pipelinedBatchPer } from '../lib/concurrency/pipelined-batch.ts'
import { JsonText } from '../lib/json/json-text.ts'
import { notFound } from '../lib/problem.ts'
import { etagOf } from '../lib/requests/etag.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import type { NewPostBody } from './post-body.ts'
import { postDocument, type WrittenPost, withStatus } from './post-document.ts'
import { authorOf } from './post-filters.ts'
import { loadPost, showPost, toPostRequest } from './post-row.ts'
import type { Post } from './post-schema.ts'
import { listResultsOfPosts } from './results/list-post-results.ts'
import type { PostResult } from './results/post-result-schema.ts'

/** One post as the API writes it. @throws Problem 404 */
export async function getPost(call: CallContext, id: string): Promise<WrittenPost> {
  const found = await readDocument(call.db, { call, id })
  if (!found) throw notFound('post')
  return { post: new JsonText(found.document), etag: etagOf(id.toLowerCase(), found.version, found.status) }
}

/** The parts by which one post can be expanded. */
export type PostExpansion = 'results' | 'author' | 'request'

interface ExpandedPost extends Post {
  results?: PostResult[]
  author?: string
  request?: NewPostBody
}

/**
 * One post with what became of it on each account, with its author, or with the request that would make it. All of it is of one
 * moment, so that a post whose results are all final is not called `processing`. Results change without the post, so that an
 * answer with them has no ETag.
 * @throws Problem 404
 */
export function getPostWith(
  call: CallContext,
  id: string,
  further: readonly PostExpansion[],
): Promise<{ post: ExpandedPost; etag: string | null }> {
  return call.context.db.transaction((db) => readPostWith({ ...call, db }, id, further), { isSnapshot: true })
}

async function readPostWith(
  call: CallContext,
  id: string,
  further: readonly PostExpansion[],
): Promise<{ post: ExpandedPost; etag: string | null }> {
  const row = await loadPost(call, id)
  const { post, etag } = showPost(row, mediaBaseOf(call.context.config))
  const more = {
    ...(further.includes('author') ? { author: await findAuthor(call, id) } : {}),
    ...(further.includes('request') ? { request: toPostRequest(row) } : {}),
  }
  if (!further.includes('results')) return { post: { ...post, ...more }, etag }
  const results = await listResultsOfPosts(call, [id])
  return { post: { ...post, results: results.get(id) ?? [], ...more }, etag: null }
}

async function findAuthor({ db, workspaceId }: CallContext, id: string): Promise<string> {
  const found = await db.row<{ author: string }>(sql`
    select ${authorOf('p')} as author from posts p where p.workspace_id = ${workspaceId} and p.id = ${id}`)
  if (!found) throw notFound('post')
  return found.author
}

interface FoundPost {
  readonly version: number
  readonly status: string
  readonly document: string
}

interface WantedPost {
  readonly call: CallContext
  readonly id: string
}

// Posts that are read at the same moment share a statement, each in its own workspace and mode.
const readDocument = pipelinedBatchPer<Queryable, WantedPost, FoundPost | null>(
  { most: 64, lanes: 3 },
  readDocuments,
)

async function readDocuments(db: Queryable, asked: readonly WantedPost[]): Promise<(FoundPost | null)[]> {
  const mediaBase = asked[0] ? mediaBaseOf(asked[0].call.context.config) : ''
  const places = asked.map(({ call, id }) => ({ workspace_id: call.workspaceId, mode: call.mode, id }))
  const rows = await db.rows<FoundPost & { n: number }>(sql`
    select a.n::int, p.version, s.status, ${postDocument(mediaBase)} as document
    from unnest(${places.map((place) => place.workspace_id)}::uuid[], ${places.map(({ mode }) => mode)}::text[],
        ${places.map((place) => place.id)}::uuid[]) with ordinality as a(workspace_id, mode, id, n)
      join posts p on p.workspace_id = a.workspace_id and p.id = a.id and p.mode = a.mode and p.deleted_at is null
      ${withStatus}`)
  const found = new Map(rows.map((row) => [row.n, row]))
  return asked.map((_, index) => found.get(index + 1) ?? null)
}
