import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, eventually, hold, processesOf, refusal, temporaryFolder } from './holder.ts'

test('extra: a second server is told at once that the directory is in use', async () => {
  const dataDir = temporaryFolder()
  await hold(dataDir).connection
  const startedAt = performance.now()
  expect(await refusal(hold(dataDir))).toBe(
    `The data directory ${dataDir} is in use by another Crier server: stop that one first, or set DATA_DIR to another folder.`,
  )
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test('extra: of servers that start at the same moment exactly one runs', async () => {
  const dataDir = temporaryFolder()
  const holders = [1, 2, 3].map(() => hold(dataDir))
  const outcomes = await Promise.allSettled(holders.map((holder) => holder.connection))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a server may start again the moment the last one was killed', async () => {
  const dataDir = temporaryFolder()
  const first = hold(dataDir)
  await first.connection
  await first.kill()
  expect(await ask(await hold(dataDir).connection, 'select 1 as n')).toEqual([{ n: 1 }])
})

test("an operator's command prepares a fresh directory and stops what it started", async () => {
  const dataDir = temporaryFolder()
  const operator = hold(dataDir, { as: 'operator' })
  await ask(await operator.connection, 'create table kept as select 1 as n')
  expect(await operator.stop()).toBe(0)
  expect(processesOf(dataDir)).toEqual([])
  expect(await ask(await hold(dataDir).connection, 'select n from kept')).toEqual([{ n: 1 }])
})

test("an operator's command shares the database of a running server and leaves it running", async () => {
  const dataDir = temporaryFolder()
  const connection = await hold(dataDir).connection
  const operator = hold(dataDir, { as: 'operator' })
  expect(await operator.connection).toEqual(connection)
  expect(await operator.stop()).toBe(0)
  expect(await ask(connection, 'select 1 as n')).toEqual([{ n: 1 }])
})

test("an operator's command given while the server starts waits until it is ready", async () => {
  const dataDir = temporaryFolder()
  const server = hold(dataDir)
  const lock = join(dataDir, 'postgres.lock')
  await eventually(() => existsSync(lock) && readFileSync(lock, 'utf8') === 'server', 'the server has begun')
  const operator = hold(dataDir, { as: 'operator' })
  expect(await operator.connection).toEqual(await server.connection)
})

test("a server waits for an operator's command, then starts", async () => {
  const dataDir = temporaryFolder()
  const operator = hold(dataDir, { as: 'operator' })
  await operator.connection
  const server = hold(dataDir)
  setTimeout(() => void operator.stop(), 600)
  expect(await ask(await server.connection, 'select 1 as n')).toEqual([{ n: 1 }])
})

test("a server that waited in vain says that it is an operator's command", async () => {
  const dataDir = temporaryFolder()
  await hold(dataDir, { as: 'operator' }).connection
  expect(await refusal(hold(dataDir, { patienceMs: 300 }))).toBe(
    `An operator’s command is still using the data directory ${dataDir}. Start again when it has ended.`,
  )
})

test("operator's commands work one after the other, also when one of them is killed", async () => {
  const dataDir = temporaryFolder()
  const first = hold(dataDir, { as: 'operator' })
  await first.connection
  const second = hold(dataDir, { as: 'operator' })
  const third = hold(dataDir, { as: 'operator' })
  await first.kill()
  const next = await Promise.race([second, third].map((holder) => holder.connection.then(() => holder)))
  expect(await ask(await next.connection, 'select 1 as n')).toEqual([{ n: 1 }])
  await next.stop()
  const last = next === second ? third : second
  expect(await ask(await last.connection, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('Ctrl-C and TERM stop the server and its database in order', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const dataDir = temporaryFolder()
    const server = hold(dataDir)
    await server.connection
    server.process.kill(signal)
    await once(server.process, 'close')
    expect(server.process.exitCode).toBe(0)
    expect(server.output()).toContain('database system is shut down')
    expect(processesOf(dataDir)).toEqual([])
  }
})
