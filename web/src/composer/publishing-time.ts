import type { Session } from '../session/session.ts'
import { nowAtServer } from '../time/server-clock.ts'

/** The time by which posts go out: that of the server, or of the test clock, in milliseconds. */
export async function publishingTime({ api, mode }: Session): Promise<number> {
  return mode === 'test' ? Date.parse((await api.testClock.get()).now) : nowAtServer()
}
