import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { CommitStep } from '../../connector.ts'
import { board, publishing } from './fake.ts'
import { type FakePin, harbour, tide } from './fake-world.ts'
import { type Bench, failureOf, layOut, layOutVideo, publish } from './steps.ts'
import { answered, openHouse, type PinterestHouse } from './world.ts'

const listing = `GET /v5/boards/${board}/pins`
const options: JsonObject = { title: 'At sea', link: 'https://boats.example/A?b=1' }

let house: PinterestHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

async function lose(bench: Bench): Promise<CommitStep> {
  const sent = await bench.readyToSend()
  house.fake.inject(publishing, { kind: 'lose_answer' })
  expect((await failureOf(bench.send(sent))).kind).toBe('unknown_outcome')
  return sent
}

/** Changes the Pin that was made last. */
function change(changes: Partial<FakePin>): void {
  const { pins } = house.fake.world
  const last = pins.at(-1)
  if (last) pins[pins.length - 1] = { ...last, ...changes }
}

test.each([
  ['a picture', () => layOut(house, { options })],
  ['a picture without a word', () => layOut(house, { text: '' })],
  ['a video', () => layOutVideo(house, { options })],
])('%s whose answer was lost is found on its board', async (_, lay) => {
  const bench = await lay()
  const sent = await lose(bench)
  const [pin] = house.fake.world.pins
  const url = `https://www.pinterest.com/pin/${pin?.id}/`
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'published', remoteId: pin?.id, url })
})

test('times without a zone are read in UTC', async () => {
  house.fake.world.hasBareTimes = true
  const bench = await layOut(house)
  expect((await bench.settle(await lose(bench))).outcome).toBe('published')
})

test.each<[string, Partial<FakePin>]>([
  ['another title', { title: 'On land' }],
  ['another text', { description: 'On land' }],
  ['another link', { link: 'https://boats.example/B' }],
  ['another alt text', { altText: 'Land' }],
  ['an owner other than the account', { owner: tide }],
  ['a time before ours', { createdAt: new Date(Date.now() - 120_000).toISOString() }],
  ['another board', { boardId: '549755885177' }],
])('a Pin with %s is not ours', async (_, changes) => {
  const bench = await layOut(house, { options })
  const sent = await lose(bench)
  change(changes)
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

test('a Pin that was there before is not ours, and two that could be are shown to a person', async () => {
  const earlier = await publish(house, { options })
  const bench = await layOut(house, { options })
  const sent = await lose(bench)
  change({ owner: tide })
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  change({ owner: harbour })
  const later = await publish(house, { options })
  const settled = await bench.settle(sent)
  expect(settled).toMatchObject({ outcome: 'several' })
  expect(JSON.stringify(settled)).toContain(later.remoteId)
  expect(JSON.stringify(settled)).not.toContain(earlier.remoteId)
})

test('a list that is not read whole says nothing', async () => {
  const bench = await layOut(house)
  const sent = await lose(bench)
  for (const items of [[{ id: 'x' }], [7], null]) {
    house.fake.inject(listing, answered(200, { items }))
    expect((await failureOf(bench.settle(sent))).kind).toBe('unavailable')
  }
})
