import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { buildCli } from '../../scripts/build-cli.ts'
import type { House } from '../../server/test/house.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly process: ChildProcess
  /** Everything on standard output and standard error until now. */
  readonly output: { stdout: string; stderr: string }
  readonly ended: Promise<Ended>
}

export interface RunOptions {
  /** All of standard input; null leaves it open. */
  readonly stdin?: string | Uint8Array | null
  /** Set in place of the server and the key of the program. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** The built program, with an empty home of its own. */
export interface Program {
  readonly file: string
  /** Its home, in which it keeps its profiles. */
  readonly home: string
  /** Runs a command to its end. No key is ever in its output. */
  run(args: readonly string[], options?: RunOptions): Promise<Ended>
  /** Runs a command that must succeed, and answers its standard output. */
  ok(args: readonly string[], options?: RunOptions): Promise<string>
  /** Runs a command with `--json` that must succeed, and answers its value; of no type, for its shape is what a test is about. */
  json(args: readonly string[], options?: RunOptions): Promise<ReturnType<typeof JSON.parse>>
  /** Starts a command that does not end by itself. */
  start(args: readonly string[], options?: RunOptions): Running
  remove(): void
}

/** Builds the program, and points it at a server with a key. */
export async function buildProgram(url: string, key: string): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-cli-'))
  const home = join(folder, 'home')
  await buildCli(join(folder, 'dist'))
  const file = join(folder, 'dist/crier.js')
  const start = (args: readonly string[], { stdin, env, cwd }: RunOptions = {}): Running => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: cwd ?? folder,
      env: { PATH: process.env.PATH, HOME: home, ...(env ?? { CRIER_URL: url, CRIER_API_KEY: key }) },
      stdio: 'pipe',
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text
    })
    // A command that ends before it reads its input is no failure of the test.
    child.stdin.on('error', () => undefined)
    if (stdin !== null) child.stdin.end(stdin ?? '')
    const ended = once(child, 'close').then(([code, signal]): Ended => {
      expect(output.stdout + output.stderr, 'the key').not.toContain(key)
      return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...output }
    })
    return { process: child, output, ended }
  }
  const run = (args: readonly string[], options?: RunOptions) => start(args, options).ended
  const ok = async (args: readonly string[], options?: RunOptions) => {
    const { code, stdout, stderr } = await run(args, options)
    expect({ code, stderr: code === 0 ? '' : stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' })
    return stdout
  }
  return {
    file,
    home,
    run,
    ok,
    json: async (args, options) => JSON.parse(await ok([...args, '--json'], options)),
    start,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Tells a simulated account how to treat its next posts. */
export async function behave(house: House, accountId: string, behavior: object): Promise<void> {
  const { status } = await house.request('PATCH', `/v1/social-accounts/${accountId}`, {
    key: house.testKey,
    body: { behavior },
  })
  expect(status).toBe(200)
}
