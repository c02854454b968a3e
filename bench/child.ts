import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from './cleanup.ts'

export interface Child {
  readonly pid: number
  /** The first line it said that passes. @throws Error when it ends before */
  line(passes: (line: string) => boolean): Promise<string>
  /** Resolves when it is gone, however it ended. */
  readonly ended: Promise<unknown>
  /** Asks it to end and waits; after 40 s it is killed. */
  stop(): Promise<void>
}

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv
  /** The checkout that holds the script; this one unless given. */
  readonly checkout?: string
  /** Written to its input as one line of JSON. */
  readonly orders?: unknown
  /** A file that takes what it says on stderr; without one it is seen. */
  readonly log?: string
  /** For Node itself, such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[]
}

const patienceMs = 40_000

/** The folder of this checkout. */
export const ownCheckout = join(import.meta.dirname, '..')

/**
 * Starts a script of this repository in a process of its own, as `npm start` does, so with the same options of Node. It ends
 * with the figure at the latest.
 */
export function startChild(script: string, args: readonly string[], options: ChildOptions = {}): Child {
  const starter = join(options.checkout ?? ownCheckout, 'scripts/with-node.sh')
  const env = options.env ?? process.env
  const nodeOptions = [env.NODE_OPTIONS ?? [], options.nodeOptions ?? []].flat().join(' ')
  const child = spawn('sh', [starter, script, ...args], {
    env: { ...env, NODE_OPTIONS: nodeOptions },
    stdio: ['pipe', 'pipe', options.log === undefined ? 'inherit' : openSync(options.log, 'a')],
  })
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('A child without pipes.')
  // It may be gone before it has read its orders; its end tells.
  stdin.on('error', () => stdin.destroy())
  if (options.orders !== undefined) stdin.write(`${JSON.stringify(options.orders)}\n`)
  const lines: string[] = []
  createInterface({ input: stdout }).on('line', (line) => lines.push(line))
  const closed = once(child, 'close')
  const stop = () => end(child, closed)
  atEnd(stop)
  return {
    pid: child.pid ?? 0,
    ended: closed,
    line: async (passes) => {
      for (;;) {
        const found = lines.find(passes)
        if (found !== undefined) return found
        if (hasEnded(child)) throw new Error(`${script} ended too early. ${lastWords(options.log)}`)
        await pause(5)
      }
    },
    stop,
  }
}

/** The options that make Node leave a CPU profile in this folder when it ends. */
export function profiled(profileDir: string | null): string[] {
  return profileDir === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
}

function lastWords(log: string | undefined): string {
  return log === undefined ? '' : readFileSync(log, 'utf8').slice(-2_000)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await closed
  clearTimeout(timer)
}
