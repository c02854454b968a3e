// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import type { State } from '../../src/targets/states.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
let mute: string

/** A network whose posts stay for ever. */
const muteConnector: Connector = { ...sandbox, platform: 'mute', name: 'Mute', powers: [] }

beforeAll(async () => {
  house = await startHouse({ worker: false, connectors: [...connectors, muteConnector] })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  mute = await house.connect('mute', { name: 'mute' })
})
afterAll(() => house.stop())

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

async function make(more: object = {}): Promise<string> {
  const body = { caption: 'words', social_accounts: [harbour, flour], scheduled_at: tomorrow, ...more }
  return (await house.request('POST', '/v1/posts', { body })).json.id
}
const remove = (id: string, query = '', headers = {}) =>
  house.request('DELETE', `/v1/posts/${id}${query}`, { headers })

describe('who may', () => {
  const request = async () => {
    const id = await make()
    return { method: 'DELETE', path: `/v1/posts/${id}`, id }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})

test.each<[string, State | null, object]>([
  ['a draft', null, { is_draft: true }],
  ['what is scheduled', 'scheduled', {}],
  ['what is being prepared for later', 'preparing', {}],
  ['what is held', 'held', {}],
  ['what failed', 'failed', {}],
  ['what was canceled', 'canceled', {}],
])('deletes %s, and nothing of it waits to go out', async (_what, state, more) => {
  const picture = await seedMedia(house)
  const id = await make({ media: [picture.path], ...more })
  if (state) await setState(house, id, state)
  const { status, json } = await remove(id)
  expect([status, json]).toEqual([200, { id, deleted: true, success: true }])
  const waiting = await house.db.rows(sql`
    select id from targets where post_id = ${id} and state not in ('canceled', 'failed')`)
  expect(waiting).toEqual([])
  expect(await house.db.rows(sql`select media_id from post_media where post_id = ${id}`)).toEqual([])
  expect((await house.request('GET', `/v1/posts/${id}`)).status).toBe(404)
  expect((await house.request('GET', `/v1/post-results?status=any&post_id=${id}`)).json.data).toEqual([])
  expect((await remove(id)).status).toBe(404)
})

test('is reported by an event', async () => {
  const id = await make({ external_id: 'e1' })
  await remove(id)
  const events = await house.db.rows(
    sql`select type, data from events where subject_id = ${id} order by created_at, id`,
  )
  expect(events.at(-1)).toEqual({
    type: 'post.deleted',
    data: { id, status: 'deleted', previous_status: 'scheduled', external_id: 'e1' },
  })
})

describe('409', () => {
  test.each<[State, string]>([
    ['committing', 'already_processing'],
    ['unknown', 'already_processing'],
    ['confirming', 'already_processing'],
    ['needs_review', 'needs_review'],
  ])('while an account is %s it stays', async (state, code) => {
    const id = await make()
    await setState(house, id, state, flour)
    expect(await remove(id)).toMatchObject({ status: 409, json: { code } })
    expect((await house.request('GET', `/v1/posts/${id}`)).status).toBe(200)
  })

  test('an immediate post that waits for its turn is processing', async () => {
    const id = await make({ scheduled_at: null })
    expect(await remove(id)).toMatchObject({ status: 409, json: { code: 'already_processing' } })
  })

  test.each<[string, State, State]>([
    ['posted', 'published', 'published'],
    ['partial', 'published', 'failed'],
    ['partly held', 'published', 'held'],
  ])('what is public stays: %s', async (_what, first, second) => {
    const id = await make()
    await setState(house, id, first, harbour)
    await setState(house, id, second, flour)
    expect(await remove(id)).toMatchObject({ status: 409, json: { code: 'already_posted' } })
    expect((await house.request('GET', `/v1/posts/${id}`)).status).toBe(200)
  })
})

describe('with unpublish', () => {
  const results = async (id: string) =>
    (await house.request('GET', `/v1/post-results?status=any&post_id=${id}`)).json.data

  test('what is public is deleted at its networks first, and what waits is stopped', async () => {
    const id = await make()
    await setState(house, id, 'published', harbour)
    await setState(house, id, 'held', flour)
    expect(await remove(id, '?unpublish=true')).toMatchObject({
      status: 200,
      json: { id, deleted: false, success: true },
    })
    const shown = await results(id)
    const byAccount = (account: string) =>
      shown.find((result: { social_account_id: string }) => result.social_account_id === account)
    expect(byAccount(harbour)).toMatchObject({
      status: 'published',
      unpublish: { status: 'pending', error: null },
    })
    expect(byAccount(flour)).toMatchObject({ status: 'canceled', unpublish: null })
    expect((await remove(id)).json.code).toBe('already_posted')
    expect((await remove(id, '?unpublish=true')).json.deleted).toBe(false)
  })

  test('403: a key that may not publish may not delete what is public either', async () => {
    const id = await make()
    await setState(house, id, 'published', harbour)
    await setState(house, id, 'held', flour)
    const { key } = await house.key({ scopes: ['read', 'write'] })
    const refused = await house.request('DELETE', `/v1/posts/${id}?unpublish=true`, { key })
    expect(refused.json).toMatchObject({ status: 403, code: 'scope_missing', scope: 'publish' })
    expect((await results(id)).map(({ unpublish }: { unpublish: unknown }) => unpublish)).toEqual([
      null,
      null,
    ])
  })

  test('409: an account whose network cannot delete is named, and nothing is changed', async () => {
    const id = await make({ social_accounts: [harbour, mute, flour] })
    await setState(house, id, 'published', harbour)
    await setState(house, id, 'published', mute)
    await setState(house, id, 'held', flour)
    expect(await remove(id, '?unpublish=true')).toMatchObject({
      status: 409,
      json: {
        code: 'cannot_unpublish',
        detail: 'Crier cannot delete posts on Mute. Delete this one there by hand. Nothing was changed.',
        accounts: [mute],
        reasons: [{ social_account_id: mute, platform: 'mute' }],
      },
    })
    expect((await results(id)).map(({ unpublish }: { unpublish: unknown }) => unpublish)).toEqual([
      null,
      null,
      null,
    ])
    const waiting = await house.db.rows(sql`
      select id from targets where post_id = ${id} and state = 'held'`)
    expect(waiting).toHaveLength(1)
    // The accounts say so before anybody asks.
    const why = async (account: string) =>
      (await house.request('GET', `/v1/social-accounts/${account}`)).json.cannot_delete
    expect([await why(harbour), await why(mute)]).toEqual([null, 'Crier cannot delete posts on Mute.'])
  })

  test('409: an account without a connection, or a post without its id, is named too', async () => {
    const id = await make({ social_accounts: [flour] })
    await setState(house, id, 'published', flour)
    await house.db.run(sql`update social_accounts set status = 'needs_reconnect' where id = ${flour}`)
    expect((await remove(id, '?unpublish=true')).json.reasons).toMatchObject([
      { detail: 'The account is not connected. Connect it again first.' },
    ])
    await house.db.run(sql`update social_accounts set status = 'active' where id = ${flour}`)
    await house.db.run(sql`
      update targets set remote_id = 'https://n.example/1', remote_url = 'https://n.example/1', remote_reference = 'null'
      where post_id = ${id}`)
    expect((await remove(id, '?unpublish=true')).json.reasons).toMatchObject([
      { detail: 'The id that Sandbox gave this post is not known. Delete it there by hand.' },
    ])
  })

  test.each<[State, string]>([
    ['committing', 'already_processing'],
    ['needs_review', 'needs_review'],
  ])('409: while a first comment is %s, nothing is changed', async (state, code) => {
    const comment = { platform_configurations: { sandbox: { first_comment: 'a comment' } } }
    const id = await make({ social_accounts: [harbour], ...comment })
    await setState(house, id, 'published', harbour)
    await setState(house, id, state, harbour, 'first_comment')
    expect(await remove(id, '?unpublish=true')).toMatchObject({ status: 409, json: { code } })
    expect((await results(id))[0].unpublish).toBeNull()
  })

  test('a failed result of it is not tried again any more', async () => {
    const id = await make()
    await setState(house, id, 'published', harbour)
    await setState(house, id, 'failed', flour)
    await remove(id, '?unpublish=true')
    const failed = (await results(id)).find(({ status }: { status: string }) => status === 'failed')
    expect(await house.request('POST', `/v1/post-results/${failed.id}/retry`)).toMatchObject({
      status: 409,
      json: { code: 'being_unpublished' },
    })
  })

  test('the same Idempotency-Key gives the same answer', async () => {
    const id = await make({ social_accounts: [harbour] })
    await setState(house, id, 'published', harbour)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await remove(id, '?unpublish=true', key)
    const error = {
      code: 'deletion_not_done',
      category: 'network',
      message: '',
      retryable: true,
      platform_code: null,
    }
    await house.db.run(sql`
      update unpublications set status = 'failed', next_at = null, error = ${JSON.stringify(error)}::jsonb where post_id = ${id}`)
    expect(await remove(id, '?unpublish=true', key)).toMatchObject({ status: first.status, json: first.json })
    expect((await results(id))[0].unpublish.status, 'the second request did nothing').toBe('failed')
  })
})

test('with unpublish, what was never public is just deleted', async () => {
  expect((await remove(await make(), '?unpublish=true')).status).toBe(200)
})

test('412: not if it changed since it was read', async () => {
  const id = await make()
  expect(await remove(id, '', { 'if-match': '"old"' })).toMatchObject({ status: 412 })
  expect((await house.request('GET', `/v1/posts/${id}`)).status).toBe(200)
})

test('422: refuses a bad query', async () => {
  const id = await make()
  expect(await remove(id, '?unpublish=yes')).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '?unpublish' }] },
  })
})
