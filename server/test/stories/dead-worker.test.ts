import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { sql } from '../../src/db/database.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { checkWorkers } from '../../src/operator/doctor/check-workers.ts'
import type { FailpointName } from '../../src/publishing/worker/failpoint.ts'
import { defaultTimings } from '../../src/timings.ts'
import { reply, startHostileNetwork } from '../attacks/hostile-network.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import type { HouseOptions } from '../house.ts'
import { startWorker, type WorkerProcess } from '../processes/start-worker.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

/** The usual lengths but for the grace of a new session, which tests would wait for again and again. */
const timings = { ...defaultTimings, sessionGraceMs: 4_000 }
/** After that a worker judges others by their sessions; before half of it is over it does not. */
const graceMs = timings.sessionGraceMs + 1_000
const withinGraceMs = timings.sessionGraceMs / 2

/** Generous, for a machine that is busy with other tests; `npm run bench -- P11` measures the time. */
const atOnceMs = 4_000

/** The failpoints at which a worker holds a target and sends nothing. */
const beforeSending = [
  'after_claim',
  'after_prepare_call',
  'after_artefact_save',
  'before_intent_commit',
] as const

describe('a worker that is killed, with the usual timings', () => {
  it.each(beforeSending)('%s: all is public at once after the next start', async (failpoint) => {
    const room = await open()
    const { first, second, account } = await killOne(room, failpoint, 'two_phase')
    const tookMs = await startAgain(room, [first, second])
    expect(tookMs).toBeLessThan(atOnceMs)
    expect((await room.truth(account)).posts).toEqual(['First', 'Second'])
    expect(room.app.worker.takenOver()).toBeGreaterThan(0)
  })

  it('after its answer was written down: what waited behind that goes out at once', async () => {
    const room = await open()
    const { first, second } = await killOne(room, 'after_settle_commit', 'key')
    expect(await room.status(first)).toBe('posted')
    expect(await startAgain(room, [second])).toBeLessThan(atOnceMs)
  })

  it.each(['after_intent_commit', 'after_first_byte', 'after_response'] as const)(
    '%s, under a key that lasts for ever: looked at and sent again at once, with one post',
    async (failpoint) => {
      const room = await open()
      const { first, second, account } = await killOne(room, failpoint, 'key')
      expect(await startAgain(room, [first, second])).toBeLessThan(atOnceMs)
      expect((await room.truth(account)).posts).toEqual(['First', 'Second'])
    },
  )

  it('while it sent on a network that is not asked again at once: nobody looks before the quarantine is over', async () => {
    const classes = ['expiring_key', 'two_phase', 'list', 'blind']
    const killed = await Promise.all(
      classes.map(async (networkClass) => {
        const room = await open()
        const { first } = await killOne(room, 'after_intent_commit', networkClass)
        return { networkClass, room, first, before: await commitOf(room, first) }
      }),
    )
    for (const { room } of killed) room.app.worker.start()
    await pause(3_000)
    for (const { networkClass, room, first, before } of killed) {
      expect(await commitOf(room, first), networkClass).toEqual(before)
      expect(before, networkClass).toMatchObject({ sends: 1, fence: 1 })
      expect(before?.look_in_s, networkClass).toBeGreaterThan(50)
    }
  })

  it('and may not be gone, as far as anybody can see: what it sent under a key keeps its quarantine', async () => {
    const room = await open()
    const { first } = await killOne(room, 'after_intent_commit', 'key', async (pid) => {
      await room.db.run(sql`update workers set boot_id = 'another machine' where pid = ${pid}`)
    })
    const before = await commitOf(room, first)
    room.app.worker.start()
    await pause(graceMs + 4_000)
    expect(await commitOf(room, first)).toEqual(before)
  })
})

describe('one of two workers that is killed', () => {
  it.each([
    ['on this machine', null],
    ['on another machine', 'another machine'],
  ])(
    '%s: what it had in hand is public within 5 s',
    async (_where, machine) => {
      const room = await open()
      const other = await startWorker(room)
      onTestFinished(() => other.kill())
      if (machine) await pause(graceMs)
      const doomed = await startWorker(room, { failpoint: 'after_claim', visit: 1 })
      await untilAlive(room, 2)
      if (machine)
        await room.db.run(sql`update workers set boot_id = ${machine} where pid = ${doomed.child.pid}`)
      const posts = await postUntilDead(room, doomed)
      const diedAt = performance.now()
      for (const id of posts) await room.settled(id, ['posted'])
      expect(performance.now() - diedAt).toBeLessThan(5_000)
    },
    60_000,
  )
})

describe('a worker that loses its session', () => {
  it('in the middle of a send and carries on: it writes down its answer, and nobody else sends', async () => {
    const network = await startHostileNetwork()
    const { promise: mayAnswer, resolve: answerNow } = Promise.withResolvers<void>()
    const room = await open({ connectors: [network.connector] })
    onTestFinished(network.close)
    network.set('slow', {
      publishes: true,
      answer: (socket) => void mayAnswer.then(() => reply(socket, 200, { id: 'the-post' })),
    })
    const account = await room.connect('hostile', { handle: 'slow', network_class: 'key' })
    const sender = await secondWorker(room, [network.connector])
    const { id: first } = await room.post({ caption: 'First', social_accounts: [account] })
    const { id: second } = await room.post({ caption: 'Second', social_accounts: [account] })
    await until(
      async () => network.commits('slow').length,
      (count) => count === 1,
    )
    room.app.worker.start()
    await untilAlive(room, 2)
    await pause(graceMs)
    sender.refuse('crier session')
    await until(
      () => lostWorkers(room),
      (count) => count === 1,
      10_000,
    )
    await pause(1_000)
    expect(network.commits('slow')).toHaveLength(1)
    expect(await commitOf(room, first)).toMatchObject({ sends: 1, state: 'committing' })
    answerNow()
    for (const id of [first, second]) await room.settled(id, ['posted'])
    expect(network.commits('slow')).toHaveLength(2)
    expect(await commitOf(room, first)).toMatchObject({ sends: 1, state: 'published' })
  })

  it('together with all others: nothing is taken over early', async () => {
    const room = await open()
    const { first } = await sleepWithOne(room)
    const before = await commitOf(room, first)
    await pause(graceMs)
    await cutSessions(room)
    await pause(withinGraceMs)
    expect(await commitOf(room, first)).toEqual(before)
  })

  it('by a restart of the database: nothing is taken over early, and the doctor says who did not come back', async () => {
    const room = await open()
    const { first, sleeper } = await sleepWithOne(room)
    const before = await commitOf(room, first)
    await pause(graceMs)
    // The row says that the session belongs to an earlier start of the database server.
    await room.db.run(sql`
      update workers set server_started_at = server_started_at - interval '1 hour' where pid = ${sleeper.child.pid}`)
    await cutSessions(room, sleeper.child.pid)
    await pause(withinGraceMs)
    expect(await commitOf(room, first)).toEqual(before)
    expect(await checkWorkers(room.db)).toMatchObject({
      ok: true,
      found:
        '1 worker is alive. 1 worker has not come back since PostgreSQL restarted. The posts of such a worker wait until its lease ends, 60 s, because it may be alive.',
    })
  })
})

/** With the usual lengths, in which a lease lasts for a minute. No worker runs yet. */
async function open(options: HouseOptions = {}): Promise<Newsroom> {
  const room = await openNewsroom({ ...options, timings, worker: false })
  onTestFinished(() => room.stop())
  return room
}

/** A worker that dies with the first of two posts of an account in hand. */
async function killOne(
  room: Newsroom,
  failpoint: FailpointName,
  networkClass: string,
  whenDead: (pid: number) => Promise<void> = async () => undefined,
): Promise<{ first: string; second: string; account: string }> {
  const account = await room.account('Harbour', { network_class: networkClass, lifetime_ms: 600_000 })
  const { id: first } = await room.post({ caption: 'First', social_accounts: [account] })
  const { id: second } = await room.post({ caption: 'Second', social_accounts: [account] })
  const doomed = await startWorker(room, { failpoint, visit: 1 })
  expect(await doomed.ended).toBe('SIGKILL')
  await whenDead(doomed.child.pid ?? 0)
  return { first, second, account }
}

/** Starts the room's own worker. Answers how long it took until these were public. */
async function startAgain(room: Newsroom, posts: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  room.app.worker.start()
  for (const id of posts) await room.settled(id, ['posted'])
  return performance.now() - startedAt
}

function commitOf({ db }: Newsroom, postId: string) {
  return db.row<{ state: string; fence: number; sends: number; look_in_s: number }>(sql`
    select t.state, t.fence, t.lease_owner, c.outcome, c.sends, c.look_after,
      extract(epoch from c.look_after - c.first_sent_at)::float8 as look_in_s
    from targets t left join commits c on c.workspace_id = t.workspace_id and c.target_id = t.id
    where t.post_id = ${postId}`)
}

/** Posts on one account after the other, until the worker has died with one of them. */
async function postUntilDead(room: Newsroom, doomed: WorkerProcess): Promise<string[]> {
  let isDead = false
  void doomed.ended.then(() => {
    isDead = true
  })
  const posts: string[] = []
  while (!isDead && posts.length < 200) {
    const account = await room.account(`Account ${posts.length}`, { network_class: 'key' })
    posts.push((await room.post({ caption: 'Whose?', social_accounts: [account] })).id)
    await pause(50)
  }
  expect(await doomed.ended).toBe('SIGKILL')
  return posts
}

/** Another worker of this very process, with a way to the database of its own. */
async function secondWorker(
  { context, connection }: Newsroom,
  connectors: readonly Connector[],
): Promise<DatabaseProxy> {
  const { config } = context
  const proxy = await startDatabaseProxy(connection)
  const app = await createApp({
    config,
    connection: proxy.connection,
    secretKeys: createSecretKeys(context.secretKeys.current),
    connectors,
  })
  app.worker.start()
  onTestFinished(async () => {
    await app.close()
    await proxy.close()
  })
  return proxy
}

/** One worker that fell asleep with a post in hand, and another that runs. */
async function sleepWithOne(room: Newsroom): Promise<{ first: string; sleeper: WorkerProcess }> {
  const account = await room.account('Harbour', { network_class: 'key' })
  const sleeper = await startWorker(room, { failpoint: 'after_prepare_call', visit: 1, signal: 'SIGSTOP' })
  onTestFinished(() => sleeper.kill())
  await untilAlive(room, 1)
  const { id: first } = await room.post({ caption: 'First', social_accounts: [account] })
  await until(
    async () => (await commitOf(room, first))?.state,
    (state) => state === 'preparing',
    10_000,
  )
  await pause(500)
  const other = await startWorker(room)
  onTestFinished(() => other.kill())
  await untilAlive(room, 2)
  return { first, sleeper }
}

/** Cuts the sessions of all workers, or of one process. */
async function cutSessions({ db }: Newsroom, pid: number | null = null): Promise<void> {
  await db.run(sql`
    select pg_terminate_backend(l.pid) from pg_locks l join workers w on w.id = l.objid::bigint
    where l.locktype = 'advisory' and l.objsubid = 2 and w.pid = coalesce(${pid}::int, w.pid)
      and l.database = (select oid from pg_database where datname = current_database())`)
}

function untilAlive(room: Newsroom, count: number): Promise<string> {
  return until(
    async () => (await checkWorkers(room.db)).found,
    (found) => found.startsWith(`${count} worker`),
    10_000,
  )
}

async function lostWorkers({ db }: Newsroom): Promise<number> {
  const row = await db.row<{ lost: number }>(sql`select count(lost_at) as lost from workers`)
  return row?.lost ?? 0
}
