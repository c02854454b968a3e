import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask, eventually, hold, processesOf, temporaryFolder } from './holder.ts'

const rounds = 6

test('loses nothing acknowledged and leaves no orphan when Node is killed, round after round', {
  timeout: 60_000,
}, async () => {
  const dataDir = temporaryFolder()
  for (let round = 1; round <= rounds; round++) {
    const holder = hold(dataDir)
    const connection = await holder.connection
    await ask(connection, 'create table if not exists kept (n int)')
    await ask(connection, `insert into kept values (${round})`)
    await holder.kill()
    // Every other time the next start meets the dying predecessor.
    if (round % 2 === 0) await eventually(() => processesOf(dataDir).length === 0, 'no orphan')
  }
  const last = hold(dataDir)
  expect(await ask(await last.connection, 'select count(*)::int as n from kept')).toEqual([{ n: rounds }])
  await last.stop()
  await eventually(() => processesOf(dataDir).length === 0, 'no orphan')
})

test('loses nothing acknowledged when everything is killed at once', async () => {
  const dataDir = temporaryFolder()
  for (let round = 1; round <= rounds; round++) {
    const holder = hold(dataDir)
    const connection = await holder.connection
    await ask(connection, 'create table if not exists kept (n int)')
    await ask(connection, `insert into kept values (${round})`)
    for (const pid of processesOf(dataDir)) killHard(pid)
    await holder.kill()
  }
  const connection = await hold(dataDir).connection
  expect(await ask(connection, 'select count(*)::int as n from kept')).toEqual([{ n: rounds }])
})

test('starts at any moment after a first start that was killed at any moment', {
  timeout: 60_000,
}, async () => {
  for (const afterMs of [100, 200, 300, 400, 600]) {
    const dataDir = temporaryFolder()
    const killed = hold(dataDir)
    killed.connection.catch(() => undefined)
    await pause(afterMs)
    await killed.kill()
    const holder = hold(dataDir)
    expect(await ask(await holder.connection, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(readdirSync(dataDir).sort()).toEqual(['cluster.lock', 'postgres', 'postgres.lock', 'server.lock'])
    await holder.stop()
  }
})

test('clears away a half-made cluster', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, '.postgres-unfinished-0badcafe/base'), { recursive: true })
  await hold(dataDir).connection
  expect(readdirSync(dataDir)).not.toContain('.postgres-unfinished-0badcafe')
})

test('is not misled by a stale postmaster.pid whose number is in use again', async () => {
  const dataDir = temporaryFolder()
  const first = hold(dataDir)
  await first.connection
  await first.stop()
  // Ours is a process that certainly runs and is no PostgreSQL.
  writeFileSync(
    join(dataDir, 'postgres/postmaster.pid'),
    `${process.pid}\n${dataDir}\n0\n5432\n/tmp\n\n\nready\n`,
  )
  expect(await ask(await hold(dataDir).connection, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('takes over from a PostgreSQL whose supervisor was killed with Node', async () => {
  const dataDir = temporaryFolder()
  const first = hold(dataDir)
  await first.connection
  const postmaster = postmasterOf(dataDir)
  // Node would see the supervisor go, and put that right.
  first.process.kill('SIGSTOP')
  for (const pid of processesOf(dataDir)) {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('supervisor')) killHard(pid)
  }
  await first.kill()
  expect(processesOf(dataDir)).toContain(postmaster)

  const second = hold(dataDir)
  expect(await ask(await second.connection, 'select 1 as n')).toEqual([{ n: 1 }])
  expect(second.output()).toContain(`left behind by an earlier run (process ${postmaster}`)
})

test('starts PostgreSQL again, at the same address, when only PostgreSQL was killed', async () => {
  const dataDir = temporaryFolder()
  const holder = hold(dataDir)
  const connection = await holder.connection
  const before = postmasterOf(dataDir)
  killHard(before)
  await eventually(() => holder.output().includes('is restarted'), 'it is noticed')
  await eventually(() => postmasterOf(dataDir) !== before, 'another one runs')
  expect(await askPatiently(connection)).toEqual([{ n: 1 }])
  expect(await holder.stop()).toBe(0)
})

test('gives up on a PostgreSQL that keeps ending', async () => {
  const dataDir = temporaryFolder()
  const holder = hold(dataDir)
  await holder.connection
  for (let killed = 0; killed < 3; killed++) {
    const before = postmasterOf(dataDir)
    killHard(before)
    await eventually(
      () => ![before, 0].includes(postmasterOf(dataDir)) || holder.process.exitCode !== null,
      'it goes on',
    )
  }
  await eventually(() => holder.process.exitCode !== null, 'it gives up')
  expect(processesOf(dataDir)).toEqual([])
})

test('stops PostgreSQL even while a statement runs', async () => {
  const dataDir = temporaryFolder()
  const holder = hold(dataDir)
  const sleeping = ask(await holder.connection, 'select pg_sleep(60)')
  const ending = expect(sleeping).rejects.toThrow(/terminat/)
  await pause(100)
  expect(await holder.stop()).toBe(0)
  await ending
})

function postmasterOf(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Like a pool, tries again while PostgreSQL is on its way. */
async function askPatiently(connection: Parameters<typeof ask>[0]) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask(connection, 'select 1 as n')
    } catch (error) {
      if (attempt === 50) throw error
      await pause(50)
    }
  }
}
