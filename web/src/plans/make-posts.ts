import { ApiError, type CreatePostInput, type CrierClient, type FieldProblem, type Post } from '@crier/sdk'
import type { PlanRow, RowState } from './plan-row.ts'

/** A row that was sent, and its end. */
export interface Outcome {
  readonly line: number
  readonly change: Partial<PlanRow> & { readonly state: RowState }
}

/** A row that can be made, and its request. */
type ReadyRow = PlanRow & { readonly body: CreatePostInput }

// The server takes 100 posts with 1,000 accounts and 2 MB at once. Fewer of them show how far it is.
const mostPosts = 50
const mostAccounts = 900
const mostLetters = 400_000

/** Cuts the rows that can be made into requests, in their order: rows that take slots of the queue take them so. */
export function batchesOf(rows: readonly PlanRow[]): ReadyRow[][] {
  const batches: ReadyRow[][] = []
  let [accounts, letters] = [0, 0]
  for (const row of rows) {
    const { body, state } = row
    if (state !== 'new' || body === null) continue
    accounts += body.social_accounts.length
    letters += JSON.stringify(body).length
    const batch = batches.at(-1)
    const isFull = (batch?.length ?? 0) >= mostPosts || accounts > mostAccounts || letters > mostLetters
    if (batch !== undefined && !isFull) {
      batch.push({ ...row, body })
      continue
    }
    batches.push([{ ...row, body }])
    accounts = body.social_accounts.length
    letters = JSON.stringify(body).length
  }
  return batches
}

/**
 * Makes the posts of some rows. A row that the server refuses after all stops none of the others: it is told, and the others are sent
 * again without it.
 * @throws what left open whether they were made
 */
export async function makeBatch(api: CrierClient, batch: readonly ReadyRow[]): Promise<Outcome[]> {
  if (batch.length === 0) return []
  try {
    const { data } = await api.posts.createMany({ posts: batch.map(({ body }) => body) })
    return batch.flatMap(({ line }, index) => madeOf(line, data[index]))
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) throw error
    const refused = batch.flatMap((row, index) => refusalOf(row, faultsOf(error, index)))
    if (refused.length === 0) throw error
    const others = batch.filter(({ line }) => !refused.some((one) => one.line === line))
    return [...refused, ...(await makeBatch(api, others))]
  }
}

function madeOf(line: number, post: Post | undefined): Outcome[] {
  if (post === undefined) return []
  return [{ line, change: { state: 'made', at: post.scheduled_at, problems: [] } }]
}

/** The faults of one post of a request, with their pointers as in a request of its own. */
function faultsOf({ errors }: ApiError, index: number): FieldProblem[] {
  const place = `/posts/${index}`
  return errors
    .filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`))
    .map((fault) => ({ ...fault, pointer: fault.pointer.slice(place.length) }))
}

function refusalOf({ line, planned }: ReadyRow, faults: readonly FieldProblem[]): Outcome[] {
  if (faults.length === 0) return []
  const is = (code: string) => faults.some((fault) => fault.code === code)
  if (is('post_deleted')) return [{ line, change: { state: 'deleted' } }]
  if (is('id_taken')) return [{ line, change: { state: 'existing' } }]
  const unknown = { column: null, number: null, account: null }
  const problems = faults.map((fault) => ({
    kind: 'fault' as const,
    fault,
    cause: planned?.causeOf(fault) ?? unknown,
  }))
  return [{ line, change: { state: 'refused', problems } }]
}
