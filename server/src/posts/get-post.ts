import type { Scope } from '../context.ts'
import { listResultsOfPosts } from './list-post-results.ts'
import type { PostResult } from './post-result-schema.ts'
import { loadPost, type ShownPost, showPost } from './post-row.ts'

/** One post; with its results if asked for. @throws Problem 404 */
export async function getPost(
  scope: Scope,
  id: string,
  withResults: boolean,
): Promise<ShownPost & { results: PostResult[] | null }> {
  const shown = showPost(await loadPost(scope, id), scope.context.config.publicUrl)
  if (!withResults) return { ...shown, results: null }
  const results = await listResultsOfPosts(scope, [id])
  return { ...shown, results: results.get(id) ?? [] }
}
