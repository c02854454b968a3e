import { Problem } from '../../lib/problem.ts'
import { StorageFull } from '../../storage/storage.ts'
import { Refused } from '../probe/probed.ts'

/** The problem that a client gets when a file was not accepted; other errors stay what they are. */
export function explainRefusal(error: unknown): unknown {
  if (error instanceof Refused) {
    const { code, message, rule } = error
    return new Problem(422, code, message, { errors: [{ pointer: '', code, detail: rule }] })
  }
  if (!(error instanceof StorageFull)) return error
  return new Problem(
    507,
    'storage_full',
    'The server has no room for this file at the moment. Try again later.',
    { retryAfterSeconds: 60 },
  )
}
