import type { Scope } from '../../context.ts'
import { retryTarget } from '../../publishing/person/retry-target.ts'
import type { PostResult } from './post-result-schema.ts'
import { loadResult } from './result-row.ts'

/** Tries a failed result again. @throws Problem 404; 409 `not_failed` or `may_be_public` */
export async function retryPostResult(scope: Scope, id: string): Promise<PostResult> {
  await retryTarget(scope, id)
  return loadResult(scope, id)
}
