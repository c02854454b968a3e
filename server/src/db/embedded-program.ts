import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Account, commandAs } from './embedded-account.ts'

/** A program of PostgreSQL that lives as long as this process at most. */
export interface Program {
  /** Settles when the program and every process it started have ended. */
  readonly ended: Promise<{ readonly succeeded: boolean }>
  /** Its last lines of output, oldest first. */
  readonly lastLines: readonly string[]
  isRunning(): boolean
  /** Asks it to end. */
  stop(): void
}

export interface ProgramOptions {
  readonly account: Account
  readonly command: readonly string[]
  /** The current folder of the program and its supervisor. */
  readonly folder?: string
  /** Removed when the program has ended. */
  readonly socketFolder?: string
  /** A descriptor that the program and all its processes keep open. */
  readonly keeps?: number
  readonly log: (line: string) => void
}

// The script is passed on as text: the account may not be able to enter the folder of this file.
const supervisor = readFileSync(new URL('embedded-supervisor.sh', import.meta.url), 'utf8')

/**
 * Starts a program under the supervisor: when this process ends, however it ends, so does the program. Both have a
 * session of their own, so that Ctrl-C in a terminal reaches Node alone.
 */
export function startProgram({
  account,
  command,
  folder,
  socketFolder = '',
  keeps,
  log,
}: ProgramOptions): Program {
  const supervised = ['-c', supervisor, 'supervisor', socketFolder, ...command]
  const [file, args, options] = commandAs(account, '/bin/sh', supervised)
  const child = spawn(file, args, {
    ...options,
    cwd: folder ?? options.cwd,
    detached: true,
    // The supervisor needs 3 for itself.
    stdio: ['pipe', 'pipe', 'pipe', 'ignore', keeps ?? 'ignore'],
  }) as ChildProcessByStdio<Writable, Readable, Readable>
  const lastLines: string[] = []
  let isRunning = true
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line)
      if (lastLines.length > 20) lastLines.shift()
      log(line)
    })
  }
  // The supervisor may be gone before it has to stop; `ended` says so.
  child.stdin.on('error', (error) => log(`the supervisor no longer listens: ${error.message}`))
  const ended = new Promise<{ succeeded: boolean }>((resolve) => {
    const end = (succeeded: boolean) => {
      isRunning = false
      resolve({ succeeded })
    }
    child.once('error', (error) => {
      lastLines.push(error.message)
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
  return {
    ended,
    lastLines,
    isRunning: () => isRunning,
    stop: () => child.stdin.end(),
  }
}
