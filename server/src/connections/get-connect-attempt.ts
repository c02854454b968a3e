import type { CallContext } from '../context.ts'
import { empty } from '../db/database.ts'
import { type ConnectAttempt, findAttempt, toConnectAttempt } from './connect-attempt.ts'

/** Answers how far a sign-in has come. @throws Problem 404 */
export async function getConnectAttempt(call: CallContext, id: string): Promise<ConnectAttempt> {
  return toConnectAttempt(call.context, await findAttempt(call, id, empty))
}
