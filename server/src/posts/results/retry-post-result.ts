import type { CallContext } from '../../context.ts'
import { retryTarget } from '../../publishing/person/retry-target.ts'
import type { PostResult } from './post-result-schema.ts'
import { loadResult } from './result-row.ts'

/** Tries a failed result again. @throws Problem 404; 409 `not_failed`, `being_unpublished` or `may_be_public` */
export async function retryPostResult(call: CallContext, id: string): Promise<PostResult> {
  await retryTarget(call, id)
  return loadResult(call, id)
}
