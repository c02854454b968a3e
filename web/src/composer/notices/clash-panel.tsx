import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'

// Two people seldom change one post at once, so the code for it comes when they do.
const OpenClash = lazyPart(() => import('./open-clash.tsx'), 'OpenClash')

/** The place of what two people changed at once, while it is open. */
export function ClashPanel() {
  const desk = useDesk()
  const clash = useSlice(desk.saver.keeping, (keeping) => keeping.clash)
  return <Late>{clash !== null && <OpenClash key={clash.theirs.etag} clash={clash} />}</Late>
}
