import type { CallContext } from '../context.ts'
import { requireTestKey, showClock, type TestClock } from './test-clock.ts'

/** The time that this workspace’s test clock shows. @throws Problem 403 `test_key_required` */
export async function getTestClock(call: CallContext): Promise<TestClock> {
  requireTestKey(call)
  return showClock(call.db, call.workspaceId)
}
