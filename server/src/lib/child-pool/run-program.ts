import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { plainEnvironment } from '../settings/plain-environment.ts'
import { ChildFault, type LossReason } from './child-errors.ts'
import { readFamilyUsage } from './process-usage.ts'

/** The most that one run of a program may consume. */
export interface ProgramLimits {
  /** Memory of the program and its children together, as is the next. */
  readonly memoryBytes: number
  readonly processorMs: number
  readonly clockMs: number
  /** Time on the clock without a line from it. */
  readonly silentMs: number
  /** The length of one file that it writes. */
  readonly fileBytes: number
}

export interface ProgramRun {
  /** A whole path. */
  readonly program: string
  /** Passed on as they are, through no shell. */
  readonly args: readonly string[]
  /** The working folder. */
  readonly folder: string
  readonly limits: ProgramLimits
  /** Kills the program. */
  readonly signal: AbortSignal | null
  /** Told of each line on its standard output. */
  readonly onLine: (line: string) => void
}

/** The end of a program; `lastWords` is the end of its standard error. */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly lastWords: string }
  | { readonly kind: 'lost'; readonly reason: ProgramLoss; readonly lastWords: string }

/** As for a child, and `size` where it wrote a file that is larger than its limit. */
export type ProgramLoss = LossReason | 'size'

const watchMs = 100
const keptBytes = 2_000
const longestLine = 4_000
/** Reports of half a day. A program that says more is not one of those that are run here. */
const mostOutputBytes = 64 * 1024 ** 2
/** Stacks and memory that a program reserves and does not use. */
const reserveBytes = 512 * 1024 ** 2

// The program leads a group of its own. Beside it in the group waits a shell for the end of descriptor 3, whose other end
// the server holds: it ends with the server, however that dies, and then the whole group is killed. The kernel takes the
// program first when the machine has no memory left, and gives the server nearly all of a processor that both want.
const script = `
  ulimit -c 0 2>/dev/null
  ulimit -d "$1" 2>/dev/null
  ulimit -t "$2" 2>/dev/null
  ulimit -f "$3" 2>/dev/null
  shift 3
  { echo 1000 >/proc/$$/oom_score_adj; } 2>/dev/null
  { read -r _ <&3; kill -s KILL 0; } </dev/null >/dev/null 2>&1 &
  exec nice -n 15 "$@" 3<&-`

/**
 * Runs a program that is not ours, such as a converter, once and within limits. Nothing of it is left when this returns:
 * children that it left in its group are killed. It has no environment of ours and no input.
 * @throws ChildFault when it cannot be started; the reason of `signal` when that was aborted
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  run.signal?.throwIfAborted()
  const child = startProgram(run)
  let lost: ProgramLoss | null = null
  const killFor = (reason: ProgramLoss) => {
    lost ??= reason
    killGroup(child)
  }
  const abort = () => killGroup(child)
  run.signal?.addEventListener('abort', abort, { once: true })
  const gone = whenGone(child)
  const watch = startWatching(child, run.limits, killFor)
  const lastWords = keepLastWords(child.stderr, () => killFor('crashed'))
  readLines(
    child.stdout,
    () => killFor('crashed'),
    (line) => {
      watch.noteSign()
      run.onLine(line)
    },
  )
  try {
    const { code, signal } = await gone
    run.signal?.throwIfAborted()
    const reason = lost ?? lossBy(signal)
    return reason === null && code !== null
      ? { kind: 'exited', code, lastWords: lastWords() }
      : { kind: 'lost', reason: reason ?? 'crashed', lastWords: lastWords() }
  } finally {
    watch.stop()
    run.signal?.removeEventListener('abort', abort)
  }
}

function startProgram({ program, args, folder, limits }: ProgramRun): ChildProcess {
  const kernelLimits = [
    Math.ceil((limits.memoryBytes + reserveBytes) / 1024),
    Math.ceil(limits.processorMs / 1_000) + 5,
    // POSIX counts in blocks of 512 bytes.
    Math.ceil(limits.fileBytes / 512),
  ].map(String)
  return spawn('/bin/sh', ['-c', script, 'sh', ...kernelLimits, program, ...args], {
    cwd: folder,
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
}

interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Waits for the program, kills all that it leaves, and lets go of its pipes, which a stray child may hold. */
function whenGone(child: ChildProcess): Promise<Exit> {
  const { promise, resolve, reject } = Promise.withResolvers<Exit>()
  child.once('error', (error) => reject(new ChildFault('A program cannot be started.', { cause: error })))
  child.once('exit', (code, signal) => {
    killGroup(child)
    const end = () => {
      for (const stream of child.stdio) stream?.destroy()
      resolve({ code, signal })
    }
    const timer = setTimeout(end, 1_000)
    child.once('close', () => {
      clearTimeout(timer)
      end()
    })
    // The server's end of descriptor 3 would otherwise stay open, and the child would never count as closed.
    child.stdio[3]?.destroy()
  })
  return promise
}

/** The shell beside the program keeps the number of the group from being given to another one. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // Nobody is left in it.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function lossBy(signal: NodeJS.Signals | null): ProgramLoss | null {
  switch (signal) {
    case null:
      return null
    case 'SIGXFSZ':
      return 'size'
    case 'SIGXCPU':
      return 'time'
    case 'SIGKILL':
      return 'killed'
    default:
      return 'crashed'
  }
}

function startWatching(child: ChildProcess, limits: ProgramLimits, kill: (reason: ProgramLoss) => void) {
  const startedAt = performance.now()
  let signAt = startedAt
  const timer = setInterval(() => {
    const now = performance.now()
    const usage = child.pid === undefined ? null : readFamilyUsage(child.pid)
    if ((usage?.memoryBytes ?? 0) > limits.memoryBytes) kill('memory')
    else if ((usage?.processorMs ?? 0) > limits.processorMs) kill('time')
    else if (now - startedAt > limits.clockMs || now - signAt > limits.silentMs) kill('stalled')
  }, watchMs)
  return {
    noteSign: () => {
      signAt = performance.now()
    },
    stop: () => clearInterval(timer),
  }
}

function keepLastWords(stream: Readable | null, onTooMuch: () => void): () => string {
  let kept = ''
  const count = countOutput(onTooMuch)
  stream?.setEncoding('latin1').on('data', (text: string) => {
    count(text)
    kept = (kept + text).slice(-keptBytes)
  })
  return () => kept.trim()
}

function readLines(stream: Readable | null, onTooMuch: () => void, onLine: (line: string) => void): void {
  let rest = ''
  const count = countOutput(onTooMuch)
  stream?.setEncoding('latin1').on('data', (text: string) => {
    count(text)
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(-longestLine)
    for (const line of lines) onLine(line)
  })
}

function countOutput(onTooMuch: () => void): (text: string) => void {
  let total = 0
  return ({ length }) => {
    total += length
    if (total > mostOutputBytes) onTooMuch()
  }
}
