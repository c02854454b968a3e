import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { programFile } from '../program-file.ts'

/** A process of a proof. It ends with its parent at the latest. */
export interface Part {
  readonly child: ChildProcess
  /** The first line it says; null when it ended before. */
  readonly ready: Promise<string | null>
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>
  readonly hasEnded: boolean
  kill(): Promise<void>
}

/** Starts a script of this folder, or one at an absolute path, and hands it its orders. Its stderr is appended to `logFile`. */
export function startPart(script: string, orders: unknown, logFile: string): Part {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [programFile(resolve(import.meta.dirname, script))], {
    stdio: ['pipe', 'pipe', log],
  })
  closeSync(log)
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('A part was started without a way to speak to it.')
  let hasEnded = false
  const ended = once(child, 'exit').then(([, signal]) => {
    hasEnded = true
    return signal as NodeJS.Signals | null
  })
  // It may be gone before it has read its orders; its end tells.
  stdin.on('error', () => stdin.destroy())
  stdin.write(`${JSON.stringify(orders)}\n`)
  const firstLine = once(stdout, 'data').then(([chunk]) => String(chunk).trim())
  return {
    child,
    ready: Promise.race([firstLine, ended.then(() => null)]),
    ended,
    get hasEnded() {
      return hasEnded
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
