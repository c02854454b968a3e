import type { CallContext } from '../context.ts'
import { loadRecurrence, showRecurrence } from './recurrence-row.ts'
import type { Recurrence } from './recurrence-schema.ts'

/** One recurrence, with its next times and everything that stands in its way. @throws Problem 404 */
export async function getRecurrence(call: CallContext, id: string): Promise<Recurrence> {
  return showRecurrence(await loadRecurrence(call, id))
}
