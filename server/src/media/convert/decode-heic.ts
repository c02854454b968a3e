import { createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readPieces } from '../../lib/containers/pieces.ts'
import { Problem } from '../../lib/problem.ts'
import { type Probed, Refused } from '../probe/probed.ts'
import type { Converted, Source, Workshop } from './conversion.ts'
import { ConverterBusy, Unconvertible } from './conversion-errors.ts'
import type { Engine } from './installed-engines.ts'
import { quoted, runEngine } from './run-engine.ts'

/** A HEIC that is being decoded. */
export interface HeicJob {
  readonly workspaceId: string
  readonly source: Source
  readonly signal: AbortSignal
}

/** A picture of 100 megapixels as a JPEG that loses nothing visible. */
const mostBytes = 200_000_000
/** Pictures of one file among which the one to show is looked for. */
const mostPictures = 30
const clockPerProcessor = 20
const mimeType = 'image/jpeg'

/**
 * Decodes a HEIC. The engine turns the picture upright and copies the EXIF of the HEIC, whose orientation would turn it once
 * more: all notes are left out, and only the colour profile stays.
 * @throws Unconvertible, ConverterBusy, the reason of the signal
 */
export async function decodeHeic(workshop: Workshop, engine: Engine, job: HeicJob): Promise<Converted> {
  const { source } = job
  if (!engine.isThere)
    throw new Unconvertible(`${quoted(source.name)} would have to be converted. ${engine.why}`)
  const folder = await workshop.folder.open()
  try {
    await decode(workshop, engine.program, folder, job)
    const { path, probed } = await findPrimary(workshop, folder, job)
    const { size: bytes } = await stat(path)
    return { path, mimeType, bytes, probed, discard: () => workshop.folder.remove(folder) }
  } catch (error) {
    await workshop.folder.remove(folder)
    if (error instanceof Problem) throw new ConverterBusy(error.message, { cause: error })
    if (!(error instanceof Refused)) throw error
    throw new Unconvertible(`${quoted(source.name)} cannot be read. ${error.message}`, { cause: error })
  }
}

async function decode(workshop: Workshop, program: string, folder: string, job: HeicJob): Promise<void> {
  if (!(await workshop.folder.hasRoom(mostBytes)))
    throw new ConverterBusy('The server has no room for the converted file at the moment.')
  const { memoryBytes, processorMs, silentMs } = workshop.limits
  const clockMs = processorMs * clockPerProcessor
  const end = await runEngine({
    name: job.source.name,
    program,
    args: ['-q', '98', job.source.path, join(folder, 'picture.jpg')],
    folder,
    limits: { memoryBytes, processorMs, silentMs, clockMs, fileBytes: mostBytes },
    signal: job.signal,
    onLine: () => undefined,
    onTrouble: workshop.onTrouble,
  })
  if (end === 'too_large')
    throw new Unconvertible(`${quoted(job.source.name)} is too large. Send it with fewer pixels.`)
}

interface FoundImage {
  readonly path: string
  readonly probed: Probed
}

/**
 * A HEIC may hold several pictures, such as those of a burst. The engine numbers their files, `picture-1.jpg`, and does not
 * say which is the one to show: its size tells.
 */
async function findPrimary({ reader }: Workshop, folder: string, job: HeicJob): Promise<FoundImage> {
  const { workspaceId, source } = job
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).sort(byNumber)
  const wanted = names.length > 1 ? await reader.probe(workspaceId, source.path, source.mimeType) : null
  let first: FoundImage | null = null
  for (const name of names.slice(0, mostPictures)) {
    const path = await withoutNotes(reader, folder, name, workspaceId)
    const probed = await reader.probe(workspaceId, path, mimeType)
    const found = { path, probed }
    if (wanted === null || (probed.width === wanted.width && probed.height === wanted.height)) return found
    first ??= found
  }
  if (first === null) throw new Unconvertible(`${quoted(source.name)} has no picture that can be shown.`)
  return first
}

function byNumber(one: string, other: string): number {
  return numberIn(one) - numberIn(other)
}

function numberIn(name: string): number {
  return Number(/-(\d{1,9})\.jpg$/.exec(name)?.[1] ?? 0)
}

async function withoutNotes(
  reader: Workshop['reader'],
  folder: string,
  name: string,
  workspaceId: string,
): Promise<string> {
  const decoded = join(folder, name)
  const path = join(folder, `upright-${name}`)
  const pieces = await reader.withoutNotes(workspaceId, decoded)
  await pipeline(readPieces(decoded, pieces), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return path
}
