import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeMedia, makePictures } from '../../conformance/pictures.ts'
import type { Draft, Step } from '../../connector.ts'
import { limits } from '../check.ts'
import { publishing } from './fake.ts'
import { failureOf, prepareOnce, readyToSend, send, stepOf } from './steps.ts'
import { answered, openHouse, type XHouse } from './world.ts'

let house: XHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const mebibyte = 1024 * 1024
const film = Buffer.alloc(9 * mebibyte, 'film')
const video = { ...describeMedia('video', 'video/mp4'), bytes: film.length, durationMs: 5_000 }
const gif = { ...describeMedia('gif', 'image/gif'), altText: 'It moves', bytes: 100 }
const draft: Partial<Draft> = { text: 'Look', media: [video] }
const media = new Map([
  [video.id, film],
  [gif.id, Buffer.alloc(100, 'gif')],
])
const names = () => house.fake.calls.map(({ name }) => name.replace(/\d{10,}/, ':id'))

test('a picture goes whole, with its alt text after it, and then the newest post is read', async () => {
  const [picture] = await makePictures(1, limits(house.account))
  if (!picture) throw new Error('There is no picture.')
  await readyToSend(house, { media: [picture.draft] }, new Map([[picture.draft.id, picture.bytes]]))
  expect(names()).toEqual(['POST /2/media/upload', 'POST /2/media/metadata', 'GET /2/users/:id/tweets'])
})

test('a picture without an alt text costs no call for it', async () => {
  const [picture] = await makePictures(1, limits(house.account))
  if (!picture) throw new Error('There is no picture.')
  const plain = { ...picture.draft, altText: '' }
  await readyToSend(house, { media: [plain] }, new Map([[plain.id, picture.bytes]]))
  expect(names()).toEqual(['POST /2/media/upload', 'GET /2/users/:id/tweets'])
})

test('a video goes in parts, each of which is stored before the next, and arrives whole', async () => {
  const step = await readyToSend(house, draft, media)
  expect(names()).toEqual([
    'POST /2/media/upload/initialize',
    ...Array.from({ length: 3 }, () => 'POST /2/media/upload/:id/append'),
    'POST /2/media/upload/:id/finalize',
    'GET /2/media/upload',
    'GET /2/users/:id/tweets',
  ])
  const [medium] = house.fake.world.media.values()
  expect(medium).toMatchObject({ category: 'tweet_video', mimeType: 'video/mp4' })
  expect(medium?.bytes.equals(film)).toBe(true)
  expect(await send(house, step)).toMatchObject({ outcome: 'published' })
})

test('a moving picture goes as one, with its alt text', async () => {
  await readyToSend(house, { text: 'Look', media: [gif] }, media)
  const [medium] = house.fake.world.media.values()
  expect(medium).toMatchObject({ category: 'tweet_gif', mimeType: 'image/gif', altText: 'It moves' })
})

test('a long video of a subscriber goes into the category of long ones', async () => {
  const account = { ...house.account, settings: { ...house.account.settings, subscription: 'Premium' } }
  await readyToSend({ ...house, account }, { media: [{ ...video, durationMs: 141_000 }] }, media)
  const [medium] = house.fake.world.media.values()
  expect(medium?.category).toBe('amplify_video')
})

/** Prepares until so many parts of the video have arrived. */
async function afterParts(count: number): Promise<Step> {
  let step = stepOf(house, draft)
  for (let round = 0; round <= count; round++)
    step = { ...step, artefacts: (await prepareOnce(house, step, media)).artefacts }
  return step
}

async function goOn(from: Step): Promise<void> {
  let step = from
  for (let round = 0; round < 20; round++) {
    const { outcome, artefacts } = await prepareOnce(house, step, media)
    if (outcome === 'ready') return
    step = { ...step, artefacts }
  }
  throw new Error('It was never ready.')
}

test('a part whose answer was lost is sent again under its number, and the file is whole', async () => {
  const step = await afterParts(1)
  const [upload] = house.fake.world.media.keys()
  house.fake.inject(`POST /2/media/upload/${upload}/append`, { kind: 'lose_answer' })
  expect((await failureOf(prepareOnce(house, step, media))).kind).toBe('unavailable')
  await goOn(step)
  expect(house.fake.world.media.get(upload ?? '')?.bytes.equals(film)).toBe(true)
})

test('an upload that is older than half a day begins anew', async () => {
  const step = await afterParts(1)
  const io = house.io({ commit: null, media })
  const later = { ...io, now: () => new Date(Date.now() + 13 * 3_600_000) }
  await house.connector.prepare(step, later)
  expect(names().filter((name) => name.endsWith('/initialize'))).toHaveLength(2)
})

test('a medium that X cannot use fails the post, in the words of X', async () => {
  house.fake.world.broken = 'Unsupported video format'
  const failure = await failureOf(readyToSend(house, draft, media))
  expect(failure).toMatchObject({ kind: 'invalid' })
  expect(failure.message).toBe('X could not use a medium. It said: Unsupported video format')
})

test('processing is asked after in the time that X names', async () => {
  house.fake.world.processMs = 60_000
  let step = stepOf(house, { media: [gif] })
  let wait = 0
  for (let round = 0; round < 4; round++) {
    const prepared = await prepareOnce(house, step, media)
    step = { ...step, artefacts: prepared.artefacts }
    wait = prepared.outcome === 'pending' ? prepared.againInMs : -1
  }
  expect(wait).toBe(1_000)
})

test.each([
  [answered(503, {}), 'unavailable'],
  [answered(402, { title: 'CreditsDepleted', detail: 'No credits' }), 'app_unusable'],
  [answered(400, { title: 'Invalid Request', detail: 'No' }), 'invalid'],
  [answered(200, { data: { media_key: '3_1' } }), 'unavailable'],
])('an answer of %j to an upload means %s, and nothing is public', async (answer, kind) => {
  house.fake.inject('POST /2/media/upload/initialize', answer)
  expect((await failureOf(readyToSend(house, draft, media))).kind).toBe(kind)
  expect(names()).not.toContain(publishing)
})
