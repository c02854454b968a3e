import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { sql } from '../../src/db/database.ts'
import { checkPublishing } from '../../src/operator/doctor/check-publishing.ts'
import { startHostileNetwork } from '../attacks/hostile-network.ts'
import { startWorker } from '../processes/start-worker.ts'
import { repeats } from '../thoroughness.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

const classes = ['key', 'expiring_key', 'two_phase', 'list', 'blind'] as const
const settled = ['posted', 'needs_review', 'failed', 'held']

async function open(options: Parameters<typeof openNewsroom>[0] = {}): Promise<Newsroom> {
  const room = await openNewsroom(options)
  onTestFinished(() => room.stop())
  return room
}

const databaseNow = async ({ db }: Newsroom) =>
  (await db.row<{ now: Date }>(sql`select clock_timestamp() as now`))?.now.getTime() ?? 0

const wrongIn = async ({ db }: Newsroom) =>
  (await checkPublishing(db)).filter(({ ok }) => !ok).map(({ check, found }) => `${check}: ${found}`)

describe('a worker that is stopped for long and woken in the middle of a commit', () => {
  it.each(['after_intent_commit', 'before_write'] as const)(
    '%s: others have judged meanwhile, and whatever it does then makes no second post',
    async (failpoint) => {
      const room = await open({ worker: false })
      const sent = await Promise.all(
        classes.map(async (networkClass) => {
          const account = await room.account(networkClass, { network_class: networkClass })
          const post = await room.post({ caption: `On ${networkClass}`, social_accounts: [account] })
          return { networkClass, account, post }
        }),
      )
      const sleeper = await startWorker(room, { failpoint, visit: 1, signal: 'SIGSTOP' })
      onTestFinished(() => sleeper.kill())
      await until(
        async () => readFileSync(`/proc/${sleeper.child.pid}/stat`, 'utf8').split(' ')[2],
        (state) => state === 'T',
        20_000,
      )
      room.app.worker.start()
      const judged = await Promise.all(sent.map(({ post }) => room.settled(post.id, settled)))
      sleeper.child.kill('SIGCONT')
      const late = () =>
        room.db.rows<{ late: { outcome: string; kind?: string } }>(sql`
          select e as late from commits c, jsonb_array_elements(c.evidence) e where e ->> 'what' = 'late_answer'`)
      const [first] = await until(late, (rows) => rows.length > 0, 20_000)
      // A request that was checked before the sleep is sent. One that is checked after it is not.
      if (failpoint === 'after_intent_commit')
        expect(first?.late).toMatchObject({ outcome: 'failed', kind: 'not_sent' })
      await pause(500)
      for (const [index, { networkClass, account, post }] of sent.entries()) {
        const { posts } = await room.truth(account)
        const status = await room.status(post.id)
        expect([networkClass, status]).toEqual([networkClass, judged[index]])
        expect(['posted', 'needs_review']).toContain(status)
        if (status === 'posted') expect(posts).toEqual([`On ${networkClass}`])
        else {
          expect(posts.length).toBeLessThanOrEqual(1)
          const [result] = await room.results(post.id)
          expect(result?.review).toMatchObject({ reason: 'answer_lost', look_for: `On ${networkClass}` })
        }
      }
      const asking = judged.filter((status) => status === 'needs_review').length
      const expected =
        asking === 0 ? [] : [`reviews: ${asking} post results need a review: ${asking} answer_lost.`]
      expect(await wrongIn(room)).toEqual(expected)
    },
    120_000,
  )
})

describe('an account with many posts due at once', () => {
  const many = repeats(60, 150)

  it('publishes them in their order, and lets no other account wait for them', {
    timeout: 180_000,
  }, async () => {
    const room = await open()
    const busy = await room.account('Busy')
    const others = await Promise.all(Array.from({ length: 5 }, (_, index) => room.account(`Other ${index}`)))
    // All of them are created before any is due, however busy the machine is.
    const far = new Date(Date.now() + 3_600_000).toISOString()
    const create = (caption: string, account: string) =>
      room.post({ caption, social_accounts: [account], scheduled_at: far })
    for (let number = 0; number < many; number += 30)
      await Promise.all(Array.from({ length: 30 }, (_, index) => create(`${number + index}`, busy)))
    for (const account of others) await create('Me too', account)
    const at = (await databaseNow(room)) + 500
    await room.db.run(
      sql`update targets set scheduled_at = ${new Date(at)}, next_action_at = ${new Date(at)}`,
    )
    room.context.wake(0)
    const of = async (account: string) => (await room.truth(account)).arrivals
    await until(
      async () => (await of(busy)).length,
      (count) => count === many,
      150_000,
    )
    const arrivals = await of(busy)
    const order = await room.db.rows<{ text: string }>(sql`
      select content ->> 'text' as text from targets where account_id = ${busy} order by scheduled_at, seq`)
    expect(arrivals.map(({ text }) => text)).toEqual(order.map(({ text }) => text))
    const passed = (number: number) => arrivals[number]?.at.getTime() ?? 0
    expect(passed(0)).toBeGreaterThanOrEqual(at)
    for (const account of others) {
      const [only, ...more] = await of(account)
      expect(more).toEqual([])
      expect(only?.at.getTime()).toBeGreaterThanOrEqual(at)
      // Due in the same moment: not before all of them, and long before the last of them.
      expect(only?.at.getTime()).toBeLessThan(passed(many / 2))
    }
    await until(
      () => wrongIn(room),
      (wrong) => wrong.length === 0,
    )
  })
})

/** A commit of a worker that died, of an account that waits. Answers its target. */
async function leaveInTheMiddle({ db }: Newsroom, platform: string): Promise<string> {
  const row = await db.row<{ id: string }>(sql`
    update targets set state = 'committing', lease_owner = 'dead', lease_until = clock_timestamp(),
      next_action_at = clock_timestamp()
    where id = (select id from targets where platform = ${platform} and state in ('scheduled', 'ready')
      and lease_owner is null limit 1 for update skip locked) returning id`)
  return row?.id ?? 'none was waiting'
}

async function stateOf({ db }: Newsroom, id: string): Promise<string | undefined> {
  return (await db.row<{ state: string }>(sql`select state from targets where id = ${id}`))?.state
}

describe('a network that takes every request and answers none', () => {
  it('leaves room for the others, however many of its posts are due', async () => {
    const network = await startHostileNetwork()
    // No window closes and no request is given up while this goes on.
    const timings = { sendWindowMs: 60_000, requestTimeoutMs: 60_000, leaseMs: 150_000 }
    const room = await open({ connectors: [...connectors, network.connector], timings })
    try {
      const silent: Socket[] = []
      const hanging: string[] = []
      for (let number = 0; number < 450; number += 10) {
        const handles = Array.from({ length: 10 }, (_, index) => `h${number + index}`)
        for (const handle of handles)
          network.set(handle, { publishes: false, answer: (socket) => void silent.push(socket) })
        const connecting = handles.map((handle) =>
          room.connect('hostile', { handle, network_class: 'blind' }),
        )
        hanging.push(...(await Promise.all(connecting)))
      }
      const other = await room.account('Elsewhere')
      await room.post({ caption: 'Into the void', social_accounts: hanging })
      await until(
        () => Promise.resolve(silent.length),
        (count) => count >= 256,
        20_000,
      )
      const startedAt = performance.now()
      const post = await room.post({ caption: 'Elsewhere', social_accounts: [other] })
      expect(await room.settled(post.id, ['posted'])).toBe('posted')
      expect(performance.now() - startedAt).toBeLessThan(2_000)
      expect(silent.length).toBeLessThan(330)
      const left = await leaveInTheMiddle(room, 'hostile')
      await until(
        () => stateOf(room, left),
        (state) => state === 'unknown',
        5_000,
      )
      for (const socket of silent) socket.destroy()
    } finally {
      network.close()
    }
  })
})

describe('an API whose connections are all taken', () => {
  it('answers 503 with a time to come back, and publishing goes on meanwhile', {
    timeout: 90_000,
  }, async () => {
    const metricsToken = 'a-monitor-of-bad-days'
    const room = await open({ config: { metricsToken } })
    const [locked, free] = [await room.account('Locked'), await room.account('Free')]
    const due = (await databaseNow(room)) + 1_500
    const scheduled_at = new Date(due).toISOString()
    await room.post({ caption: 'On time', social_accounts: [free], scheduled_at })
    const stuck: ReturnType<typeof room.request>[] = []
    const holder = await room.db.connect()
    await holder.query('set idle_in_transaction_session_timeout = 0')
    await holder.query('begin')
    await holder.query('select from social_accounts where id = $1 for update', [locked])
    let [arrived, turnedAway] = [0, 0]
    const ask = async () => {
      const answer = await room.request('DELETE', `/v1/social-accounts/${locked}`)
      if (answer.status === 503) turnedAway += 1
      return answer
    }
    while (arrived === 0 || turnedAway < 10) {
      // Each waits for the lock with a connection in its hands, or for a connection.
      for (let count = 0; count < 15; count += 1) stuck.push(ask())
      await pause(300)
      arrived = (await room.truth(free)).arrivals.length
    }
    await holder.end()
    const refused = (await Promise.all(stuck)).filter(({ status }) => ![200, 404].includes(status))
    for (const { status, headers, json } of refused) {
      expect([status, json.code]).toEqual([503, expect.stringMatching(/^(?:busy|database_unavailable)$/)])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const [arrival] = (await room.truth(free)).arrivals
    expect(arrival?.at.getTime()).toBeGreaterThanOrEqual(due)
    expect((await room.request('GET', '/v1/me')).status).toBe(200)
    const { text } = await room.request('GET', '/metrics', { key: metricsToken })
    expect(text).toContain(
      `crier_http_request_seconds_count{operation="disconnectSocialAccount",status="5xx"} ${refused.length}\n`,
    )
  })
})
