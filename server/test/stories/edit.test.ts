import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { deletePost } from '../../src/sandbox/delete-post.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

interface Shown {
  id: string
  caption: string
  edited_at: string | null
  edit: { status: string; error: { code: string; platform_code: string | null } | null } | null
  platform_data: { id: string }
  attempts: { stage: string; sends: number; exchange: { status_code: number | null } | null }[]
}

const read = async (id: string): Promise<Shown> => (await room.request('GET', `/v1/post-results/${id}`)).json
const behave = (account: string, behavior: JsonObject) =>
  room.request('PATCH', `/v1/social-accounts/${account}`, { body: { behavior } })
const edit = (id: string, caption: string) =>
  room.request('POST', `/v1/post-results/${id}/edit`, { body: { caption } })
const ended = (id: string) =>
  until(
    () => read(id),
    (found) => found.edit?.status !== 'pending',
  )

/** A post with a typo that is public on an account of its own. */
async function typo(): Promise<{ account: string; id: string }> {
  const account = await room.account(randomUUID())
  const post = await room.post({ caption: 'Opne today', social_accounts: [account] })
  await room.settled(post.id, ['posted'])
  const [result] = await room.results(post.id)
  return { account, id: result?.id ?? '' }
}

test('a typo is corrected where it is public, once and for everybody to see', async () => {
  const { account, id } = await typo()
  expect((await edit(id, 'Open today')).status).toBe(200)
  const result = await ended(id)
  expect(result).toMatchObject({ caption: 'Open today', edit: { status: 'done', error: null } })
  expect(result.edited_at).not.toBeNull()
  expect(await room.truth(account)).toMatchObject({
    posts: ['Open today'],
    arrivals: [{ text: 'Opne today' }],
  })
  expect(await room.events(id)).toEqual(['post_result.published', 'post_result.edited'])
  expect(result.attempts.at(-1)).toMatchObject({ stage: 'edit', sends: 1, exchange: { status_code: 200 } })
})

test.each(['drop_answer', 'error_after_accept', 'drop_before'])(
  'an edit whose answer was lost (%s) is repeated, and the text is the given one',
  async (behavior) => {
    const { account, id } = await typo()
    await behave(account, { behavior, times: 2 })
    await edit(id, 'Open today')
    expect(await ended(id)).toMatchObject({ caption: 'Open today', edit: { status: 'done' } })
    expect((await read(id)).attempts.at(-1)?.sends).toBe(3)
    expect((await room.truth(account)).posts).toEqual(['Open today'])
  },
)

test('a rate limit is waited out', async () => {
  const { account, id } = await typo()
  await behave(account, { behavior: 'rate_limit', retry_after_seconds: 1 })
  await edit(id, 'Open today')
  expect(await ended(id)).toMatchObject({ caption: 'Open today', edit: { status: 'done' } })
})

test('a network that refuses leaves the old words public, and another edit may be asked for', async () => {
  const { account, id } = await typo()
  await behave(account, { behavior: 'refuse', times: 1 })
  await edit(id, 'Open today')
  expect(await ended(id)).toMatchObject({
    caption: 'Opne today',
    edited_at: null,
    edit: { status: 'failed', error: { code: 'edit_refused_by_network', platform_code: 'refused' } },
  })
  expect(await room.events(id)).toEqual(['post_result.published', 'post_result.edit_failed'])
  await edit(id, 'Open now')
  expect(await ended(id)).toMatchObject({ caption: 'Open now', edit: { status: 'done' } })
  expect((await room.truth(account)).posts).toEqual(['Open now'])
})

test('a post that somebody deleted at the network is found out', async () => {
  const { account, id } = await typo()
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  await deletePost(room.db, json.external_id, (await read(id)).platform_data.id)
  await edit(id, 'Open today')
  expect(await ended(id)).toMatchObject({
    caption: 'Opne today',
    edit: { status: 'failed', error: { code: 'gone_at_network' } },
  })
})

test('an account whose access has ended must be connected again', async () => {
  const { account, id } = await typo()
  await behave(account, { behavior: 'lose_token' })
  await edit(id, 'Open today')
  expect(await ended(id)).toMatchObject({
    edit: { status: 'failed', error: { code: 'account_needs_reconnect' } },
  })
  expect((await room.request('GET', `/v1/social-accounts/${account}`)).json.status).toBe('needs_reconnect')
  expect(await edit(id, 'Open today')).toMatchObject({ status: 409, json: { code: 'cannot_edit' } })
})
