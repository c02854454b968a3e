import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/api-keys/revoke-key.ts'
import { sql } from '../../src/db/database.ts'
import { pausePublishing, resumePublishing } from '../../src/publishing/person/pause-publishing.ts'
import { type AskedPost, countOpen, gatherFacts } from '../soak/facts.ts'
import { findViolations } from '../soak/invariants.ts'
import { startLoad } from '../soak/load.ts'
import { breakLink, healLink, type WayToBreak, waysToBreak } from '../soak/machine.ts'
import { classNames } from '../soak/network.ts'
import { createStubbornClient } from '../soak/stubborn-client.ts'
import { type Fleet, type Member, openFleet } from './fleet.ts'
import { until } from './until.ts'

const limitPerMinute = 300
const untilGreenMs = 15_000

describe('two APIs and eight workers on machines of their own', () => {
  let fleet: Fleet
  const asked: AskedPost[] = []
  beforeAll(async () => {
    fleet = await openFleet(limitPerMinute)
  }, 180_000)
  afterAll(() => fleet.close())

  it('do a request once that comes 200 times to both at the same time', async () => {
    const { key } = await fleet.key()
    const account = await fleet.premises.connect('once', 'key')
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
    const body = JSON.stringify({ caption: 'Once', social_accounts: [account], scheduled_at })
    // A server that has no time for so many at once says so, and is asked again.
    const insist = async (number: number): ReturnType<typeof ask> => {
      const answer = await ask(number, '/v1/posts', key, { method: 'POST', body, idempotencyKey: 'the-same' })
      if (answer.json.code !== 'busy') return answer
      await pause(300)
      return insist(number)
    }
    const answers = await Promise.all(Array.from({ length: 200 }, (_, number) => insist(number)))
    const good = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(new Set(good.map(({ json }) => json.id)).size).toBe(1)
    const { db } = fleet.premises
    const row = await db.row<{ posts: number }>(
      sql`select count(*) as posts from posts where caption = 'Once'`,
    )
    expect(row?.posts).toBe(1)
  })

  it('count the requests of a key together', async () => {
    const { key } = await fleet.key()
    const startsAt = await fleet.now()
    let admitted = 0
    for (let wave = 0; wave < 10; wave += 1) {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => ask(number, '/v1/me', key)))
      expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
      admitted += answers.filter(({ status }) => status === 200).length
    }
    const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000)
    const minutes = minuteOf(await fleet.now()) - minuteOf(startsAt) + 1
    expect(admitted).toBeLessThanOrEqual(limitPerMinute * minutes)
    if (minutes === 1) expect(admitted).toBe(limitPerMinute)
  })

  it('both refuse a revoked key within a second', async () => {
    const { id, key } = await fleet.key()
    const seen: { askedAt: number; status: number }[] = []
    let isOver = false
    const askers = [0, 1].map(async (api) => {
      while (!isOver) {
        const askedAt = performance.now()
        seen.push({ askedAt, status: (await ask(api, '/v1/me', key)).status })
        await pause(30)
      }
    })
    await until(
      async () => seen.filter(({ status }) => status === 200).length,
      (count) => count >= 4,
    )
    await revokeKey(fleet.premises.db, fleet.premises.tenant.workspaceId, id)
    const revokedAt = performance.now()
    await pause(2_000)
    isOver = true
    await Promise.all(askers)
    const late = seen.filter(({ askedAt }) => askedAt > revokedAt + 1_000)
    expect(late.length).toBeGreaterThan(0)
    expect(late.filter(({ status }) => status !== 401)).toEqual([])
  })

  it('all stop within two seconds when publishing is paused, and go on when it is not', async () => {
    const { db, config } = fleet.premises
    const everything = { platform: null, workspaceId: null }
    const { key } = await fleet.key()
    const post = (number: number) =>
      postAlone(number, (path, body) => ask(number, path, key, { method: 'POST', body }))
    for (let number = 9_000; number < 9_020; number += 1) await post(number)
    await pausePublishing(db, everything, 'a test')
    const pausedAt = await fleet.now()
    for (let number = 9_020; number < 9_040; number += 1) await post(number)
    await pause(2_500)
    const row = await db.row<{ late: number; held: number }>(sql`
      select count(*) filter (where c.created_at > ${pausedAt}::timestamptz + interval '2 s') as late,
        count(*) filter (where t.state = 'held') as held
      from targets t left join commits c on c.workspace_id = t.workspace_id and c.target_id = t.id`)
    expect(row).toMatchObject({ late: 0 })
    expect(row?.held).toBeGreaterThan(0)
    await resumePublishing(db, everything, config.timings.prepareLeadMs)
    await untilQuiet()
  })

  it('keep every promise while links are cut and processes are killed, and recover by themselves', async () => {
    const { premises, apis, workers } = fleet
    const accounts = new Map<string, string>()
    for (const [index, networkClass] of [...classNames, ...classNames].entries()) {
      const name = `${networkClass}-${index}`
      accounts.set(await premises.connect(name, networkClass), name)
    }
    const giveUp = new AbortController()
    const urls = apis.map(({ machine }) => machine.url)
    const client = createStubbornClient(urls, premises.liveKey, giveUp.signal)
    const startedAt = await fleet.now()
    const load = startLoad(client, {
      seed: 8,
      targets: 90,
      forMs: 10_000,
      accounts,
      enough: new AbortController().signal,
    })
    await pause(2_000)

    // Five of eight workers and one of two APIs lose the database, in every way there is.
    const cut = [...workers.slice(0, 5), ...apis.slice(1)].map((member, index) => ({
      member,
      way: waysToBreak[index % waysToBreak.length] ?? ('reset' as WayToBreak),
    }))
    for (const { member, way } of cut) breakLink(member.machine, way)
    const cutAt = await fleet.now()
    await Promise.all(cut.map(({ member }) => becomes(member, 'database')))
    const spared = [...apis.slice(0, 1), ...workers.slice(5)]
    await Promise.all(spared.map((member) => becomes(member, 'ready')))
    workers[5]?.part.child.kill('SIGKILL')
    await pause(2_500)
    const healedAt = await fleet.now()
    for (const { member, way } of cut) healLink(member.machine, way)
    await Promise.all(cut.map(({ member }) => becomes(member, 'ready', untilGreenMs)))

    // No single process is needed: neither those that were there all the time, nor any one API.
    for (const { part } of workers.slice(6)) part.child.kill('SIGKILL')
    apis[0]?.part.child.kill('SIGKILL')
    await apis[0]?.restart()
    const lateAt = await fleet.now()
    await postAlone(9_100, (path, body) => client('POST', path, JSON.parse(body)))
    await load.done
    await untilQuiet()
    giveUp.abort()

    const behind = cut.slice(0, 5).map(({ member }) => member)
    const settled = new Date(cutAt.getTime() + 2_000)
    const sendsBehind = await Promise.all(behind.map((worker) => fleet.sends(worker, settled, healedAt)))
    expect(sendsBehind).toEqual([0, 0, 0, 0, 0])
    const before = await Promise.all(workers.map((worker) => fleet.sends(worker, startedAt, cutAt)))
    expect(before.filter((sends) => sends > 0).length).toBeGreaterThan(1)
    const after = await Promise.all(behind.map((worker) => fleet.sends(worker, lateAt)))
    expect(after.reduce((sum, sends) => sum + sends)).toBeGreaterThan(0)
    asked.push(...load.asked)
    const facts = await gatherFacts(premises.db, asked, await premises.network.log())
    expect(findViolations({ ...facts, linksWereCut: true })).toEqual([])
    expect(facts.targets.length).toBeGreaterThanOrEqual(130)
  }, 240_000)

  /** Posts at once, to an account that has no other posts. */
  async function postAlone(
    number: number,
    send: (path: string, body: string) => Promise<{ status: number; json: ReturnType<typeof JSON.parse> }>,
  ): Promise<void> {
    const from = Date.now()
    const name = `alone-${number}`
    const account = await fleet.premises.connect(name, 'key')
    const text = `Post ${number}, among others`
    const { status, json } = await send(
      '/v1/posts',
      JSON.stringify({ caption: text, social_accounts: [account] }),
    )
    expect(status).toBe(200)
    const dues = [{ at: 0, from, until: null }]
    asked.push({ number, id: json.id, profiles: [name], text, dues, settledAt: Date.now(), canceledAt: null })
  }

  /** Asks one API after the other. */
  async function ask(
    turn: number,
    path: string,
    key: string,
    {
      method = 'GET',
      body,
      idempotencyKey,
    }: { method?: string; body?: string; idempotencyKey?: string } = {},
  ): Promise<{ status: number; json: ReturnType<typeof JSON.parse> }> {
    const api = fleet.apis[turn % fleet.apis.length]
    const answer = await fetch(`${api?.machine.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { body } : {}),
    })
    return { status: answer.status, json: await answer.json() }
  }

  function becomes(member: Member, readiness: string, withinMs = 30_000): Promise<string> {
    return until(
      () => member.readiness(),
      (found) => found.includes(readiness),
      withinMs,
    )
  }

  /** Nothing is left to do but what is planned for tomorrow. */
  function untilQuiet(): Promise<number> {
    return until(
      () => countOpen(fleet.premises.db),
      (open) => open <= 1,
      60_000,
    )
  }
})
