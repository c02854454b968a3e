import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { quickTimings } from './quick-timings.ts'
import { until } from './until.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ timings: quickTimings })
})
afterAll(() => house.stop())

test('a recurrence publishes its texts in turn, and after a long stop begins with the next time', async () => {
  const account = await house.connect('sandbox', { name: 'harbour' }, 'test')
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await house.request(method, path, {
      key: house.testKey,
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }
  const { id, next_times: times } = await ask('POST', '/v1/recurrences', {
    caption: 'Usual words',
    social_accounts: [account],
    variations: [{ caption: 'One' }, { caption: 'Two' }],
    rule: { unit: 'day', times: ['02:30'] },
    timezone: 'Europe/Berlin',
    late_policy: 'ask',
  })
  for (const { at, post_id: post } of times.slice(0, 3)) {
    await ask('POST', '/v1/test-clock', { now: at })
    await until(
      () => ask('GET', `/v1/posts/${post}`),
      ({ status }) => status === 'posted',
      20_000,
    )
  }
  const published = (await ask('GET', `/v1/posts?recurrence_id=${id}&status=posted&order=scheduled_at`)).data
  expect(published.map(({ caption }: { caption: string }) => caption)).toEqual(['One', 'Two', 'One'])
  // Two months without a server: the worker finds out by itself, and publishes nothing of them.
  await ask('POST', '/v1/test-clock', { advance_by_seconds: 60 * 86_400 })
  const after = await until(
    () => ask('GET', `/v1/recurrences/${id}`),
    ({ missed, planned }) => missed > 0 && planned > 0,
    60_000,
  )
  expect(after.missed).toBeGreaterThanOrEqual(29)
  expect(Date.parse(after.next_times[0].at)).toBeGreaterThan(
    Date.parse((await ask('GET', '/v1/test-clock')).now),
  )
  await until(
    () => ask('GET', `/v1/posts?recurrence_id=${id}&status=needs_review&limit=200`),
    ({ data }) => data.length >= 27,
    60_000,
  )
  expect((await ask('GET', `/v1/posts?recurrence_id=${id}&status=posted`)).data).toHaveLength(3)
})
