import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'

// Most posts need no approval, so the code for it comes with the first that does.
const ApprovalWords = lazyPart(() => import('./approval-words.tsx'), 'ApprovalWords')

/** It tells how far a post is from its approval, with the ways to give it. */
export function ApprovalBanner() {
  const post = useSlice(useDesk().saver.keeping, ({ saved }) => saved?.post ?? null)
  if (post === null || post.approval === null || post.approval.state === 'approved') return null
  return (
    <Late>
      <ApprovalWords post={post} approval={post.approval} />
    </Late>
  )
}
