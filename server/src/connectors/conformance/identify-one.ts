import type { JsonObject } from '../../lib/json/json.ts'
import type { Connect, Identified, IdentifyIo, RedirectConnect } from '../connector.ts'

/** Signs in by a form that gives access to one profile, and answers with it. @throws Error where it gives none or several */
export async function identifyOne(
  connect: Exclude<Connect, RedirectConnect>,
  input: JsonObject,
  io: IdentifyIo,
): Promise<Identified> {
  if (!('list' in connect)) return connect.identify(input, io)
  const [only, ...more] = await connect.list(input, io)
  if (!only || more.length > 0) throw new Error('The form was to name one profile.')
  return only.profile
}
