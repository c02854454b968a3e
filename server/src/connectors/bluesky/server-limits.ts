import { asObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { failureOf, toRequest, unavailable } from './api.ts'
import { notAServer } from './session.ts'
import { limitsOf, type ServerLimits } from './settings.ts'

/** Reads the limits that a server announces. @throws Failure `invalid` when there is no server */
export async function askLimits(service: string, io: ConnectIo): Promise<ServerLimits> {
  const answer = await io.fetch(toRequest({ service, method: 'com.atproto.server.describeServer' }))
  const server = asObject(answer.json)
  if (answer.status === 200 && textOf(server?.did) !== null) {
    const limit = server?.blobUploadLimit
    return limitsOf(service, typeof limit === 'number' ? limit : null)
  }
  if (answer.status === 429) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
  if (answer.status >= 500) throw unavailable(answer)
  throw new Failure('invalid', notAServer(service))
}
