import type { RequestName } from '../../idempotency/kept-answers.ts'
import type { NewPostBody } from '../../posts/post-body.ts'
import { usesQueue } from '../../posts/request/queue-request.ts'
import type { Input } from '../operation.ts'

/**
 * How the requests of an operation share the database with others of the same moment. Only this file says so: the
 * operations, their routes and their verbs do not know of it.
 */
export interface Sharing {
  /**
   * Requests for one address, of one workspace and mode, share a look-up. Their answer must follow from these three alone,
   * not from the caller.
   */
  readonly sharesLookUps: boolean
  /**
   * Whether the verb reads this in a statement that it shares with others. Many of them hold few connections, so they do not
   * wait for the share of their workspace.
   */
  readsInBatch(input: Input): boolean
  /**
   * Whether the verb stores everything with one statement, and with it the answer under `call.request`: no transaction is
   * opened around it then. Where that statement cannot keep the answer, the verb throws `AnswerNotKept` and is run again
   * within a transaction.
   */
  storesInBatch(input: Input, name: RequestName | null): boolean
}

const alone: Sharing = {
  sharesLookUps: false,
  readsInBatch: () => false,
  storesInBatch: () => false,
}

const byOperation: Readonly<Record<string, Partial<Sharing>>> = {
  createPost: {
    storesInBatch: ({ body }, name) => {
      const post = body as NewPostBody
      // The queue is locked until its transaction ends. A statement cannot tell whether the own id of a post is free before
      // it claims the name of the request.
      return !usesQueue(post) && (post.id === undefined || name === null)
    },
  },
  getPost: {
    readsInBatch: ({ query }) => ((query as { expand?: readonly string[] }).expand ?? []).length === 0,
  },
  listPosts: { sharesLookUps: true },
  listPostResults: { sharesLookUps: true },
}

/** The operations that share in some way. */
export const sharedOperations: readonly string[] = Object.keys(byOperation)

export function sharingOf(operationId: string): Sharing {
  return { ...alone, ...byOperation[operationId] }
}
