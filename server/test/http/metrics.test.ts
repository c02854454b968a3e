import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import { freePort } from '../free-port.ts'
import { startHouse } from '../house.ts'
import { startSilentProxy } from '../servers/silent-proxy.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'

const token = 'a-monitor-of-our-own'
const asMonitor = { authorization: `Bearer ${token}` }

interface Seen {
  status: number
  type: string
  text: string
}

/** Asks with headers that fetch would set itself, such as Host. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/metrics`, { headers, method }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
      )
    })
    sent.on('error', reject).end()
  })
}

/** The value of one line, labels as written; undefined when there is none. */
function numberAt(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

describe('who may read the numbers of a server without a token', () => {
  let room: Newsroom
  let probe: string
  beforeAll(async () => {
    const probePort = await freePort()
    probe = `http://127.0.0.1:${probePort}`
    room = await openNewsroom({ worker: false, config: { probePort } })
    await room.app.listenToProbes()
  })
  afterAll(() => room.stop())

  it('is a program on this machine that asks the port for monitors', async () => {
    const { status, type, text } = await ask(probe)
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(numberAt(text, 'crier_database_up')).toBe(1)
    expect((await ask(probe, {}, 'HEAD')).status).toBe(200)
  })

  it('is nobody on the port of the API, which tells where they are', async () => {
    const { status, text } = await ask(room.url)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found', detail: expect.stringMatching(/PROBE_PORT/) })
  })

  it.each(['unset', 'set'])(
    'is nobody behind a proxy that says nothing of itself, with PUBLIC_URL %s',
    async (publicUrl) => {
      const config = publicUrl === 'set' ? { publicUrl: 'https://crier.example.org' } : {}
      const house = await startHouse({ worker: false, config })
      const proxy = await startSilentProxy(house.url)
      for (const url of [proxy.url, house.url]) expect((await ask(url)).status).toBe(404)
      proxy.close()
      await house.stop()
    },
  )

  it.each([
    ['what a proxy passes on', { 'x-forwarded-for': '203.0.113.7' }],
    ['what a proxy says of itself', { via: '1.1 front' }],
    ['what a standard proxy passes on', { forwarded: 'for=203.0.113.7' }],
    ['what is asked by a public name', { host: 'crier.example.org' }],
    ['a name that only resolves to here', { host: '127.0.0.1.example.org' }],
    ['a page in a browser', { origin: 'https://example.org' }],
    ['a script in a browser', { 'sec-fetch-site': 'cross-site' }],
    ['a key of the API from outside', { 'x-real-ip': '203.0.113.7', authorization: 'Bearer x' }],
  ])('is not %s', async (_what, headers) => {
    const { status, text } = await ask(probe, headers)
    expect(status).toBe(404)
    expect(text).not.toContain('crier_targets')
  })
})

describe('who may read the numbers of a server with a token', () => {
  it('is whoever sends it, and nobody else', async () => {
    const house = await startHouse({ worker: false, config: { metricsToken: token } })
    const wrong = ['', 'Bearer', 'Bearer x', `Bearer ${token}x`, `Basic ${token}`, `Bearer ${house.liveKey}`]
    for (const authorization of wrong) {
      const { status, text } = await ask(house.url, { authorization })
      expect([authorization, status]).toEqual([authorization, 401])
      expect(text).not.toContain('crier_targets')
    }
    const through = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': '203.0.113.7',
      host: 'crier.example.org',
    }
    expect((await ask(house.url, through)).text).toContain('crier_database_up 1')
    await house.stop()
  })
})

describe('the numbers', () => {
  let room: Newsroom
  let proxy: DatabaseProxy
  beforeAll(async () => {
    room = await openNewsroom({
      config: { metricsToken: token },
      connection: async (direct) => {
        proxy = await startDatabaseProxy(direct)
        return proxy.connection
      },
    })
  })
  afterAll(async () => {
    await room.stop()
    await proxy.close()
  })

  it('is what was sent, what came of it, what waits and what asks', async () => {
    const [good, deaf] = [
      await room.account('Harbour'),
      await room.account('Deaf', { network_class: 'blind', behavior: 'drop_answer' }),
    ]
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await room.post({ caption: 'Later', social_accounts: [good], scheduled_at: later })
    const sent = await room.post({ caption: 'A secret plan', social_accounts: [good] })
    const lost = await room.post({ caption: 'Hello?', social_accounts: [deaf] })
    await room.settled(sent.id, ['posted'])
    await room.settled(lost.id, ['needs_review'])
    expect((await room.request('GET', '/v1/posts/01234567-89ab-7def-8123-456789abcdef')).status).toBe(404)
    expect((await room.request('GET', '/nothing/here/at/all', { key: null })).status).toBe(404)

    const { text } = await ask(room.url, asMonitor)
    const values = (lines: string[]) => Object.fromEntries(lines.map((line) => [line, numberAt(text, line)]))
    expect(
      values([
        'crier_commits_total{platform="sandbox",outcome="published"}',
        'crier_commits_total{platform="sandbox",outcome="unknown_outcome"}',
        'crier_commit_seconds_count{platform="sandbox"}',
        'crier_lateness_seconds_count{platform="sandbox"}',
        'crier_targets{state="waiting"}',
        'crier_targets{state="needs_review"}',
        'crier_targets{state="unknown"}',
        'crier_due_oldest_seconds',
        'crier_pauses',
        'crier_guards',
      ]),
    ).toEqual({
      'crier_commits_total{platform="sandbox",outcome="published"}': 1,
      'crier_commits_total{platform="sandbox",outcome="unknown_outcome"}': 1,
      'crier_commit_seconds_count{platform="sandbox"}': 2,
      'crier_lateness_seconds_count{platform="sandbox"}': 2,
      'crier_targets{state="waiting"}': 1,
      'crier_targets{state="needs_review"}': 1,
      'crier_targets{state="unknown"}': 0,
      crier_due_oldest_seconds: 0,
      crier_pauses: 0,
      crier_guards: 0,
    })
    const looks = 'crier_looks_total{platform="sandbox",outcome="not_found"}'
    expect(numberAt(text, looks)).toBeGreaterThanOrEqual(1)
    const requests = (operation: string, status: string) =>
      numberAt(text, `crier_http_request_seconds_count{operation="${operation}",status="${status}"}`)
    expect(requests('createPost', '2xx')).toBe(3)
    expect(requests('getPost', '4xx')).toBe(1)
    expect(requests('none', '4xx')).toBe(1)
    expect(numberAt(text, 'crier_claim_loop_idle_seconds')).toBeLessThan(30)
    for (const pool of ['api', 'worker', 'sandbox'])
      expect(numberAt(text, `crier_database_waiting{pool="${pool}"}`)).toBe(0)
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds \d/m)
  })

  it('is nothing about whom', async () => {
    const { text } = await ask(room.url, asMonitor)
    const { data } = (await room.request('GET', '/v1/social-accounts')).json
    const names = data.flatMap(({ id, username }: { id: string; username: string }) => [id, username])
    for (const secret of [
      room.workspaceId,
      room.userId,
      'secret plan',
      'Hello',
      'Harbour',
      'nothing/here',
      ...names,
    ])
      expect(text).not.toContain(secret)
  })

  it('is that the database is away, and nothing that was true before', async () => {
    proxy.cut()
    // Longer than the last look at the database is believed.
    await new Promise((resolve) => setTimeout(resolve, 5_200))
    const { status, text } = await ask(room.url, asMonitor)
    expect([status, numberAt(text, 'crier_database_up')]).toEqual([200, 0])
    expect(text).not.toMatch(/^crier_targets\{/m)
    expect(numberAt(text, 'crier_due_oldest_seconds')).toBeUndefined()
    expect(numberAt(text, 'crier_commits_total{platform="sandbox",outcome="published"}')).toBe(1)
    proxy.restore()
  })
})

it('the numbers count accounts that somebody must connect again, whose access ends, and whose access was not renewed', async () => {
  const room = await openNewsroom({ worker: false, config: { metricsToken: token } })
  const states = [
    ['reconnect', { status: 'needs_reconnect', lasts: '1 hour', ends: '-1 hour' }],
    ['ends', { status: 'active', lasts: '60 days', ends: '6 days' }],
    ['ended', { status: 'active', lasts: '2 hours', ends: '-3 days' }],
    // None of these needs anybody.
    ['short', { status: 'active', lasts: '2 hours', ends: '1 hour' }],
    ['idle', { status: 'active', lasts: '2 hours', ends: '-1 day' }],
    ['fresh', { status: 'active', lasts: '60 days', ends: '59 days' }],
    ['gone', { status: 'needs_reconnect', lasts: '2 hours', ends: '-3 days' }],
    ['endless', { status: 'active', lasts: '1 hour', ends: null }],
  ] as const
  for (const [name, { status, lasts, ends }] of states) {
    const id = await room.account(name)
    const disconnectedAt = name === 'gone' ? new Date() : null
    await room.db.run(sql`
      update social_accounts set status = ${status}, disconnected_at = ${disconnectedAt} where id = ${id}`)
    await room.db.run(sql`
      update connections set expires_at = clock_timestamp() + ${ends}::interval,
        updated_at = coalesce(clock_timestamp() + ${ends}::interval - ${lasts}::interval, updated_at)
      where account_id = ${id}`)
  }
  const { text } = await ask(room.url, asMonitor)
  for (const name of ['to_reconnect', 'ending', 'not_renewed'])
    expect([name, numberAt(text, `crier_accounts_${name}`)]).toEqual([name, 1])
  await room.stop()
})

it('the numbers have each that the guide names, and the guide says which are worth waking up for', async () => {
  const house = await startHouse({ worker: false, config: { metricsToken: token } })
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8')
  const names = new Set(guide.match(/\bcrier_[a-z_]+/g))
  const { text } = await ask(house.url, asMonitor)
  const known = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name))
  const unknown = [...names].filter((name) => !known.has(name) && !known.has(name.replace(/_count$/, '')))
  expect(unknown).toEqual([])
  const alerts = guide.split('\n').filter((line) => line.includes('- {alert: '))
  expect(alerts.length).toBeGreaterThan(10)
  for (const alert of alerts) expect(alert).toMatch(/expr: .*\bcrier_[a-z_]+.*}$/)
  await house.stop()
})
