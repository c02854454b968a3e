import type { CallContext } from '../../context.ts'
import { type Resolution, resolveTarget } from '../../publishing/person/resolve-target.ts'
import type { PostResult } from './post-result-schema.ts'
import { loadResult } from './result-row.ts'

/** Answers the question of a result in review. @throws Problem 404; 409 `not_in_review` */
export async function resolvePostResult(
  call: CallContext,
  id: string,
  resolution: Resolution,
): Promise<PostResult> {
  await resolveTarget(call, id, resolution)
  return loadResult(call, id)
}
