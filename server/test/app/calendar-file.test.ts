// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { makeRecurrence } from '../api/one-recurrence.ts'
import { colleague, inHours } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { type Component, type ReadCalendar, readCalendar } from '../read-calendar.ts'
import { setState } from '../set-state.ts'
import { until } from '../stories/until.ts'
import { type Browser, signedIn } from './person.ts'

let house: House
let owner: Browser
let harbour: string
let mill: string
beforeAll(async () => {
  house = await startHouse()
  owner = await signedIn(house)
  harbour = await house.connect('sandbox', { name: 'harbour' })
  mill = await house.connect('sandbox', { name: 'mill' })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`update posts set deleted_at = now() where deleted_at is null`)
  await house.db.run(sql`delete from calendar_addresses`)
})

async function make(more: object = {}): Promise<string> {
  const path = `/app/workspaces/${house.workspaceId}/calendar-addresses`
  const { json } = await owner.request('POST', path, { body: { name: 'Plan', ...more } })
  return new URL(json.url).pathname
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(house.url + path, { headers, method })

async function read(path: string): Promise<ReadCalendar> {
  const answer = await get(path)
  expect(answer.status).toBe(200)
  return readCalendar(new Uint8Array(await answer.arrayBuffer()))
}

async function post(more: object = {}, key = house.liveKey): Promise<string> {
  const body = { caption: 'Rye', social_accounts: [harbour], scheduled_at: inHours(24), ...more }
  const { status, json } = await house.request('POST', '/v1/posts', { body, key })
  expect([status, json.detail]).toEqual([200, undefined])
  return json.id
}

const summaries = ({ events }: ReadCalendar) => events.map((event) => event.get('SUMMARY'))
const eventOf = ({ events }: ReadCalendar, id: string): Component => {
  const found = events.filter((event) => event.get('UID') === id)
  expect(found).toHaveLength(1)
  return found[0] ?? new Map()
}

describe('the calendar of a workspace', () => {
  it('has a post at its time, with its words, its account and the way to it', async () => {
    const at = new Date(Date.now() + 3 * 86_400_000)
    const id = await post({ caption: 'Rye, spelt; and more', scheduled_at: at.toISOString() })
    const calendar = await read(await make({ name: 'Harbour, Bakery' }))
    const { publicUrl } = house.context.config
    expect(Object.fromEntries(calendar.head)).toEqual({
      VERSION: '2.0',
      PRODID: '-//Crier//Calendar//EN',
      CALSCALE: 'GREGORIAN',
      NAME: 'Harbour, Bakery',
      'X-WR-CALNAME': 'Harbour, Bakery',
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT60M',
      'X-PUBLISHED-TTL': 'PT60M',
      URL: `${publicUrl}/calendar`,
    })
    const stamp = expect.stringMatching(/^\d{8}T\d{6}Z$/)
    const compact = (time: number) => `${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}`
    expect(Object.fromEntries(eventOf(calendar, id))).toEqual({
      UID: id,
      DTSTAMP: stamp,
      'LAST-MODIFIED': stamp,
      SEQUENCE: '1',
      DTSTART: compact(at.getTime()),
      DTEND: compact(at.getTime() + 15 * 60_000),
      SUMMARY: 'Scheduled: Rye, spelt; and more (@harbour · Sandbox)',
      DESCRIPTION: `Rye, spelt; and more\n\nScheduled\n@harbour · Sandbox: Scheduled\n\nOpen it in Crier: ${publicUrl}/posts/${id}`,
      URL: `${publicUrl}/posts/${id}`,
      STATUS: 'CONFIRMED',
      TRANSP: 'TRANSPARENT',
    })
  })

  it('moves a post that was moved, under its name, as a later version', async () => {
    const id = await post()
    const path = await make()
    const before = eventOf(await read(path), id)
    // Times in the file are whole seconds.
    await house.db.run(sql`update posts set updated_at = updated_at - interval '5 s' where id = ${id}`)
    await house.db.run(sql`update targets set updated_at = updated_at - interval '5 s' where post_id = ${id}`)
    const early = eventOf(await read(path), id)
    const moved = await house.request('PATCH', `/v1/posts/${id}`, { body: { scheduled_at: inHours(50) } })
    expect(moved.status).toBe(200)
    const after = eventOf(await read(path), id)
    expect(Number(after.get('SEQUENCE'))).toBeGreaterThan(Number(before.get('SEQUENCE')))
    expect(after.get('DTSTART')).not.toBe(before.get('DTSTART'))
    expect(String(after.get('LAST-MODIFIED')) > String(early.get('LAST-MODIFIED'))).toBe(true)
  })

  it('tells what became of posts, and says of none that went wrong that it is confirmed', async () => {
    const path = await make()
    await house.request('PATCH', `/v1/social-accounts/${mill}`, {
      body: { behavior: { behavior: 'refuse' } },
    })
    const now = { scheduled_at: null }
    const [out, refused] = [
      await post({ ...now, caption: 'Out' }),
      await post({ ...now, caption: 'Refused', social_accounts: [mill] }),
    ]
    const partly = await post({ ...now, caption: 'Partly', social_accounts: [harbour, mill] })
    await until(
      () => read(path),
      (it) => summaries(it).every((each) => !each?.startsWith('Going out')),
    )
    const unsure = await post({ caption: 'Unsure' })
    await setState(house, unsure, 'needs_review')
    const calendar = await read(path)
    expect(eventOf(calendar, out).get('SUMMARY')).toBe('Published: Out (@harbour · Sandbox)')
    expect(eventOf(calendar, out).get('STATUS')).toBe('CONFIRMED')
    expect(eventOf(calendar, out).get('DESCRIPTION')).toMatch(
      /\n@harbour · Sandbox: Published – http:\/\/127\.0\.0\.1:\d+\/sandbox\/\S+\n/,
    )
    const failed = eventOf(calendar, refused)
    expect(failed.get('SUMMARY')).toBe('Not published: Refused (@mill · Sandbox)')
    const { json } = await house.request('GET', `/v1/posts/${refused}?expand=results`)
    expect(json.results[0].error.message).not.toBe('')
    expect(failed.get('DESCRIPTION')).toContain(
      `\n@mill · Sandbox: Not published – ${json.results[0].error.message}\n`,
    )
    expect(eventOf(calendar, partly).get('SUMMARY')).toBe('Partly published: Partly (@harbour · Sandbox, +1)')
    expect(eventOf(calendar, unsure).get('SUMMARY')).toBe('Is it live?: Unsure (@harbour · Sandbox)')
    for (const id of [refused, partly, unsure]) expect(eventOf(calendar, id).has('STATUS')).toBe(false)
    await house.request('PATCH', `/v1/social-accounts/${mill}`, {
      body: { behavior: { behavior: 'succeed' } },
    })
  })

  it('has plans that nobody has settled as tentative: drafts with a time and what waits for approval', async () => {
    const [draft, loose] = [
      await post({ is_draft: true, caption: 'Perhaps' }),
      await post({ is_draft: true, scheduled_at: null, caption: 'Some day' }),
    ]
    const author = await colleague(house, 'author')
    const body = { caption: 'May I?', social_accounts: [harbour], scheduled_at: inHours(30) }
    const asked = (await author.request('POST', '/v1/posts', { body })).json.id
    const calendar = await read(await make())
    expect(summaries(calendar)).toEqual([
      'Draft: Perhaps (@harbour · Sandbox)',
      'Waiting for approval: May I? (@harbour · Sandbox)',
    ])
    for (const id of [draft, asked]) expect(eventOf(calendar, id).get('STATUS')).toBe('TENTATIVE')
    expect(eventOf(calendar, draft).get('DESCRIPTION')).toContain('\n\nDraft\n@harbour · Sandbox\n\n')
    expect(calendar.events.some((event) => event.get('UID') === loose)).toBe(false)
  })

  it('has no post that was canceled or deleted: programs drop what is not there any more', async () => {
    const [canceled, deleted, stays] = [await post(), await post(), await post()]
    const path = await make()
    expect((await read(path)).events).toHaveLength(3)
    await house.request('POST', `/v1/posts/${canceled}/cancel`)
    await house.request('DELETE', `/v1/posts/${deleted}`)
    expect((await read(path)).events.map((event) => event.get('UID'))).toEqual([stays])
  })

  it('has what the queue and what repeats have planned', async () => {
    const slot = { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], time: '09:00' }
    expect((await house.request('POST', '/v1/queue-slots', { body: slot })).status).toBe(200)
    const body = { caption: 'In turn', social_accounts: [harbour], use_queue: true }
    const queued = (await house.request('POST', '/v1/posts', { body })).json
    const { id } = await makeRecurrence(house, mill, {
      caption: 'Each day',
      rule: { unit: 'day', times: ['12:00'] },
    })
    const path = await make()
    const planned = await house.db.rows(
      sql`select from posts where recurrence_id = ${id} and deleted_at is null`,
    )
    const calendar = await read(path)
    expect(eventOf(calendar, queued.id).get('SUMMARY')).toBe('Scheduled: In turn (@harbour · Sandbox)')
    const daily = summaries(calendar).filter((each) => each === 'Scheduled: Each day (@mill · Sandbox)')
    expect(daily.length).toBe(planned.length)
    expect(daily.length).toBeGreaterThan(3)
    await house.request('DELETE', `/v1/recurrences/${id}`)
  })

  it('reaches from 30 days ago to 180 days ahead', async () => {
    const place = async (days: number) => {
      const id = await post({ caption: `${days} days` })
      await house.db.run(sql`
        update posts set scheduled_at = date_trunc('day', clock_timestamp(), 'UTC') + ${days} * interval '1 day' where id = ${id}`)
    }
    for (const days of [-31, -30, 179, 180]) await place(days)
    expect(summaries(await read(await make()))).toEqual([
      'Scheduled: -30 days (@harbour · Sandbox)',
      'Scheduled: 179 days (@harbour · Sandbox)',
    ])
  })

  it('has live posts alone, of this workspace', async () => {
    const practice = await house.connect('sandbox', { name: newId() }, 'test')
    await post({ social_accounts: [practice] }, house.testKey)
    const other = await house.other()
    const theirs = await house.connectIn(other, 'sandbox', { name: newId() }, 'live')
    await post({ social_accounts: [theirs] }, other.liveKey)
    const { events, components } = await read(await make())
    expect(events).toEqual([])
    // A calendar without any part is none.
    expect(components).toEqual(['STANDARD', 'VTIMEZONE', 'VCALENDAR'])
  })

  it('has posts of the chosen accounts alone', async () => {
    await post({ caption: 'Harbour' })
    await post({ caption: 'Mill', social_accounts: [mill], scheduled_at: inHours(25) })
    await post({ caption: 'Both', social_accounts: [harbour, mill], scheduled_at: inHours(26) })
    const calendar = await read(await make({ social_account_ids: [mill] }))
    expect(summaries(calendar)).toEqual([
      'Scheduled: Mill (@mill · Sandbox)',
      'Scheduled: Both (@harbour · Sandbox, +1)',
    ])
  })

  it.each([
    ['de', 'Geplant: Rye (@harbour · Sandbox)', 'In Crier öffnen: '],
    ['es', 'Programada: Rye (@harbour · Sandbox)', 'Abrir en Crier: '],
  ])('speaks %s where its person chose that', async (language, summary, words) => {
    await post()
    const calendar = await read(await make({ language }))
    expect(summaries(calendar)).toEqual([summary])
    expect(calendar.events[0]?.get('DESCRIPTION')).toContain(`\n\n${words}http`)
  })

  it('says how long the text goes on where it is too long for a note', async () => {
    const id = await post()
    await house.db.run(sql`update posts set caption = ${'word '.repeat(600)} where id = ${id}`)
    const event = eventOf(await read(await make()), id)
    expect(event.get('DESCRIPTION')).toMatch(/^(?:word ){299}word…\n\n/)
    expect(event.get('SUMMARY')).toMatch(/^Scheduled: (?:word ){11}word… \(/)
  })
})

describe('an answer', () => {
  it('is one for programs: private, without cookies, and short where nothing changed', async () => {
    const id = await post()
    const path = await make()
    const first = await get(path)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="crier.ics"',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(first.headers.get('set-cookie')).toBeNull()
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const again = await get(path, { 'if-none-match': `"other", W/${etag}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    await house.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'Spelt' } })
    const changed = await get(path, { 'if-none-match': etag })
    expect([changed.status, (await changed.text()).includes('Spelt')]).toEqual([200, true])
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  it('to HEAD has the headers of the same answer and no body', async () => {
    await post()
    const path = await make()
    const [whole, head] = [await get(path), await get(path, {}, 'HEAD')]
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(300)
  })

  it('takes no other method', async () => {
    const path = await make()
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect([method, (await get(path, {}, method)).status]).toEqual([method, 405])
  })
})
