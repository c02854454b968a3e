import type { CallContext } from '../context.ts'
import { JsonText } from '../lib/json/json-text.ts'
import { type FieldProblem, invalid, Problem } from '../lib/problem.ts'
import { createPost, findFaults } from './create-post.ts'
import type { NewPostBody, NewPostsBody } from './post-body.ts'

/**
 * Stores many posts, each as `createPost` does, or none of them. It must come in a transaction. Answers them in the order
 * sent; a later one sees what an earlier one has taken, such as a slot of the queue or an id.
 * @throws Problem as `createPost` does; the pointers say in which post the faults are, and a 422 has those of all posts
 */
export async function createManyPosts(call: CallContext, { posts }: NewPostsBody): Promise<JsonText> {
  refuseManyAccounts(posts)
  const faults: FieldProblem[] = []
  for (const [index, body] of posts.entries()) faults.push(...(await faultsOfPost(call, index, body)))
  if (faults.length > 0) throw invalid(faults)
  const written: string[] = []
  for (const [index, body] of posts.entries()) {
    const { post } = await createPost(call, body).catch((error: unknown) => {
      throw naming(index, error)
    })
    written.push(post instanceof JsonText ? post.text : JSON.stringify(post))
  }
  return new JsonText(`{"data":[${written.join(',')}]}`)
}

// A transaction keeps the events of all workspaces waiting until it ends.
const mostAccounts = 1_000

function refuseManyAccounts(posts: NewPostsBody['posts']): void {
  const count = posts.reduce((sum, { social_accounts: accounts }) => sum + accounts.length, 0)
  if (count <= mostAccounts) return
  const detail = 'These posts name more than 1,000 accounts in all. Send them in several requests.'
  throw invalid([{ pointer: '/posts', code: 'too_many', detail }])
}

async function faultsOfPost(
  call: CallContext,
  index: number,
  body: NewPostBody,
): Promise<readonly FieldProblem[]> {
  try {
    return inPost(index, await findFaults(call, body))
  } catch (error) {
    const named = naming(index, error)
    if (named instanceof Problem && named.status === 422) return named.errors
    throw named
  }
}

/** The error of one post; a problem says which post it is about. */
function naming(index: number, error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  const { status, code, words, extra, retryAfterSeconds } = error
  const errors = error.errors.length > 0 ? error.errors : [{ pointer: '', code, detail: words }]
  return new Problem(status, code, words, {
    errors: inPost(index, errors),
    extra: { ...extra },
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  })
}

function inPost(index: number, faults: readonly FieldProblem[]): FieldProblem[] {
  return faults.map((fault) => ({ ...fault, pointer: `/posts/${index}${fault.pointer}` }))
}
