import { afterEach, beforeEach, expect, test } from 'vitest'
import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { createMediaHost } from '../../conformance/media-host.ts'
import { makePicture } from '../../conformance/pictures.ts'
import { neededScope } from '../app.ts'
import { limits } from '../check.ts'
import { type FakeBusiness, startFakeBusiness } from './fake.ts'

let fake: FakeBusiness
let token: string
beforeEach(async () => {
  fake = await startFakeBusiness()
  token = fake.google.oauth.issue('harbour', [neededScope])
})
afterEach(() => fake.close())

const location = '/v4/accounts/101/locations/201/localPosts'
const update: JsonObject = { topicType: 'STANDARD', summary: 'Words' }
const time = { hours: 9, minutes: 0, seconds: 0, nanos: 0 }
const schedule = {
  startDate: { year: 2030, month: 5, day: 1 },
  startTime: time,
  endDate: { year: 2030, month: 5, day: 2 },
  endTime: time,
}
const event = { title: 'A regatta', schedule }

async function ask(method: string, path: string, json?: Json, bearer = token) {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const body = json === undefined ? null : JSON.stringify(json)
  const answer = await fetch(fake.url + path, { method, headers, body })
  const given = asObject((await answer.json()) as Json) ?? {}
  return { status: answer.status, given, error: asObject(given.error)?.status ?? null }
}

test('it makes posts, lists the newest first, and shows an address of those that people see', async () => {
  const first = await ask('POST', location, update)
  const second = await ask('POST', location, { ...update, summary: 'More words' })
  expect(first.given).toMatchObject({ state: 'LIVE', searchUrl: expect.stringContaining('local.google.com') })
  const { given } = await ask('GET', location)
  expect(given.localPosts).toMatchObject([{ name: second.given.name }, { name: first.given.name }])
})

test('it looks at posts for a while, and rejects those with a telephone number', async () => {
  fake.world.processMs = 60_000
  const { given } = await ask('POST', location, update)
  expect(given.state).toBe('PROCESSING')
  expect(given).not.toHaveProperty('searchUrl')
  fake.world.processMs = 0
  expect((await ask('POST', location, { ...update, summary: '+441225123456' })).given.state).toBe('REJECTED')
})

test.each<[string, JsonObject]>([
  ['no topic', { summary: 'Words' }],
  ['an alert', { ...update, topicType: 'ALERT', alertType: 'COVID_19' }],
  ['nothing in it', { topicType: 'STANDARD' }],
  ['a long text', { ...update, summary: 'x'.repeat(1_501) }],
  ['an unknown member', { ...update, title: 'T' }],
  ['a member that is output only', { ...update, state: 'LIVE' }],
  ['an unknown language', { ...update, languageCode: 'English!' }],
  ['an event that is none', { ...update, event }],
  ['an event without one', { ...update, topicType: 'EVENT' }],
  ['an event without a title', { ...update, topicType: 'EVENT', event: { schedule } }],
  [
    'an event with a long title',
    { ...update, topicType: 'EVENT', event: { title: 'x'.repeat(59), schedule } },
  ],
  [
    'an event without its end',
    { ...update, topicType: 'EVENT', event: { title: 'T', schedule: { ...schedule, endTime: null } } },
  ],
  [
    'an event that ends at once',
    {
      ...update,
      topicType: 'EVENT',
      event: { title: 'T', schedule: { ...schedule, endDate: schedule.startDate } },
    },
  ],
  [
    'a day that is none',
    {
      ...update,
      topicType: 'EVENT',
      event: { title: 'T', schedule: { ...schedule, endDate: { year: 2030, month: 2, day: 30 } } },
    },
  ],
  [
    'a time that is none',
    {
      ...update,
      topicType: 'EVENT',
      event: { title: 'T', schedule: { ...schedule, endTime: { hours: 24 } } },
    },
  ],
  ['an offer without its days', { ...update, topicType: 'OFFER', offer: {} }],
  ['an offer without an offer', { ...update, topicType: 'OFFER', event }],
  ['an offer that is none', { ...update, offer: {} }],
  [
    'an offer with an address that is none',
    { ...update, topicType: 'OFFER', event, offer: { redeemOnlineUrl: 'here' } },
  ],
  ['a deprecated button', { ...update, callToAction: { actionType: 'GET_OFFER', url: 'https://a.example' } }],
  ['a button without a link', { ...update, callToAction: { actionType: 'BOOK' } }],
  ['a call with a link', { ...update, callToAction: { actionType: 'CALL', url: 'https://a.example' } }],
  ['a video', { ...update, media: [{ mediaFormat: 'VIDEO', sourceUrl: 'https://a.example' }] }],
  ['a photo without a source', { ...update, media: [{ mediaFormat: 'PHOTO' }] }],
  ['a photo by its bytes', { ...update, media: [{ mediaFormat: 'PHOTO', dataRef: {} }] }],
  [
    'a photo that is not there',
    { ...update, media: [{ mediaFormat: 'PHOTO', sourceUrl: 'http://127.0.0.1:9/' }] },
  ],
])('it refuses a post with %s', async (_, post) => {
  expect(await ask('POST', location, post)).toMatchObject({ status: 400, error: 'INVALID_ARGUMENT' })
  expect(fake.world.posts).toEqual([])
})

test('it takes one photo of a size, and no other file', async () => {
  const host = createMediaHost()
  const { bytes } = await makePicture(0, limits(null))
  const sourceUrl = await host.publish(bytes, 'image/jpeg')
  const withMedia = (...urls: string[]) => ({
    ...update,
    media: urls.map((url) => ({ mediaFormat: 'PHOTO', sourceUrl: url })),
  })
  expect((await ask('POST', location, withMedia(sourceUrl))).status).toBe(200)
  expect((await ask('POST', location, withMedia(sourceUrl, sourceUrl))).status).toBe(400)
  const sharp = (await import('sharp')).default
  const make = (width: number, format: 'png' | 'gif') =>
    sharp({ create: { width, height: 300, channels: 3, background: '#fff' } })
      .toFormat(format)
      .toBuffer()
  for (const file of [await make(249, 'png'), await make(300, 'gif')])
    expect((await ask('POST', location, withMedia(await host.publish(file, 'image/png')))).status).toBe(400)
  expect(
    (await ask('POST', location, withMedia(await host.publish(await make(250, 'png'), 'image/png')))).status,
  ).toBe(200)
})

test('it changes only what a mask names, and deletes a post once', async () => {
  const { given } = await ask('POST', location, update)
  const path = `/v4/${String(given.name)}`
  expect((await ask('PATCH', path, { summary: 'New' })).status).toBe(400)
  expect((await ask('PATCH', `${path}?updateMask=summary`, { summary: 'New' })).given.summary).toBe('New')
  expect(await ask('DELETE', path)).toMatchObject({ status: 200, given: {} })
  for (const method of ['GET', 'DELETE'])
    expect(await ask(method, path)).toMatchObject({ status: 404, error: 'NOT_FOUND' })
})

test.each([
  ['/v4/accounts/104/locations/201/localPosts', 404],
  ['/v4/accounts/101/locations/202/localPosts', 404],
  ['/v4/accounts/102/locations/203/localPosts', 403],
  ['/v1/accounts/103/locations?readMask=name', 403],
  ['/v1/accounts/999/locations?readMask=name', 404],
  ['/v1/accounts/101/locations', 400],
  ['/v1/accounts/101/locations?readMask=name,everything', 400],
  ['/v1/accounts/101/locations?readMask=name&pageSize=101', 400],
  ['/v1/accounts?pageSize=21', 400],
  ['/v1/locations/999?readMask=name', 404],
  [`${location}?pageSize=101`, 400],
  [`${location}?orderBy=createTime`, 400],
])('it refuses to show %s', async (path, status) => {
  expect((await ask('GET', path)).status).toBe(status)
})

test('it knows who calls, and with which permission', async () => {
  const other = fake.google.oauth.issue('harbour', ['https://www.googleapis.com/auth/youtube'])
  expect(await ask('GET', location, undefined, 'nobody')).toMatchObject({
    status: 401,
    error: 'UNAUTHENTICATED',
  })
  expect(await ask('GET', location, undefined, other)).toMatchObject({
    status: 403,
    error: 'PERMISSION_DENIED',
  })
  const stranger = fake.google.oauth.issue('tide', [neededScope])
  expect((await ask('GET', location, undefined, stranger)).status).toBe(404)
  fake.world.isApproved = false
  expect(await ask('GET', location)).toMatchObject({ status: 429, error: 'RESOURCE_EXHAUSTED' })
})
