import { afterEach, beforeEach, expect, test } from 'vitest'
import { threads } from '../connector.ts'
import { publishing } from './fake.ts'
import { failureOf, stepsOf } from './steps.ts'
import { openHouse, refused, type ThreadsHouse } from './world.ts'

let house: ThreadsHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const shown = 'GET /v1.0/:id'

async function lose(text: string) {
  const steps = stepsOf(house, { text })
  const step = await steps.readyToSend()
  house.fake.inject(publishing, { kind: 'lose_answer' })
  await failureOf(threads.commit(step, steps.io(step)))
  return { steps, step }
}

test('the answer names the post, whose address is read afterwards', async () => {
  const steps = stepsOf(house, { text: 'Hello' })
  const step = await steps.readyToSend()
  const answer = await threads.commit(step, steps.io(step))
  const [post] = house.fake.posts
  expect(answer).toEqual({ outcome: 'accepted', ref: post?.id, againInMs: 0 })
  expect(await steps.settle(step, { ref: post?.id ?? '' })).toEqual({
    outcome: 'published',
    remoteId: post?.id,
    url: `https://www.threads.com/@harbour/post/${post?.id}`,
    reference: null,
  })
})

test('a post that Threads has named is public, also where its address cannot be read', async () => {
  const steps = stepsOf(house, { text: 'Hello' })
  const step = await steps.readyToSend()
  const hidden = refused({ code: 24, error_subcode: 4279009 })
  house.fake.inject(shown, hidden)
  expect(await steps.settle(step, { ref: '1' })).toMatchObject({ outcome: 'pending' })
  house.fake.inject(shown, hidden)
  expect(await steps.settle(step, { ref: '1', looks: 4 })).toMatchObject({
    outcome: 'published',
    remoteId: '1',
    url: 'https://www.threads.com/@harbour',
  })
})

test('a published container is found among the posts by words, kind and time, and never as the newest', async () => {
  house.fake.write('Good morning')
  const old = house.fake.posts[0]
  if (old) Object.assign(old, { createdAt: '2026-01-01T00:00:00+0000' })
  const { steps, step } = await lose('Good morning')
  const ours = house.fake.posts[1]?.id
  house.fake.write('Something else')
  expect(await steps.settle(step)).toMatchObject({ outcome: 'published', remoteId: ours })
})

test('two posts with the same words in the same moment are for a person to tell apart', async () => {
  const { steps, step } = await lose('Good morning')
  house.fake.write('Good morning')
  expect(await steps.settle(step)).toMatchObject({ outcome: 'several', posts: [{}, {}] })
})

test('a published container whose post is not listed yet proves nothing', async () => {
  const { steps, step } = await lose('Good morning')
  house.fake.inject('GET /v1.0/me/threads', { kind: 'answer', status: 200, body: '{"data":[]}' })
  expect(await steps.settle(step)).toEqual({ outcome: 'not_found' })
})

test('an answer in a thread is found among the replies to its parent', async () => {
  const parent = house.fake.write('The first')
  const published = { remoteId: parent.id, url: 'https://www.threads.com/', reference: null }
  const steps = stepsOf(house, { text: 'The second' }, [], { root: published, parent: published })
  const sent = await steps.readyToSend()
  house.fake.inject(publishing, { kind: 'lose_answer' })
  await failureOf(threads.commit(sent, steps.io(sent)))
  const ours = house.fake.posts[1]?.id
  house.fake.write('The second', house.fake.write('Another').id)
  expect(await steps.settle(sent)).toMatchObject({ outcome: 'published', remoteId: ours })
})

test('a container that was never published is published again, and one that expired proves that nothing is public', async () => {
  const steps = stepsOf(house, { text: 'Good morning' })
  const step = await steps.readyToSend()
  expect(await steps.settle(step)).toEqual({ outcome: 'repeat' })
  house.fake.expire()
  expect(await steps.settle(step)).toEqual({ outcome: 'absent' })
})

test('a refusal to read is no word about the post', async () => {
  const { steps, step } = await lose('Good morning')
  house.fake.inject(shown, refused({ code: 2 }))
  expect((await failureOf(steps.settle(step))).kind).toBe('unavailable')
})
