import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { cleanText } from '../../lib/text/clean-text.ts'
import type { StagedFile } from '../../storage/storage.ts'
import { keepClaim, type UploadClaim } from '../claim-upload.ts'
import { type Incoming, readIncoming } from '../incoming.ts'
import { type KeptFile, keepFile } from '../intake/keep-file.ts'
import { stageIncoming } from '../intake/stage-incoming.ts'
import { requireQuota } from '../media-quota.ts'
import { bareType, findMediaType, type MediaType } from '../media-type.ts'
import { mostBytesOf, mostBytesOfAny, sizeLimit } from '../size-limit.ts'
import { ImportFailed } from './import-failed.ts'
import type { OpenedUrl } from './open-url.ts'

/** A file that was fetched, examined and kept; its claim names the type and the size that were found. */
export interface FetchedFile {
  readonly claim: UploadClaim
  readonly type: MediaType
  readonly kept: KeptFile
}

/** A fetch that goes on. */
export interface Fetching {
  readonly finished: Promise<FetchedFile>
  /** Breaks it off. */
  stop(): void
  /** Renews the claim no longer. */
  letGo(): void
}

/** Fetches the file of an opened address, examines it as every upload, and keeps it. The claim is renewed meanwhile. */
export function startFetch(context: Context, claim: UploadClaim, opened: OpenedUrl): Fetching {
  const incoming = readIncoming(opened.answer.body, {
    stallMs: context.config.timings.uploadStallMs,
    mostBytes: mostBytesOfAny(context.config),
  })
  const letGo = keepClaim(context, claim, incoming.stop)
  const finished = fetchFile(context, claim, opened, incoming).finally(() => opened.answer.body.destroy())
  // Its outcome is awaited later, or never when it is given up.
  finished.catch(() => undefined)
  return { finished, stop: () => incoming.stop(givenUp()), letGo }
}

/** The length that the server announced; null for none. */
export function announcedBytes({ answer }: OpenedUrl): number | null {
  const length = answer.headers['content-length'] ?? ''
  return /^\d{1,15}$/.test(length) ? Number(length) : null
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
  opened: OpenedUrl,
  incoming: Incoming,
): Promise<FetchedFile> {
  const staged = await stage(context, claim, opened, incoming)
  try {
    const type = await recognize(context, claim, staged, opened)
    const found = { ...claim, mimeType: type.mimeType, sizeBytes: staged.bytes }
    return { claim: found, type, kept: await keepFile(context, found, staged) }
  } finally {
    await staged.discard()
  }
}

async function stage(
  context: Context,
  { workspaceId }: UploadClaim,
  opened: OpenedUrl,
  incoming: Incoming,
): Promise<StagedFile> {
  const announced = announcedBytes(opened)
  const most = mostBytesOfAny(context.config)
  try {
    const expected = { bytes: announced ?? most, owner: workspaceId, isLimit: announced === null }
    const staged = await stageIncoming(context, incoming, expected)
    if (announced === null) await requireQuota({ context, db: context.db, workspaceId }, staged.bytes, 0)
    return staged
  } catch (error) {
    throw explainBreak(error, opened.url, most)
  }
}

/** The words of an upload say to send it again, which nobody can do here. */
function explainBreak(cause: unknown, { hostname }: URL, most: number): unknown {
  if (!(cause instanceof Problem)) return cause
  switch (cause.code) {
    case 'size_mismatch':
      return tooLarge(most)
    case 'upload_incomplete':
      return broken(`The connection to ${hostname} ended before the whole file had arrived.`, cause)
    case 'upload_too_slow':
      return broken(`${hostname} sent the file slower than 10 kB a second.`, cause)
    default:
      return cause
  }
}

function broken(detail: string, cause: unknown): ImportFailed {
  return new ImportFailed('url_unreachable', detail, { cause, isPassing: true })
}

async function recognize(
  context: Context,
  { workspaceId }: UploadClaim,
  staged: StagedFile,
  { url, answer }: OpenedUrl,
): Promise<MediaType> {
  if (staged.bytes === 0) throw new ImportFailed('url_refused', 'There are no bytes at this address.')
  const found = await context.mediaReader.recognize(workspaceId, staged.path)
  const type = found === null ? null : findMediaType(found)
  if (type === null) {
    const called = cleanText(found ?? bareType(answer.headers['content-type'] ?? ''), 60)
    const what = called === '' ? '' : ` It seems to be ${called}.`
    throw new ImportFailed(
      'unsupported_media_type',
      `What ${url.hostname} sent is no file of a type that Crier takes.${what} Give the address of the picture, video or PDF itself, not of a page around it.`,
    )
  }
  if (staged.bytes > mostBytesOf(type, context.config))
    throw new ImportFailed('file_too_large', sizeLimit(type, context.config))
  return type
}

function tooLarge(most: number): ImportFailed {
  return new ImportFailed('file_too_large', `No file may have more than ${most} bytes.`)
}

function givenUp(): Problem {
  return new Problem(503, 'shutting_down', 'The import was given up.')
}
