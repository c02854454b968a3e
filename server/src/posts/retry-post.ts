import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { retryTarget } from '../publishing/person/retry-target.ts'
import { lockPost } from './post-row.ts'
import { nullable } from './post-schema.ts'

const strict = { additionalProperties: false }

const RetriedResult = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    social_account_id: Type.String({ format: 'uuid' }),
    retried: Type.Boolean(),
    code: nullable(Type.String({ description: 'Why it was not.' })),
    detail: nullable(Type.String()),
  },
  strict,
)
type RetriedResult = Static<typeof RetriedResult>

export const RetriedPostSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    results: Type.Array(RetriedResult, { description: 'The results that had failed.' }),
  },
  { title: 'RetriedPost', ...strict },
)
export type RetriedPost = Static<typeof RetriedPostSchema>

/**
 * Tries all failed results of a post again, except those that may be public already.
 * @throws Problem 404; 409 `nothing_to_retry` with the `results`, where none may be tried again
 */
export async function retryPost(call: CallContext, id: string): Promise<RetriedPost> {
  await lockPost(call, id)
  const failed = await call.db.rows<FailedResult>(sql`
    select r.id, r.account_id from targets r
    where r.workspace_id = ${call.workspaceId} and r.post_id = ${id} and r.part = 'post'
      and exists (select from targets t where t.workspace_id = r.workspace_id and t.root_id = r.id and t.state = 'failed')
    order by r.id`)
  const results: RetriedResult[] = []
  for (const result of failed) results.push(await retryOne(call, result))
  if (results.some(({ retried }) => retried)) return { id, results }
  const detail =
    results.length === 0
      ? 'No result of this post has failed, so there is nothing to try again.'
      : 'None of the failed results of this post may be tried again.'
  throw new Problem(409, 'nothing_to_retry', detail, { extra: { results } })
}

interface FailedResult {
  readonly id: string
  readonly account_id: string
}

async function retryOne(call: CallContext, { id, account_id }: FailedResult): Promise<RetriedResult> {
  const result = { id, social_account_id: account_id }
  try {
    await retryTarget(call, id)
    return { ...result, retried: true, code: null, detail: null }
  } catch (error) {
    // A refusal comes before anything was changed.
    if (!(error instanceof Problem) || error.status !== 409) throw error
    return { ...result, retried: false, code: error.code, detail: error.message }
  }
}
