import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../../../../scripts/test-needs.ts'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { neededScopes } from '../app.ts'
import { boardChoices, deletePins, editPins, measurePins } from '../powers.ts'
import { connectByOauth } from '../sign-in.ts'
import { board, publishing } from './fake.ts'
import { readDescription } from './official-description.ts'
import { aCover, layOut, layOutVideo, pictures, publish } from './steps.ts'
import { openHouse, type PinterestHouse, redirectUri } from './world.ts'

const description = readDescription()

beforeEach(skipWithout('folder of official descriptions'))

let house: PinterestHouse
let calls: readonly FakeCall[]
beforeAll(async () => {
  house = await openHouse()
  calls = await liveOnce()
})
afterAll(() => house.close())

const everything: JsonObject = { title: 'A day at sea', link: 'https://boats.example/' }

/** Everything that the connector ever asks of Pinterest. */
async function liveOnce(): Promise<FakeCall[]> {
  const { account, credentials, connectIo, fake } = house
  await signInAndRefresh()
  await publish(house, { text: '' })
  await publish(house, { media: await pictures(house, 5), options: everything })
  for (const laid of [{ cover: await aCover(house) }, { options: { video_cover_timestamp_ms: 2_500 } }]) {
    const bench = await layOutVideo(house, laid)
    const sent = await bench.readyToSend()
    await bench.send(sent)
    await bench.settle(sent)
  }
  const post = await publish(house, { options: everything })
  await measurePins.measure([post, post], account, credentials, connectIo)
  await boardChoices.list({ option: 'board_ids', query: '', account, credentials }, connectIo)
  const changes = { title: 'T', link: 'https://boats.example/2' }
  const edit = { post, part: 'post' as const, options: {}, text: 'Words', changes }
  await editPins.edit(edit, account, credentials, connectIo)
  await deletePins.delete(post, account, credentials, connectIo)
  return fake.calls.filter(({ url }) => url.pathname.startsWith('/v5/'))
}

async function signInAndRefresh(): Promise<void> {
  const io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
  const { url, keep } = await connectByOauth.begin({}, io)
  const page = url.replace('https://www.pinterest.com', house.fake.url)
  const body = new URLSearchParams({ decision: 'allow' })
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  const [candidate] = await connectByOauth.finish(back.searchParams, keep, io)
  await connectByOauth.refresh(house.account, candidate?.profile.credentials ?? {}, io)
}

test('every request is as Pinterest describes its API, down to the last member', () => {
  expect(new Set(calls.map(({ name }) => name.replace(/\d{10,}/, ':id'))).size).toBe(10)
  const faults = calls.map((call) => [call.name, description?.faultsOf(call)])
  expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([])
  const scopes = calls.flatMap((call) => description?.scopesOf(call) ?? [])
  expect([...new Set(scopes)].sort()).toEqual([...neededScopes].sort())
})

test('the fake answers as Pinterest describes its API', async () => {
  const bench = await layOut(house, { options: everything })
  const { commit } = await bench.readyToSend()
  const pin = await publish(house, { options: everything })
  const token = String(house.credentials.access_token)
  const ask = async (method: string, path: string, json?: Json) => {
    const url = new URL(`${house.fake.url}/v5${path}`)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = json === undefined ? null : JSON.stringify(json)
    const answer = await fetch(url, { method, headers, body })
    const text = await answer.text()
    const parsed: Json = text === '' ? null : JSON.parse(text)
    return [answer.status, description?.faultsOfAnswer({ method, url }, answer.status, parsed)]
  }
  expect(commit.url).toContain('/v5/pins')
  expect(await ask('GET', '/user_account')).toEqual([200, []])
  expect(await ask('GET', '/boards')).toEqual([200, []])
  expect(await ask('GET', `/boards/${board}/pins`)).toEqual([200, []])
  expect(await ask('GET', `/pins/${pin.remoteId}?pin_metrics=true`)).toEqual([200, []])
  expect(await ask('PATCH', `/pins/${pin.remoteId}`, { title: 'T' })).toEqual([200, []])
  expect(await ask('POST', '/media', { media_type: 'video' })).toEqual([201, []])
  expect(await ask('POST', '/media', { media_type: 'image' })).toEqual([400, []])
  expect(await ask('GET', '/media/1')).toEqual([404, []])
  expect(await ask('DELETE', `/pins/${pin.remoteId}`)).toEqual([204, []])
  expect(await ask('GET', `/pins/${pin.remoteId}`)).toEqual([404, []])
})

test('the check of requests finds what is not described', () => {
  const made = calls.find(({ name }) => name === publishing)
  if (!made) throw new Error('Nothing was published.')
  const broken = (change: Partial<FakeCall>) => description?.faultsOf({ ...made, ...change })
  const bodyOf = (body: object) => broken({ body: Buffer.from(JSON.stringify(body)) })
  expect(broken({})).toEqual([])
  expect(bodyOf({ titel: 'A' })).toEqual(['/titel is not known.'])
  expect(bodyOf({ title: 'A'.repeat(101) })).toEqual(['/title is too long.'])
  expect(bodyOf({ board_id: 'boats' })).toEqual(['/board_id is of no such form.'])
  expect(
    bodyOf({ media_source: { source_type: 'image_base64', content_type: 'image/gif', data: 'A' } }),
  ).toEqual(['/media_source/content_type is none of its values.'])
  expect(bodyOf({ media_source: { source_type: 'multiple_image_base64', items: [] } })).toEqual([
    '/media_source/items has 0 members.',
  ])
  expect(bodyOf({ media_source: { source_type: 'video_id' } })).toEqual([
    '/media_source/media_id is missing.',
  ])
  expect(broken({ url: new URL(`${made.url.origin}/v5/pins?page=1`) })).toEqual(['page is no parameter.'])
  expect(broken({ method: 'PUT' })).toEqual(['There is no PUT /v5/pins.'])
})
