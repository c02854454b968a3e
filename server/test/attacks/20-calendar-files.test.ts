// @module-tag slow
import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { redact, redactUrl } from '../../src/lib/log.ts'
import { type Browser, signedIn } from '../app/person.ts'
import { computedMs } from '../computed-ms.ts'
import { type House, startHouse } from '../house.ts'
import { readCalendar } from '../read-calendar.ts'

let house: House
let owner: Browser
let account: string
beforeAll(async () => {
  house = await startHouse({ worker: false, config: { trustedProxies: ['127.0.0.1', '::1'] } })
  owner = await signedIn(house)
  account = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`update posts set deleted_at = now() where deleted_at is null`)
  await house.db.run(sql`delete from calendar_addresses`)
  await house.db.run(sql`delete from rate_limits`)
})

async function make(name = 'Plan'): Promise<string> {
  const path = `/app/workspaces/${house.workspaceId}/calendar-addresses`
  return new URL((await owner.request('POST', path, { body: { name } })).json.url).pathname
}

/** Reads from an address of the documentation, as a proxy passes it on. */
const get = (path: string, ip = '203.0.113.1', headers: Record<string, string> = {}) =>
  house.request('GET', path, { key: null, headers: { 'x-forwarded-for': ip, ...headers } })

async function read(path: string) {
  return readCalendar(new Uint8Array(await (await fetch(house.url + path)).arrayBuffer()))
}

const guess = () => `/calendars/crier_calendar_${randomBytes(32).toString('base64url')}.ics`

describe('#20 the secret in the address of a calendar', () => {
  it('is stored as a hash of 256 random bits, and stands in no log', async () => {
    const path = await make()
    const secret = path.slice('/calendars/'.length, -'.ics'.length)
    expect((await get(path)).status).toBe(200)
    await get(`${path}x`)
    await get(path.replace('crier', '%63rier'))
    const rows = await house.db.rows<{ row: string }>(
      sql`select to_jsonb(c)::text as row from calendar_addresses c`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(secret.slice('crier_calendar_'.length))
    const tail = secret.slice('crier_calendar_'.length)
    expect(Buffer.from(tail, 'base64url')).toHaveLength(32)
    const lines = house
      .logged()
      .split('\n')
      .filter((line) => line.includes('/calendars/'))
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(house.logged()).not.toContain(tail)
    const { text } = await house.request('GET', '/metrics')
    expect(text).not.toContain(tail)
  })

  it.each([
    (secret: string) => `GET /calendars/${secret}.ics failed`,
    (secret: string) => `/calendars/${secret.replaceAll('_', '%5F')}.ics`,
  ])('is taken out of what is logged (%#)', (say) => {
    const secret = `crier_calendar_${randomBytes(32).toString('base64url')}`
    expect(redactUrl(redact(say(secret)))).not.toContain(secret.slice(15))
  })

  it('is not guessed: what is none is not there, in whichever form, and tells nothing', async () => {
    const path = await make()
    const secret = path.slice('/calendars/'.length)
    const wrong = [
      guess(),
      `/calendars/${secret.slice(0, -4)}`,
      `/calendars/${secret.toUpperCase()}`,
      `/calendars/${secret.slice(0, -5)}.ics`,
      `/calendars/${secret}.ics`,
      `/calendars/%00${secret}`,
      `/calendars/${secret}%00`,
      `/calendars/x'%20or%20'1'='1.ics`,
      `/calendars/${house.liveKey}.ics`,
      '/calendars/.ics',
    ]
    const answers = await Promise.all(wrong.map((each) => get(each)))
    const shown = answers.map(({ status, json }) => ({ status, ...json, request_id: null }))
    for (const answer of shown) expect(answer).toEqual(shown[0])
    expect(shown[0]).toMatchObject({ status: 404, code: 'not_found' })
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store')
    // A key, and the cookie of a person, open nothing here.
    const withKey = await house.request('GET', guess(), { key: house.liveKey })
    expect([withKey.status, (await owner.request('GET', guess())).status]).toEqual([404, 404])
  })

  it('opens nothing but the calendar', async () => {
    const path = await make()
    const secret = path.slice('/calendars/'.length, -'.ics'.length)
    for (const at of ['/v1/me', '/v1/posts', '/mcp'])
      expect([at, (await house.request('GET', at, { key: secret })).status]).toEqual([
        at,
        at === '/mcp' ? expect.any(Number) : 401,
      ])
    expect((await house.request('POST', '/mcp', { key: secret, body: {} })).status).toBe(401)
  })

  it('is asked for so often in a minute, and those of others who share an address are still answered', async () => {
    const path = await make()
    const statuses: number[] = []
    for (let count = 0; count < 62; count += 1) statuses.push((await get(guess(), '203.0.113.7')).status)
    expect(statuses).toEqual([...Array(60).fill(404), 429, 429])
    const refused = await get(guess(), '203.0.113.7')
    expect(refused.json.code).toBe('calendar_read_too_often')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The fetchers of a provider share addresses: one of its users must not shut out the others.
    expect((await get(path, '203.0.113.7')).status).toBe(200)
    expect((await get(guess(), '203.0.113.8')).status).toBe(404)
  })

  it('opens its calendar thirty times in a minute, wherever it is read from', async () => {
    const [path, other] = [await make(), await make('Other')]
    await outsideOfTurns()
    const statuses: number[] = []
    for (let count = 0; count < 32; count += 1) statuses.push((await get(path, `203.0.113.${count}`)).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
    const refused = await get(path)
    expect(refused.json.code).toBe('calendar_read_too_often')
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await get(other)).status).toBe(200)
  })
})

/** Waits where the minute of the database is nearly over: its next one would let more through. */
async function outsideOfTurns(): Promise<void> {
  await expect
    .poll(
      async () => {
        const row = await house.db.row<{ second: number }>(
          sql`select extract(second from clock_timestamp())::float8 as second`,
        )
        return (row?.second ?? 60) < 45
      },
      { timeout: 20_000 },
    )
    .toBe(true)
}

const caption = async (text: string) => {
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const body = { caption: 'words', social_accounts: [account], scheduled_at: at }
  const { id } = (await house.request('POST', '/v1/posts', { body })).json
  await house.db.run(sql`update posts set caption = ${text} where id = ${id}`)
  return id
}

describe('#13 the text of a post in a calendar', () => {
  it.each([
    'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:planted\r\nSUMMARY:Planted',
    'x\nATTACH:https://evil.example\nEND:VCALENDAR',
    'x\rBEGIN:VALARM\rACTION:AUDIO',
    'x\u2028ATTENDEE:mailto:ada@example.org\u2029x\u0085x\u000bx\u000cx',
    'one, two; three \\n four \\',
    '\\\\,;\\;,\\',
    'bell \u0007 escape \u001b[31m delete \u007f csi \u009b',
    '\u202ereversed\u202c \u2066isolated\u2069 \u200fmark',
    '👩‍👩‍👧‍👦'.repeat(200),
    `${'x'.repeat(60)}${'😀'.repeat(100)}`,
    'é'.repeat(700),
    '\t tab \t',
    ' '.repeat(200),
    '',
    'BEGIN:VCALENDAR',
    `=HYPERLINK("https://evil.example")`,
    'half \ufffd of an emoji',
  ])('stays the text of its own event: %j', async (text) => {
    const id = await caption(text)
    const { events, components } = await read(await make())
    expect(components).toEqual(['VEVENT', 'VCALENDAR'])
    const [event] = events
    expect(event?.get('UID')).toBe(id)
    expect([...(event?.keys() ?? [])]).toEqual([
      'UID',
      'DTSTAMP',
      'LAST-MODIFIED',
      'SEQUENCE',
      'DTSTART',
      'DTEND',
      'SUMMARY',
      'DESCRIPTION',
      'URL',
      'STATUS',
      'TRANSP',
    ])
    const summary = event?.get('SUMMARY') ?? ''
    expect(summary).toMatch(/^Scheduled(?:: .+)? \(@harbour · Sandbox\)$/)
    // Nothing turns around what the title says of the post, and it is one line.
    expect(summary).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\n]/)
    const lines = text.replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
    expect(event?.get('DESCRIPTION')?.startsWith(lines)).toBe(true)
  })

  it('and the name of a calendar and of an account begin no line either', async () => {
    await caption('words')
    await house.db.run(sql`
      update social_accounts set username = ${'har\r\nSTATUS:CANCELLED\u202e,bour'} where id = ${account}`)
    const { head, events } = await read(await make('Plan\r\nMETHOD:CANCEL;x'))
    expect(head.get('NAME')).toBe('Plan\nMETHOD:CANCEL;x')
    expect(head.has('METHOD')).toBe(false)
    expect(events[0]?.get('STATUS')).toBe('CONFIRMED')
    expect(events[0]?.get('SUMMARY')).toBe('Scheduled: words (@har STATUS:CANCELLED,bour · Sandbox)')
    await house.db.run(sql`update social_accounts set username = 'harbour' where id = ${account}`)
  })
})

/** Stores posts as requests would have stored them, one each half hour around now. */
async function plant(count: number, text: string): Promise<void> {
  await house.db.run(sql`
    with x as materialized (
      select uuidv7() as post_id, uuidv7() as id, clock_timestamp() + (n - ${count} / 5) * interval '30 minutes' as at
      from generate_series(1, ${count}) n
    ), made as (
      insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, scheduled_at, late_policy)
      select ${house.workspaceId}, post_id, 'live', ${house.userId}, ${text}, array[${account}::uuid], false, at, 'ask' from x)
    insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy, state,
      next_action_at, content)
    select ${house.workspaceId}, id, 'live', post_id, ${account}, 'sandbox', id, at, 'ask', 'scheduled', 'infinity',
      '{"text":"","media":[]}' from x`)
  // As PostgreSQL does by itself within a minute.
  await house.db.run(sql`analyze posts, targets`)
}

/** The longest time, in ms of computing, for which one turn of the loop held up all others while something was done. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  const done = work().finally(() => {
    isOver = true
  })
  let [longest, last] = [0, computedMs()]
  while (!isOver) {
    await turn()
    const now = computedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  await done
  return longest
}

describe('a calendar of 5,000 posts', () => {
  it('has the 2,000 nearest ones, and holds no other request up for 50 ms', async () => {
    await plant(5_000, 'An ordinary text of a post, with “quotes”, commas, and some words more. '.repeat(6))
    const path = await make()
    await get(path)
    let body = new Uint8Array()
    const longest = await longestTurn(async () => {
      body = new Uint8Array(await (await fetch(house.url + path)).arrayBuffer())
    })
    expect(longest).toBeLessThan(50)
    const { events } = readCalendar(body)
    expect(events).toHaveLength(2_000)
    const times = events.map((event) => event.get('DTSTART') ?? '')
    expect(times).toEqual(times.toSorted())
    // Posts begin a thousand places before now, so that as many are shown before it as after it.
    const now = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
    expect(times.filter((time) => time < now).length).toBeGreaterThan(990)
    expect(times.filter((time) => time < now).length).toBeLessThan(1_010)
  }, 60_000)

  it('has at most four megabytes, those nearest to now', async () => {
    await plant(5_000, '漢字の長い文章。'.repeat(180))
    const path = await make()
    const body = new Uint8Array(await (await fetch(house.url + path)).arrayBuffer())
    expect(body.length).toBeLessThan(4_001_000)
    expect(body.length).toBeGreaterThan(3_900_000)
    const { events } = readCalendar(body)
    expect(events.length).toBeGreaterThan(500)
    expect(events.length).toBeLessThan(2_000)
  }, 60_000)
})
