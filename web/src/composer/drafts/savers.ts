import { nameOf, type Place } from './device-drafts.ts'

interface Stoppable {
  stop(): void
}

/** The saver of each post that was opened here. One whose page was left still tries until the server has its work. */
const savers = new Map<string, Stoppable>()

/** Has one saver alone work on a post: one from an earlier visit would send older words. */
export function takeOver(place: Place, saver: Stoppable): void {
  if (savers.get(nameOf(place)) !== saver) stopSaving(place)
  savers.set(nameOf(place), saver)
}

/** Stops whatever still tries to send work on a post, which the person throws away. */
export function stopSaving(place: Place): void {
  savers.get(nameOf(place))?.stop()
  savers.delete(nameOf(place))
}
