import type { DraftMedia } from '../../connectors/connector.ts'
import type { NewTarget, TargetContent, TargetMedia } from '../../publishing/person/accept-targets.ts'
import type { AccountContent } from './check-content.ts'
import type { PostRequest } from './post-request.ts'
import type { AccountSource } from './sources.ts'

/** The target that publishing is given: the post, then its thread, then its first comment, each with its own text. */
export function targetOf(
  { id, platform }: AccountSource,
  { content, media, split, thread, optionMedia }: AccountContent,
  scheduledAt: Date | null,
  { latePolicy, mayFitMedia }: Pick<PostRequest, 'latePolicy' | 'mayFitMedia'>,
): NewTarget {
  const { options, firstComment } = split
  const shared = { options, optionMedia: optionMedia.map(targetMedia), mayFitMedia }
  const parts: TargetContent[] = [
    { part: 'post', text: content.text.value, media: media.map(targetMedia), ...shared },
    ...thread.map((part) => ({
      part: 'thread' as const,
      text: part.text,
      media: part.media.map(targetMedia),
      ...shared,
    })),
  ]
  if (firstComment !== null) parts.push({ part: 'first_comment', text: firstComment, media: [], ...shared })
  return { accountId: id, platform, scheduledAt, latePolicy, parts }
}

function targetMedia({ id, altText, focus }: DraftMedia): TargetMedia {
  return { id, alt_text: altText, focus }
}
