import { afterEach, beforeEach, expect, test } from 'vitest'
import { asObject, type JsonObject } from '../../../lib/json/json.ts'
import { uploading } from './fake.ts'
import { aCover, failureOf, layOut, layOutVideo, pictures } from './steps.ts'
import { answered, openHouse, type PinterestHouse, refused } from './world.ts'

let house: PinterestHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const callsOf = (name: string) => house.fake.calls.filter((call) => call.name === name)
const looks = () => house.fake.calls.filter(({ name }) => name.startsWith('GET /v5/media/'))
const stateOf = (artefacts: JsonObject) => asObject(artefacts.video)?.state

test('a commit names its pictures, and has no byte of them', async () => {
  const shown = await pictures(house, 2)
  const { commit } = await (await layOut(house, { media: shown })).readyToSend()
  if (typeof commit.body === 'string' || !('pieces' in commit.body)) throw new Error('It has no pictures.')
  const ranges = commit.body.pieces.filter((piece) => typeof piece !== 'string')
  expect(ranges).toEqual(
    shown.map(({ draft, bytes }) => ({ base64: { mediaId: draft.id, start: 0, end: bytes.length } })),
  )
  expect(JSON.stringify(commit).length).toBeLessThan(2_000)
  expect(commit.timeoutMs).toBeGreaterThan(60_000)
  expect(commit.timeoutMs).toBeLessThan(61_000)
})

test('a video is registered, goes to the storage without our token, and is waited for', async () => {
  house.fake.world.processMs = 150
  const bench = await layOutVideo(house)
  expect(stateOf((await bench.prepareOnce()).artefacts)).toBe('registered')
  expect(JSON.stringify(bench.secrets())).toContain('x-amz-signature')
  expect(stateOf((await bench.prepareOnce()).artefacts)).toBe('uploaded')
  expect(bench.secrets()).toEqual({})
  const waiting = await bench.prepareOnce()
  expect(waiting).toMatchObject({ outcome: 'pending', againInMs: 2_000 })
  expect(await bench.prepareOnce()).toMatchObject({ againInMs: 2_600 })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await bench.prepare()
  const sent = await bench.readyToSend()
  expect(await bench.send(sent)).toMatchObject({ outcome: 'published' })
  expect(callsOf(uploading)[0]?.headers.authorization).toBeUndefined()
  expect(house.fake.world.pins).toMatchObject([{ kind: 'VIDEO', video: { cover: 0 } }])
})

test('a video has the cover of its moment, or of a picture, which wins', async () => {
  const options = { video_cover_timestamp_ms: 2_999 }
  for (const laid of [{ options }, { options, cover: await aCover(house) }]) {
    const bench = await layOutVideo(house, laid)
    await bench.send(await bench.readyToSend())
  }
  const [first, second] = house.fake.world.pins
  expect(first?.video?.cover).toBe(2)
  expect(second?.video?.cover).toBeInstanceOf(Buffer)
})

test('an upload whose address was lost begins again', async () => {
  const bench = await layOutVideo(house)
  await bench.prepareOnce()
  Object.assign(bench.secrets(), { upload: null })
  await bench.prepare()
  expect(callsOf('POST /v5/media')).toHaveLength(2)
  expect(await bench.send(await bench.readyToSend())).toMatchObject({ outcome: 'published' })
})

test('a video that Pinterest has forgotten is uploaded again', async () => {
  const bench = await layOutVideo(house)
  for (const _ of [1, 2]) await bench.prepareOnce()
  house.fake.world.media.clear()
  expect(await bench.prepareOnce()).toMatchObject({ outcome: 'pending', againInMs: 30_000 })
  await bench.prepare()
  expect(callsOf('POST /v5/media')).toHaveLength(2)
})

test.each([
  ['failed', 'invalid'],
  ['lost', 'unavailable'],
])('a video that is %s is %s', async (status, kind) => {
  const bench = await layOutVideo(house)
  for (const _ of [1, 2]) await bench.prepareOnce()
  const [id] = house.fake.world.media.keys()
  house.fake.inject(`GET /v5/media/${id}`, answered(200, { media_id: id, media_type: 'video', status }))
  expect((await failureOf(bench.prepareOnce())).kind).toBe(kind)
})

test('a video that is processed for ten minutes is asked for less often, and then later', async () => {
  house.fake.world.processMs = 3_600_000
  const bench = await layOutVideo(house)
  const failure = await failureOf(bench.prepare(100))
  expect(failure).toMatchObject({ kind: 'unavailable' })
  expect(looks()).toHaveLength(26)
})

test.each([
  [answered(403, '<Error><Code>AccessDenied</Code></Error>'), 'unavailable'],
  [answered(503, '<Error><Code>SlowDown</Code></Error>'), 'unavailable'],
  [answered(400, '<Error><Code>EntityTooLarge</Code></Error>'), 'invalid'],
  [answered(413, ''), 'invalid'],
] as const)('a storage that answers %j is %s', async (answer, kind) => {
  const bench = await layOutVideo(house)
  await bench.prepareOnce()
  house.fake.inject(uploading, answer)
  expect((await failureOf(bench.prepareOnce())).kind).toBe(kind)
})

test.each([
  { media_id: '7', media_type: 'video' },
  { media_id: 'x', media_type: 'video', upload_url: 'https://a.example/' },
  { media_id: '7', media_type: 'video', upload_url: 'http://a.example/' },
  { media_id: '7', media_type: 'video', upload_url: 'https://a.example/', upload_parameters: { key: 7 } },
])('a registration that is answered %j is tried again', async (body) => {
  const bench = await layOutVideo(house)
  house.fake.inject('POST /v5/media', answered(201, body))
  expect((await failureOf(bench.prepareOnce())).kind).toBe('unavailable')
})

test('a board that is not there is found before anything is public', async () => {
  const gone = await layOut(house, { options: { board_ids: ['1'] } })
  expect(await failureOf(gone.prepare())).toMatchObject({ kind: 'invalid', platformCode: '40' })
  const others = await layOut(house, { options: { board_ids: ['549755885178'] } })
  expect(await failureOf(others.prepare())).toMatchObject({ kind: 'forbidden' })
})

test('an app with trial access is the operator’s to mend', async () => {
  house.fake.world.isTrial = true
  const bench = await layOut(house)
  const failure = await failureOf(bench.send(await bench.readyToSend()))
  expect(failure).toMatchObject({ kind: 'app_unusable', platformCode: '29' })
  expect(failure.message).toContain('standard access')
})

test('a refusal of the registration is the network’s', async () => {
  const bench = await layOutVideo(house)
  house.fake.inject('POST /v5/media', refused(403, 3, 'Missing: pins:write'))
  expect((await failureOf(bench.prepareOnce())).kind).toBe('unauthorized')
})
