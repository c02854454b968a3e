import { afterEach, beforeEach, expect, test } from 'vitest'
import { Failure, type Step } from '../../connector.ts'
import { compose } from '../compose.ts'
import { prepare } from '../prepare.ts'
import { calls } from './fake.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { type BusinessHouse, openHouse } from './world.ts'

let house: BusinessHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const bodyOf = (step: Step) => JSON.parse(String(compose(step).body))

test('a text is an update, in the language that was chosen, with its button', async () => {
  const options = { cta_action_type: 'BOOK', cta_url: 'https://boats.example/', language_code: 'en-GB' }
  const bench = await layOut(house, { options })
  const step = await bench.prepare()
  expect(compose(step)).toMatchObject({
    method: 'POST',
    url: 'https://mybusiness.googleapis.com/v4/accounts/101/locations/201/localPosts',
  })
  expect(bodyOf(step)).toEqual({
    topicType: 'STANDARD',
    languageCode: 'en-GB',
    summary: 'A day at sea',
    callToAction: { actionType: 'BOOK', url: 'https://boats.example/' },
  })
  await publish(house, { options })
  expect(house.fake.world.posts[0]?.resource).toEqual(bodyOf(step))
})

test('an event has all parts of its time, on the clock of the place', async () => {
  const event = { title: 'A regatta', start_date: '2030-05-01' }
  expect(bodyOf(await (await layOut(house, { options: { event } })).prepare())).toEqual({
    topicType: 'EVENT',
    summary: 'A day at sea',
    event: {
      title: 'A regatta',
      schedule: {
        startDate: { year: 2030, month: 5, day: 1 },
        startTime: { hours: 0, minutes: 0, seconds: 0, nanos: 0 },
        endDate: { year: 2030, month: 5, day: 1 },
        endTime: { hours: 23, minutes: 59, seconds: 0, nanos: 0 },
      },
    },
  })
  const timed = { ...event, start_time: '09:30', end_date: '2030-05-03', end_time: '17:05' }
  expect(bodyOf(await (await layOut(house, { options: { event: timed } })).prepare()).event.schedule).toEqual(
    {
      startDate: { year: 2030, month: 5, day: 1 },
      startTime: { hours: 9, minutes: 30, seconds: 0, nanos: 0 },
      endDate: { year: 2030, month: 5, day: 3 },
      endTime: { hours: 17, minutes: 5, seconds: 0, nanos: 0 },
    },
  )
  await publish(house, { options: { event: timed } })
})

test('an offer has its days, and no button', async () => {
  const options = {
    cta_action_type: 'CALL',
    event: { title: 'Sails', start_date: '2030-05-01' },
    offer: {
      coupon_code: 'SAILS',
      redeem_online_url: 'https://boats.example/',
      terms_conditions: 'One each.',
    },
  }
  const body = bodyOf(await (await layOut(house, { options })).prepare())
  expect(body).toMatchObject({
    topicType: 'OFFER',
    event: { title: 'Sails' },
    offer: { couponCode: 'SAILS', redeemOnlineUrl: 'https://boats.example/', termsConditions: 'One each.' },
  })
  expect(body).not.toHaveProperty('callToAction')
  await publish(house, { options })
  await publish(house, { options: { ...options, offer: {} } })
})

test('Google fetches a photo from an address of this attempt alone', async () => {
  const bench = await layOut(house, { photos: 1 })
  const [first, second] = [bodyOf(await bench.prepare()), bodyOf(await bench.prepare())]
  expect(first.media).toEqual([{ mediaFormat: 'PHOTO', sourceUrl: expect.stringContaining('/media/fetch/') }])
  expect(second.media[0].sourceUrl).not.toBe(first.media[0].sourceUrl)
  const sent = await bench.readyToSend()
  await bench.send(sent)
  const { sourceUrl } = JSON.parse(String(sent.commit.body)).media[0]
  expect(await bench.io().media.fetchedAt(sourceUrl)).toBeInstanceOf(Date)
})

test('a photo is refused before anything is sent where the network cannot reach this server', async () => {
  const bench = await layOut(house, { photos: 1 })
  const io = bench.io()
  const publicUrl = async () => {
    throw new Failure('invalid', 'The network fetches media from this server.')
  }
  const failure = await failureOf(prepare(bench.step, { ...io, media: { ...io.media, publicUrl } }))
  expect(failure.kind).toBe('invalid')
  const text = await layOut(house)
  const texts = text.io()
  expect(await prepare(text.step, { ...texts, media: { ...texts.media, publicUrl } })).toMatchObject({
    outcome: 'ready',
  })
})

test('a photo that is made to fit is waited for', async () => {
  const bench = await layOut(house, { photos: 1 })
  const [medium] = bench.step.draft.media
  if (!medium) throw new Error('There is no photo.')
  const large = { ...bench.step.draft, media: [{ ...medium, bytes: 9_000_000 }] }
  const io = bench.io()
  const rendition = async () => ({ state: 'pending' as const, againInMs: 70, progress: null })
  const prepared = await prepare(
    { ...bench.step, draft: large },
    { ...io, media: { ...io.media, rendition } },
  )
  expect(prepared).toMatchObject({ outcome: 'pending', againInMs: 70 })
  expect(house.fake.calls.filter(({ name }) => name === calls.list)).toEqual([])
})

test('a location that is not there is found before anything is sent', async () => {
  const bench = await layOut(house)
  const moved = { ...bench.step.account, settings: { ...bench.step.account.settings, account_id: '999' } }
  const failure = await failureOf(prepare({ ...bench.step, account: moved }, bench.io()))
  expect(failure).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('Connect it again') })
})

test('a post is not composed before it is prepared', async () => {
  const { step } = await layOut(house, { photos: 1 })
  expect(() => compose(step)).toThrow('before it is prepared')
  expect(() => compose({ ...step, artefacts: { seen: [] } })).toThrow('before it is prepared')
})
