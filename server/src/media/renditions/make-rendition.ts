import { createReadStream } from 'node:fs'
import type { FitPlan } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { MissingBytes, type StagedFile, StorageFull, StorageUnavailable } from '../../storage/storage.ts'
import type { Converted, Source } from '../convert/conversion.ts'
import { ConverterBusy, Unconvertible } from '../convert/conversion-errors.ts'
import { Refused } from '../probe/probed.ts'
import type { PictureFit } from '../reader/orders.ts'
import {
  failRendition,
  finishRendition,
  keepRendition,
  leaseMs,
  type MadeFile,
  type RenditionClaim,
  releaseRendition,
} from './rendition-rows.ts'
import { withSource } from './with-source.ts'

/**
 * Makes the file of a claimed rendition and stores it. A file that cannot be made is noted as such; for anything that is no
 * fault of the file the claim is given back.
 * @throws the reason why it could not be made now
 */
export async function makeRendition(
  context: Context,
  claim: RenditionClaim,
  signal: AbortSignal | null,
  renewMs = leaseMs / 6,
): Promise<void> {
  const lease = keepLease(context, claim, signal, renewMs)
  try {
    const file = await make(context, claim, lease)
    await store(context, claim, file)
  } catch (error) {
    await settleFailure(context, claim, error, lease.signal)
  } finally {
    lease.end()
  }
}

/** Whether a plan is carried out by programs that may take minutes. */
export function isSlow({ video, remux, frameAtMs }: FitPlan): boolean {
  return video !== null || remux || frameAtMs !== null
}

interface Lease {
  /** Aborted when the claim was lost, nobody wants the rendition any more, or the process stops. */
  readonly signal: AbortSignal
  onProgress(share: number): void
  end(): void
}

/** Renews the lease of a claim and notes how far it is. */
function keepLease(
  { db, log }: Context,
  claim: RenditionClaim,
  stop: AbortSignal | null,
  renewMs: number,
): Lease {
  const lost = new AbortController()
  let progress: number | null = null
  const timer = setInterval(() => {
    keepRendition(db, claim, progress).then(
      (isOurs) =>
        isOurs || lost.abort(new Error('Another process makes this rendition, or nobody wants it.')),
      (error: unknown) =>
        log.warn({ err: error, rendition: claim.id }, 'the lease of a rendition was not renewed'),
    )
  }, renewMs)
  return {
    signal: stop ? AbortSignal.any([stop, lost.signal]) : lost.signal,
    onProgress: (share) => {
      progress = share
    },
    end: () => clearInterval(timer),
  }
}

/** A file on this machine, or its bytes, until it is stored. */
interface Made {
  readonly facts: MadeFile
  readonly chunks: AsyncIterable<Uint8Array>
  discard(): Promise<void>
}

async function make(context: Context, claim: RenditionClaim, lease: Lease): Promise<Made> {
  return withSource(context, claim, async (source) => {
    if (!isSlow(claim.plan)) return makePicture(context, claim, source, lease)
    const { signal, onProgress } = lease
    const converted = await context.converter.convert(claim.workspaceId, source, claim.plan, {
      signal,
      onProgress,
    })
    return claim.plan.frameAtMs === null ? filmOf(converted) : pictureOf(context, claim, converted)
  })
}

async function makePicture(
  context: Context,
  claim: RenditionClaim,
  source: Source,
  { signal }: Lease,
): Promise<Made> {
  if (source.mimeType !== 'image/heic') return fitPicture(context, claim, source, fitOf(claim.plan))
  const decoded = await context.converter.decodeHeic(claim.workspaceId, source, { signal })
  try {
    return await fitPicture(context, claim, { ...source, ...decoded }, fitOf(claim.plan))
  } finally {
    await decoded.discard()
  }
}

/** The picture of a video is cut and scaled already. */
async function pictureOf(context: Context, claim: RenditionClaim, converted: Converted): Promise<Made> {
  try {
    const source = { path: converted.path, mimeType: converted.mimeType, name: 'The picture of a video' }
    const { size, pad, crop, ...rest } = fitOf(claim.plan)
    return await fitPicture(context, claim, source, rest)
  } finally {
    await converted.discard()
  }
}

// Larger than any picture that Crier takes.
const anySide = 100_000
const anyBytes = 100_000_000

function fitOf({ mimeType, maxBytes, crop, size, pad }: FitPlan): PictureFit {
  return { types: [mimeType], maxBytes: maxBytes ?? anyBytes, maxSide: anySide, crop, size, pad }
}

async function fitPicture(
  { mediaReader }: Context,
  { workspaceId }: RenditionClaim,
  { path, mimeType }: Source,
  fit: PictureFit,
): Promise<Made> {
  const fitting = await mediaReader.fit(workspaceId, { path }, mimeType, fit)
  if (fitting.kind === 'unfit') throw new Unconvertible(fitting.why)
  const facts = { kind: 'image', durationMs: null, video: null } as const
  if (fitting.kind === 'fits') {
    // It is what it was to become already.
    const bytes = await readWhole(path)
    const { width, height } = fitting
    return {
      facts: { ...facts, mimeType, width, height, bytes: bytes.length },
      chunks: oneChunk(bytes),
      discard,
    }
  }
  const { bytes, width, height } = fitting.image
  const made = { mimeType: fitting.image.mimeType, width, height, bytes: bytes.length }
  return { facts: { ...facts, ...made }, chunks: oneChunk(bytes), discard }
}

const discard = async (): Promise<void> => undefined

async function readWhole(path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of createReadStream(path)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function filmOf({ path, mimeType, bytes, probed, discard: remove }: Converted): Made {
  const { width, height, durationMs } = probed
  return {
    facts: { kind: 'video', mimeType, bytes, width, height, durationMs, video: probed.facts.video },
    chunks: createReadStream(path),
    discard: remove,
  }
}

async function store(
  context: Context,
  claim: RenditionClaim,
  { facts, chunks, discard: remove }: Made,
): Promise<void> {
  const { storage, db } = context
  try {
    const staged = await storage.stage(chunks, { bytes: facts.bytes, owner: claim.workspaceId })
    try {
      await keep(staged, claim)
      // The deletion of its last medium meanwhile, or another maker, leaves a file that nobody owns.
      if (!(await finishRendition(db, claim, facts))) await storage.delete(claim.storageKey)
    } finally {
      await staged.discard()
    }
  } finally {
    await remove()
  }
}

function keep(staged: StagedFile, { storageKey }: RenditionClaim): Promise<void> {
  return staged.keep(storageKey)
}

async function settleFailure(
  { db }: Context,
  claim: RenditionClaim,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (error instanceof Unconvertible || error instanceof Refused)
    return failRendition(db, claim, error.message)
  if (error instanceof MissingBytes) return failRendition(db, claim, 'The file of the medium is missing.')
  const isOurs =
    signal.aborted ||
    error instanceof ConverterBusy ||
    error instanceof Problem ||
    error instanceof StorageFull ||
    error instanceof StorageUnavailable
  await releaseRendition(db, claim, { counts: !isOurs })
  throw error
}
