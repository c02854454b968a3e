import type { CommitStep, Io, Settled } from '../connector.ts'
import { accessOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { findArticle } from './articles.ts'
import { publishedPost } from './commit.ts'

/**
 * Reads the draft that the commit was to publish, which may be published again as often as one likes: it stays one article. A
 * draft that is gone proves nothing, because somebody may have deleted the article. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const { articleId } = readArtefacts(step.artefacts)
  if (articleId === null) throw new Error('This article was sent before it was prepared.')
  const article = await findArticle(({ id }) => id === articleId, accessOf(step.account, io.credentials), io)
  if (!article) return { outcome: 'not_found' }
  return article.isPublished
    ? { outcome: 'published', ...publishedPost(article, step.account) }
    : { outcome: 'repeat' }
}
