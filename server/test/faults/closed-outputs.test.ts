import { execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { databaseUrlOf, freshSettings, type Settings } from '../operator/crier-process.ts'
import { programFile } from '../program-file.ts'
import { processesOf } from '../start/holder.ts'
import { until } from '../stories/until.ts'
import { mountSmallDisk } from './small-disk.ts'

const root = join(import.meta.dirname, '../../..')
const command = [process.execPath, programFile(join(root, 'server/src/main.ts')), 'start']
const patienceMs = 30_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const secretKey = randomBytes(32).toString('base64')

/** A server on a database that is there already. */
async function quickSettings(): Promise<Settings> {
  return {
    ...(await freshSettings()),
    DATABASE_URL: databaseUrlOf(database.connection),
    SECRET_KEY: secretKey,
  }
}

function launch(settings: Settings, stdio: StdioOptions, [file = '', ...args]: readonly string[] = command) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(file, args, { cwd: root, env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings }, stdio })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The status of `/healthz`; null while nothing listens. */
async function health({ PORT }: Settings): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`, {
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null)
  return answer?.status ?? null
}

const isServing = (settings: Settings) =>
  until(
    () => health(settings),
    (status) => status === 200,
    20_000,
  )

async function endOf(child: ReturnType<typeof launch>): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null)
    await once(child, 'exit', { signal: AbortSignal.timeout(patienceMs) })
  return child.exitCode
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/exe`)
}

const hasScript = spawnSync('script', ['--version']).status === 0
if (!hasScript)
  process.stdout.write('Skipped: a terminal that is closed, for there is no program `script`.\n')

test.skipIf(!hasScript)(
  'a server whose terminal is closed stops, and its PostgreSQL with it',
  { timeout: 90_000 },
  async () => {
    const settings = await freshSettings()
    const pidFile = join(settings.DATA_DIR, '..', 'pid')
    const inTerminal = `echo $$ >'${pidFile}'; exec ${command.map((word) => `'${word}'`).join(' ')}`
    const terminal = launch(
      settings,
      ['pipe', 'ignore', 'ignore'],
      ['script', '-qec', inTerminal, '/dev/null'],
    )
    await isServing(settings)
    const pid = Number(readFileSync(pidFile, 'utf8'))
    terminal.kill('SIGKILL')
    await until(
      async () => isRunning(pid),
      (runs) => !runs,
      patienceMs,
    )
    await until(
      async () => processesOf(settings.DATA_DIR),
      (pids) => pids.length === 0,
      patienceMs,
    )
  },
)

test('a server without a terminal goes on when a terminal is closed, as after nohup', async () => {
  const settings = await quickSettings()
  const child = launch(settings, ['ignore', 'ignore', 'ignore'])
  await isServing(settings)
  child.kill('SIGHUP')
  await pause(500)
  expect(await health(settings)).toBe(200)
  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
})

test('a server whose log and start page nobody reads serves and stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-pipe-'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const reader = openSync(join(folder, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(join(folder, 'pipe'), constants.O_WRONLY | constants.O_NONBLOCK)
  rmSync(folder, { recursive: true })
  for (const size of [4_096, 1]) fillUp(writer, size, 'EAGAIN')
  const settings = await quickSettings()
  const child = launch(settings, ['ignore', writer, writer])
  await isServing(settings)
  for (let turn = 0; turn < 20; turn += 1) expect(await health(settings)).toBe(200)
  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
  closeSync(reader)
  closeSync(writer)
})

test('a server whose log and start page have no reader left serves and stops', async () => {
  const settings = await quickSettings()
  const child = launch(settings, ['ignore', 'pipe', 'pipe'])
  child.stdout?.destroy()
  child.stderr?.destroy()
  await isServing(settings)
  expect(await health(settings)).toBe(200)
  child.kill('SIGINT')
  expect(await endOf(child)).toBe(0)
})

const disk = mountSmallDisk('64k')
if (disk.missing) process.stdout.write(`Skipped: a log on a full disk, for ${disk.missing}.\n`)
afterAll(() => disk.remove())

test.skipIf(disk.missing !== null)(
  'a server whose log is on a full disk serves, logs again when there is room, and stops',
  async () => {
    const settings = await quickSettings()
    const filler = join(disk.folder, 'filler')
    const full = openSync(filler, 'w')
    for (const size of [4_096, 1]) fillUp(full, size, 'ENOSPC')
    closeSync(full)
    const log = join(disk.folder, 'log')
    const child = launch(settings, ['ignore', openSync(log, 'w'), openSync(log, 'a')])
    await isServing(settings)
    for (let turn = 0; turn < 20; turn += 1) expect(await health(settings)).toBe(200)
    expect(readFileSync(log, 'utf8')).toBe('')
    truncateSync(filler)
    await until(
      async () => readFileSync(log, 'utf8'),
      (text) => text.includes('"/healthz"') && text.includes('Ctrl-C stops'),
      patienceMs,
    )
    child.kill('SIGTERM')
    expect(await endOf(child)).toBe(0)
  },
)

test.each([
  ['makes its first database', '.postgres-unfinished', 'SIGTERM'],
  ['has made it', 'postgres', 'SIGINT'],
] as const)(
  'a server that is told to stop while it %s stops, and its PostgreSQL with it',
  {
    timeout: 90_000,
  },
  async (_what, sign, signal) => {
    const settings = await freshSettings()
    const child = launch(settings, 'ignore')
    await until(
      async () => (existsSync(settings.DATA_DIR) ? readdirSync(settings.DATA_DIR) : []),
      (names) => names.some((name) => name === sign || name.startsWith(`${sign}-`)),
      patienceMs,
    )
    child.kill(signal)
    expect(await endOf(child)).toBe(0)
    await until(
      async () => processesOf(settings.DATA_DIR),
      (pids) => pids.length === 0,
      patienceMs,
    )
  },
)

function fillUp(descriptor: number, size: number, until: string): void {
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(size, '.'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === until)) throw error
  }
}
