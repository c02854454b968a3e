import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../../../../scripts/test-needs.ts'
import type { Json } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { connectByOwnKey } from '../connect.ts'
import { channelChoices, deletePosts, measurePosts } from '../powers.ts'
import { publishing } from './fake.ts'
import { giveSigner, keepCast } from './fake-world.ts'
import { readDescription } from './official-description.ts'
import { layOut, pictures, publish } from './steps.ts'
import { type FarcasterHouse, openHouse } from './world.ts'

const description = readDescription()

beforeEach(skipWithout('folder of official descriptions'))

let house: FarcasterHouse
let calls: readonly FakeCall[]
beforeAll(async () => {
  house = await openHouse()
  calls = await liveOnce()
})
afterAll(() => house.close())

/** Everything that the connector ever asks of Neynar. */
async function liveOnce(): Promise<readonly FakeCall[]> {
  const { account, credentials, connectIo, fake } = house
  const [user] = fake.world.users
  if (user) user.isPro = true
  await connectByOwnKey.refresh(account, credentials, connectIo)
  const quoted = keepCast(fake.world, { fid: 195, text: 'Fresh bread', channel: 'food' })
  const root = await publish(house, {
    text: 'See https://boats.example/',
    options: { quote: quoted.hash, channel: 'boats' },
  })
  await publish(house, { text: 'More', replyTo: root, part: 'thread', media: await pictures(house, 2) })
  const quote = `https://farcaster.xyz/bakery/${quoted.hash.slice(0, 10)}`
  const { settle, send } = await layOut(house, { text: 'Once more', options: { quote } })
  await send()
  expect(await settle()).toMatchObject({ outcome: 'published' })
  await measurePosts.measure([root, root], account, credentials, connectIo)
  for (const query of ['', 'boats'])
    await channelChoices.list({ option: 'channel', query, account, credentials }, connectIo)
  await deletePosts.delete(root, account, credentials, connectIo)
  return fake.calls
}

test('every request is as Neynar describes its API, down to the last member', () => {
  const names = new Set(calls.map(({ name }) => name))
  expect(names.size).toBe(9)
  const unknown = [...new Set(calls.filter((call) => !description?.has(call)).map(({ name }) => name))]
  // The extract leaves these two out.
  expect(unknown.sort()).toEqual(['GET /v2/farcaster/channel/search/', 'GET /v2/farcaster/channel/user/'])
  const held = calls.filter((call) => description?.has(call))
  const faults = held.map((call) => [call.name, description?.faultsOf(call)])
  expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([])
})

test('the fake answers as Neynar describes its API', async () => {
  const { signer, fake } = house
  const ask = async (method: string, path: string, json?: Json) => {
    const url = new URL(`${fake.url}/v2/farcaster${path}`)
    const headers = { 'x-api-key': signer.key, 'content-type': 'application/json' }
    const answer = await fetch(url, {
      method,
      headers,
      body: json === undefined ? null : JSON.stringify(json),
    })
    const read: Json = JSON.parse(await answer.text())
    return [answer.status, description?.faultsOfAnswer({ method, url }, answer.status, read)]
  }
  const { hash } = keepCast(fake.world, { fid: 194, text: 'Here', embeds: [{ url: 'https://a.example' }] })
  keepCast(fake.world, { fid: 194, text: 'Quoting', embeds: [{ hash }], channel: 'boats' })
  keepCast(fake.world, { fid: 194, text: 'Answering', parent: hash })
  const waiting = giveSigner(fake.world, signer.key)
  waiting.status = 'pending_approval'
  const body = { signer_uuid: signer.uuid, text: 'Hello' }
  expect(await ask('POST', '/cast/', body)).toEqual([200, []])
  expect(await ask('POST', '/cast/', { ...body, text: '' })).toEqual([400, []])
  expect(await ask('POST', '/cast/', { ...body, signer_uuid: waiting.uuid })).toEqual([403, []])
  expect(await ask('POST', '/cast/', { ...body, channel_id: 'nowhere' })).toEqual([404, []])
  expect(await ask('GET', `/cast/?type=hash&identifier=${hash}`)).toEqual([200, []])
  expect(await ask('GET', `/casts/?casts=${hash}`)).toEqual([200, []])
  expect(await ask('GET', '/feed/user/casts/?fid=194&limit=50')).toEqual([200, []])
  expect(await ask('GET', `/signer/?signer_uuid=${signer.uuid}`)).toEqual([200, []])
  expect(await ask('GET', `/signer/?signer_uuid=${waiting.uuid}`)).toEqual([200, []])
  expect(await ask('GET', '/signer/?signer_uuid=nobodys')).toEqual([404, []])
  expect(await ask('GET', '/user/bulk/?fids=194,195')).toEqual([200, []])
  const target = { signer_uuid: signer.uuid, target_hash: hash }
  expect(await ask('DELETE', '/cast/', target)).toEqual([200, []])
  expect(await ask('DELETE', '/cast/', target)).toEqual([404, []])
})

test('the check of requests finds what is not described', () => {
  const made = calls.find(({ name }) => name === publishing)
  if (!made) throw new Error('Nothing was published.')
  const broken = (change: Partial<FakeCall>) => description?.faultsOf({ ...made, ...change })
  const bodyOf = (more: object) =>
    broken({ body: Buffer.from(JSON.stringify({ signer_uuid: 'a', ...more })) })
  expect(bodyOf({})).toEqual([])
  expect(bodyOf({ signer_uuid: undefined })).toEqual(['/signer_uuid is missing.'])
  expect(bodyOf({ txt: 'A' })).toEqual(['/txt is not known.'])
  expect(bodyOf({ parent_author_fid: '194' })).toEqual(['/parent_author_fid is no integer.'])
  const url = 'https://boats.example/'
  expect(bodyOf({ embeds: [{ url }, { url }, { url }] })).toEqual(['/embeds has 3 members.'])
  expect(bodyOf({ embeds: [{ address: url }] })).toEqual(['/embeds/0 is of none of its kinds.'])
  expect(broken({ headers: { 'content-type': 'application/json' } })).toEqual(['The key is missing.'])
  expect(broken({ method: 'PUT' })).toEqual(['There is no PUT /v2/farcaster/cast/.'])
})
