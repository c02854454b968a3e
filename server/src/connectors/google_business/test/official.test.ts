import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { descriptions, skipWithout } from '../../../../../scripts/test-needs.ts'
import type { Json } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { readGoogleDescription } from '../../kit/fakes/google-description.ts'
import { listLocations } from '../locations.ts'
import { deletePosts, editPosts } from '../powers.ts'
import { connectByOauth } from '../sign-in.ts'
import { calls as names } from './fake.ts'
import { layOut, publish } from './steps.ts'
import { type BusinessHouse, openHouse, redirectUri } from './world.ts'

const apis = ['legacy-v4', 'account-management', 'business-information'].flatMap(
  (name) => readGoogleDescription(join(descriptions, `google-business-profile/${name}.discovery.json`)) ?? [],
)

/** The description of the API that has such a call. */
const describing = (call: Pick<FakeCall, 'method' | 'url'>) => apis.find((one) => one.has(call))

beforeEach(skipWithout('folder of official descriptions'))

let house: BusinessHouse
let calls: readonly FakeCall[]
beforeAll(async () => {
  house = await openHouse()
  calls = await liveOnce()
})
afterAll(() => house.close())

const button = { cta_action_type: 'LEARN_MORE', cta_url: 'https://boats.example/' }
const event = { title: 'A regatta', start_date: '2030-05-01', end_time: '17:00' }
const offer = {
  coupon_code: 'SAILS',
  redeem_online_url: 'https://boats.example/',
  terms_conditions: 'One each.',
}

/** Everything that the connector ever asks of Google about businesses. */
async function liveOnce(): Promise<FakeCall[]> {
  const { account, credentials, connectIo, fake } = house
  await signInAndRefresh()
  fake.world.mostOnPage = 1
  await listLocations(String(credentials.access_token), connectIo)
  fake.world.mostOnPage = 1_000
  await publish(house, { options: { ...button, language_code: 'en-GB' }, photos: 1 })
  await publish(house, { options: { ...button, event } })
  const post = await publish(house, { options: { event, offer } })
  const bench = await layOut(house)
  const sent = await bench.readyToSend()
  await bench.send(sent)
  await bench.settleFully(sent)
  const edit = { post, part: 'post' as const, options: {}, text: 'Words', changes: {} }
  await editPosts.edit(edit, account, credentials, connectIo)
  await deletePosts.delete(post, account, credentials, connectIo)
  return fake.calls.filter(({ url }) => /^\/v[14]\//.test(url.pathname))
}

async function signInAndRefresh(): Promise<void> {
  const io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
  const { url, keep } = await connectByOauth.begin({}, io)
  const page = url.replace('https://accounts.google.com', house.fake.url)
  const body = new URLSearchParams({ decision: 'allow' })
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  const [candidate] = await connectByOauth.finish(back.searchParams, keep, io)
  await connectByOauth.refresh(house.account, candidate?.profile.credentials ?? {}, io)
}

test('every request is as Google describes its APIs, down to the last member', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(8)
  const faults = calls.map((call) => [call.name, describing(call)?.faultsOf(call)])
  expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([])
})

test('the fake answers as Google describes its APIs', async () => {
  const { remoteId } = await publish(house, { options: { event, offer }, photos: 1 })
  const token = String(house.credentials.access_token)
  const ask = async (method: string, path: string, json?: Json) => {
    const url = new URL(house.fake.url + path)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(url, {
      method,
      headers,
      body: json === undefined ? null : JSON.stringify(json),
    })
    const given = (await answer.json()) as Json
    return [answer.status, describing({ method, url })?.faultsOfAnswer({ method, url }, given)]
  }
  const location = '/v4/accounts/101/locations/201/localPosts'
  expect(await ask('GET', '/v1/accounts')).toEqual([200, []])
  expect(
    await ask('GET', '/v1/accounts/102/locations?readMask=name,title,storefrontAddress,metadata'),
  ).toEqual([200, []])
  expect(await ask('GET', '/v1/locations/201?readMask=name,metadata')).toEqual([200, []])
  expect(await ask('POST', location, { topicType: 'STANDARD', summary: 'Words' })).toEqual([200, []])
  expect(await ask('GET', location)).toEqual([200, []])
  expect(await ask('GET', `${location}/${remoteId}`)).toEqual([200, []])
  expect(await ask('PATCH', `${location}/${remoteId}?updateMask=summary`, { summary: 'W' })).toEqual([
    200,
    [],
  ])
  expect(await ask('DELETE', `${location}/${remoteId}`)).toEqual([200, []])
})

test('the check of requests finds what is not described', () => {
  const made = calls.find(({ name }) => name === names.publish)
  if (!made) throw new Error('Nothing was published.')
  const broken = (change: Partial<FakeCall>) => describing(made)?.faultsOf({ ...made, ...change })
  const bodyOf = (body: object) => broken({ body: Buffer.from(JSON.stringify(body)) })
  expect(broken({})).toEqual([])
  expect(bodyOf({ titel: 'A' })).toEqual(['/titel is not known.'])
  expect(bodyOf({ topicType: 'NEWS' })).toEqual(['/topicType is none of its values.'])
  expect(bodyOf({ state: 'LIVE' })).toEqual(['/state is not ours to set.'])
  expect(bodyOf({ event: { schedule: { startDate: '2030-05-01' } } })).toEqual([
    '/event/schedule/startDate is no object.',
  ])
  expect(bodyOf({ media: [{ mediaFormat: 'PHOTO', sourceUrl: 7 }] })).toEqual([
    '/media/0/sourceUrl is no string.',
  ])
  expect(broken({ url: new URL(`${made.url.href}?validateOnly=true`) })).toEqual([
    'validateOnly is no parameter.',
  ])
  expect(broken({ method: 'PUT' })).toEqual([`There is no PUT ${made.url.pathname}.`])
})
