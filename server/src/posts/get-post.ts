import type { CallContext } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { etagOf } from '../lib/etag.ts'
import { JsonText } from '../lib/json/json-text.ts'
import { pipelinedBatchPer } from '../lib/pipelined-batch.ts'
import { notFound } from '../lib/problem.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { postDocument, type WrittenPost, withStatus } from './post-document.ts'
import { loadPost, type ShownPost, showPost } from './post-row.ts'
import { listResultsOfPosts } from './results/list-post-results.ts'
import type { PostResult } from './results/post-result-schema.ts'

/** One post as the API writes it. @throws Problem 404 */
export async function getPost(call: CallContext, id: string): Promise<WrittenPost> {
  const found = await readDocument(call.db, { call, id })
  if (!found) throw notFound('post')
  return { post: new JsonText(found.document), etag: etagOf(id.toLowerCase(), found.version, found.status) }
}

/** One post with what became of it on each account. @throws Problem 404 */
export async function getPostWithResults(
  call: CallContext,
  id: string,
): Promise<ShownPost & { results: PostResult[] }> {
  const shown = showPost(await loadPost(call, id), mediaBaseOf(call.context.config))
  const results = await listResultsOfPosts(call, [id])
  return { ...shown, results: results.get(id) ?? [] }
}

interface Found {
  readonly version: number
  readonly status: string
  readonly document: string
}

interface WantedPost {
  readonly call: CallContext
  readonly id: string
}

// Posts that are asked for at once share a statement, each in its own workspace and mode.
const readDocument = pipelinedBatchPer<Queryable, WantedPost, Found | null>(
  { most: 64, lanes: 3 },
  readDocuments,
)

async function readDocuments(db: Queryable, asked: readonly WantedPost[]): Promise<(Found | null)[]> {
  const mediaBase = asked[0] ? mediaBaseOf(asked[0].call.context.config) : ''
  const places = asked.map(({ call, id }) => ({ workspace_id: call.workspaceId, mode: call.mode, id }))
  const rows = await db.rows<Found & { n: number }>(sql`
    select a.n::int, p.version, s.status, ${postDocument(mediaBase)} as document
    from unnest(${places.map((place) => place.workspace_id)}::uuid[], ${places.map(({ mode }) => mode)}::text[],
        ${places.map((place) => place.id)}::uuid[]) with ordinality as a(workspace_id, mode, id, n)
      join posts p on p.workspace_id = a.workspace_id and p.id = a.id and p.mode = a.mode and p.deleted_at is null
      ${withStatus}`)
  const found = new Map(rows.map((row) => [row.n, row]))
  return asked.map((_, index) => found.get(index + 1) ?? null)
}
