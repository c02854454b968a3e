import { ChildFault } from '../../lib/child-pool/child-errors.ts'
import { type ProgramLimits, type ProgramLoss, runProgram } from '../../lib/child-pool/run-program.ts'
import { ConverterBusy, Unconvertible } from './conversion-errors.ts'

/** One run of an engine over one file. */
export interface EngineRun {
  /** The name of the file for people. */
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly folder: string
  readonly limits: ProgramLimits
  readonly signal: AbortSignal | null
  readonly onLine: (line: string) => void
  /** Told of an engine that did not do its work, with its last words, which may name places of this machine. */
  readonly onTrouble: (trouble: string) => void
}

/** `too_large` where it wrote more than it was allowed to. */
export type EngineEnd = 'done' | 'too_large'

/**
 * Runs an engine. One that ends for no known reason is run once more.
 * @throws Unconvertible, ConverterBusy, the reason of `signal`
 */
export async function runEngine(run: EngineRun): Promise<EngineEnd> {
  return runOnce(run, () =>
    runOnce(run, () => {
      throw new Unconvertible(`${quoted(run.name)} ends the program that converts it. ${exportAgain}`)
    }),
  )
}

async function runOnce(run: EngineRun, onCrash: () => Promise<EngineEnd>): Promise<EngineEnd> {
  const end = await runProgram(run).catch((error: unknown) => {
    if (!(error instanceof ChildFault)) throw error
    throw new ConverterBusy('The program that converts cannot be started.', { cause: error })
  })
  if (end.kind === 'exited' && end.code === 0) return 'done'
  if (end.kind === 'lost' && end.reason === 'size') return 'too_large'
  run.onTrouble(`${end.kind === 'exited' ? `exit code ${end.code}` : end.reason}: ${end.lastWords}`)
  if (end.kind === 'lost') return afterLoss(end.reason, run.name, onCrash)
  // The shell's words for a program that is gone or may not be run.
  if (end.code === 126 || end.code === 127) throw new ConverterBusy('The program that converts is gone.')
  throw new Unconvertible(`${quoted(run.name)} cannot be converted: it is damaged or unusual. ${exportAgain}`)
}

function afterLoss(
  reason: Exclude<ProgramLoss, 'size'> | 'size',
  name: string,
  onCrash: () => Promise<EngineEnd>,
): Promise<EngineEnd> {
  switch (reason) {
    case 'crashed':
      return onCrash()
    case 'memory':
      throw new Unconvertible(`Converting ${quoted(name)} takes too much memory. Send it with fewer pixels.`)
    case 'time':
      throw new Unconvertible(
        `Converting ${quoted(name)} takes too long. Send it shorter or with fewer pixels.`,
      )
    case 'size':
    case 'stalled':
    case 'killed':
      throw new ConverterBusy(`This server could not finish converting ${quoted(name)}. It is tried again.`)
  }
}

const exportAgain = 'Export it again, as an MP4 with H.264 and AAC or as a JPEG.'

/** The name of a file as sentences have it. */
export function quoted(name: string): string {
  return `“${name}”`
}
