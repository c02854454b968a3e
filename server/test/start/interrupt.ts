import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { copyProject } from '../../../scripts/house/copy-project.ts'
import { freePort } from '../free-port.ts'
import { chanceOf } from '../soak/random.ts'

const root = join(import.meta.dirname, '../../..')

/** The parts of a first `npm start`, in order. */
export const stages = ['installation', 'database', 'migration', 'start'] as const
export type Stage = (typeof stages)[number]

/** One `npm start` that was killed, and the next one. */
export interface Interruption {
  readonly stage: Stage
  /** Since the stage began. */
  readonly killedAfterMs: number
  /** Until the next start was ready; null where it did not get there. */
  readonly readyAfterMs: number | null
  /** The last lines of the next start. */
  readonly output: string
}

export interface InterruptOptions {
  readonly stages: readonly Stage[]
  /** How often each stage is killed, at random moments. */
  readonly moments: number
  readonly seed: number
  readonly tell: (sentence: string) => void
}

/** Kills `npm start` in each of these stages, with everything that it started in its group, and starts it again. */
export async function interruptStarts(options: InterruptOptions): Promise<Interruption[]> {
  const clone = copyProject(root)
  const done: Interruption[] = []
  try {
    // The clone shares what is installed here until its own installation is what is killed.
    for (const stage of options.stages.toSorted((a, b) => stages.indexOf(b) - stages.indexOf(a)))
      done.push(...(await interruptStage(clone, stage, options)))
    return done
  } finally {
    rmSync(clone, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function interruptStage(
  clone: string,
  stage: Stage,
  { moments, seed, tell }: InterruptOptions,
): Promise<Interruption[]> {
  const chance = chanceOf(seed, stage)
  const lastsMs = await measureStage(clone, stage)
  tell(`${stage}: undisturbed it takes ${lastsMs} ms`)
  const done: Interruption[] = []
  for (let moment = 1; moment <= moments; moment += 1) {
    const found = await interruptOnce(clone, stage, Math.round(chance.between(0, lastsMs)))
    const outcome =
      found.readyAfterMs === null ? `NOT READY\n${found.output}` : `ready in ${found.readyAfterMs} ms`
    tell(`${stage}, killed after ${found.killedAfterMs} ms: ${outcome}`)
    done.push(found)
  }
  return done
}

async function measureStage(clone: string, stage: Stage): Promise<number> {
  return withFolder(clone, stage, async (start) => {
    const server = start()
    await until(() => server.stage() === stage || server.isOver(), 60_000)
    const from = performance.now()
    await until(() => server.stage() !== stage || server.isOver(), 600_000)
    const lasted = Math.round(performance.now() - from)
    await server.end('SIGKILL')
    return lasted
  })
}

function interruptOnce(clone: string, stage: Stage, killedAfterMs: number): Promise<Interruption> {
  return withFolder(clone, stage, async (start) => {
    const killed = start()
    await until(() => killed.stage() === stage || killed.isOver(), 60_000)
    await pause(killedAfterMs)
    await killed.end('SIGKILL')
    const next = start()
    const from = performance.now()
    await until(() => next.stage() === null || next.isOver(), 300_000)
    const isReady = next.stage() === null && !next.isOver()
    const readyAfterMs = isReady ? Math.round(performance.now() - from) : null
    await next.end('SIGTERM')
    return { stage, killedAfterMs, readyAfterMs, output: next.output().split('\n').slice(-12).join('\n') }
  })
}

interface Started {
  /** The stage it is in; null once it is ready. */
  stage(): Stage | null
  isOver(): boolean
  output(): string
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Gives the work a way to start Crier on one new data directory. */
async function withFolder<Result>(
  clone: string,
  stage: Stage,
  work: (start: () => Started) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-interrupted-'))
  const dataDir = join(folder, 'data')
  const port = await freePort()
  if (stage === 'installation') {
    rmSync(join(clone, 'node_modules'), { recursive: true, force: true })
    // Everything else of a start comes after the folder is there.
    mkdirSync(join(clone, '.cache'), { recursive: true })
  }
  try {
    return await work(() => startCrier(clone, dataDir, port))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

function startCrier(clone: string, dataDir: string, port: number): Started {
  const env = { ...newcomersEnvironment(), DATA_DIR: dataDir, PORT: String(port) }
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const closed = once(child, 'close')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  return {
    stage: () => {
      if (output.includes('Crier is ready')) return null
      if (output.includes('The database was migrated')) return 'start'
      if (existsSync(join(dataDir, 'postgres'))) return 'migration'
      return existsSync(dataDir) ? 'database' : 'installation'
    },
    isOver,
    output: () => output,
    end: async (signal) => {
      signalGroup(child, signal)
      await closed
    },
  }
}

/** Reaches npm and all that it started, but not PostgreSQL, which has a session of its own and sees that Node is gone. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Without what npm and the tests set for their own processes. Packages come from npm's cache if they are there. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const ours = new Set(['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'LOG_LEVEL', 'DATABASE_URL', 'SECRET_KEY'])
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && !ours.has(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter), npm_config_prefer_offline: 'true' }
}

async function until(isTrue: () => boolean, ms: number): Promise<void> {
  const deadline = performance.now() + ms
  while (!isTrue() && performance.now() < deadline) await pause(5)
}
