import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { testDoor } from '../door-refusals.ts'
import { type House, startHouse } from '../house.ts'
import { type SeededMedium, seedMedia } from '../seed-media.ts'

let house: House
let harbour: string
let flour: string
let picture: SeededMedium
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  picture = await seedMedia(house)
})
afterAll(() => house.stop())

const create = (body: unknown, key = house.liveKey) => house.request('POST', '/v1/posts', { body, key })
const soon = '2030-05-06T09:00:00Z'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const tomorrow = inDays(1)

/** Creates what must be refused, and answers where and why; nothing may have been stored. */
async function refused(body: object): Promise<[string, string][]> {
  const before = await stored()
  const answer = await create({ social_accounts: [harbour], caption: 'words', ...body })
  expect(answer.status).toBe(422)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(await stored()).toEqual(before)
  return answer.json.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code])
}

function stored() {
  return house.db.row(sql`
    select (select count(*) from posts) as posts, (select count(*) from targets) as targets,
      (select count(*) from post_media) as media, (select count(*) from events where type like 'post.%') as events`)
}

describe('who may', () => {
  testDoor(
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
      warnings: [],
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
    expect(await refused({ social_accounts: ['harbour', 7] })).toEqual([
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

describe('media', () => {
  test('that are not there, not uploaded, refused or repeated are 422 with their place', async () => {
    const stranger = await seedMedia(house, { tenant: await house.other() })
    const ofTest = await seedMedia(house, { mode: 'test' })
    const waiting = await seedMedia(house, { state: 'waiting' })
    const receiving = await seedMedia(house, { state: 'receiving' })
    const rejected = await seedMedia(house, { state: 'rejected' })
    const media = [
      `${house.userId}/api/none.jpg`,
      stranger.path,
      stranger.url,
      ofTest.path,
      'https://elsewhere.example/media/picture.jpg',
      waiting.path,
      receiving.path,
      rejected.path,
      picture.path,
      { media_id: picture.url },
    ]
    expect(await refused({ media })).toEqual([
      ['/media/0', 'media_not_found'],
      ['/media/1', 'media_not_found'],
      ['/media/2', 'media_not_found'],
      ['/media/3', 'media_not_found'],
      ['/media/4', 'media_not_found'],
      ['/media/5', 'media_not_uploaded'],
      ['/media/6', 'media_not_uploaded'],
      ['/media/7', 'media_rejected'],
      ['/media/9', 'media_repeated'],
    ])
    expect(await refused({ media: [waiting.path], is_draft: true })).toEqual([
      ['/media/0', 'media_not_uploaded'],
    ])
  })

  test('are looked for wherever a post names them', async () => {
    const stranger = await seedMedia(house, { tenant: await house.other() })
    expect(
      await refused({
        platform_configurations: {
          sandbox: { media: [stranger.path], thread: [{ caption: 'x', media: [stranger.url] }] },
        },
        account_configurations: [{ account_id: harbour, media: [{ media_id: stranger.path }] }],
      }),
    ).toEqual([
      ['/platform_configurations/sandbox/media/0', 'media_not_found'],
      ['/platform_configurations/sandbox/thread/0/media/0', 'media_not_found'],
      ['/account_configurations/0/media/0', 'media_not_found'],
    ])
  })

  test('cannot be deleted from under a post, wherever it names them', async () => {
    const [inPost, inThread] = [await seedMedia(house), await seedMedia(house)]
    const { json } = await create({
      media: [inPost.path],
      social_accounts: [harbour],
      platform_configurations: { sandbox: { thread: [{ media: [inThread.path] }] } },
    })
    const links = await house.db.rows<{ media_id: string }>(
      sql`select media_id from post_media where post_id = ${json.id}`,
    )
    expect(links.map(({ media_id }) => media_id).sort()).toEqual([inPost.id, inThread.id].sort())
  })

  test.each([
    ['an item that is neither text nor object', [7], '/media/0'],
    ['an unknown field', [{ media_id: 'a', alt: 'b' }], '/media/0/alt'],
    ['a focus outside the picture', [{ media_id: 'a', focus: { x: 2, y: 0 } }], '/media/0/focus/x'],
    ['no list', 'a.jpg', '/media'],
  ])('of the wrong form are refused: %s', async (_what, media, pointer) => {
    expect((await refused({ media })).map(([at]) => at)).toEqual([pointer])
  })
})

describe('configurations', () => {
  test('an option nobody knows and a platform nobody knows are refused with their place', async () => {
    expect(
      await refused({
        platform_configurations: { sandbox: { tittle: 'x', sensitive: 'yes' }, myspace: { caption: 'x' } },
        account_configurations: { [harbour]: { tittle: 'x' } },
      }),
    ).toEqual([
      ['/platform_configurations/sandbox/tittle', 'unknown_option'],
      ['/platform_configurations/sandbox/sensitive', 'wrong_type'],
      ['/platform_configurations/myspace', 'unknown_platform'],
      [`/account_configurations/${harbour}/tittle`, 'unknown_option'],
    ])
  })

  test('of a platform that the post does not use have no effect, and say so', async () => {
    const { status, json } = await create({
      caption: 'x',
      social_accounts: [harbour],
      platform_configurations: { bluesky: { caption: 'unused' } },
    })
    expect(status).toBe(200)
    expect(json.warnings).toMatchObject([
      { pointer: '/platform_configurations/bluesky', code: 'configuration_unused' },
    ])
  })

  test('give each account its own words, pictures and options, and a thread becomes posts', async () => {
    const { json } = await create({
      caption: 'shared',
      media: [picture.path],
      social_accounts: [harbour, flour],
      scheduled_at: tomorrow,
      platform_configurations: { sandbox: { language: 'en' } },
      account_configurations: [
        { account_id: flour, caption: 'own', media: [], thread: [{ caption: 'two' }], first_comment: 'more' },
      ],
    })
    const parts = await house.db.rows(sql`
      select account_id, part, position, content->>'text' as text, jsonb_array_length(content->'media') as pictures,
        content->'options' as options
      from targets where post_id = ${json.id} order by account_id = ${flour}, position`)
    const options = { language: 'en' }
    expect(parts).toEqual([
      { account_id: harbour, part: 'post', position: 0, text: 'shared', pictures: 1, options },
      { account_id: flour, part: 'post', position: 0, text: 'own', pictures: 0, options },
      { account_id: flour, part: 'thread', position: 1, text: 'two', pictures: 0, options },
      { account_id: flour, part: 'first_comment', position: 2, text: 'more', pictures: 0, options },
    ])
  })
})

describe('what a network would refuse', () => {
  const long = 'é'.repeat(501)

  test('is 422 before anything is stored, with its place and its account', async () => {
    const answer = await create({
      caption: long,
      social_accounts: [harbour, flour],
      account_configurations: [
        { account_id: flour, caption: 'fits', thread: [{ caption: long }], first_comment: long },
      ],
    })
    expect(answer.status).toBe(422)
    expect(answer.json.errors).toMatchObject([
      { pointer: '/caption', code: 'text_too_long', social_account_id: harbour },
      {
        pointer: '/account_configurations/0/thread/0/caption',
        code: 'text_too_long',
        social_account_id: flour,
      },
      { pointer: '/account_configurations/0/first_comment', code: 'text_too_long', social_account_id: flour },
    ])
  })

  test('is counted as people count: families and flags are one', async () => {
    const families = '👩‍👩‍👧'.repeat(200)
    expect((await create({ caption: families, social_accounts: [harbour] })).status).toBe(200)
  })

  test('points into the options it concerns', async () => {
    const poll = { options: ['a', 'a'], duration_minutes: 60 }
    expect(await refused({ account_configurations: { [harbour]: { poll, language: '??' } } })).toEqual([
      [`/account_configurations/${harbour}/language`, 'language_invalid'],
      [`/account_configurations/${harbour}/poll/options/1`, 'poll_invalid'],
    ])
  })

  test('is only a warning on a draft, and so is a plan that has passed', async () => {
    const { status, json } = await create({
      caption: long,
      social_accounts: [harbour],
      is_draft: true,
      scheduled_at: '2020-01-01T00:00:00Z',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: 'draft', is_draft: true, scheduled_at: '2020-01-01T00:00:00.000Z' })
    expect(json.warnings.map(({ code }: { code: string }) => code)).toEqual([
      'scheduled_at_in_past',
      'text_too_long',
    ])
    const targets = await house.db.rows(sql`select id from targets where post_id = ${json.id}`)
    expect(targets).toEqual([])
  })
})

describe('what is wrong with the body', () => {
  test('is told all at once', async () => {
    const answer = await create({
      social_accounts: ['x'],
      scheduled_at: 'never',
      caption: 7,
      is_draft: 'yes',
      workspace_id: newId(),
      published_at: soon,
      late_policy: 'never',
    })
    expect(answer.status).toBe(422)
    expect(answer.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/caption',
      '/is_draft',
      '/late_policy',
      '/published_at',
      '/scheduled_at',
      '/social_accounts/0',
      '/workspace_id',
    ])
  })

  test.each([
    ['caption and body that differ', { caption: 'a', body: 'b' }, '/body'],
    ['text with a NUL', { caption: 'a\u0000b' }, '/caption'],
    ['half a character', { metadata: { a: '\ud800' } }, '/metadata/a'],
    ['caption null', { caption: null }, '/caption'],
    [
      'too many notes',
      { metadata: Object.fromEntries([...Array(51).keys()].map((at) => [`k${at}`, 'v'])) },
      '/metadata',
    ],
    ['notes that are no text', { metadata: { a: 1 } }, '/metadata/a'],
    ['a note without a name', { metadata: { '': 'v' } }, '/metadata/'],
    [
      'a note with a name of 101 letters',
      { metadata: { ['k'.repeat(101)]: 'v' } },
      `/metadata/${'k'.repeat(101)}`,
    ],
    [
      'a configuration that is no object',
      { platform_configurations: { sandbox: 'x' } },
      '/platform_configurations/sandbox',
    ],
    ['configurations that are no object', { platform_configurations: [] }, '/platform_configurations'],
    ['configurations of accounts that are text', { account_configurations: 'x' }, '/account_configurations'],
    ['a tag twice', { tags: ['a', 'a'] }, '/tags'],
    ['an empty tag', { tags: [''] }, '/tags/0'],
    ['an id of its own that is no UUIDv7', { id: '6f1c7f3e-7a4b-4c57-9a55-1d1f6b0f3f10' }, '/id'],
  ])('%s is refused', async (_what, body, pointer) => {
    expect((await refused(body)).map(([at]) => at)).toEqual([pointer])
  })
})

describe('its own id', () => {
  test('makes it once: the same one again is the post that is there', async () => {
    const id = newId()
    const first = await create({ id, caption: 'first', social_accounts: [harbour], scheduled_at: tomorrow })
    const second = await create({ id: id.toUpperCase(), caption: 'second', social_accounts: [harbour] })
    expect(second.status).toBe(200)
    expect(second.json).toEqual(first.json)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
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

  test('cannot be that of a deleted post or of one in the other mode, in the same words', async () => {
    const [gone, test] = [newId(), newId()]
    await create({ id: gone, caption: 'x', social_accounts: [harbour], is_draft: true })
    await house.request('DELETE', `/v1/posts/${gone}`)
    const account = await connectFor(house.workspaceId, 'test')
    await create({ id: test, caption: 'x', social_accounts: [account] }, house.testKey)
    const answers = [
      await create({ id: gone, caption: 'x', social_accounts: [harbour] }),
      await create({ id: test, caption: 'x', social_accounts: [harbour] }),
    ]
    expect(answers).toMatchObject([
      { status: 422, json: { code: 'id_in_use' } },
      { status: 422, json: { code: 'id_in_use' } },
    ])
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

/** Nearly always right, else anything at all. */
function mostly<Value>(right: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: right as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
}

test('whatever stands in a body, the answer is a post or a problem of the client’s', async () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 })
  const pictures = mostly(fc.constantFrom([], [picture.path], [{ media_id: picture.url, alt_text: 'x' }]))
  const time = mostly(fc.constantFrom(tomorrow, null, inDays(300), tomorrow.replace('Z', '+13:45')))
  const layer = {
    caption: mostly(fc.oneof(words, fc.constant(null))),
    media: pictures,
    scheduled_at: time,
    thread: mostly(fc.array(fc.record({ caption: words, media: pictures }), { maxLength: 3 })),
    first_comment: mostly(words),
    sensitive: mostly(fc.boolean()),
  }
  const layered = fc.record(layer, { requiredKeys: [] })
  const listed = fc.record({ account_id: fc.constant(harbour), ...layer }, { requiredKeys: ['account_id'] })
  const body = fc.record(
    {
      caption: mostly(words),
      media: pictures,
      scheduled_at: time,
      is_draft: mostly(fc.boolean()),
      platform_configurations: mostly(fc.dictionary(fc.constantFrom('sandbox', 'bluesky'), layered)),
      account_configurations: mostly(
        fc.oneof(fc.dictionary(fc.constantFrom(harbour, flour), layered), fc.array(listed, { maxLength: 1 })),
      ),
      metadata: mostly(fc.dictionary(words, words)),
      tags: mostly(
        fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), { maxLength: 3 }),
      ),
      external_id: mostly(words),
    },
    { requiredKeys: [] },
  )
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const { status } = await create({ social_accounts: [harbour, flour], ...sent })
      // A name such as __proto__ or a depth beyond 20 makes a body unreadable.
      expect([200, 400, 422]).toContain(status)
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }),
    { numRuns: 300 },
  )
  // It tried both sides.
  expect(seen.get(200)).toBeGreaterThan(10)
  expect(seen.get(422)).toBeGreaterThan(10)
}, 60_000)
