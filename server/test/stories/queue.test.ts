import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { quickTimings } from './quick-timings.ts'
import { until } from './until.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ timings: quickTimings })
})
afterAll(() => house.stop())

test('a week of slots publishes what was put into the queue, one post for each slot, in the order of the requests', async () => {
  const account = await house.connect('sandbox', { name: 'harbour' }, 'test')
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await house.request(method, path, {
      key: house.testKey,
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }
  const slot = {
    weekdays: ['mon', 'wed', 'fri'],
    time: '02:30',
    timezone: 'Europe/Berlin',
    jitter_minutes: 20,
  }
  await ask('POST', '/v1/queue-slots', slot)
  const posts = []
  for (const caption of ['First', 'Second', 'Third'])
    posts.push(await ask('POST', '/v1/posts', { caption, social_accounts: [account], use_queue: true }))
  const canceled = await ask('POST', '/v1/posts', {
    caption: 'Never',
    social_accounts: [account],
    use_queue: true,
  })
  await ask('POST', `/v1/posts/${canceled.id}/cancel`)
  for (const { id, scheduled_at } of posts) {
    expect((await ask('GET', `/v1/posts/${id}`)).status).toBe('scheduled')
    await ask('POST', '/v1/test-clock', { now: scheduled_at })
    await until(
      () => ask('GET', `/v1/posts/${id}`),
      ({ status }) => status === 'posted',
      20_000,
    )
  }
  const published = (await ask('GET', '/v1/post-results')).data
  expect(published).toHaveLength(4)
  // The slot of the post that was canceled is the next one again.
  const next = await ask('POST', '/v1/posts', {
    caption: 'Fourth',
    social_accounts: [account],
    use_queue: true,
  })
  expect(next.queue).toEqual(canceled.queue)
})
