import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { TestDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { programFile } from '../program-file.ts'

const root = join(import.meta.dirname, '../../..')
const main = programFile(join(root, 'server/src/main.ts'))

export type Settings = Readonly<Record<string, string>>

/** The user that a process runs as, if it is not our own. Only root can choose. */
export interface User {
  readonly uid: number
  readonly gid: number
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs an operator's command to its end, as its own process. */
export async function crier(
  settings: Settings,
  args: readonly string[],
  stdin = '',
  user?: User,
): Promise<Ended> {
  const child = launch([process.execPath, main, ...args], settings, user)
  child.process.stdin?.end(stdin)
  return child.ended
}

/** Runs a program of the repository to its end. */
export async function run(settings: Settings, command: readonly string[], stdin = ''): Promise<Ended> {
  const child = launch(command, settings)
  child.process.stdin?.end(stdin)
  return child.ended
}

export interface RunningCommand {
  readonly process: ChildProcess
  /** Everything on stdout and stderr until now. */
  readonly output: { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<Ended>
}

/** Starts an operator's command that waits for something, with nobody at its terminal. */
export function startCommand(settings: Settings, args: readonly string[]): RunningCommand {
  const child = launch([process.execPath, main, ...args], settings)
  child.process.stdin?.end()
  return child
}

export interface RunningServer {
  readonly url: string
  /** The text on stdout when it was ready. */
  readonly page: string
  /** Everything on stdout and stderr until now. */
  readonly output: { readonly stdout: string; readonly stderr: string }
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
}

/** Starts a server, or a part of one, and waits for its page. It is told to end after the test if it still runs then. */
export async function startServer(
  settings: Settings,
  part: 'start' | 'serve' | 'work' = 'start',
  user?: User,
): Promise<RunningServer> {
  return startWith(settings, [process.execPath, main, part], user)
}

/** Starts a server by any command, and waits for its page. It is told to end after the test if it still runs then. */
export async function startWith(
  settings: Settings,
  command: readonly string[],
  user?: User,
): Promise<RunningServer> {
  const child = launch(command, settings, user)
  onTestFinished(async () => {
    child.process.kill('SIGTERM')
    await child.ended
  })
  while (!child.output.stdout.includes('Ctrl-C stops')) {
    if (child.process.exitCode !== null) throw new Error(`It did not start: ${child.output.stderr}`)
    await pause(20)
  }
  return { url: `http://localhost:${settings.PORT}`, page: child.output.stdout, ...child }
}

function launch([file = '', ...args]: readonly string[], settings: Settings, user?: User) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...settings }
  const child = spawn(file, args, { cwd: root, env, stdio: 'pipe', ...user })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  // A command that ends before it reads its input is no failure of the test.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...output }))
  return { process: child, output, ended }
}

/** A data directory and a port of its own. */
export async function freshSettings(): Promise<{ DATA_DIR: string; PORT: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-operator-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
}

/** The value of DATABASE_URL that leads to a test's database. */
export function databaseUrlOf(connection: TestDatabase['connection']): string {
  if (connection.connectionString) return connection.connectionString
  const url = new URL('postgres://localhost')
  url.username = connection.user ?? ''
  url.password = typeof connection.password === 'string' ? connection.password : ''
  url.pathname = `/${connection.database}`
  url.port = String(connection.port ?? 5432)
  url.searchParams.set('host', connection.host ?? 'localhost')
  return url.href
}
