import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { ChildFault } from '../../lib/child-pool/child-errors.ts'
import { runProgram } from '../../lib/child-pool/run-program.ts'

/** A program that converts, or the reason why there is none, in a sentence. */
export type Engine =
  | { readonly isThere: true; readonly program: string; readonly version: string }
  | { readonly isThere: false; readonly why: string }

export interface VideoEngine {
  readonly engine: Engine
  /** Whether it turns videos with a high dynamic range into ordinary ones that look alike. */
  readonly canToneMap: boolean
}

/** The settings of one engine. */
export interface EngineSetting {
  /** Empty: it is looked for in `searchPath`. `off`: it is not used. Otherwise its path or name. */
  readonly setting: string
  /** Folders as PATH has them. */
  readonly searchPath: string
}

const neededEncoders = ['libx264', 'aac', 'mjpeg']
const megabyte = 1024 ** 2
const lookLimits = {
  memoryBytes: 300 * megabyte,
  processorMs: 10_000,
  clockMs: 20_000,
  silentMs: 20_000,
  fileBytes: megabyte,
}

/** Finds ffmpeg and looks whether it has the encoders that are needed. */
export async function findVideoEngine(given: EngineSetting): Promise<VideoEngine> {
  const found = findProgram('FFMPEG', ['ffmpeg'], given)
  if (!found.isThere) return { engine: found, canToneMap: false }
  const [version = ''] = await listLines(found.program, ['-version'])
  const name = /^ffmpeg version (\S{1,80})/.exec(version)?.[1]
  if (name === undefined)
    return { engine: refuse(found.program, 'does not answer as ffmpeg does'), canToneMap: false }
  const encoders = (await listLines(found.program, ['-hide_banner', '-encoders'])).map(secondWord)
  const lacking = neededEncoders.filter((encoder) => !encoders.includes(encoder))
  if (lacking.length > 0)
    return { engine: refuse(found.program, `lacks ${lacking.join(' and ')}`), canToneMap: false }
  const filters = (await listLines(found.program, ['-hide_banner', '-filters'])).map(secondWord)
  const canToneMap = ['zscale', 'tonemap'].every((filter) => filters.includes(filter))
  return { engine: { isThere: true, program: found.program, version: `ffmpeg ${name}` }, canToneMap }
}

/** Finds heif-convert, which newer versions of libheif call heif-dec, and looks whether it decodes HEIC. */
export async function findHeicEngine(given: EngineSetting): Promise<Engine> {
  const found = findProgram('HEIF_CONVERT', ['heif-convert', 'heif-dec'], given)
  if (!found.isThere) return found
  const lines = await listLines(found.program, ['--list-decoders'])
  // Its list has a heading for each kind of picture, and below it a line for each decoder.
  const heading = lines.findIndex((line) => /^HEIC/.test(line))
  if (heading < 0) return refuse(found.program, 'does not answer as heif-convert does')
  const decoder = /^- (\S{1,80})/.exec(lines[heading + 1] ?? '')?.[1]
  if (decoder === undefined) return refuse(found.program, 'has no decoder for HEIC')
  return { isThere: true, program: found.program, version: `heif-convert with ${decoder}` }
}

function refuse(program: string, why: string): Engine {
  return { isThere: false, why: `${program} ${why}.` }
}

type FoundProgram =
  | { readonly isThere: true; readonly program: string }
  | { readonly isThere: false; readonly why: string }

function findProgram(
  variable: string,
  names: readonly string[],
  { setting, searchPath }: EngineSetting,
): FoundProgram {
  if (setting === 'off') return { isThere: false, why: `${variable} is off.` }
  const wanted = setting === '' ? names : [setting]
  for (const name of wanted) {
    const program = isAbsolute(name) ? onlyProgram(name) : findInFolders(name, searchPath)
    if (program !== null) return { isThere: true, program }
  }
  return setting === ''
    ? { isThere: false, why: `There is no ${names[0]} in PATH.` }
    : { isThere: false, why: `${variable} is "${setting}", which is no program.` }
}

function findInFolders(name: string, searchPath: string): string | null {
  const folders = searchPath.split(delimiter).filter(isAbsolute)
  for (const folder of folders) {
    const program = onlyProgram(join(folder, name))
    if (program !== null) return program
  }
  return null
}

function onlyProgram(path: string): string | null {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile() ? path : null
  } catch {
    // There is none, or it is not for us.
    return null
  }
}

/** The lines a program prints; none when it fails. */
async function listLines(program: string, args: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  const onLine = (line: string) => {
    if (lines.length < 5_000) lines.push(line)
  }
  try {
    const run = { program, args, folder: tmpdir(), limits: lookLimits, signal: null, onLine }
    const end = await runProgram(run)
    return end.kind === 'exited' && end.code === 0 ? lines : []
  } catch (error) {
    if (error instanceof ChildFault) return []
    throw error
  }
}

/** ` V....D libx264  …` is `libx264`: the list puts flags before each name. */
function secondWord(line: string): string {
  return line.trim().split(/\s+/, 2)[1] ?? ''
}
