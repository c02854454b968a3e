import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from './cleanup.ts'
import type { Figure, Measuring } from './figure.ts'
import { freePort } from './free-port.ts'
import { memoryOfTree, type ProcessMemory } from './memory.ts'
import { describeSpread } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const starts = 5
const idleMs = 10_000
const longestMs = 300_000

/** P7: what a person waits for who has just cloned it, and what it costs to leave it running. */
export const start: Figure = {
  name: 'P7',
  what: `\`npm start\` to the first answer, installed (median of ${starts}) and first ever (empty node_modules, warm npm cache); memory after ${idleMs / 1_000} s`,
  goal: '≤ 3 s; first ever ≤ 10 s; server and database idle ≤ 200 MB',
  measure,
}

async function measure({ say }: Measuring): Promise<void> {
  // The first clone fills the cache of npm, should it be cold.
  await timeStart(clone())
  const folder = clone()
  say(`first ever: ${((await timeStart(folder)).tookMs / 1_000).toFixed(2)} s`)
  const found = []
  for (let number = 0; number < starts; number += 1) found.push(await timeStart(folder))
  const seconds = found.map(({ tookMs }) => tookMs / 1_000)
  say(`installed: ${describeSpread(seconds, 2)} s`)
  say(describeMemory((await timeStart(folder, idleMs)).memory))
}

/** A clone of the commits, not of what lies about in the working tree. */
function clone(): string {
  const folder = join(temporaryFolder(), 'crier')
  execFileSync('git', ['clone', '--quiet', root, folder])
  return folder
}

interface Start {
  readonly tookMs: number
  /** The memory of npm and all processes below it. */
  readonly memory: readonly ProcessMemory[]
}

/** Starts, waits for the first answer that all is ready, and after a while stops. */
async function timeStart(folder: string, lookAfterMs = 0): Promise<Start> {
  const port = await freePort()
  const log = join(folder, '../start.log')
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...plainEnvironment(), PORT: String(port), DATA_DIR: join(folder, '../data') },
    stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
    // A group of its own, so that a signal reaches npm and the server as a terminal's would.
    detached: true,
  })
  const closed = once(child, 'close')
  const stop = () => end(child, closed)
  atEnd(stop)
  while (!(await answers(port))) {
    const isLate = performance.now() - startedAt > longestMs
    if (isLate || child.exitCode !== null)
      throw new Error(`npm start gave no answer. ${readFileSync(log, 'utf8').slice(-2_000)}`)
    await pause(10)
  }
  const tookMs = performance.now() - startedAt
  await pause(lookAfterMs)
  const memory = memoryOfTree(child.pid ?? 0)
  await stop()
  return { tookMs, memory }
}

/** Nothing of the npm that runs us: a person's shell knows no more than where programs are. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$|NODE$)/i.test(name))
  const folders = (process.env.PATH ?? '').split(delimiter)
  const path = folders.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(delimiter)
  return { ...Object.fromEntries(ours), PATH: path }
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch (error) {
    // Nobody listens yet.
    if (error instanceof TypeError) return false
    throw error
  }
}

async function end(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  process.kill(-child.pid, 'SIGTERM')
  await closed
}

/** npm and its shell wait for the server to end, and are no part of it. */
function describeMemory(memory: readonly ProcessMemory[]): string {
  const sum = (wanted: (name: string) => boolean) =>
    Math.round(memory.filter(({ name }) => wanted(name)).reduce((total, { pssMb }) => total + pssMb, 0))
  const isServer = (name: string) => /^(?:node|MainThread)$/.test(name)
  const isDatabase = (name: string) => name === 'postgres'
  const [server, database] = [sum(isServer), sum(isDatabase)]
  const others = sum((name) => !isServer(name) && !isDatabase(name))
  return `idle: ${server + database} MB (server ${server}, database ${database}); besides ${others} MB for npm and shells`
}
