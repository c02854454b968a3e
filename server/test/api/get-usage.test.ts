// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { testRefusals } from './refusals.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

const usage = async (query = '', key = room.liveKey) => {
  const { status, json } = await room.request('GET', `/v1/usage${query}`, { key })
  expect(status).toBe(200)
  return json
}

test('is nothing at first, since the month began', async () => {
  const { from, to, media, ...counted } = await usage()
  expect(media).toEqual({ files: 0, bytes: 0, files_limit: 100_000, bytes_limit: null })
  expect(counted).toEqual({ published: 0, platforms: [] })
  expect(from).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/)
  expect(Math.abs(Date.parse(to) - Date.now())).toBeLessThan(60_000)
})

test('counts what was published, each part by itself, and nothing that was refused or asks', async () => {
  const account = await room.account('Counted')
  const refusing = await room.account('Refusing', { behavior: 'refuse' })
  const losing = await room.account('Losing', { behavior: 'drop_answer', network_class: 'blind' })
  const thread = await room.post({
    caption: 'One',
    social_accounts: [account],
    platform_configurations: {
      sandbox: { thread: [{ caption: 'Two' }, { caption: 'Three' }], first_comment: 'And a word' },
    },
  })
  const both = await room.post({ caption: 'One of two', social_accounts: [account, refusing] })
  const asks = await room.post({ caption: 'Lost', social_accounts: [losing] })
  await room.settled(thread.id, ['posted'])
  await room.settled(both.id, ['partial'])
  await room.settled(asks.id, ['needs_review'])
  const { published } = await usage()
  const rows = await room.db.row<{ count: number }>(room.sql`
    select count(*)::int as count from targets where workspace_id = ${room.workspaceId} and state = 'published'`)
  expect(rows).toEqual({ count: published })
  expect(published).toBe(5)
  const [result] = await room.results(asks.id)
  await room.request('POST', `/v1/post-results/${result?.id}/resolve`, { body: { outcome: 'published' } })
  expect(await usage()).toMatchObject({ published: 6, platforms: [{ platform: 'sandbox', published: 6 }] })
})

test('stays what it was when an account is disconnected', async () => {
  const account = await room.account('Disconnected')
  const before = (await usage()).published
  const post = await room.post({ caption: 'Gone', social_accounts: [account] })
  await room.settled(post.id, ['posted'])
  expect((await room.request('DELETE', `/v1/social-accounts/${account}`)).status).toBe(200)
  expect((await usage()).published).toBe(before + 1)
})

test('knows only the span that is asked for, with both its days, and the mode of the key', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { published } = await usage()
  expect((await usage(`?from=${today}&to=${today}`)).published).toBe(published)
  expect(await usage('?from=2020-01-01&to=2020-12-31T23:59:59Z')).toEqual({
    from: '2020-01-01T00:00:00.000Z',
    to: '2020-12-31T23:59:59.000Z',
    published: 0,
    platforms: [],
    media: expect.objectContaining({ files: 0 }),
  })
  expect((await usage('?to=2020-05-31')).from).toBe('2020-05-01T00:00:00.000Z')
  expect((await usage('', room.testKey)).published).toBe(0)
  const stranger = await room.other()
  expect((await usage('', stranger.liveKey)).published).toBe(0)
})

test.each([
  ['?from=yesterday', ['?from']],
  ['?from=2026-02-30&to=never', ['?from', '?to']],
  ['?since=2026-01-01', ['?since']],
])('refuses %s and says which', async (query, places) => {
  const { status, json } = await room.request('GET', `/v1/usage${query}`)
  expect(status).toBe(422)
  expect(json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(places)
})

testRefusals(
  () => room,
  'read',
  async () => ({ method: 'GET', path: '/v1/usage' }),
)
