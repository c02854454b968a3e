import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { colleague } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { setState } from '../set-state.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  await house.db.run(sql`update workspaces set timezone = 'Europe/Berlin' where id = ${house.workspaceId}`)
})
afterAll(() => house.stop())

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const ask = (query: string, key = house.liveKey) => house.request('GET', `/v1/calendar?${query}`, { key })

/** A post that stands in the calendar at a time of any year. */
async function postAt(at: string, body: object = {}): Promise<string> {
  const { status, json } = await house.request('POST', '/v1/posts', {
    body: { caption: at, social_accounts: [harbour], scheduled_at: tomorrow, ...body },
  })
  expect([status, json.detail]).toEqual([200, undefined])
  await house.db.run(sql`update posts set scheduled_at = ${at}::timestamptz where id = ${json.id}`)
  return json.id
}

interface Day {
  date: string
  total: number
  posts: { id: string; text: string }[]
}
/** The days with posts, and the texts that they show. */
const textsOf = (days: Day[]) =>
  days.filter(({ total }) => total > 0).map(({ date, posts }) => [date, posts.map(({ text }) => text)])

describe('shows each post on its day', () => {
  test('by the clock of the workspace, on days of 23 and 25 hours too', async () => {
    const [spring, autumn] = [
      [
        '2021-03-27T22:59:59.999Z',
        '2021-03-27T23:00:00.000Z',
        '2021-03-28T21:59:00.000Z',
        '2021-03-28T22:00:00.000Z',
      ],
      [
        '2021-10-30T21:59:00.000Z',
        '2021-10-30T22:00:00.000Z',
        '2021-10-31T22:59:00.000Z',
        '2021-10-31T23:00:00.000Z',
      ],
    ]
    for (const at of [...spring, ...autumn]) await postAt(at)
    const { status, json } = await ask('from=2021-03-27&to=2021-03-29')
    expect([status, json.timezone, json.total, json.statuses]).toEqual([
      200,
      'Europe/Berlin',
      4,
      { scheduled: 4 },
    ])
    expect(textsOf(json.days)).toEqual([
      ['2021-03-27', [spring[0]]],
      ['2021-03-28', spring.slice(1, 3)],
      ['2021-03-29', [spring[3]]],
    ])
    expect(json.days[1]).toMatchObject({ from: '2021-03-27T23:00:00.000Z', to: '2021-03-28T22:00:00.000Z' })
    expect(textsOf((await ask('from=2021-10-30&to=2021-11-01')).json.days)).toEqual([
      ['2021-10-30', [autumn[0]]],
      ['2021-10-31', autumn.slice(1, 3)],
      ['2021-11-01', [autumn[3]]],
    ])
  })

  test('of another zone, and of days in part', async () => {
    await postAt('2022-05-01T15:30:00.000Z')
    const { json } = await ask('from=2022-05-01&to=2022-05-02&timezone=asia/tokyo')
    expect(json.timezone).toBe('Asia/Tokyo')
    expect(textsOf(json.days)).toEqual([['2022-05-02', ['2022-05-01T15:30:00.000Z']]])
    expect((await ask('from=2022-05-01T15:30:00Z&to=2022-05-01T15:30:00Z')).json.total).toBe(1)
    expect((await ask('from=2022-05-01T15:30:00.001Z&to=2022-05-02')).json.total).toBe(0)
  })

  test('at its creation if it was published at once, and a draft only with a time', async () => {
    const date = new Date().toISOString().slice(0, 10)
    const query = `from=${date}T00:00:00Z&to=${new Date(Date.now() + 3_600_000).toISOString()}&tag=immediate&per_day=100`
    const make = (body: object) =>
      house.request('POST', '/v1/posts', {
        body: { social_accounts: [harbour], tags: ['immediate'], ...body },
      })
    const now = (await make({ caption: 'now' })).json
    await make({ caption: 'someday', is_draft: true })
    const planned = (await make({ caption: 'planned', is_draft: true, scheduled_at: now.created_at })).json
    const { json } = await ask(query)
    expect(json.statuses).toEqual({ draft: 1, processing: 1 })
    const shown = json.days.flatMap(({ posts }: { posts: { id: string; at: string }[] }) => posts)
    expect(shown.map(({ id, at }: { id: string; at: string }) => [id, at]).toSorted()).toEqual(
      [now.id, planned.id].toSorted().map((id) => [id, now.created_at]),
    )
  })
})

test('shows of a post what a calendar needs', async () => {
  const film = await seedMedia(house, { kind: 'video' })
  const family = '👨‍👩‍👧‍👦'
  const id = await postAt('2022-06-01T09:00:00.000Z', {
    caption: `${family.repeat(79)}ab`,
    social_accounts: [flour, harbour],
    media: [film.path],
    tags: ['bread', 'autumn'],
  })
  const day = (await ask('from=2022-06-01&to=2022-06-01')).json.days[0]
  expect(day).toMatchObject({ date: '2022-06-01', total: 1, statuses: { scheduled: 1 }, next: null })
  const { headers } = await house.request('GET', `/v1/posts/${id}`)
  const media = (await house.request('GET', `/v1/media/${film.id}`)).json
  expect(day.posts).toEqual([
    {
      ...{
        id,
        status: 'scheduled',
        at: '2022-06-01T09:00:00.000Z',
        is_draft: false,
        movable: true,
        approval: null,
      },
      text: `${family.repeat(79)}a`,
      platforms: ['sandbox'],
      social_accounts: [flour, harbour],
      social_account_count: 2,
      tags: ['bread', 'autumn'],
      recurrence_id: null,
      open_notes: 0,
      author: house.userId,
      thumbnail_url: media.thumbnail_url,
      etag: headers.get('etag'),
    },
  ])
  expect(media.thumbnail_url).toContain('/thumbnail')
})

test('says what can be moved', async () => {
  const cases = [
    ['scheduled', true],
    ['held', true],
    ['committing', false],
    ['needs_review', false],
    ['published', false],
    ['canceled', false],
  ] as const
  const ids = new Map<string, boolean>()
  for (const [state, isMovable] of cases) {
    const id = await postAt('2022-07-01T09:00:00.000Z')
    ids.set(id, isMovable)
    if (state !== 'scheduled') await setState(house, id, state)
    const { status } = await house.request('PATCH', `/v1/posts/${id}`, { body: { tags: ['tried'] } })
    expect([state, status]).toEqual([state, isMovable ? 200 : 409])
  }
  ids.set(await postAt('2022-07-01T09:00:00.000Z', { is_draft: true }), true)
  const { posts } = (await ask('from=2022-07-01&to=2022-07-01&per_day=10')).json.days[0]
  const pairs = posts.map(({ id, movable }: { id: string; movable: boolean }) => [id, movable])
  expect(new Map(pairs)).toEqual(ids)
  expect(posts).toHaveLength(7)
})

test('counts all, shows the first, and leads to the rest', async () => {
  const at = (minute: number) => `2022-08-01T09:${String(minute).padStart(2, '0')}:00.000Z`
  const made: string[] = []
  for (const minute of [3, 1, 4, 0, 5, 2, 6]) made[minute] = await postAt(at(minute), { tags: ['many'] })
  await postAt(at(7))
  const listed = async (query: string) => {
    const [day] = (await ask(`from=2022-08-01&to=2022-08-01&tag=many${query}`)).json.days
    const ids: string[] = day.posts.map(({ id }: { id: string }) => id)
    const counted = [day.total, ids.length, day.next !== null]
    for (let next: string | null = day.next; next; ) {
      const { pathname, search } = new URL(next)
      const { status, json } = await house.request('GET', `${pathname}${search}`)
      expect(status).toBe(200)
      ids.push(...json.data.map(({ id }: { id: string }) => id))
      next = json.meta.next
    }
    return { counted, ids }
  }
  expect(await listed('')).toEqual({ counted: [7, 4, true], ids: made })
  expect(await listed('&per_day=2')).toEqual({ counted: [7, 2, true], ids: made })
  expect(await listed('&per_day=7')).toEqual({ counted: [7, 7, false], ids: made })
  expect(await listed('&per_day=0')).toEqual({ counted: [7, 0, true], ids: made })
})

test('finds by account, platform, status, tag, author and approval, and nothing of others', async () => {
  const author = await colleague(house, 'author')
  const held = await postAt('2022-09-01T09:00:00.000Z', {
    caption: 'held',
    social_accounts: [flour],
    tags: ['t'],
  })
  await setState(house, held, 'held')
  const asked = await author.request('POST', '/v1/posts', {
    body: { caption: 'asked', social_accounts: [harbour], scheduled_at: tomorrow },
  })
  await house.db.run(sql`update posts set scheduled_at = '2022-09-01T10:00Z' where id = ${asked.json.id}`)
  const found = async (query: string, key?: string) =>
    textsOf((await ask(`from=2022-09-01&to=2022-09-01&${query}`, key)).json.days).flatMap(
      ([, texts]) => texts,
    )
  expect(await found('')).toEqual(['held', 'asked'])
  expect(await found(`social_account_id=${flour}`)).toEqual(['held'])
  expect(await found('platform=sandbox')).toEqual(['held', 'asked'])
  expect(await found('platform=elsewhere')).toEqual([])
  expect(await found('status=held')).toEqual(['held', 'asked'])
  expect(await found('status=published,draft')).toEqual([])
  expect(await found('tag=t')).toEqual(['held'])
  expect(await found(`author=${author.userId}`)).toEqual(['asked'])
  expect(await found('approval=waiting')).toEqual(['asked'])
  for (const key of [house.testKey, (await house.other()).liveKey]) expect(await found('', key)).toEqual([])
})

test('422: refuses what is no span and no zone', async () => {
  const refused = async (query: string) => {
    const { status, json } = await ask(query)
    return [
      status,
      json.errors?.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    ]
  }
  expect(await refused('from=2026-01-01&to=2027-01-02')).toEqual([422, [['?to', 'span_too_long']]])
  expect(await refused('from=soon&to=2027-02-30')).toEqual([
    422,
    [
      ['?from', 'wrong_format'],
      ['?to', 'wrong_format'],
    ],
  ])
  expect(await refused('from=2026-01-01&to=2026-01-01&timezone=Mars/Olympus')).toEqual([
    422,
    [['?timezone', 'timezone_unknown']],
  ])
  expect((await ask('from=2026-01-01')).status).toBe(422)
  expect((await ask('from=2026-01-01&to=2026-01-01&per_day=1001')).status).toBe(422)
  expect((await ask('from=2026-01-01&to=2026-01-01&per_day=1000')).status).toBe(200)
  expect((await ask('from=2026-01-02&to=2026-01-01')).json).toMatchObject({ total: 0, days: [] })
  expect((await ask('from=2026-01-01&to=2027-01-01')).json.days).toHaveLength(366)
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/calendar?from=2026-01-01&to=2026-01-31' }),
)
