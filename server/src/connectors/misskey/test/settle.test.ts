import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { publishing } from './fake.ts'
import { keepNote } from './fake-notes.ts'
import { personNamed } from './fake-world.ts'
import { failureOf, type Laid, layOut, makeFile, publish } from './steps.ts'
import { answered, type MisskeyHouse, openHouse, refused } from './world.ts'

let house: MisskeyHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
afterEach(() => void house.fake.world.notes.splice(0))

/** A post whose answer was lost; with `arrives` false it never came to the server. */
async function lose(laid: Laid, arrives = true) {
  const bench = await layOut(house, laid)
  house.fake.inject(publishing, { kind: arrives ? 'lose_answer' : 'drop' })
  expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
  return bench
}

const byHand = (text: string, more = {}, at = new Date()) =>
  keepNote(house.fake.world, personNamed(house.fake.world), { text, ...more }, at)

test('a lost post is found by everything that it is, and by nothing less', async () => {
  const root = await publish(house, { text: 'The first' })
  const [boats] = house.fake.world.channels
  const gif = makeFile('gif', Buffer.from('GIF89a waves'))
  const laids: Laid[] = [
    { text: ' Mixed\n\n white   space and @anna@elsewhere.example ' },
    { text: 'With a warning', options: { spoiler_text: 'The sea', visibility: 'home' } },
    { text: 'An answer', replyTo: root, part: 'thread' },
    { text: 'In a channel', options: { channel: boats?.id ?? '' } },
    { text: 'Which one?', options: { poll: { options: ['Tea', 'Rum'], duration_minutes: 60 } } },
    { text: 'With a file', media: [gif] },
    { text: '', media: [makeFile('gif', Buffer.from('GIF89a no words'))] },
  ]
  for (const laid of laids) {
    const bench = await lose(laid)
    const made = house.fake.world.notes.at(-1)
    expect(await bench.settle()).toMatchObject({
      outcome: 'published',
      remoteId: made?.id,
      url: `${house.fake.url}/notes/${made?.id}`,
    })
    house.fake.world.notes.pop()
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  }
})

test('posts that differ in one thing, or stood there before, are not ours', async () => {
  byHand('Good morning')
  const { id: other } = byHand('Something else')
  const bench = await lose({ text: 'Good morning' }, false)
  const file = { fileIds: ['afile'] }
  byHand('Good morning', { cw: 'Sea' })
  byHand('Good morning', { replyId: other })
  byHand('Good morning', { channelId: 'achannel' })
  byHand('Good morning', { renoteId: other })
  byHand('Good morning', file)
  byHand('Good morning', { poll: { choices: ['a', 'b'] } })
  byHand('Good morning!')
  expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  byHand('Good morning')
  byHand('Good morning')
  expect(await bench.settle()).toMatchObject({ outcome: 'several', posts: [{}, {}] })
})

test('a file is of one post: the same picture with the same words elsewhere is another one', async () => {
  const gif = makeFile('gif', Buffer.from('GIF89a twice'))
  const first = await publish(house, { text: 'Look', media: [gif] })
  const lost = await lose({ text: 'Look', media: [gif] }, false)
  expect(await lost.settle()).toEqual({ outcome: 'not_found' })
  const made = await lose({ text: 'Look', media: [gif] })
  const settled = await made.settle()
  expect(settled).toMatchObject({ outcome: 'published' })
  expect(settled).not.toMatchObject({ remoteId: first.remoteId })
})

test('a lost post is found below more posts than fit on a page, and behind the cache of the server', async () => {
  const bench = await lose({ text: 'Deep down' })
  for (let index = 0; index < 95; index++) byHand(`More ${index}`)
  expect(await bench.settle()).toMatchObject({ outcome: 'published' })
  // A post that the cache does not show yet when the next one is prepared stands in the list all the same.
  const { id } = byHand('Just now')
  const { step } = await layOut(house, { text: 'Just now' })
  expect(step.artefacts).toMatchObject({ seen: expect.arrayContaining([id]) })
})

test('a list of posts with many files is read whole, though it has megabytes', async () => {
  const bench = await lose({ text: 'Below much' })
  const [note] = house.fake.world.notes
  const files = Array.from({ length: 16 }, (_, index) => ({ id: `file${index}`, comment: 'x'.repeat(3_000) }))
  const page = Array.from({ length: 39 }, (_, index) => ({ id: `a${index}`, text: 'Other', files }))
  const ours = { id: note?.id, text: 'Below much', createdAt: new Date().toISOString(), userId: note?.userId }
  house.fake.inject('POST /api/users/notes', answered(200, [...page, ours]))
  expect(await bench.settle()).toMatchObject({ outcome: 'published', remoteId: note?.id })
})

test('a list that cannot be read, or not to its end, says nothing', async () => {
  const bench = await lose({ text: 'Was it heard?' })
  const list = 'POST /api/users/notes'
  const answers = [
    answered(200, { notes: [] }),
    answered(200, [null]),
    answered(502, ''),
    refused(500, 'INTERNAL_ERROR'),
  ]
  for (const answer of answers) {
    house.fake.inject(list, answer)
    expect((await failureOf(bench.settle())).kind).toBe('unavailable')
  }
  house.fake.inject(list, refused(401, 'AUTHENTICATION_FAILED'))
  expect((await failureOf(bench.settle())).kind).toBe('unauthorized')
  // A server that shows the same full page for ever is not asked for ever.
  const page = Array.from({ length: 40 }, (_, index) => ({ id: `zzzz${index}`, text: 'Other' }))
  for (let times = 0; times < 3; times++) house.fake.inject(list, answered(200, page))
  const calls = house.fake.calls.length
  expect(await bench.settle()).toMatchObject({ outcome: 'not_found' })
  expect(house.fake.calls.length - calls).toBeLessThan(4)
  house.fake.inject(list, answered(200, []))
  expect(await bench.settle()).toEqual({ outcome: 'not_found' })
})
