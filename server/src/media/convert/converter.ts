import { availableParallelism } from 'node:os'
import type { FitPlan } from '../../connectors/connector.ts'
import { createFairQueue, type FairQueue, QueueFull } from '../../lib/child-pool/fair-queue.ts'
import { memoryOfMachine } from '../reader/media-reader.ts'
import type { Converted, ConvertOptions, EngineLimits, Source, Workshop } from './conversion.ts'
import { ConverterBusy } from './conversion-errors.ts'
import { createConversionFolder } from './conversion-folder.ts'
import { convertVideo } from './convert-video.ts'
import { decodeHeic } from './decode-heic.ts'
import {
  type Engine,
  type EngineSetting,
  findHeicEngine,
  findVideoEngine,
  type VideoEngine,
} from './installed-engines.ts'

/** Converts what the server itself cannot: videos, and HEIC. It runs programs of the machine, where they are installed. */
export interface Converter {
  /** Which programs there are, or why not, in sentences. One that is missing is looked for again after a minute. */
  can(): Promise<{ readonly video: Engine; readonly heic: Engine }>
  /**
   * Carries out a plan for a video: an MP4, or a JPEG where it asks for a frame. Workspaces take turns.
   * @throws Unconvertible, ConverterBusy, the reason of `signal`
   */
  convert(workspaceId: string, source: Source, plan: FitPlan, options: ConvertOptions): Promise<Converted>
  /**
   * Decodes a HEIC into an upright JPEG of all its pixels, which the media reader then fits as it fits any image.
   * @throws Unconvertible, ConverterBusy, the reason of `signal`
   */
  decodeHeic(workspaceId: string, source: Source, options: Pick<ConvertOptions, 'signal'>): Promise<Converted>
  /** Refuses what has not begun, ends what has, and waits until no process is left. */
  close(): Promise<void>
}

export interface ConverterOptions {
  readonly reader: Workshop['reader']
  /** Where results lie until they are discarded; made when needed. */
  readonly folder: string
  readonly ffmpeg: EngineSetting
  readonly heifConvert: EngineSetting
  /** Told of an engine that did not do its work, in words that may name places of this machine. */
  readonly onTrouble: Workshop['onTrouble']
  /** For tests. */
  readonly limits?: Partial<EngineLimits>
}

const megabyte = 1024 ** 2
const cores = availableParallelism()
// A video takes all that it is given for minutes. Two at least, so that a long one of a workspace leaves a place for others.
const videosAtOnce = Math.min(4, Math.max(2, Math.floor(cores / 2)))
const usualLimits: EngineLimits = {
  memoryBytes: Math.min(2_048 * megabyte, memoryOfMachine() / 2),
  processorMs: 60_000,
  silentMs: 300_000,
}

/** Creates a converter. Nothing runs before it is asked something. */
export function createConverter(options: ConverterOptions): Converter {
  const stopping = new AbortController()
  const videos = createFairQueue({ atOnce: videosAtOnce, atOncePerKey: videosAtOnce - 1, ...patient })
  // Pictures, and videos whose streams stay as they are, take seconds and wait for no video.
  const quick = createFairQueue({ atOnce: 2, atOncePerKey: 1, ...patient })
  const underWay = new Set<Promise<unknown>>()
  const workshop: Workshop = {
    reader: options.reader,
    folder: createConversionFolder(options.folder),
    limits: { ...usualLimits, ...options.limits },
    threads: Math.min(4, Math.max(1, Math.ceil(cores / videosAtOnce))),
    onTrouble: options.onTrouble,
  }
  const findEngines = rememberEngines(options)

  async function inTurn(queue: FairQueue, workspaceId: string, given: AbortSignal | null, work: Work) {
    const signal = given === null ? stopping.signal : AbortSignal.any([given, stopping.signal])
    const doing = waitForTurn(queue, workspaceId, signal, work).catch((error: unknown) => {
      throw stopping.signal.aborted ? new ConverterBusy('This server is stopping.', { cause: error }) : error
    })
    underWay.add(doing)
    return doing.finally(() => underWay.delete(doing))
  }

  return {
    can: async () => {
      const { video, heic } = await findEngines()
      return { video: video.engine, heic }
    },
    convert: async (workspaceId, source, plan, { signal, onProgress }) => {
      const { video } = await findEngines()
      const queue = plan.remux || plan.frameAtMs !== null ? quick : videos
      return inTurn(queue, workspaceId, signal, (stop) =>
        convertVideo(workshop, video, { workspaceId, source, plan, signal: stop, onProgress }),
      )
    },
    decodeHeic: async (workspaceId, source, { signal }) => {
      const { heic } = await findEngines()
      return inTurn(quick, workspaceId, signal, (stop) =>
        decodeHeic(workshop, heic, { workspaceId, source, signal: stop }),
      )
    },
    close: async () => {
      stopping.abort()
      videos.close()
      quick.close()
      await Promise.allSettled(underWay)
    },
  }
}

type Work = (signal: AbortSignal) => Promise<Converted>

/** Results wait for hours behind others, as a post waits for its time. */
const patient = { waiting: 1_000, waitingPerKey: 300, waitMs: 6 * 3_600_000 }

async function waitForTurn(
  queue: FairQueue,
  key: string,
  signal: AbortSignal,
  work: Work,
): Promise<Converted> {
  const release = await queue.take(key, signal).catch((error: unknown) => {
    if (error instanceof QueueFull)
      throw new ConverterBusy('Many files wait to be converted already.', { cause: error })
    throw error
  })
  try {
    return await work(signal)
  } finally {
    release()
  }
}

interface Engines {
  readonly video: VideoEngine
  readonly heic: Engine
}

const lookAgainMs = 60_000

/** Programs that were found are kept, and a program that was installed later is found without a restart. */
function rememberEngines(options: ConverterOptions): () => Promise<Engines> {
  let found: Promise<Engines> | null = null
  let lookedAt = 0
  return async () => {
    if (found !== null) {
      const { video, heic } = await found
      const isWhole = video.engine.isThere && heic.isThere
      if (isWhole || performance.now() - lookedAt < lookAgainMs) return found
    }
    lookedAt = performance.now()
    found = lookForEngines(options)
    return found
  }
}

async function lookForEngines({ ffmpeg, heifConvert }: ConverterOptions): Promise<Engines> {
  const [video, heic] = await Promise.all([findVideoEngine(ffmpeg), findHeicEngine(heifConvert)])
  return { video, heic }
}
