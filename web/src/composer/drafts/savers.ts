import type { Content } from '../content.ts'
import { nameOf, type Place } from './device-drafts.ts'

interface Working {
  stop(): void
  throwAway(): boolean
  rewrite(change: (now: Content) => Content): Promise<void>
}

/** The saver of each post that was opened here. One whose page was left still tries until the server has its work. */
const savers = new Map<string, Working>()

/** Has one saver alone work on a post: one from an earlier visit would send older words. */
export function takeOver(place: Place, saver: Working): void {
  const before = savers.get(nameOf(place))
  if (before !== saver) before?.stop()
  savers.set(nameOf(place), saver)
}

/** Stops whatever still tries to send work on a post, which is deleted. */
export function stopSaving(place: Place): void {
  savers.get(nameOf(place))?.stop()
  savers.delete(nameOf(place))
}

/** Stops the work on a draft that the server did not have, and deletes it there where it has it all the same. Answers whether it may. */
export function throwAway(place: Place): boolean {
  const mayBeThere = savers.get(nameOf(place))?.throwAway() ?? false
  savers.delete(nameOf(place))
  return mayBeThere
}

/** Changes the words of a post that was opened here, whether its page is open still, was left, or was opened again. */
export async function rewrite(place: Place, change: (now: Content) => Content): Promise<void> {
  await savers.get(nameOf(place))?.rewrite(change)
}
