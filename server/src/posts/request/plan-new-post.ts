import type { CallContext } from '../../context.ts'
import type { NewPostBody } from '../post-body.ts'
import { type Plan, planPost } from './plan-post.ts'

/**
 * Plans a post that `storePost` is to store. Its accounts may have been read up to five seconds ago: `storePost` compares
 * them with what is there, and stores nothing by those that have changed.
 */
export async function planNewPost(call: CallContext, body: NewPostBody): Promise<Plan> {
  return planPost(call, body, { mayBeStale: true })
}
