import { keep, readKept } from '../../boot/kept.ts'
import type { Content } from '../content.ts'
import type { Store } from '../store.ts'

/** Where this browser keeps them, before the id of the post. */
export const untickedAt = 'crier-unticked-'

/**
 * Keeps the words that unticked accounts have of their own in this browser, because a post has no place for them, and puts back
 * those that it kept before the page was loaded again.
 */
export function keepUnticked(post: string, content: Store<Content>): void {
  const at = untickedAt + post
  const kept = readKept(at)
  if (kept !== null) content.change((now) => ({ ...now, own: { ...JSON.parse(kept), ...now.own } }))
  content.watch(() => {
    const { accounts, own } = content.read()
    const unticked = Object.entries(own).filter(([id]) => !accounts.includes(id))
    keep(at, unticked.length === 0 ? null : JSON.stringify(Object.fromEntries(unticked)))
  })
}
