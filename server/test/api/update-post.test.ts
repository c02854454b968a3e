// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { State } from '../../src/targets/states.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const tomorrow = inDays(1)

async function make(more: object = {}) {
  const body = { caption: 'words', social_accounts: [harbour], scheduled_at: tomorrow, ...more }
  const { json, headers } = await house.request('POST', '/v1/posts', { body })
  return { id: json.id as string, json, etag: headers.get('etag') ?? '' }
}
const patch = (id: string, body: unknown, headers = {}) =>
  house.request('PATCH', `/v1/posts/${id}`, { body, headers })

function targetsOf(id: string) {
  return house.db.rows<{ id: string; account_id: string; text: string; state: State; at: Date }>(sql`
    select id, account_id, content->>'text' as text, state, scheduled_at as at from targets
    where post_id = ${id} order by created_at, id`)
}

describe('who may', () => {
  const request = async () => {
    const { id } = await make()
    return { method: 'PATCH', path: `/v1/posts/${id}`, id, body: { caption: 'other' } }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)

  test('a key that may not publish changes drafts and nothing else', async () => {
    const { key } = await house.key({ scopes: ['read', 'write'] })
    const [draft, scheduled] = [await make({ is_draft: true }), await make()]
    const change = (id: string, body: object) => house.request('PATCH', `/v1/posts/${id}`, { key, body })
    expect((await change(draft.id, { caption: 'x' })).status).toBe(200)
    expect((await change(draft.id, { is_draft: false })).json).toMatchObject({
      code: 'scope_missing',
      scope: 'publish',
    })
    expect((await change(scheduled.id, { caption: 'x' })).json).toMatchObject({ code: 'scope_missing' })
    expect((await change(scheduled.id, { is_draft: true })).json).toMatchObject({ status: 'draft' })
  })
})

describe('what it names', () => {
  test('is changed, and the rest stays', async () => {
    const picture = await seedMedia(house)
    const before = await make({
      media: [{ media_id: picture.path, alt_text: 'bread' }],
      tags: ['food'],
      metadata: { a: 'b' },
      external_id: 'e1',
      late_policy: 'ask',
      platform_configurations: { sandbox: { sensitive: true } },
    })
    const { status, json, headers } = await patch(before.id, { caption: 'other' })
    expect(status).toBe(200)
    expect(json).toEqual({ ...before.json, caption: 'other', updated_at: json.updated_at })
    expect(json.updated_at > before.json.updated_at).toBe(true)
    expect(headers.get('etag')).not.toBe(before.etag)
    const content = await house.db.row<{ content: unknown }>(
      sql`select content from targets where post_id = ${before.id}`,
    )
    expect(content?.content).toEqual({
      text: 'other',
      media: [{ id: picture.id, alt_text: 'bread', focus: null }],
      options: { sensitive: true },
    })
  })

  test('may be nothing, and then nothing changes', async () => {
    const { id, json, etag } = await make()
    const answer = await patch(id, {})
    expect(answer.json).toEqual(json)
    expect(answer.headers.get('etag')).toBe(etag)
  })

  test('is reported by an event', async () => {
    const { id } = await make()
    await patch(id, { caption: 'a', tags: ['x'] })
    const event = await house.db.row<{ data: unknown }>(sql`
      select data from events where subject_id = ${id} and type = 'post.updated'`)
    expect(event?.data).toEqual({
      id,
      status: 'scheduled',
      previous_status: 'scheduled',
      changed: ['caption', 'tags'],
    })
  })

  test('may be emptied with null or an empty list', async () => {
    const { id } = await make({
      external_id: 'e',
      tags: ['a'],
      platform_configurations: { sandbox: { sensitive: true } },
    })
    const { json } = await patch(id, { external_id: null, tags: [], platform_configurations: null })
    expect(json).toMatchObject({ external_id: null, tags: [], platform_configurations: null })
  })

  test('accepts the post as it was read: public URLs, nulls and all', async () => {
    const picture = await seedMedia(house)
    const { id, json } = await make({ media: [picture.path] })
    const { caption, media, social_accounts, scheduled_at, is_draft, tags, metadata, external_id } = json
    const { platform_configurations, account_configurations, late_policy } = json
    const same = { caption, media, social_accounts, scheduled_at, is_draft, tags, metadata, external_id }
    const answer = await patch(id, { ...same, platform_configurations, account_configurations, late_policy })
    expect(answer.json).toEqual({ ...json, updated_at: answer.json.updated_at })
  })

  test('releases media that the post no longer uses', async () => {
    const [one, two] = [await seedMedia(house), await seedMedia(house)]
    const { id } = await make({ media: [one.path] })
    const { json } = await patch(id, { media: [two.path] })
    expect(json.media).toEqual([two.url])
    expect(await house.db.rows(sql`select media_id from post_media where post_id = ${id}`)).toEqual([
      { media_id: two.id },
    ])
  })

  test('may be the body alias', async () => {
    const { id } = await make()
    expect((await patch(id, { body: 'other' })).json.caption).toBe('other')
    expect(await patch(id, { body: 'a', caption: 'b' })).toMatchObject({ status: 422 })
  })
})

describe('accounts and times', () => {
  test('the result of an account that stays keeps its id; others come and go', async () => {
    const { id } = await make({ social_accounts: [harbour] })
    const [before] = await targetsOf(id)
    const { json } = await patch(id, { social_accounts: [flour, harbour], caption: 'both' })
    expect(json.social_accounts).toEqual([flour, harbour])
    const after = await targetsOf(id)
    expect(after.map(({ text }) => text)).toEqual(['both', 'both'])
    expect(after.find(({ account_id }) => account_id === harbour)?.id).toBe(before?.id)
    await patch(id, { social_accounts: [flour] })
    expect((await targetsOf(id)).map(({ account_id }) => account_id)).toEqual([flour])
  })

  test('another time moves it, and null publishes it now', async () => {
    const { id } = await make()
    const later = inDays(3)
    expect((await patch(id, { scheduled_at: later })).json).toMatchObject({
      status: 'scheduled',
      scheduled_at: later,
    })
    expect((await targetsOf(id)).map(({ at }) => at.toISOString())).toEqual([later])
    expect((await patch(id, { scheduled_at: null })).json).toMatchObject({
      status: 'processing',
      scheduled_at: null,
    })
    const [target] = await targetsOf(id)
    expect(Math.abs((target?.at.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)
  })

  test('a time that passed while it was held stands in the way of no other change', async () => {
    const { id } = await make()
    await setState(house, id, 'held')
    await house.db.run(
      sql`update posts set scheduled_at = clock_timestamp() - interval '2 hours' where id = ${id}`,
    )
    expect((await patch(id, { caption: 'other' })).status).toBe(200)
    expect(await patch(id, { scheduled_at: inDays(-1) })).toMatchObject({
      status: 422,
      json: { code: 'scheduled_at_in_past' },
    })
  })
})

describe('an account that was disconnected meanwhile', () => {
  let gone: string
  let draft: string
  let scheduled: string
  beforeAll(async () => {
    gone = await house.connect('sandbox', { name: 'gone' })
    draft = (await make({ social_accounts: [gone], is_draft: true })).id
    scheduled = (await make({ social_accounts: [gone] })).id
    await house.db.run(sql`update social_accounts set disconnected_at = clock_timestamp() where id = ${gone}`)
  })

  test('stands in the way of no other change, and is warned of', async () => {
    for (const id of [draft, scheduled]) {
      const { status, json } = await patch(id, { caption: 'other' })
      expect(status).toBe(200)
      expect(json.warnings).toMatchObject([{ code: 'account_disconnected', social_account_id: gone }])
    }
  })

  test('cannot be named anew, and its drafts are not promoted', async () => {
    const unknown = {
      status: 422,
      json: { errors: [{ pointer: '/social_accounts/0', code: 'account_not_found' }] },
    }
    expect(await patch(draft, { social_accounts: [gone] })).toMatchObject(unknown)
    expect(await patch(draft, { is_draft: false })).toMatchObject(unknown)
  })
})

describe('drafts', () => {
  test('are promoted to scheduled when their plan is to come', async () => {
    const { id } = await make({ is_draft: true })
    expect(await targetsOf(id)).toEqual([])
    const { json } = await patch(id, { is_draft: false })
    expect(json).toMatchObject({ status: 'scheduled', is_draft: false, scheduled_at: tomorrow })
    expect(await targetsOf(id)).toMatchObject([{ account_id: harbour, text: 'words', state: 'scheduled' }])
  })

  test('are promoted to immediate when there is no plan', async () => {
    const { id } = await make({ is_draft: true, scheduled_at: null })
    expect((await patch(id, { is_draft: false })).json).toMatchObject({
      status: 'processing',
      scheduled_at: null,
    })
  })

  test('whose plan has passed are not promoted without a new one', async () => {
    const { id } = await make({ is_draft: true, scheduled_at: '2020-01-01T00:00:00Z' })
    const answer = await patch(id, { is_draft: false })
    expect(answer).toMatchObject({
      status: 422,
      json: { code: 'scheduled_at_in_past', errors: [{ pointer: '/scheduled_at' }] },
    })
    expect((await house.request('GET', `/v1/posts/${id}`)).json.status).toBe('draft')
    expect((await patch(id, { is_draft: false, scheduled_at: tomorrow })).json.status).toBe('scheduled')
  })

  test('that a network would refuse are not promoted, and lose their warnings once they fit', async () => {
    const { id } = await make({ is_draft: true, caption: 'x'.repeat(501) })
    const answer = await patch(id, { is_draft: false })
    expect(answer).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/caption', code: 'text_too_long', social_account_id: harbour }] },
    })
    expect((await patch(id, { caption: 'fits' })).json.warnings).toEqual([])
    expect((await patch(id, { is_draft: false })).status).toBe(200)
  })

  test('come of posts that have not begun, and can be promoted again', async () => {
    const { id } = await make()
    expect((await patch(id, { is_draft: true })).json).toMatchObject({
      status: 'draft',
      scheduled_at: tomorrow,
    })
    expect(await targetsOf(id)).toEqual([])
    expect((await patch(id, { is_draft: false })).json.status).toBe('scheduled')
    expect(await targetsOf(id)).toHaveLength(1)
  })
})

describe('409', () => {
  test.each<[State, string]>([
    ['committing', 'already_processing'],
    ['unknown', 'already_processing'],
    ['confirming', 'already_processing'],
    ['published', 'already_processing'],
    ['needs_review', 'needs_review'],
    ['failed', 'already_settled'],
    ['canceled', 'already_settled'],
  ])('a post with a result that is %s stays as it is', async (state, code) => {
    for (const body of [{ caption: 'other' }, { tags: ['x'] }, { is_draft: true }, { scheduled_at: null }]) {
      const { id, json } = await make({ social_accounts: [harbour, flour] })
      await setState(house, id, state, flour)
      const answer = await patch(id, body)
      expect(answer).toMatchObject({ status: 409, json: { code } })
      if (code === 'already_processing') expect(answer.json.accounts).toEqual([flour])
      expect((await house.request('GET', `/v1/posts/${id}`)).json).toMatchObject({
        caption: json.caption,
        tags: [],
      })
    }
  })

  test.each<State>(['preparing', 'ready', 'held'])('does not come while a result is %s', async (state) => {
    const { id } = await make()
    await setState(house, id, state)
    expect((await patch(id, { caption: 'other' })).status).toBe(200)
    expect(await targetsOf(id)).toMatchObject([{ text: 'other', state: 'scheduled' }])
  })

  test('labels of a post that waits change nothing of what goes out', async () => {
    const { id } = await make()
    await setState(house, id, 'ready')
    expect((await patch(id, { tags: ['x'], metadata: { a: 'b' }, external_id: 'e' })).json).toMatchObject({
      tags: ['x'],
    })
    expect(await targetsOf(id)).toMatchObject([{ state: 'ready' }])
  })
})

describe('412', () => {
  test('two who change the same version: the second is told', async () => {
    const { id, etag } = await make()
    expect((await patch(id, { caption: 'mine' }, { 'if-match': etag })).status).toBe(200)
    const second = await patch(id, { caption: 'yours' }, { 'if-match': etag })
    expect(second).toMatchObject({ status: 412, json: { code: 'stale' } })
    expect((await house.request('GET', `/v1/posts/${id}`)).json.caption).toBe('mine')
    expect((await patch(id, { caption: 'any' }, { 'if-match': '*' })).status).toBe(200)
  })

  test('of ten at once on one version, one wins', async () => {
    const { id, etag } = await make()
    const answers = await Promise.all(
      [...Array(10).keys()].map((at) => patch(id, { caption: `number ${at}` }, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
  })
})

describe('422', () => {
  test('says everything that is wrong at once and changes nothing', async () => {
    const { id, json } = await make()
    const answer = await patch(id, { caption: 7, id: 'x', status: 'posted', social_accounts: [] })
    expect(answer.status).toBe(422)
    expect(answer.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/caption',
      '/id',
      '/social_accounts',
      '/status',
    ])
    expect((await house.request('GET', `/v1/posts/${id}`)).json).toEqual(json)
  })

  test('does not take what create would not take', async () => {
    const { id } = await make()
    const waiting = await seedMedia(house, { state: 'waiting' })
    expect((await patch(id, { media: [waiting.path] })).json.code).toBe('media_not_uploaded')
    expect((await patch(id, { caption: 'x'.repeat(501) })).json.code).toBe('text_too_long')
    expect((await patch(id, { scheduled_at: inDays(400) })).json.code).toBe('scheduled_at_too_far')
    expect((await patch(id, { social_accounts: ['0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b39'] })).json.code).toBe(
      'account_not_found',
    )
  })
})
