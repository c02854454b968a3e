import type { Context } from '../../context.ts'
import type { Storage } from '../../storage/storage.ts'
import type { UploadClaim } from '../intake/claim-upload.ts'
import { dropPartial } from '../stored-files.ts'
import { finishInBackground } from './begin-import.ts'
import { type Fetching, requireModestLength, startExamination, startFetch } from './fetch-file.ts'
import { claimDueImport, type DueImport, listGivenUp, removeUnanswered } from './import-claim.ts'
import { giveUpImport, settleFailure } from './import-outcome.ts'
import { announcedBytes, type ImportPartial, newPartial, storeBeginning } from './import-partial.ts'
import { type OpenedUrl, openUrl } from './open-url.ts'

/** Imports that this process has taken up again and not finished: at most so many, and one of each workspace. */
const atOnce = 4
const headersTimeoutMs = 30_000
const busy = new WeakMap<Storage, Set<string>>()

export interface ContinuedImports {
  /** Imports that died before their requester had an answer. */
  removed: number
  /** Imports that were rejected, because their tries or their time are used up. */
  givenUp: number
  /** Imports that are fetched again, in the background. */
  continued: number
}

/**
 * Takes up imports whose process died or whose fetch failed, and rejects those that had enough tries. May run anywhere at any
 * time, also twice at once; the worker calls it every few seconds.
 */
export async function continueImports(context: Context): Promise<ContinuedImports> {
  const removed = await removeUnanswered(context)
  const over = await listGivenUp(context)
  for (const place of over) {
    await giveUpImport(context, place)
    await dropPartial(context, place.partialKey)
  }
  const workspaces = busyIn(context)
  let continued = 0
  while (workspaces.size < atOnce) {
    const due = await claimDueImport(context, [...workspaces])
    if (!due) break
    const { workspaceId } = due.claim
    workspaces.add(workspaceId)
    const stopping = new AbortController()
    const ended = continueOne(context, due, stopping.signal)
    context.imports.follow(
      ended.finally(() => workspaces.delete(workspaceId)),
      () => stopping.abort(),
    )
    continued += 1
  }
  return { removed, givenUp: over.length, continued }
}

async function continueOne(context: Context, due: DueImport, signal: AbortSignal): Promise<void> {
  const { claim, partial } = due
  try {
    await finishInBackground(context, await beginAgain(context, due, signal))
  } catch (error) {
    context.log.info({ err: error, media_id: claim.id }, 'an import failed')
    await settleFailure(context, { claim, partial, hasProgressed: false }, error).catch((failed: unknown) =>
      context.log.warn({ err: failed, media_id: claim.id }, 'the end of an import was not stored'),
    )
  }
}

/** Goes on where the tries before ended, or begins again at the first byte. */
async function beginAgain(
  context: Context,
  { claim, url, partial }: DueImport,
  signal: AbortSignal,
): Promise<Fetching> {
  const at = partial === null ? 0 : await context.storage.partials.bytes(partial.key)
  if (partial !== null && at === partial.totalBytes)
    return startExamination(context, { claim, partial, url: new URL(url) })
  const continuation = partial === null || at === 0 ? null : { ...partial, at }
  const opened = await openUrl(context.outbound, url, { signal, headersTimeoutMs, continuation })
  if (opened.startsAt > 0) return startFetch(context, { claim, opened, partial }, false)
  const anew = await startAnew(context, claim, opened)
  await dropPartial(context, partial?.key ?? null)
  return startFetch(context, { claim, opened, partial: anew }, false)
}

/** Its server sends the whole file: it may be another one than before. */
async function startAnew(
  context: Context,
  claim: UploadClaim,
  opened: OpenedUrl,
): Promise<ImportPartial | null> {
  try {
    const bytes = announcedBytes(opened.answer)
    requireModestLength(context, bytes)
    const partial = newPartial(opened)
    await storeBeginning(context, claim, { partial, bytes })
    return partial
  } catch (error) {
    // Nothing reads the body of an answer that was not used.
    opened.answer.body.destroy()
    throw error
  }
}

// Each run of a chore has a new context, but always the same storage, so the storage is the key.
function busyIn({ storage }: Context): Set<string> {
  const found = busy.get(storage) ?? new Set()
  busy.set(storage, found)
  return found
}
