import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openDatabase, raw, sql } from '../../src/db/database.ts'
import type { EmbeddedConnection } from '../../src/db/embedded.ts'

export interface HolderOptions {
  as?: 'server' | 'operator'
  patienceMs?: number
  /** The program, when it is not the one beside this file. */
  script?: string
  /** Comes before `node`, such as a user namespace. */
  before?: readonly string[]
  node?: string
  user?: { uid: number; gid: number }
  env?: NodeJS.ProcessEnv
}

/** A process that holds the embedded database, as `hold-database.ts` does. */
export interface Holder {
  readonly process: ChildProcess
  /** The connection to its PostgreSQL, once that is ready; fails with the holder's own sentence when it gives up. */
  readonly connection: Promise<EmbeddedConnection>
  /** Everything it wrote to stderr so far. */
  output(): string
  /** Ends its input and answers its exit code. */
  stop(): Promise<number | null>
  /** kill -9, of Node alone. */
  kill(): Promise<void>
}

/** A folder that is removed after the test. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'crier-start-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

/** Starts a holder. It is told to end after the test if it still runs then. */
export function hold(dataDir: string, options: HolderOptions = {}): Holder {
  const script = options.script ?? join(import.meta.dirname, 'hold-database.ts')
  const patience = options.patienceMs === undefined ? [] : [String(options.patienceMs)]
  const command = [...(options.before ?? []), options.node ?? process.execPath, script, dataDir]
  const [file = '', ...args] = [...command, options.as ?? 'server', ...patience]
  const child = spawn(file, args, { stdio: 'pipe', cwd: '/', ...options.user, ...environment(options) })
  const words = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (words.out += chunk))
  child.stderr.on('data', (chunk) => (words.err += chunk))
  const closed = once(child, 'close')
  const holder: Holder = {
    process: child,
    connection: connectionFrom(child, words, closed),
    output: () => words.err,
    async stop() {
      child.stdin.end()
      await closed
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
  onTestFinished(async () => {
    await holder.stop()
  })
  return holder
}

/** The one sentence with which a holder gives up; it says so by its exit code, too. */
export async function refusal(holder: Holder): Promise<string> {
  const outcome = await holder.connection.then(
    () => 'It started.',
    () => /^StartError: (.*)$/m.exec(holder.output())?.[1] ?? holder.output(),
  )
  if (holder.process.exitCode !== 1) throw new Error(`Exit code ${holder.process.exitCode}: ${outcome}`)
  return outcome
}

/** Runs one statement on a connection of its own. */
export async function ask<Row>(connection: EmbeddedConnection, statement: string): Promise<Row[]> {
  const pool = { max: 1, statementTimeoutMs: 30_000, name: 'test' }
  const db = openDatabase({ ...connection }, pool, () => undefined)
  try {
    return await db.rows<Row>(sql`${raw(statement)}`)
  } finally {
    await db.close()
  }
}

/** Every process of PostgreSQL that works in this folder, with its supervisor. */
export function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(folder))
    .map(Number)
    .filter((pid) => pid !== process.pid && !commandLine(String(pid)).includes('hold-database'))
}

/** Waits for something that takes a moment. */
export async function eventually(isTrue: () => boolean, what: string, ms = 8_000): Promise<void> {
  const deadline = performance.now() + ms
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`Not within ${ms} ms: ${what}`)
    await pause(20)
  }
}

function environment({ env }: HolderOptions): { env?: NodeJS.ProcessEnv } {
  return env === undefined ? {} : { env }
}

async function connectionFrom(
  child: ChildProcess,
  words: { out: string; err: string },
  closed: Promise<unknown>,
): Promise<EmbeddedConnection> {
  let isClosed = false
  void closed.then(() => (isClosed = true))
  while (!words.out.includes('\n')) {
    if (isClosed) throw new Error(`It ended with ${child.exitCode ?? child.signalCode}: ${words.err}`)
    await pause(5)
  }
  return JSON.parse(words.out) as EmbeddedConnection
}

/** The postmaster and the supervisor name their folder; its children carry the postmaster's title. */
export function commandLine(pid: string): string {
  const read = () => `${readFileSync(`/proc/${pid}/cmdline`, 'utf8')} ${realpathSync(`/proc/${pid}/cwd`)}`
  return ofProcess(read) ?? ''
}

/** The answer of a process; null where it has ended since, or is a kernel's. */
export function ofProcess<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
