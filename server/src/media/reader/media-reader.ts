import { availableParallelism, totalmem } from 'node:os'
import type { ImageFit } from '../../connectors/connector.ts'
import { ChildLost } from '../../lib/child-pool/child-errors.ts'
import { type ChildPool, createChildPool, type PoolOptions } from '../../lib/child-pool/child-pool.ts'
import { QueueClosed, QueueFull } from '../../lib/child-pool/fair-queue.ts'
import type { Piece } from '../../lib/containers/pieces.ts'
import { Problem } from '../../lib/problem.ts'
import { type Probed, Refused } from '../probe/probed.ts'
import type { Answer, Fitting, ImageSource, Order, PictureFit } from './orders.ts'

/** Reads the files of strangers, in child processes that may be killed. Workspaces take turns. */
export interface MediaReader {
  /**
   * Looks into a file that is announced as this type.
   * @throws Refused when it is something else, damaged, larger than any network shows, or too complex
   * @throws Problem 429 `too_many_at_once`, 503 `media_busy` or `shutting_down`
   */
  probe(workspaceId: string, path: string, mimeType: string): Promise<Probed>
  /** The type of a file by its first bytes, whatever it is called; null for none we know. @throws Problem as `probe` does */
  recognize(workspaceId: string, path: string): Promise<string | null>
  /** Makes an image fit. @throws Refused, Problem as `probe` does */
  fit(workspaceId: string, source: ImageSource, mimeType: string, fit: PictureFit): Promise<Fitting>
  /**
   * Redraws an image as a small WebP without metadata: the first picture of an animation. Bytes are those of a
   * stranger, who gets no more memory than an ordinary file.
   * @throws Refused, also for an image that cannot be drawn; Problem 503, because those who look at it are not to blame
   */
  draw(workspaceId: string, source: ImageSource, limits: DrawLimits): Promise<Uint8Array>
  /** Finds the parts of a JPEG that are left without EXIF, XMP and other notes, its colours unchanged. @throws as `probe` */
  withoutNotes(workspaceId: string, path: string): Promise<readonly Piece[]>
  /** Decodes a picture of one pixel. @throws when pictures cannot be decoded on this machine */
  check(): Promise<void>
  /** Refuses what has not begun, gives the rest a second, and waits until no process is left. */
  close(): Promise<void>
}

/** The limits of a drawn image: bytes, and pixels on its longer side. */
export type DrawLimits = Pick<ImageFit, 'maxBytes' | 'maxSide'>

export interface ReaderOptions {
  /** Told of each child that is lost with a file. */
  readonly onLost: (error: ChildLost) => void
  /** The program of the children, for tests. */
  readonly entry?: URL
  /** The limits of an ordinary file, for tests. */
  readonly limits?: Partial<PoolOptions['limits']>
}

const megabyte = 1024 ** 2
const closeMs = 1_000
const retrySeconds = 5

// A picture of 100 megapixels takes up to 1.9 GB as AVIF, 0.9 GB as WebP and 0.7 GB as progressive JPEG. No process may
// take more than half of the machine, or of what its control group has.
const largeBytes = Math.min(2_048 * megabyte, memoryOfMachine() / 2)
const ordinaryBytes = Math.min(512 * megabyte, largeBytes)
const cores = Math.min(4, Math.max(2, availableParallelism()))

const ordinary = { memoryBytes: ordinaryBytes, processorMs: 30_000, clockMs: 120_000 }
const nodeOptions = [
  '--permission',
  '--allow-fs-read=*',
  // The decoder of pictures is one.
  '--allow-addons',
  '--no-warnings',
  '--max-old-space-size=320',
]

type Pool = ChildPool<Order, Answer>

/**
 * Creates a reader. It has children for uploads, others for images on their way to networks, others for thumbnails and
 * avatars, and a single one for files that need much memory: no kind waits for another, and only one process at a time grows
 * large.
 */
export function createMediaReader(options: ReaderOptions): MediaReader {
  const { probes, fits, drawings, large } = createPools(options)

  /** A file that outgrows an ordinary child is read again by the large one. */
  async function read(pool: Pool, workspaceId: string, order: Order): Promise<Answer> {
    const mayGrow = order.kind !== 'draw' || 'path' in order.source
    try {
      return await pool.run(workspaceId, order).catch((error: unknown) => {
        if (!mayGrow || !(error instanceof ChildLost) || error.reason !== 'memory') throw error
        return large.run(workspaceId, order)
      })
    } catch (error) {
      throw explain(error)
    }
  }

  return {
    probe: async (workspaceId, path, mimeType) => {
      const answer = await read(probes, workspaceId, { kind: 'probe', path, mimeType })
      if (answer.kind === 'refused') throw new Refused(answer.code, answer.why)
      if (answer.kind !== 'probed') throw unexpected(answer)
      return answer.probed
    },
    recognize: async (workspaceId, path) => {
      const answer = await read(probes, workspaceId, { kind: 'recognize', path })
      if (answer.kind !== 'recognized') throw unexpected(answer)
      return answer.mimeType
    },
    fit: async (workspaceId, source, mimeType, fit) => {
      const answer = await read(fits, workspaceId, { kind: 'fit', source, mimeType, fit })
      if (answer.kind !== 'fitted' && answer.kind !== 'fits' && answer.kind !== 'unfit')
        throw unexpected(answer)
      return answer
    },
    draw: async (workspaceId, source, limits) => {
      const answer = await read(drawings, workspaceId, { kind: 'draw', source, limits }).catch(blameNobody)
      if (answer.kind === 'unfit') throw new Refused('media_damaged', answer.why)
      if (answer.kind !== 'fitted') throw unexpected(answer)
      return answer.image.bytes
    },
    withoutNotes: async (workspaceId, path) => {
      const answer = await read(fits, workspaceId, { kind: 'strip', path })
      if (answer.kind === 'refused') throw new Refused(answer.code, answer.why)
      if (answer.kind !== 'stripped') throw unexpected(answer)
      return answer.pieces
    },
    check: async () => {
      await probes.run('check', { kind: 'check' })
    },
    close: async () => {
      await Promise.all([probes, fits, drawings, large].map((pool) => pool.close(closeMs)))
    },
  }
}

/** Bytes of memory that the machine has, or those that its control group leaves to this process. */
export interface Pools {
  readonly probes: Pool
  readonly fits: Pool
  readonly drawings: Pool
  readonly large: Pool
}

function createPools(options: ReaderOptions): Pools {
  const { entry = new URL('./child.ts', import.meta.url) } = options
  const limits = { ...ordinary, ...options.limits }
  // An ordinary child that grew too large is no news: the large one goes on.
  const onLost = (error: ChildLost) => error.reason !== 'memory' && options.onLost(error)
  const common = { entry, nodeOptions, onLost, limits }
  const probes: Pool = createChildPool({
    ...common,
    // One workspace never has all children.
    queue: { atOnce: cores + 1, atOncePerKey: cores, waiting: 200, waitingPerKey: 40, waitMs: 60_000 },
    idleMs: 60_000,
  })
  const fits: Pool = createChildPool({
    ...common,
    queue: { atOnce: cores + 1, atOncePerKey: cores, waiting: 2_000, waitingPerKey: 500, waitMs: 600_000 },
    idleMs: 60_000,
  })
  // A page of the library asks for a hundred thumbnails at once, and is in no hurry.
  const drawings: Pool = createChildPool({
    ...common,
    queue: { atOnce: 2, atOncePerKey: 1, waiting: 1_000, waitingPerKey: 300, waitMs: 60_000 },
    idleMs: 20_000,
  })
  const large: Pool = createChildPool({
    ...common,
    onLost: options.onLost,
    limits: { ...limits, memoryBytes: Math.max(largeBytes, limits.memoryBytes) },
    queue: { atOnce: 1, atOncePerKey: 1, waiting: 50, waitingPerKey: 10, waitMs: 60_000 },
    idleMs: 5_000,
  })
  return { probes, fits, drawings, large }
}

export function memoryOfMachine(): number {
  // 0 or an immense number where no control group limits it.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** Turns what becomes of a child into an answer about its file; errors of the server itself stay what they are. */
function explain(error: unknown): unknown {
  if (error instanceof QueueClosed) {
    return new Problem(503, 'shutting_down', 'This server is stopping. Try again.', {
      retryAfterSeconds: retrySeconds,
    })
  }
  if (error instanceof QueueFull) {
    return error.isOwn
      ? new Problem(429, 'too_many_at_once', 'This workspace has many files waiting to be read already.', {
          retryAfterSeconds: retrySeconds,
        })
      : mediaBusy('Many files are waiting to be read.')
  }
  if (!(error instanceof ChildLost)) return error
  switch (error.reason) {
    case 'memory':
      return new Refused('media_too_complex', 'Reading the file takes too much memory.')
    case 'time':
      return new Refused('media_too_complex', 'Reading the file takes too long.')
    case 'crashed':
      return new Refused('media_too_complex', 'The file cannot be read: it ends the program that reads it.')
    case 'stalled':
    case 'killed':
      return mediaBusy('This server could not finish reading the file.')
  }
}

/** A picture is drawn for anybody who knows its address. */
function blameNobody(error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 429) throw error
  throw new Problem(503, 'media_busy', 'Many pictures are waiting to be drawn. Try again in a moment.', {
    retryAfterSeconds: retrySeconds,
  })
}

function mediaBusy(detail: string): Problem {
  return new Problem(503, 'media_busy', `${detail} Send it again in a moment.`, {
    retryAfterSeconds: retrySeconds,
  })
}

function unexpected({ kind }: Answer): Error {
  return new Error(`A child answered ${kind}.`)
}
