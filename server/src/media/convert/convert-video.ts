import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FitPlan, mostConvertedMs } from '../../connectors/connector.ts'
import type { ProgramLimits } from '../../lib/child-pool/run-program.ts'
import { Problem } from '../../lib/problem.ts'
import { type Probed, Refused } from '../probe/probed.ts'
import type { Converted, ConvertOptions, Source, Workshop } from './conversion.ts'
import { ConverterBusy, Unconvertible } from './conversion-errors.ts'
import type { VideoEngine } from './installed-engines.ts'
import { quoted, runEngine } from './run-engine.ts'
import { frameArguments, remuxArguments, videoArguments } from './video-arguments.ts'
import { type VideoNumbers, videoNumbers } from './video-numbers.ts'

/** A video that is being converted. */
export interface VideoJob {
  readonly workspaceId: string
  readonly source: Source
  readonly plan: FitPlan
  readonly signal: AbortSignal
  readonly onProgress: ConvertOptions['onProgress']
}

/** Drawing a second of 4K with a high dynamic range anew takes about 15 s of a processor. */
const processorPerSecond = 20
/** An engine yields to all others, and gets a twentieth of a processor on a machine that is full. */
const clockPerProcessor = 20
const longestClockMs = 20 * 3_600_000
/** A video may end a little earlier than its index says, and a longer part of it is missing. */
const shorterByMs = 1_500
const shorterByShare = 0.03

interface Step {
  readonly job: VideoJob
  readonly workshop: Workshop
  readonly program: string
  readonly folder: string
  readonly video: Probed & { readonly width: number; readonly height: number; readonly durationMs: number }
  readonly canToneMap: boolean
}

/**
 * Carries out the plan for a video: a frame of it, other order of its parts, or all of it redrawn.
 * @throws Unconvertible, ConverterBusy, the reason of the signal
 */
export async function convertVideo(
  workshop: Workshop,
  engine: VideoEngine,
  job: VideoJob,
): Promise<Converted> {
  if (!engine.engine.isThere)
    throw new Unconvertible(`${quoted(job.source.name)} would have to be converted. ${engine.engine.why}`)
  const video = await readVideo(workshop, job)
  const folder = await workshop.folder.open()
  try {
    const { program } = engine.engine
    const step = { job, workshop, program, folder, video, canToneMap: engine.canToneMap }
    const path = await carryOut(step)
    return await describeResult(step, path)
  } catch (error) {
    await workshop.folder.remove(folder)
    throw error
  }
}

function carryOut(step: Step): Promise<string> {
  const { plan } = step.job
  if (plan.frameAtMs !== null) return drawFrame(step, plan.frameAtMs)
  if (plan.video !== null) {
    const { codec, audioCodec } = plan.video
    if (plan.mimeType !== 'video/mp4' || codec !== 'h264' || audioCodec !== 'aac')
      throw new Error(`Videos are made as H.264 and AAC in an MP4, not as ${codec} and ${audioCodec}.`)
    return drawAnew(step)
  }
  if (plan.remux) return remux(step)
  throw new Error('A plan for a video asks for a frame, for other streams or for another order of its parts.')
}

async function readVideo(
  { reader }: Workshop,
  { workspaceId, source, plan }: VideoJob,
): Promise<Step['video']> {
  const found = await probe(reader, workspaceId, source)
  const { width, height, durationMs } = found
  const isMoving = found.kind === 'video' || found.kind === 'gif'
  if (!isMoving || width === null || height === null || durationMs === null)
    throw new Unconvertible(`${quoted(source.name)} is no video.`)
  // Plans know it too; this one may be of before.
  if (durationMs > mostConvertedMs && plan.frameAtMs === null)
    throw new Unconvertible(
      `${quoted(source.name)} is longer than ${mostConvertedMs / 3_600_000} hours. Cut it into parts.`,
    )
  return { ...found, width, height, durationMs }
}

async function probe(
  reader: Workshop['reader'],
  workspaceId: string,
  { path, mimeType, name }: Source,
): Promise<Probed> {
  return reader.probe(workspaceId, path, mimeType).catch((error: unknown) => {
    if (error instanceof Problem) throw new ConverterBusy(error.message, { cause: error })
    if (!(error instanceof Refused)) throw error
    throw new Unconvertible(`${quoted(name)} cannot be read. ${error.message}`, { cause: error })
  })
}

/** One picture of the video; its first one where the video has none at that moment. */
async function drawFrame(step: Step, atMs: number): Promise<string> {
  const { video, job, workshop, canToneMap } = step
  const output = join(step.folder, 'frame.jpg')
  const options = { threads: workshop.threads, toneMap: canToneMap && isHdr(video) }
  for (const moment of new Set([Math.min(Math.max(0, atMs), video.durationMs), 0])) {
    const args = frameArguments(job.source, job.plan, video, moment, options, output)
    // Between the key frame before it and this moment are some seconds.
    await run(step, args, { fileBytes: 100_000_000, seconds: 20, onLine: () => undefined })
    if ((await bytesOf(output)) > 0) return output
  }
  throw new Unconvertible(`${quoted(job.source.name)} has no picture that can be shown.`)
}

async function remux(step: Step): Promise<string> {
  const { job, video } = step
  const output = join(step.folder, 'video.mp4')
  const given = await bytesOf(job.source.path)
  const fileBytes = 2 * given + 1_000_000
  await requireRoom(step, given)
  const end = await run(step, remuxArguments(job.source, output), {
    fileBytes,
    seconds: video.durationMs / 1_000,
    onLine: progressOf(step),
  })
  if (end === 'too_large')
    throw new Unconvertible(`${quoted(job.source.name)} grows when its parts are put in order.`)
  return output
}

/** Redraws the video; once more, tighter, when it became too large. */
async function drawAnew(step: Step): Promise<string> {
  const { job, video } = step
  const first = await drawOnce(step, requireNumbers(step, 1))
  const mostBytes = job.plan.maxBytes
  if (mostBytes === null || (first.end === 'done' && first.bytes <= mostBytes)) return first.output
  // One that was cut off says only that it is larger than the limit of the file.
  const grown = Math.max(first.bytes, mostBytes * (first.end === 'done' ? 1 : 2))
  const second = await drawOnce(step, requireNumbers(step, (mostBytes / grown) * 0.9))
  if (second.end === 'done' && second.bytes <= mostBytes) return second.output
  throw tooLong(video.durationMs, job)
}

function requireNumbers({ video, job }: Step, tighter: number): VideoNumbers {
  const facts = {
    ...{ width: video.width, height: video.height, durationMs: video.durationMs },
    frameRate: video.facts.video?.frameRate ?? null,
    audio: video.facts.video?.audio ?? null,
  }
  const numbers = videoNumbers(facts, job.plan, tighter)
  if (numbers === null) throw tooLong(video.durationMs, job)
  return numbers
}

function tooLong(durationMs: number, { source, plan }: VideoJob): Unconvertible {
  const megabytes = ((plan.maxBytes ?? 0) / 1_000_000).toFixed(1)
  const seconds = Math.round(durationMs / 1_000)
  return new Unconvertible(
    `${quoted(source.name)} is ${seconds} s long and cannot be made to fit into ${megabytes} MB. Send it shorter.`,
  )
}

async function drawOnce(step: Step, numbers: VideoNumbers) {
  const { video, job, workshop } = step
  const output = join(step.folder, 'video.mp4')
  const expected =
    ((numbers.videoBits + (numbers.audio?.bits ?? 0)) / 8) * Math.max(1, video.durationMs / 1_000)
  const fileBytes = Math.ceil(Math.max(expected * 1.5, (job.plan.maxBytes ?? 0) * 1.2) + 4_000_000)
  await requireRoom(step, expected)
  const toneMap = step.canToneMap && isHdr(video)
  const args = videoArguments(job.source, job.plan, numbers, { threads: workshop.threads, toneMap }, output)
  const onLine = progressOf(step)
  const end = await run(step, args, { fileBytes, seconds: video.durationMs / 1_000, onLine })
  return { end, output, bytes: await bytesOf(output) }
}

function isHdr({ facts }: Probed): boolean {
  return facts.isHdr
}

/** ffmpeg reports `out_time_us=…` about once a second, in millionths of a second. */
function progressOf({ video, job }: Step): (line: string) => void {
  return (line) => {
    const done = /^out_time_us=(\d{1,15})$/.exec(line)?.[1]
    if (done === undefined || video.durationMs === 0) return
    job.onProgress(Math.min(1, Number(done) / 1_000 / video.durationMs))
  }
}

interface Extent {
  readonly fileBytes: number
  /** The length of the part of the video that is read. */
  readonly seconds: number
  readonly onLine: (line: string) => void
}

async function run({ job, workshop, program, folder }: Step, args: string[], extent: Extent) {
  const { memoryBytes, silentMs, processorMs: atLeast } = workshop.limits
  const processorMs = Math.min(mostConvertedMs, atLeast + extent.seconds * processorPerSecond * 1_000)
  const clockMs = Math.min(longestClockMs, processorMs * clockPerProcessor + 60_000)
  const limits: ProgramLimits = { memoryBytes, silentMs, processorMs, clockMs, fileBytes: extent.fileBytes }
  const { name } = job.source
  const { onTrouble } = workshop
  const ordered = {
    name,
    program,
    args,
    folder,
    limits,
    signal: job.signal,
    onLine: extent.onLine,
    onTrouble,
  }
  return runEngine(ordered).catch(async (error: unknown) => {
    if (error instanceof Unconvertible) await requireRoom({ workshop }, 0)
    throw error
  })
}

/** @throws ConverterBusy */
async function requireRoom({ workshop }: Pick<Step, 'workshop'>, bytes: number): Promise<void> {
  if (!(await workshop.folder.hasRoom(bytes)))
    throw new ConverterBusy('The server has no room for the converted file at the moment.')
}

async function bytesOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Reads the result as an upload is read. */
async function describeResult({ job, workshop, folder, video }: Step, path: string): Promise<Converted> {
  const bytes = await bytesOf(path)
  if (bytes === 0) throw new Unconvertible(`${quoted(job.source.name)} has no picture that can be shown.`)
  const isFrame = job.plan.frameAtMs !== null
  const mimeType = isFrame ? 'image/jpeg' : 'video/mp4'
  const result = { path, mimeType, name: `${job.source.name} as it was converted` }
  const probed = await probe(workshop.reader, job.workspaceId, result)
  if (!isFrame) requireWhole(video, probed, job)
  return { path, mimeType, bytes, probed, discard: () => workshop.folder.remove(folder) }
}

/** A damaged video ends where its damage begins. It is never published as if that were all of it. */
function requireWhole(video: Step['video'], { durationMs }: Probed, { source }: VideoJob): void {
  const missingMs = video.durationMs - (durationMs ?? 0)
  if (missingMs > shorterByMs + video.durationMs * shorterByShare)
    throw new Unconvertible(
      `${quoted(source.name)} is damaged: it can be read for ${Math.round((durationMs ?? 0) / 1_000)} of its ${Math.round(video.durationMs / 1_000)} s. Export it again.`,
    )
}
