import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connector, type DeletePower, Failure } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { powerOf } from '../../src/connectors/of-platform.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

/** Deletes like the sandbox, once it has thrown the failures that a test gave it. */
let failures: Failure[] = []
const deleted: string[] = []
const moody: Connector = { ...sandbox, platform: 'moody', name: 'Moody', powers: [moodyDelete()] }

function moodyDelete(): DeletePower {
  const own = powerOf(sandbox, 'delete')
  if (!own) throw new Error('The sandbox deletes no posts.')
  return {
    ...own,
    delete: async (post, ...given) => {
      const failure = failures.shift()
      if (failure) throw failure
      deleted.push(post.remoteId)
      await own.delete(post, ...given)
    },
  }
}

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom({ connectors: [...connectors, moody] })
})
afterAll(() => room.stop())
beforeEach(() => {
  failures = []
  deleted.length = 0
})

const chain = { thread: [{ caption: 'upon' }, { caption: 'a time' }], first_comment: 'The end' }

async function publish(accounts: readonly string[], more: object = {}): Promise<string> {
  const post = await room.post({ caption: 'Once', social_accounts: accounts, ...more })
  await room.settled(post.id, ['posted'])
  return post.id
}

const remove = (id: string) => room.request('DELETE', `/v1/posts/${id}?unpublish=true`)
const isGone = (id: string) =>
  until(
    async () => (await room.request('GET', `/v1/posts/${id}`)).status,
    (status) => status === 404,
  )
const unpublish = async (id: string) => (await room.results(id))[0]?.unpublish
const ended = (id: string) =>
  until(
    () => unpublish(id),
    (found) => found?.status !== 'pending',
  )

test('a thread with its first comment is deleted on each account, newest first, and then here', async () => {
  const moodyAccount = await room.connect('moody', { name: 'Moody' })
  const account = await room.account('Teller')
  const parts = { platform_configurations: { sandbox: chain, moody: chain } }
  const id = await publish([account, moodyAccount], parts)
  await until(
    async () =>
      (await room.results(id)).every(({ parts }) => parts.every(({ status }) => status === 'published')),
    Boolean,
  )
  const results = await room.results(id)
  const written = await room.db.rows<{ remote_id: string }>(room.sql`
    select remote_id from targets where post_id = ${id} and account_id = ${moodyAccount} order by position desc`)
  expect(await remove(id)).toMatchObject({ status: 200, json: { id, deleted: false, success: true } })
  await isGone(id)
  expect((await room.truth(account)).posts).toEqual([])
  expect((await room.truth(moodyAccount)).posts).toEqual([])
  expect(deleted).toEqual(written.map(({ remote_id: remoteId }) => remoteId))
  for (const result of results)
    expect(await room.events(result.id)).toEqual(['post_result.published', 'post_result.unpublished'])
  expect((await room.events(id)).filter((type) => type === 'post.deleted')).toHaveLength(1)
  expect(await remove(id)).toMatchObject({ status: 404 })
})

test('a network that does not answer is asked again, from the part at which it stopped', async () => {
  const account = await room.connect('moody', { name: randomUUID() })
  const id = await publish([account], { platform_configurations: { moody: { thread: chain.thread } } })
  const late = new Failure('rate_limited', 'Too many.', { retryAfterMs: 600 })
  failures = [new Failure('unavailable', 'It is away.'), late]
  await remove(id)
  const waiting = await until(
    () => unpublish(id),
    (found) => found?.error?.message === 'Too many.',
  )
  expect(waiting).toMatchObject({ status: 'pending', error: { code: 'deletion_not_done' } })
  await isGone(id)
  expect(deleted, 'each part once').toHaveLength(3)
})

test('a network that refuses leaves the post as it is, until somebody asks again', async () => {
  const account = await room.connect('moody', { name: randomUUID() })
  const id = await publish([account])
  failures = [new Failure('forbidden', 'Posts older than a day stay.', { platformCode: 'too_old' })]
  await remove(id)
  expect(await ended(id)).toMatchObject({
    status: 'failed',
    error: {
      code: 'deletion_refused_by_network',
      message: 'Posts older than a day stay.',
      retryable: false,
      platform_code: 'too_old',
    },
  })
  const [result] = await room.results(id)
  expect(await room.events(result?.id ?? '')).toEqual([
    'post_result.published',
    'post_result.unpublish_failed',
  ])
  expect(await room.status(id)).toBe('posted')
  await remove(id)
  await isGone(id)
})

test('an account whose access has ended must be connected again, and then the post is deleted', async () => {
  const account = await room.account('Leaver')
  const id = await publish([account])
  const profile = room.sql`(select external_id::uuid from social_accounts where id = ${account})`
  await room.db.run(
    room.sql`update sandbox_tokens set revoked_at = clock_timestamp() where profile_id = ${profile}`,
  )
  await remove(id)
  expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'account_needs_reconnect' } })
  expect((await room.request('GET', `/v1/social-accounts/${account}`)).json.status).toBe('needs_reconnect')
  expect((await remove(id)).json).toMatchObject({ code: 'cannot_unpublish', accounts: [account] })
  await room.account('Leaver')
  await remove(id)
  await isGone(id)
  expect((await room.truth(account)).posts).toEqual([])
})
