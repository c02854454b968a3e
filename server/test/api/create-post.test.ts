import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { seedMedia } from '../seed-media.ts'
import { inDays, type Posting, startPosting, tomorrow } from './posting.ts'
import { testRefusals } from './refusals.ts'

let house: Posting['house']
let harbour: string
let flour: string
let picture: Posting['picture']
let create: Posting['create']
let refused: Posting['refused']
beforeAll(async () => {
  ;({ house, harbour, flour, picture, create, refused } = await startPosting())
})
afterAll(() => house.stop())

describe('who may', () => {
  testRefusals(
    () => house,
    'write',
    async () => ({
      method: 'POST',
      path: '/v1/posts',
      body: { caption: 'words', social_accounts: [harbour] },
    }),
  )

  test('a key that may not publish keeps drafts and nothing else', async () => {
    const { key } = await house.key({ scopes: ['read', 'write'] })
    expect(await create({ social_accounts: [harbour], caption: 'x', is_draft: true }, key)).toMatchObject({
      status: 200,
    })
    const answer = await create({ social_accounts: [harbour], caption: 'x' }, key)
    expect(answer).toMatchObject({ status: 403, json: { code: 'scope_missing', scope: 'publish' } })
  })
})

describe('what is answered', () => {
  test('an immediate post is on its way at once', async () => {
    const { status, json } = await create({ caption: 'words', social_accounts: [harbour] })
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      status: 'processing',
      caption: 'words',
      media: [],
      social_accounts: [harbour],
      scheduled_at: null,
      is_draft: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/Z$/),
      media_ids: [],
      platform_configurations: null,
      account_configurations: null,
      external_id: null,
      metadata: {},
      tags: [],
      late_policy: 'publish_24h',
      processing_enabled: true,
      queue: null,
      recurrence_id: null,
      warnings: [],
      approval: null,
    })
  })

  test('what is read afterwards is what was answered, ETag and all', async () => {
    const made = await create({
      caption: '👩‍👩‍👧 e\u0301 𝒳',
      social_accounts: [flour, harbour],
      scheduled_at: tomorrow,
    })
    const read = await house.request('GET', `/v1/posts/${made.json.id}`)
    expect(read.json).toEqual(made.json)
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'))
    expect(made.json).toMatchObject({
      status: 'scheduled',
      caption: '👩‍👩‍👧 e\u0301 𝒳',
      social_accounts: [flour, harbour],
    })
  })

  test('media come back as public URLs in the order sent, whether named by path, by URL or as an object', async () => {
    const [two, three] = [await seedMedia(house), await seedMedia(house)]
    const media = [
      two.url,
      picture.path,
      { media_id: three.path, alt_text: 'three', focus: { x: -1, y: 0.5 } },
    ]
    const { json } = await create({ caption: 'x', media, social_accounts: [harbour] })
    expect(json.media).toEqual([two.url, picture.url, three.url])
    expect(json.media_ids).toEqual([two.path, picture.path, three.path])
    const target = await house.db.row<{ content: unknown }>(
      sql`select content from targets where post_id = ${json.id}`,
    )
    expect(target?.content).toMatchObject({
      media: [
        { id: two.id },
        { id: picture.id },
        { id: three.id, alt_text: 'three', focus: { x: -1, y: 0.5 } },
      ],
    })
  })

  test('a medium keeps its own alt text unless the post gives one', async () => {
    const described = await seedMedia(house, { altText: 'its own' })
    const { json } = await create({ media: [described.path], social_accounts: [harbour] })
    const content = await house.db.row<{ media: unknown }>(sql`
      select content->'media' as media from targets where post_id = ${json.id}`)
    expect(content?.media).toEqual([{ id: described.id, alt_text: 'its own', focus: null }])
    expect(json.caption).toBe('')
  })

  test('configurations come back as sent, to the order of their members', async () => {
    const platform_configurations = { sandbox: { sensitive: true, language: 'en', caption: 'own' } }
    const account_configurations = { account_configurations: [{ sensitive: false, account_id: harbour }] }
    const { json } = await create({
      social_accounts: [harbour],
      platform_configurations,
      account_configurations,
    })
    const { text } = await house.request('GET', `/v1/posts/${json.id}`)
    expect(text).toContain(JSON.stringify(platform_configurations))
    expect(text).toContain(JSON.stringify(account_configurations))
  })

  test('body is caption', async () => {
    expect((await create({ body: 'words', social_accounts: [harbour] })).json.caption).toBe('words')
  })

  test('the event is written with the post', async () => {
    const { json } = await create({ caption: 'x', social_accounts: [harbour], external_id: 'e-1' })
    const events = await house.db.rows(sql`select type, data from events where subject_id = ${json.id}`)
    expect(events).toEqual([
      { type: 'post.created', data: { id: json.id, status: 'processing', external_id: 'e-1' } },
    ])
  })
})

describe('when', () => {
  const at = async (scheduled_at: unknown) =>
    (await create({ caption: 'x', social_accounts: [harbour], scheduled_at })).json

  test('an offset becomes UTC, and none is UTC', async () => {
    const day = tomorrow.slice(0, 10)
    expect((await at(`${day}T23:30:00+02:00`)).scheduled_at).toBe(`${day}T21:30:00.000Z`)
    expect((await at(`${day}T23:30:00.25`)).scheduled_at).toBe(`${day}T23:30:00.250Z`)
  })

  test('up to a minute ago is now', async () => {
    const ago = new Date(Date.now() - 50_000).toISOString()
    expect(await at(ago)).toMatchObject({ status: 'processing', scheduled_at: null })
    expect(await at(null)).toMatchObject({ status: 'processing', scheduled_at: null })
  })

  test.each([
    ['more than a minute ago', new Date(Date.now() - 70_000).toISOString(), 'scheduled_at_in_past'],
    ['more than 365 days ahead', inDays(365.01), 'scheduled_at_too_far'],
    ['in the year 9999', '9999-12-31T23:59:59Z', 'scheduled_at_too_far'],
    ['a day that does not exist', '2030-02-30T10:00:00Z', 'wrong_format'],
    ['a time that does not exist', '2030-02-20T24:61:00Z', 'wrong_format'],
    ['a date without a time', '2030-02-20', 'wrong_format'],
    ['a word', 'tomorrow', 'wrong_format'],
    ['a number', 1_900_000_000, 'wrong_type'],
  ])('refuses %s', async (_what, scheduled_at, code) => {
    expect(await refused({ scheduled_at })).toEqual([['/scheduled_at', code]])
  })

  test('an account may have a time of its own', async () => {
    const { json } = await create({
      caption: 'x',
      social_accounts: [harbour, flour],
      scheduled_at: tomorrow,
      account_configurations: [{ account_id: flour, scheduled_at: inDays(2) }],
    })
    const times = await house.db.rows<{ account_id: string; at: Date }>(sql`
      select account_id, scheduled_at as at from targets where post_id = ${json.id} order by scheduled_at`)
    expect(times.map(({ account_id }) => account_id)).toEqual([harbour, flour])
    expect(json.scheduled_at).toBe(tomorrow)
  })

  test('where every account has a time of its own, the post goes with the first', async () => {
    const { json } = await create({
      caption: 'x',
      social_accounts: [harbour],
      platform_configurations: { sandbox: { scheduled_at: tomorrow } },
    })
    expect(json).toMatchObject({ status: 'scheduled', scheduled_at: tomorrow })
  })

  test('a time in a configuration is held against the clock too', async () => {
    expect(
      await refused({ platform_configurations: { sandbox: { scheduled_at: '2020-01-01T00:00Z' } } }),
    ).toEqual([['/platform_configurations/sandbox/scheduled_at', 'scheduled_at_in_past']])
    expect(
      await refused({ account_configurations: { [harbour]: { scheduled_at: '2030-02-30T00:00Z' } } }),
    ).toEqual([[`/account_configurations/${harbour}/scheduled_at`, 'invalid_date_time']])
  })

  test('a test workspace goes by its own clock', async () => {
    const { userId, workspaceId, testKey } = await house.other()
    await house.db.run(sql`insert into test_clocks values (${workspaceId}, interval '10 days')`)
    const account = await connectFor(workspaceId, 'test')
    const answer = await create(
      { caption: 'x', social_accounts: [account], scheduled_at: inDays(9) },
      testKey,
    )
    expect(answer).toMatchObject({ status: 422, json: { code: 'scheduled_at_in_past' } })
    expect(userId).not.toBe(house.userId)
  })
})

/** An account as connecting leaves it behind, in any workspace and mode. */
async function connectFor(workspaceId: string, mode: 'live' | 'test', status = 'active'): Promise<string> {
  const id = newId()
  await house.db.run(sql`
    insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url, status)
    values (${workspaceId}, ${id}, ${mode}, 'sandbox', ${id}, 'somebody', 'Somebody', 'https://n.example', ${status})`)
  return id
}

describe('accounts', () => {
  test('must be there', async () => {
    expect(await refused({ social_accounts: [] })).toEqual([['/social_accounts', 'too_few']])
    expect(await refused({ social_accounts: undefined })).toEqual([['/social_accounts', 'required']])
    expect(await refused({ social_accounts: harbour })).toEqual([['/social_accounts', 'wrong_type']])
    expect(await refused({ social_accounts: ['harbour', true] })).toEqual([
      ['/social_accounts/0', 'wrong_format'],
      ['/social_accounts/1', 'wrong_type'],
    ])
  })

  test('are named once, whatever the case of the letters', async () => {
    expect(await refused({ social_accounts: [harbour, harbour.toUpperCase()] })).toEqual([
      ['/social_accounts/1', 'account_repeated'],
    ])
    const { json } = await create({ caption: 'x', social_accounts: [harbour.toUpperCase()] })
    expect(json.social_accounts).toEqual([harbour])
  })

  test('that are unknown, a stranger’s, of the other mode or disconnected are not there, in the same words', async () => {
    const stranger = await house.other()
    const gone = await connectFor(house.workspaceId, 'live')
    await house.db.run(sql`update social_accounts set disconnected_at = clock_timestamp() where id = ${gone}`)
    const ids = [
      newId(),
      await connectFor(stranger.workspaceId, 'live'),
      await connectFor(house.workspaceId, 'test'),
      gone,
    ]
    const answer = await create({ caption: 'x', social_accounts: [harbour, ...ids] })
    expect(answer.status).toBe(422)
    const errors = answer.json.errors as { pointer: string; code: string; detail: string }[]
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      [1, 2, 3, 4].map((index) => `/social_accounts/${index}`),
    )
    const words = errors.map(({ code, detail }, index) => code + detail.replace(ids[index] ?? '', ''))
    expect(new Set(words).size).toBe(1)
  })

  test('that must be connected again are taken, with a warning', async () => {
    const tired = await connectFor(house.workspaceId, 'live', 'needs_reconnect')
    const { status, json } = await create({
      caption: 'x',
      social_accounts: [harbour, tired],
      scheduled_at: tomorrow,
    })
    expect(status).toBe(200)
    expect(json.warnings).toMatchObject([
      { pointer: '/social_accounts/1', code: 'needs_reconnect', social_account_id: tired },
    ])
  })
})

describe('its own id', () => {
  test('makes it once: the same request again is the post that is there, as it is now', async () => {
    const id = newId()
    const body = { caption: 'first', social_accounts: [harbour], scheduled_at: tomorrow }
    const first = await create({ id, ...body })
    // Members in another order are the same request.
    const again = {
      scheduled_at: tomorrow,
      social_accounts: [harbour],
      caption: 'first',
      id: id.toUpperCase(),
    }
    const second = await create(again)
    expect(second.status).toBe(200)
    expect(second.json).toEqual(first.json)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    await house.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'changed' } })
    expect((await create(again)).json).toMatchObject({ id, caption: 'changed' })
  })

  test('409: names no second post', async () => {
    const id = newId()
    const body = { caption: 'first', social_accounts: [harbour], scheduled_at: tomorrow }
    await create({ id, ...body })
    const taken = { status: 409, json: { code: 'id_taken' } }
    expect(await create({ id, ...body, caption: 'second' })).toMatchObject(taken)
    expect(await create({ id, ...body, is_draft: true })).toMatchObject(taken)
    const { json } = await create(body)
    expect(await create({ id: json.id, ...body })).toMatchObject(taken)
    expect((await house.request('GET', `/v1/posts/${id}`)).json).toMatchObject({
      caption: 'first',
      is_draft: false,
    })
    const headers = { 'idempotency-key': newId() }
    const named = { id, ...body, caption: 'third' }
    expect(await house.request('POST', '/v1/posts', { body: named, headers })).toMatchObject(taken)
  })

  test('makes it once when sent ten times at the same moment', async () => {
    const id = newId()
    const body = { id, caption: 'once', social_accounts: [harbour], scheduled_at: tomorrow }
    const answers = await Promise.all([...Array(10).keys()].map(() => create(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const targets = await house.db.rows(sql`select id from targets where post_id = ${id}`)
    expect(targets).toHaveLength(1)
  })

  test('is another post for a stranger', async () => {
    const id = newId()
    await create({ id, caption: 'mine', social_accounts: [harbour] })
    const stranger = await house.other()
    const account = await connectFor(stranger.workspaceId, 'live')
    const answer = await create({ id, caption: 'theirs', social_accounts: [account] }, stranger.liveKey)
    expect(answer).toMatchObject({ status: 200, json: { id, caption: 'theirs' } })
  })

  test('409: is not used again once its post was deleted', async () => {
    const id = newId()
    const body = { id, caption: 'x', social_accounts: [harbour], is_draft: true }
    await create(body)
    await house.request('DELETE', `/v1/posts/${id}`)
    const deleted = { status: 409, json: { code: 'post_deleted' } }
    expect(await create(body)).toMatchObject(deleted)
    expect(await create({ ...body, caption: 'y' })).toMatchObject(deleted)
  })

  test('409: tells nothing of a post in the other mode', async () => {
    const [there, gone] = [newId(), newId()]
    const account = await connectFor(house.workspaceId, 'test')
    for (const id of [there, gone]) {
      await create({ id, caption: 'x', social_accounts: [account], is_draft: true }, house.testKey)
    }
    await house.request('DELETE', `/v1/posts/${gone}`, { key: house.testKey })
    for (const id of [there, gone]) {
      const body = { id, caption: 'x', social_accounts: [account], is_draft: true }
      expect(await create(body)).toMatchObject({ status: 409, json: { code: 'id_taken' } })
    }
  })
})

test('the same Idempotency-Key makes one post, and another body under it is refused', async () => {
  const headers = { 'idempotency-key': newId() }
  const body = { caption: 'once', social_accounts: [harbour] }
  const first = await house.request('POST', '/v1/posts', { body, headers })
  const again = await house.request('POST', '/v1/posts', { body, headers })
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const other = await house.request('POST', '/v1/posts', { body: { ...body, caption: 'twice' }, headers })
  expect(other).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } })
})
