import type { CallContext } from '../../context.ts'
import type { PostResult } from './post-result-schema.ts'
import { loadResult } from './result-row.ts'

/** The result of a post on one account. @throws Problem 404 */
export function getPostResult(call: CallContext, id: string): Promise<PostResult> {
  return loadResult(call, id)
}
