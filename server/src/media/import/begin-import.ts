import type { CallContext, Context } from '../../context.ts'
import { isDatabaseAway, type Queryable, sql } from '../../db/database.ts'
import { timedOut, withTimeout } from '../../lib/concurrency/with-timeout.ts'
import type { UploadClaim } from '../intake/claim-upload.ts'
import { takeUploadPlace } from '../intake/upload-limit.ts'
import { type Media, type MediaRow, mediaColumns, toMedia } from '../media.ts'
import { requireQuota } from '../media-quota.ts'
import { mediaBaseOf } from '../public-url.ts'
import { dropPartial } from '../stored-files.ts'
import { type FetchedFile, type Fetching, requireModestLength, startFetch } from './fetch-file.ts'
import { probableType, storeImport } from './import-claim.ts'
import { completeImport, removeImport, settleFailure } from './import-outcome.ts'
import { announcedBytes, newPartial } from './import-partial.ts'
import { nameOfFile } from './name-of-file.ts'
import { openUrl } from './open-url.ts'

/** An import whose request is not answered yet. When the request fails, disposing of it leaves nothing. */
export interface ImportUnderWay extends AsyncDisposable {
  readonly id: string
  /** Whether the file is there. Otherwise it goes on in the background once it is adopted. */
  readonly isFetched: boolean
  /** Stores its outcome so far, in the transaction of the request, and shows the medium. */
  store(tx: Queryable): Promise<Media>
  /** Called once that transaction is committed. */
  adopt(): void
}

/**
 * Begins to fetch a file, and waits for it until the time is over.
 * @param wanted `name` null: as its server or its address calls it
 * @throws ImportFailed, Refused; Problem 422 `media_quota_exceeded`, 429, 503; StorageFull, StorageUnavailable
 */
export async function beginImport(
  call: CallContext,
  { url, name, keep }: { url: string; name: string | null; keep: boolean },
  waitMs: number,
): Promise<ImportUnderWay> {
  const { context, workspaceId } = call
  const release = takeUploadPlace(context, workspaceId)
  const stopping = new AbortController()
  const startedAt = performance.now()
  try {
    const opened = await openUrl(context.outbound, url, { signal: stopping.signal, headersTimeoutMs: waitMs })
    const bytes = announcedBytes(opened.answer)
    requireModestLength(context, bytes)
    const fileName = nameOfFile(opened.url, opened.answer.headers['content-disposition'])
    const type = probableType(opened.answer.headers['content-type'], fileName)
    const partial = newPartial(opened)
    const medium = { url, name: name ?? fileName, probableType: type, bytes, partial, keep }
    const claim = await context.db.transaction(async (tx) => {
      await requireQuota({ context, db: tx, workspaceId }, bytes ?? 1)
      return storeImport(tx, call, medium)
    })
    const fetching = startFetch(context, { claim, opened, partial }, true)
    const leftMs = Math.max(0, waitMs - (performance.now() - startedAt))
    return await awaitFetch({ context, fetching, release }, leftMs)
  } catch (error) {
    // Nothing reads the body of an answer that was not used.
    stopping.abort()
    release()
    throw error
  }
}

interface ImportParts {
  readonly context: Context
  readonly fetching: Fetching
  /** Gives the place of the upload back. */
  readonly release: () => void
}

async function awaitFetch(parts: ImportParts, waitMs: number): Promise<ImportUnderWay> {
  try {
    const fetched = await withTimeout(waitMs, parts.fetching.finished)
    return underWay(parts, fetched === timedOut ? null : fetched)
  } catch (error) {
    await removeQuietly(parts)
    throw error
  }
}

function underWay(parts: ImportParts, fetched: FetchedFile | null): ImportUnderWay {
  const { context, fetching, release } = parts
  const { claim } = fetching
  let isAdopted = false
  if (fetched !== null) release()
  return {
    id: claim.id,
    isFetched: fetched !== null,
    store: (tx) => (fetched ? completeImport(tx, context, fetched) : promise(tx, context, claim)),
    adopt: () => {
      isAdopted = true
      if (fetched === null) {
        context.imports.follow(finishInBackground(context, fetching).finally(release), fetching.stop)
        return
      }
      fetching.letGo()
      void dropPartial(context, fetching.partial?.key ?? null)
    },
    [Symbol.asyncDispose]: async () => {
      if (isAdopted) return
      fetching.stop()
      const removed = removeQuietly(parts)
      // A file that is being examined takes time, and the request need not wait for it.
      if (fetched === null) context.imports.follow(removed.finally(release), fetching.stop)
      else await removed
    },
  }
}

/** Awaits a fetch in the background, and stores its outcome. */
export async function finishInBackground(
  context: Context,
  { claim, partial, finished, hasProgressed, letGo }: Fetching,
): Promise<void> {
  try {
    const fetched = await finished
    await context.db.transaction((tx) => completeImport(tx, context, fetched))
    await dropPartial(context, partial?.key ?? null)
  } catch (error) {
    context.log.info({ err: error, media_id: claim.id }, 'an import failed')
    await settleFailure(context, { claim, partial, hasProgressed: hasProgressed() }, error).catch(
      (failed: unknown) =>
        // The claim expires by itself, and the import is taken up again.
        context.log.warn({ err: failed, media_id: claim.id }, 'the end of an import was not stored'),
    )
  } finally {
    letGo()
  }
}

/** Notes that the requester has its answer, so that it is brought to an end. */
async function promise(tx: Queryable, { config }: Context, { workspaceId, id }: UploadClaim): Promise<Media> {
  await tx.run(sql`
    update media_imports set is_answered = true where workspace_id = ${workspaceId} and media_id = ${id}`)
  const row = await tx.row<MediaRow>(sql`
    select ${mediaColumns} from media where workspace_id = ${workspaceId} and id = ${id}`)
  if (!row) throw new Error('An import that is under way has no medium.')
  return toMedia(row, mediaBaseOf(config))
}

async function removeQuietly({ context, fetching }: ImportParts): Promise<void> {
  const { claim, partial } = fetching
  try {
    // A file that is kept later would belong to no medium.
    await fetching.finished.catch(() => undefined)
    await removeImport(context, claim)
    await dropPartial(context, partial?.key ?? null)
  } catch (error) {
    // The sweep frees the claim, and an import that was not answered is removed then.
    if (!isDatabaseAway(error))
      context.log.warn({ err: error, media_id: claim.id }, 'a failed import was not removed')
  } finally {
    fetching.letGo()
  }
}
