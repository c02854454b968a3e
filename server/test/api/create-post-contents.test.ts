// @module-tag slow
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { otherPlatforms } from '../example-accounts.ts'
import { seedMedia } from '../seed-media.ts'
import { inDays, type Posting, soon, startPosting, tomorrow } from './posting.ts'

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

  test('in options are checked like the others, kept with the target, and protected from deletion', async () => {
    const stranger = await seedMedia(house, { tenant: await house.other() })
    const waiting = await seedMedia(house, { state: 'waiting' })
    const moving = await seedMedia(house, { kind: 'gif' })
    const ofTest = await seedMedia(house, { mode: 'test' })
    for (const [cover, code] of [
      [stranger.id, 'media_not_found'],
      [ofTest.path, 'media_not_found'],
      [waiting.path, 'media_not_uploaded'],
      [moving.url, 'media_kind'],
      ['', 'wrong_format'],
      [7, 'wrong_type'],
    ])
      for (const is_draft of code === 'media_kind' ? [false] : [false, true])
        expect(await refused({ is_draft, platform_configurations: { sandbox: { cover } } })).toEqual([
          ['/platform_configurations/sandbox/cover', code],
        ])
    const described = await seedMedia(house, { altText: 'A harbour' })
    for (const name of [described.id, described.path, described.url]) {
      const { status, json } = await create({
        caption: 'With a cover',
        social_accounts: [harbour],
        scheduled_at: tomorrow,
        account_configurations: [{ account_id: harbour, cover: name }],
      })
      expect(status).toBe(200)
      const target = await house.db.row<{ content: unknown }>(
        sql`select content from targets where post_id = ${json.id}`,
      )
      expect(target?.content).toMatchObject({
        options: { cover: described.id },
        option_media: [{ id: described.id, alt_text: 'A harbour', focus: null }],
      })
      const deleting = await house.request('DELETE', `/v1/media/${described.id}`, { key: house.liveKey })
      expect([deleting.status, deleting.json.code]).toEqual([409, 'media_in_use'])
    }
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

  test.each(otherPlatforms)(
    'of a platform that the post does not use have no effect, and say so (%s)',
    async (platform) => {
      const { status, json } = await create({
        caption: 'x',
        social_accounts: [harbour],
        platform_configurations: { [platform]: { caption: 'unused' } },
      })
      expect(status).toBe(200)
      expect(json.warnings).toMatchObject([
        { pointer: `/platform_configurations/${platform}`, code: 'configuration_unused' },
      ])
    },
  )

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
  test('is reported all at once', async () => {
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
      platform_configurations: mostly(fc.dictionary(fc.constantFrom('sandbox', ...otherPlatforms), layered)),
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
    { numRuns: 300, seed: inject('seed') },
  )
  // Both kinds of body were tried: valid and invalid ones.
  expect(seen.get(200)).toBeGreaterThan(10)
  expect(seen.get(422)).toBeGreaterThan(10)
}, 60_000)
