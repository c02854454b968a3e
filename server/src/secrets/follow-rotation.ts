import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'
import type { ChangingSecretKeys } from '../lib/secrecy/secret-keys.ts'
import { readRotation } from './rotation.ts'

/** A process knows of a rotation after this time, while the database answers. */
const lookEveryMs = 1_000

/**
 * Looks once a second which key is the current one, and calls `onRotated` when it is SECRET_KEY. A process with
 * one key has nothing to follow. Answers how to stop.
 */
export function followRotation(
  { db, log }: { db: Database; log: Logger },
  keys: ChangingSecretKeys,
  onRotated: () => Promise<void>,
): () => void {
  if (keys.before === null) return () => undefined
  let isLooking = false
  let known: string | null = null
  const look = async () => {
    const rotation = await readRotation(db)
    if (!rotation || rotation.current === known) return
    if (!keys.use(rotation.current)) {
      log.error('The SECRET_KEY of the database was replaced by one that this process does not have.')
    } else if (keys.hasRotated) await onRotated()
    known = rotation.current
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) => log.debug({ err: error }, 'the current secret key is not known'))
      .finally(() => {
        isLooking = false
      })
  }, lookEveryMs)
  return () => clearInterval(timer)
}
