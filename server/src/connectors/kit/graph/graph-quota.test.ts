import { expect, test } from 'vitest'
import { Failure, type FailureKind } from '../../connector.ts'
import { quotaOfPosts, refuseOverQuota } from './graph-quota.ts'

const quota = (used: unknown, total: unknown) => ({
  data: [{ quota_usage: used as number, config: { quota_total: total as number, quota_duration: 86_400 } }],
})
const asking = (answer: object) => refuseOverQuota('Pelican', quotaOfPosts, async () => ({ ...answer }))

test('an account with posts left goes on, and one without waits an hour', async () => {
  await asking(quota(249, 250))
  await expect(asking(quota(250, 250))).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 3_600_000,
    message: 'Pelican takes 250 posts of this account in 24 hours from apps, and has 250.',
  })
})

test('a quota of another name is asked for and read by it', async () => {
  const asked: string[] = []
  const reply = { usage: 'reply_quota_usage', config: 'reply_config' }
  const answer = {
    data: [{ ...quota(250, 250).data[0], reply_quota_usage: 3, reply_config: { quota_total: 4 } }],
  }
  await refuseOverQuota('Pelican', reply, async ({ fields }) => {
    asked.push(fields)
    return answer
  })
  expect(asked).toEqual(['reply_quota_usage,reply_config'])
})

test.each([{}, { data: [] }, { data: [null] }, quota('9', 9), quota(9, null)])(
  'an answer that says nothing, such as %j, refuses nothing',
  async (answer) => expect(await asking(answer)).toBeUndefined(),
)

test.each<[FailureKind, boolean]>([
  ['forbidden', false],
  ['unavailable', false],
  ['unauthorized', true],
  ['rate_limited', true],
])('a question that fails as %s stops the post: %s', async (kind, stops) => {
  const doing = refuseOverQuota('Pelican', quotaOfPosts, () => Promise.reject(new Failure(kind, 'No.')))
  await (stops ? expect(doing).rejects.toMatchObject({ kind }) : expect(doing).resolves.toBeUndefined())
})
