import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'

const everyMs = 1_000

/** A medium that comes in: by a claim, or without one in several requests. */
interface MediumOnItsWay {
  readonly workspaceId: string
  readonly id: string
  readonly storageKey?: string | null
}

/** Notes each second how many bytes of a medium have come in, for those who watch it. Answers how to end that. */
export function noteProgress(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { workspaceId, id, storageKey = null }: MediumOnItsWay,
  received: () => number,
): () => void {
  let noted = -1
  const note = async () => {
    const now = received()
    if (now === noted) return
    noted = now
    await db.run(sql`
      update media set received_bytes = ${now}
      where workspace_id = ${workspaceId} and id = ${id} and state in ('waiting', 'receiving')
        and storage_key is not distinct from ${storageKey}`)
  }
  const timer = setInterval(() => {
    note().catch((error: unknown) =>
      log.debug({ err: error, media_id: id }, 'the progress of an upload was not noted'),
    )
  }, everyMs)
  return () => clearInterval(timer)
}
