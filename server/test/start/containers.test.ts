import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { skipWithout } from '../../../scripts/test-needs.ts'
import {
  ask,
  commandLine,
  eventually,
  hold,
  ofProcess,
  processesOf,
  refusal,
  temporaryFolder,
} from './holder.ts'

// A process that is the first of a numbering of its own, as in a container. It ends with `unshare`, and all others with it.
const container = ['unshare', '--pid', '--ipc', '--mount-proc', '--fork', '--kill-child']
/** A container whose first process is not Crier, so that it outlives it. */
const withInit = [...container, 'sh', '-c', '"$@"; sleep 1000', 'init']

beforeEach(skipWithout('permission to number processes anew'))

test('of two containers with one volume the second is told at once that the directory is in use', async () => {
  const dataDir = temporaryFolder()
  await hold(dataDir, { before: container }).connection
  expect(await refusal(hold(dataDir, { before: container }))).toBe(
    `The data directory ${dataDir} is in use by another Crier server: stop that one first, or set DATA_DIR to another folder.`,
  )
})

test('a container starts after one that was killed, although the number of its PostgreSQL is in use again', async () => {
  const dataDir = temporaryFolder()
  const numbers = []
  for (let start = 1; start <= 2; start++) {
    const holder = hold(dataDir, { before: container })
    expect(await ask(await holder.connection, 'select 1 as n')).toEqual([{ n: 1 }])
    numbers.push(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]))
    await holder.kill()
    await eventually(() => processesOf(dataDir).length === 0, 'the container is gone')
  }
  // The first processes of a container have small numbers, whatever else runs on the machine.
  expect(Math.max(...numbers)).toBeLessThan(200)
})

test('a command in another container than the server is told where to run', async () => {
  const dataDir = temporaryFolder()
  const { host } = await hold(dataDir, { before: container }).connection
  const elsewhere = [
    'unshare',
    '--mount',
    'sh',
    '-c',
    'mount -t tmpfs tmpfs "$1" && shift && exec "$@"',
    'sh',
    host,
  ]
  expect(await refusal(hold(dataDir, { before: elsewhere, as: 'operator', patienceMs: 300 }))).toBe(
    `The database in ${dataDir} belongs to a server that cannot be reached from here, such as one in another container. Run the command there.`,
  )
})

test('a PostgreSQL that outlives its server in another container is waited for', async () => {
  const dataDir = temporaryFolder()
  const first = hold(dataDir, { before: withInit })
  onTestFinished(() => first.kill())
  await ask(await first.connection, 'create table kept as select 1 as n')
  const database = processesOf(dataDir).filter((pid) => nameOf(pid) === 'postgres')
  expect(database.length).toBeGreaterThan(3)
  for (const pid of database) send(pid, 'SIGSTOP')
  process.kill(serverOf(dataDir), 'SIGKILL')

  expect(await refusal(hold(dataDir, { before: container, patienceMs: 300 }))).toBe(
    `A PostgreSQL that cannot be seen from here, such as one in another container, still uses the database in ${dataDir}. Stop that container, and start again.`,
  )
  const second = hold(dataDir, { before: container })
  await pause(1_000)
  for (const pid of database) send(pid, 'SIGCONT')
  expect(await ask(await second.connection, 'select n from kept')).toEqual([{ n: 1 }])
})

test('a PostgreSQL in a folder of the same name in another container is left alone', async () => {
  const place = temporaryFolder()
  const mounted = (folder: string) => [
    ...['unshare', '--mount', 'sh', '-c', 'mount --bind "$1" "$2" && shift 2 && exec "$@"', 'sh'],
    ...[folder, place],
  ]
  const first = hold(place, { before: mounted(temporaryFolder()) })
  const connection = await first.connection
  await ask(connection, 'create table kept as select 1 as n')
  const second = hold(place, { before: mounted(temporaryFolder()) })
  expect(await ask(await second.connection, "select to_regclass('kept') is null as n")).toEqual([{ n: true }])
  expect(await ask(connection, 'select n from kept')).toEqual([{ n: 1 }])
  expect(first.output()).not.toContain('shutting down')
})

/** The number of the holder itself, as it is counted out here. */
function serverOf(dataDir: string): number {
  const node = readlinkSync('/proc/self/exe')
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find(
      (pid) =>
        commandLine(pid).includes(dataDir) && ofProcess(() => readlinkSync(`/proc/${pid}/exe`)) === node,
    )
  if (found === undefined) throw new Error('The holder is not there.')
  return Number(found)
}

function nameOf(pid: number): string | undefined {
  return ofProcess(() => readFileSync(`/proc/${pid}/comm`, 'utf8'))?.trim()
}

/** A process that served the question of before may be ending. */
function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  ofProcess(() => process.kill(pid, signal))
}
