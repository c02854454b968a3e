import type { CallContext } from '../../context.ts'
import { notFound } from '../../lib/problem.ts'
import { loadReviewLink, showReviewLinks } from './review-link-row.ts'
import type { ReviewLink } from './review-link-schema.ts'

/** One review link with its decisions, without its secret. @throws Problem 404 */
export async function getReviewLink(call: CallContext, id: string): Promise<ReviewLink> {
  const [link] = await showReviewLinks(call.db, [await loadReviewLink(call, id)])
  if (!link) throw notFound('review link')
  return link
}
