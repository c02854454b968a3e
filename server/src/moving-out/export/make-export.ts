import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { zipStream } from '../../lib/files/zip-stream.ts'
import { archiveParts } from './archive-parts.ts'
import { type ExportClaim, finishExport, keepExport, leaseMs, releaseExport } from './export-rows.ts'

/** Nobody knows before how long an archive will be. Room is reserved as it grows. */
const anyBytes = 2 ** 50
const againMs = 60_000

/**
 * Makes the archive of a claimed export and stores it. The archive flows from the database and the storage into a file, so that
 * its size takes no memory. One that breaks off is made again by another try.
 * @throws the reason why it could not be made now
 */
export async function makeExport(
  context: Pick<Context, 'db' | 'storage' | 'log'>,
  claim: ExportClaim,
  signal: AbortSignal,
): Promise<void> {
  const { db, storage } = context
  let missingFiles = 0
  const archive = zipStream(
    archiveParts(context, claim.workspaceId, () => {
      missingFiles += 1
    }),
  )
  const lease = keepLease(context, claim, archive, signal)
  try {
    const staged = await storage.stage(archive, { bytes: anyBytes, owner: claim.workspaceId, isLimit: true })
    try {
      await staged.keep(claim.storageKey)
      const { bytes } = staged
      // An export that was deleted meanwhile, or has another maker, leaves a file that nobody owns.
      if (!(await finishExport(db, claim, { bytes, missingFiles }))) await storage.delete(claim.storageKey)
    } finally {
      await staged.discard()
    }
  } catch (error) {
    await releaseExport(db, claim, { counts: !signal.aborted, inMs: signal.aborted ? 0 : againMs })
    throw error
  } finally {
    lease.end()
    archive.destroy()
  }
}

/** Renews the lease of a claim, and breaks the archive off when the claim is lost or the process stops. */
function keepLease(
  { db, log }: Pick<Context, 'db' | 'log'>,
  claim: ExportClaim,
  archive: Readable,
  signal: AbortSignal,
): { end(): void } {
  const stop = () => archive.destroy(new Error('The process stops. Another one makes the export.'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  const timer = setInterval(() => {
    keepExport(db, claim).then(
      (isOurs) =>
        isOurs || archive.destroy(new Error('Another process makes this export, or it was deleted.')),
      (error: unknown) =>
        log.warn({ err: error, export: claim.id }, 'the lease of an export was not renewed'),
    )
  }, leaseMs / 6)
  return {
    end: () => {
      clearInterval(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}
