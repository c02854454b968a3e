import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import type { OpenAnswer } from '../../lib/safe-fetch/outbound.ts'
import { cleanText } from '../../lib/text/clean-text.ts'
import { sentence, type Words } from '../../lib/text/sentence.ts'
import type { StagedFile } from '../../storage/storage.ts'
import { keepClaim, type UploadClaim } from '../intake/claim-upload.ts'
import { type Incoming, readIncoming } from '../intake/incoming.ts'
import { type KeptFile, keepFile } from '../intake/keep-file.ts'
import { noteProgress } from '../intake/note-progress.ts'
import { stageIncoming } from '../intake/stage-incoming.ts'
import { requireQuota } from '../media-quota.ts'
import { bareType, findMediaType, type MediaType } from '../media-type.ts'
import { mostBytesOf, mostBytesOfAny, sizeLimit } from '../size-limit.ts'
import { ImportFailed } from './import-failed.ts'
import { announcedBytes, type ImportPartial } from './import-partial.ts'
import type { OpenedUrl } from './open-url.ts'

/** A try that brought so much helps, however often it is broken off. */
const worthBytes = 1_000_000

/** One try to fetch a file. */
export interface FetchAttempt {
  readonly claim: UploadClaim
  readonly opened: OpenedUrl
  /** Where its bytes are kept for the next try, if this one breaks off. */
  readonly partial: ImportPartial | null
}

/** A file that was fetched, examined and kept; its claim names the type and the size that were found. */
export interface FetchedFile {
  readonly claim: UploadClaim
  readonly type: MediaType
  readonly kept: KeptFile
}

/** A fetch that goes on. */
export interface Fetching extends Pick<FetchAttempt, 'claim' | 'partial'> {
  readonly finished: Promise<FetchedFile>
  /** Whether it got so far beyond the tries before it that the next one needs no pause. */
  hasProgressed(): boolean
  /** Breaks it off. */
  stop(): void
  /** Renews the claim no longer. */
  letGo(): void
}

/** The address of a file, and its server's answer; null where no server was asked any more. */
interface Source {
  readonly url: URL
  readonly answer: OpenAnswer | null
}

/**
 * Fetches the file of an opened address, or its rest, examines it as every upload, and keeps it. The claim is renewed meanwhile.
 * @param isFirst whether no try was made before
 */
export function startFetch(context: Context, each: FetchAttempt, isFirst: boolean): Fetching {
  const { claim, opened, partial } = each
  const { startsAt } = opened
  const incoming = readIncoming(opened.answer.body, {
    stallMs: context.config.timings.uploadStallMs,
    mostBytes: mostBytesOfAny(context.config),
    pace: context.uploadPace,
  })
  const letGo = keepClaim(context, claim, incoming.stop)
  const stopNoting = noteProgress(context, claim, () => startsAt + incoming.received())
  const finished = fetchFile(context, claim, opened, stage(context, each, incoming)).finally(() => {
    stopNoting()
    opened.answer.body.destroy()
  })
  // Its outcome is awaited later, or never when it is given up.
  finished.catch(() => undefined)
  // A server that sends the whole file each time is given the usual pauses.
  const hasProgressed = () =>
    partial !== null && (isFirst || startsAt > 0) && incoming.received() >= worthBytes
  return { claim, partial, finished, hasProgressed, stop: () => incoming.stop(givenUp()), letGo }
}

/** Examines a file of which tries before have brought every byte. */
export function startExamination(
  context: Context,
  { claim, partial, url }: { claim: UploadClaim; partial: ImportPartial; url: URL },
): Fetching {
  const letGo = keepClaim(context, claim, () => undefined)
  const finished = fetchFile(context, claim, { url, answer: null }, joinAll(context, claim, partial))
  finished.catch(() => undefined)
  return { claim, partial, finished, hasProgressed: () => false, stop: () => undefined, letGo }
}

/** @throws ImportFailed when no file may be as large as this one is announced */
export function requireModestLength({ config }: Context, announced: number | null): void {
  const most = mostBytesOfAny(config)
  if (announced === 0) throw new ImportFailed('url_refused', 'There are no bytes at this address.')
  if (announced !== null && announced > most) throw tooLarge(most)
}

async function fetchFile(
  context: Context,
  claim: UploadClaim,
  source: Source,
  staging: Promise<StagedFile>,
): Promise<FetchedFile> {
  const staged = await staging
  try {
    const type = await recognize(context, claim, staged, source)
    const found = { ...claim, mimeType: type.mimeType, sizeBytes: staged.bytes }
    return { claim: found, type, kept: await keepFile(context, found, staged) }
  } finally {
    await staged.discard()
  }
}

async function stage(
  context: Context,
  { claim, opened, partial }: FetchAttempt,
  incoming: Incoming,
): Promise<StagedFile> {
  const { workspaceId } = claim
  const announced = announcedBytes(opened.answer)
  const most = mostBytesOfAny(context.config)
  try {
    if (partial !== null) {
      await append(context, { claim, opened, partial }, incoming)
      return await joinAll(context, claim, partial)
    }
    const expected = { bytes: announced ?? most, owner: workspaceId, isLimit: announced === null }
    const staged = await stageIncoming(context, incoming, expected)
    if (announced === null && staged.bytes > 0) await storeSize(context, claim, staged)
    return staged
  } catch (error) {
    throw explainBreak(error, opened.url, most)
  }
}

/** Counts a file whose server did not say how large it is. @throws Problem 422 `media_quota_exceeded` */
async function storeSize(
  context: Context,
  { workspaceId, id }: UploadClaim,
  staged: StagedFile,
): Promise<void> {
  try {
    await context.db.transaction(async (tx) => {
      const medium = sql`media where workspace_id = ${workspaceId} and id = ${id} and state = 'receiving'`
      const row = await tx.row<{ size_bytes: number }>(sql`select size_bytes from ${medium}`)
      const more = staged.bytes - (row?.size_bytes ?? 0)
      await requireQuota({ context, db: tx, workspaceId }, more, 0)
      await tx.run(sql`
        update media set size_bytes = ${staged.bytes}
        where workspace_id = ${workspaceId} and id = ${id} and state = 'receiving'`)
    })
  } catch (error) {
    await staged.discard()
    throw error
  }
}

/** Adds the rest of a file to the bytes that are here. When it breaks off, the received bytes stay. */
async function append(
  { storage }: Context,
  { claim, opened, partial }: FetchAttempt & { readonly partial: ImportPartial },
  incoming: Incoming,
): Promise<void> {
  const expected = { bytes: partial.totalBytes, owner: claim.workspaceId }
  const appending = storage.partials.append(partial.key, opened.startsAt, incoming.chunks, expected)
  await Promise.race([appending, incoming.heldUp])
}

async function joinAll(
  { storage }: Context,
  { workspaceId }: UploadClaim,
  { key, totalBytes }: ImportPartial,
): Promise<StagedFile> {
  const staged = await storage.partials.join(key, { bytes: totalBytes, owner: workspaceId })
  if (staged.bytes === totalBytes) return staged
  await staged.discard()
  throw broken('Not all bytes of the file are here.', null)
}

/** The words of an upload say to send it again, which nobody can do here. */
function explainBreak(cause: unknown, { hostname: host }: URL, most: number): unknown {
  if (!(cause instanceof Problem)) return cause
  switch (cause.code) {
    case 'size_mismatch':
      return tooLarge(most)
    case 'upload_incomplete':
      return broken(
        sentence('The connection to {host} ended before the whole file had arrived.', { host }),
        cause,
      )
    case 'upload_too_slow':
      return broken(sentence('{host} sent the file slower than 10 kB a second.', { host }), cause)
    default:
      return cause
  }
}

function broken(detail: Words, cause: unknown): ImportFailed {
  return new ImportFailed('url_unreachable', detail, { cause, isPassing: true })
}

async function recognize(
  context: Context,
  { workspaceId }: UploadClaim,
  staged: StagedFile,
  { url, answer }: Source,
): Promise<MediaType> {
  if (staged.bytes === 0) throw new ImportFailed('url_refused', 'There are no bytes at this address.')
  const found = await context.mediaReader.recognize(workspaceId, staged.path)
  const type = found === null ? null : findMediaType(found)
  if (type === null) {
    const called = cleanText(found ?? bareType(answer?.headers['content-type'] ?? ''), 60)
    throw new ImportFailed('unsupported_media_type', notTaken(url.hostname, called))
  }
  if (staged.bytes > mostBytesOf(type, context.config))
    throw new ImportFailed('file_too_large', sizeLimit(type, context.config))
  return type
}

function notTaken(host: string, called: string): Words {
  if (called === '')
    return sentence(
      'The answer of {host} is no file of a type that Crier takes. Give the address of the picture, video or PDF itself, not of a page around it.',
      { host },
    )
  return sentence(
    'The answer of {host} is no file of a type that Crier takes. It seems to be {called}. Give the address of the picture, video or PDF itself, not of a page around it.',
    { host, called },
  )
}

function tooLarge(most: number): ImportFailed {
  return new ImportFailed('file_too_large', sentence('No file may have more than {most} bytes.', { most }))
}

function givenUp(): Problem {
  return new Problem(503, 'shutting_down', 'The import was given up.')
}
