import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import type { UploadGrant } from '../intake/upload-url.ts'

/** The right of one request, in all processes, to add bytes to an upload or to look at it. */
export interface UploadLock {
  /**
   * Waits until no other request has it. The other one is asked to let go: its client has probably lost the connection.
   * @throws Problem 423 when it does not
   */
  lock(): Promise<void>
  /** Gives it back after what `beforeUnlock` waits for. */
  unlock(): Promise<void>
}

export interface LockOptions {
  /** Called when another request wants the lock, or has taken it because this process seemed dead. */
  readonly onWanted: (problem: Problem) => void
  /** Resolves when this request stores nothing more. */
  readonly beforeUnlock: () => Promise<void>
}

const lookEveryMs = 150

/**
 * Creates a lock that lies in the database. Its holder renews it. A process that is killed loses it after
 * `resumableLockMs`, so that another one can continue the upload.
 */
export function createUploadLock(
  { db, log, config }: Context,
  { workspaceId, id }: UploadGrant,
  { onWanted, beforeUnlock }: LockOptions,
): UploadLock {
  const owner = randomBytes(12).toString('base64url')
  const leaseMs = config.timings.resumableLockMs
  const until = sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`
  const row = sql`workspace_id = ${workspaceId} and media_id = ${id}`
  let renewing: NodeJS.Timeout | undefined

  async function take(): Promise<boolean> {
    const taken = await db.run(sql`
      update resumable_uploads set locked_by = ${owner}, locked_until = ${until}, is_wanted = false
      where ${row} and (locked_until is null or locked_until < clock_timestamp())`)
    return taken > 0
  }

  /** False where there is nothing to lock: the upload ended meanwhile. */
  async function askForIt(): Promise<boolean> {
    return (await db.run(sql`update resumable_uploads set is_wanted = true where ${row}`)) > 0
  }

  async function renew(): Promise<void> {
    const renewed = await db.row<{ is_wanted: boolean }>(sql`
      update resumable_uploads set locked_until = ${until} where ${row} and locked_by = ${owner}
      returning is_wanted`)
    if (renewed === null || renewed.is_wanted) onWanted(locked())
  }

  return {
    lock: async () => {
      const giveUpAt = performance.now() + leaseMs * 1.5 + 1_000
      while (!(await take())) {
        if (performance.now() > giveUpAt) throw locked()
        if (!(await askForIt())) return
        await pause(lookEveryMs)
      }
      renewing = setInterval(() => {
        // A database that is away for a moment ends no upload.
        renew().catch((error: unknown) =>
          log.debug({ err: error, media_id: id }, 'an upload lock was not renewed'),
        )
      }, leaseMs / 3)
    },
    unlock: async () => {
      await beforeUnlock()
      clearInterval(renewing)
      await db.run(sql`
        update resumable_uploads set locked_by = null, locked_until = null where ${row} and locked_by = ${owner}`)
    },
  }
}

/** Clients of the tus protocol ask again after a 423, and start again after most others. */
export function examining(): Problem {
  return new Problem(423, 'upload_locked', 'The file is being examined. Ask again in a moment.', {
    retryAfterSeconds: 2,
  })
}

function locked(): Problem {
  return new Problem(
    423,
    'upload_locked',
    'Another request continues this upload. Ask again where it goes on.',
    {
      retryAfterSeconds: 2,
    },
  )
}
