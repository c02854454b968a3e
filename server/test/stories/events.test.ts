import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtFeeds } from '../../src/feeds/looking/look-at-feeds.ts'
import { createValidate } from '../../src/lib/requests/validate.ts'
import { tellStates } from '../../src/recurrences/tell-states.ts'
import { type EventType, eventCatalog } from '../../src/webhooks/event-catalog.ts'
import { colleague } from '../approving.ts'
import { plainFeed } from '../feeds/feed-files.ts'
import { expectAdded, numbered } from '../feeds/feed-house.ts'
import { image } from '../media-files.ts'
import { startWebSite } from '../servers/web-site.ts'
import { createUpload, put, uploadFile } from '../uploads.ts'
import { answerWith, startReceiver } from '../webhooks/receiver.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

const catalog = Object.entries(eventCatalog)
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Everything that makes an event happens once. */
async function writeEvents(): Promise<void> {
  const harbour = await room.account('Harbour')
  const strict = await room.account('Strict', { behavior: 'refuse' })
  const deaf = await room.account('Deaf', { behavior: 'drop_answer', network_class: 'blind' })
  const leaving = await room.account('Leaving', { behavior: 'lose_token' })
  const suspended = await room.account('Suspended', { behavior: 'block_account' })

  const draft = await room.post({ caption: 'A draft', social_accounts: [harbour], is_draft: true })
  await change(draft.id, { caption: 'A better draft', external_id: 'mine' })
  expect((await room.request('DELETE', `/v1/posts/${draft.id}`)).status).toBe(200)
  const later = await room.post({
    caption: 'Later',
    social_accounts: [harbour],
    scheduled_at: inMs(7 * 86_400_000),
  })
  expect((await room.request('POST', `/v1/posts/${later.id}/cancel`)).status).toBe(200)

  const draftAgain = await room.post({ caption: 'Asks', social_accounts: [harbour], is_draft: true })
  const say = async (what: string, body: object) =>
    expect((await room.request('POST', `/v1/posts/${draftAgain.id}/${what}`, { body })).status).toBe(200)
  await talk(draftAgain.id)
  await say('submit', {})
  await say('return', { comment: 'Shorter.' })
  const author = await colleague(room, 'author')
  const body = { caption: 'Waits', social_accounts: [harbour], scheduled_at: inMs(7 * 86_400_000) }
  const waiting = await author.request('POST', '/v1/posts', { body })
  const path = `/v1/posts/${waiting.json.id}/approve`
  expect((await room.request('POST', path, { body: { version: 1 } })).status).toBe(200)

  const settle = async (status: string, accounts: readonly string[], more: object = {}) => {
    const post = await room.post({ caption: `To be ${status}`, social_accounts: accounts, ...more })
    await room.settled(post.id, [status])
  }
  const thread = { platform_configurations: { sandbox: { thread: [{ caption: 'and more' }] } } }
  await settle('posted', [harbour], { ...thread, scheduled_at: inMs(2_000) })
  await settle('failed', [strict])
  await unpublish(harbour, 'post_result.unpublished', async () => undefined)
  const revoked = await room.account('Revoked')
  await unpublish(revoked, 'post_result.unpublish_failed', () => revokeTokens(revoked))
  await correct()
  await settle('partial', [harbour, strict])
  await settle('needs_review', [deaf])
  await settle('held', [leaving])
  await settle('held', [suspended])
  await readFeed(harbour)
  await repeat(harbour)
  expect((await room.request('DELETE', `/v1/social-accounts/${harbour}`)).status).toBe(200)

  await refuseWebhooks()

  const picture = await image('png')
  await uploadFile(room, picture, 'image/png')
  const { upload_url: url } = await createUpload(room, picture, 'image/jpeg')
  expect((await put(room, url, picture, 'image/jpeg')).status).toBe(422)
}

/** A note about a post that is marked as done, and deleted. */
async function talk(postId: string): Promise<void> {
  const path = `/v1/posts/${postId}/notes`
  const { json } = await room.request('POST', path, { body: { text: 'Shorter, please.' } })
  const marked = await room.request('PATCH', `${path}/${json.id}`, { body: { resolved: true } })
  expect([marked.status, marked.json]).toEqual([200, expect.objectContaining({ id: json.id })])
  expect((await room.request('DELETE', `${path}/${json.id}`)).status).toBe(200)
}

/** A feed that is away for days, comes back with more than may go out and an item without words, is paused, is gone, and is removed. */
async function readFeed(account: string): Promise<void> {
  const site = await startWebSite()
  const path = '/feed.xml'
  const publish = (last: number) =>
    site.put(path, { body: plainFeed(numbered(last)), type: 'application/rss+xml' })
  publish(1)
  const body = {
    url: site.url + path,
    social_accounts: [account],
    action: 'publish',
    caption: '{author}',
    max_per_day: 1,
  }
  const id = await expectAdded(room.request('POST', '/v1/feeds', { body }))
  const look = async () => {
    await room.db.run(room.sql`
      update feeds set next_look_at = clock_timestamp(), failing_since = failing_since - interval '4 days'
      where next_look_at is not null`)
    await lookAtFeeds(room.context, new AbortController().signal)
  }
  site.put(path, { body: 'away', status: 503 })
  await look()
  await look()
  publish(3)
  await look()
  for (const status of ['paused', 'active'])
    expect((await room.request('PATCH', `/v1/feeds/${id}`, { body: { status } })).status).toBe(200)
  site.put(path, { body: 'gone', status: 410 })
  await look()
  await until(
    () => room.events(id),
    (types) => types.includes('feed.stopped'),
  )
  expect((await room.request('DELETE', `/v1/feeds/${id}`)).status).toBe(200)
  await site.stop()
}

/** A recurrence that is paused and resumed, is not well for a while, ends, and is deleted. */
async function repeat(account: string): Promise<void> {
  const body = { caption: 'Again', social_accounts: [account], rule: { unit: 'day', times: ['09:00'] } }
  const { json } = await room.request('POST', '/v1/recurrences', { body: { ...body, ends_after: 1 } })
  const path = `/v1/recurrences/${json.id}`
  for (const status of ['paused', 'active'])
    expect((await room.request('PATCH', path, { body: { status } })).status).toBe(200)
  const fault = JSON.stringify({ pointer: '', code: 'author_may_not_write', detail: 'No.' })
  await room.db.run(room.sql`update recurrences set fault = ${fault}::jsonb where id = ${json.id}`)
  await tellStates(room.context)
  const { data } = (await room.request('GET', `/v1/posts?recurrence_id=${json.id}`)).json
  expect((await room.request('POST', `/v1/posts/${data[0].id}/cancel`)).status).toBe(200)
  await tellStates(room.context)
  expect((await room.request('DELETE', path)).status).toBe(200)
}

/** Sends a test to an endpoint that is gone for ever. */
async function refuseWebhooks(): Promise<void> {
  const receiver = await startReceiver(answerWith(410))
  const { json } = await room.request('POST', '/v1/webhook-endpoints', {
    body: { url: receiver.url, events: ['media.ready'] },
  })
  expect((await room.request('POST', `/v1/webhook-endpoints/${json.id}/test`)).status).toBe(200)
  await until(
    () => room.events(json.id),
    (types) => types.includes('webhook_endpoint.disabled'),
  )
  expect((await room.request('POST', `/v1/webhook-endpoints/${json.id}/enable`)).status).toBe(200)
  await receiver.close()
}

/** Publishes a post and deletes it at its network, until an event says how that ended. */
async function unpublish(account: string, ends: EventType, before: () => Promise<void>): Promise<void> {
  const post = await room.post({ caption: 'To be deleted', social_accounts: [account] })
  await room.settled(post.id, ['posted'])
  const [result] = await room.results(post.id)
  await before()
  expect((await room.request('DELETE', `/v1/posts/${post.id}?unpublish=true`)).status).toBe(200)
  await until(
    () => room.events(result?.id ?? ''),
    (types) => types.includes(ends),
  )
}

/** Publishes a post whose text is changed at its network, once with success. */
async function correct(): Promise<void> {
  const account = await room.account('Wordy')
  const post = await room.post({ caption: 'Opne', social_accounts: [account] })
  await room.settled(post.id, ['posted'])
  const [result] = await room.results(post.id)
  const id = result?.id ?? ''
  for (const [behavior, ends] of [
    ['succeed', 'post_result.edited'],
    ['refuse', 'post_result.edit_failed'],
  ] as const) {
    await room.request('PATCH', `/v1/social-accounts/${account}`, { body: { behavior: { behavior } } })
    const sent = { body: { caption: `Open, as it will ${behavior}` } }
    expect((await room.request('POST', `/v1/post-results/${id}/edit`, sent)).status).toBe(200)
    await until(
      () => room.events(id),
      (types) => types.includes(ends),
    )
  }
}

async function revokeTokens(account: string): Promise<void> {
  await room.db.run(room.sql`
    update sandbox_tokens set revoked_at = clock_timestamp()
    where profile_id = (select external_id::uuid from social_accounts where id = ${account})`)
}

async function change(id: string, body: object): Promise<void> {
  expect((await room.request('PATCH', `/v1/posts/${id}`, { body })).status).toBe(200)
}

test('every event that is written has a type of the catalogue and data of its form, and every type is written', async () => {
  await writeEvents()
  const events = await room.db.rows<{ type: EventType; data: object }>(
    room.sql`select type, data from events order by created_at`,
  )
  for (const { type, data } of events) {
    expect(eventCatalog).toHaveProperty([type])
    expect({ type, data, problems: createValidate(eventCatalog[type].data)(data) }).toEqual({
      type,
      data,
      problems: [],
    })
  }
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual(Object.keys(eventCatalog).sort())
})

test.each(catalog)('the example of %s has the form of its data', (_type, { data, example }) => {
  expect(createValidate(data)(example)).toEqual([])
})
