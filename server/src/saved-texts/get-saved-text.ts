import type { CallContext } from '../context.ts'
import { empty } from '../db/database.ts'
import { findSavedText, toSavedText } from './saved-text-row.ts'
import type { SavedText } from './saved-text-schema.ts'

/** @throws Problem 404 */
export async function getSavedText(call: CallContext, id: string): Promise<SavedText> {
  return toSavedText(await findSavedText(call, id, empty))
}
