// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { heic, image } from '../media-files.ts'
import { seedMedia } from '../seed-media.ts'
import { uploadFile } from '../uploads.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

const validate = (body: object) =>
  house.request('POST', '/v1/posts/validate', { body: { social_accounts: [harbour, flour], ...body } })

describe('who may', () => {
  testRefusals(
    () => house,
    'read',
    async () => ({
      method: 'POST',
      path: '/v1/posts/validate',
      body: { caption: 'x', social_accounts: [harbour] },
    }),
  )
})

test('says of what can be published how long it is and where its links stand', async () => {
  const { status, json } = await validate({ caption: '👩‍👩‍👧 https://example.org' })
  expect(status).toBe(200)
  expect(json).toMatchObject({ valid: true, problems: [], warnings: [] })
  expect(json.accounts).toMatchObject([
    {
      social_account_id: harbour,
      platform: 'sandbox',
      valid: true,
      length: { count: 21, max: 500, unit: 'grapheme' },
      ranges: [{ kind: 'link', start: 9, end: 28 }],
    },
    { social_account_id: flour },
  ])
})

test('places its ranges in the text that the account publishes, in UTF-16 units', async () => {
  const own = `👩‍👩‍👧 @ada #boats ${'x'.repeat(500)}`
  const { json } = await validate({
    caption: 'See https://example.org',
    account_configurations: { [flour]: { caption: own } },
  })
  expect(json.accounts[0].ranges).toEqual([{ kind: 'link', start: 4, end: 23 }])
  const ranges = json.accounts[1].ranges.map(({ kind, start, end }: Record<string, number>) => [
    kind,
    own.slice(start, end),
  ])
  expect(ranges).toEqual([
    ['mention', '@ada'],
    ['hashtag', '#boats'],
    ['over', 'x'.repeat(14)],
  ])
})

test('says per account everything that its network would refuse', async () => {
  const { status, json } = await validate({
    caption: 'x'.repeat(510),
    account_configurations: { [flour]: { caption: 'fits', language: '??', thread: [{ caption: '' }] } },
  })
  expect(status).toBe(200)
  expect(json.valid).toBe(false)
  expect(json.accounts[0]).toMatchObject({
    valid: false,
    problems: [{ pointer: '/caption', code: 'text_too_long', social_account_id: harbour }],
    length: { count: 510 },
    ranges: [{ kind: 'over', start: 500, end: 510 }],
  })
  expect(json.accounts[1]).toMatchObject({ valid: false, length: { count: 4 } })
  expect(json.accounts[1].problems.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    `/account_configurations/${flour}/thread/0/caption`,
    `/account_configurations/${flour}/language`,
  ])
  expect(json.problems).toHaveLength(3)
})

test('counts a time that has passed among the problems', async () => {
  const { json } = await validate({ caption: 'x', scheduled_at: '2020-01-01T00:00Z' })
  expect(json).toMatchObject({
    valid: false,
    problems: [{ pointer: '/scheduled_at', code: 'scheduled_at_in_past' }],
  })
})

test('stores nothing', async () => {
  const picture = await seedMedia(house)
  await validate({ caption: 'x', media: [picture.path], id: newId() })
  expect(await house.db.rows(sql`select id from posts union all select post_id from post_media`)).toEqual([])
  expect(await house.db.rows(sql`select id from events where type like 'post.%'`)).toEqual([])
})

test('422: what is no post at all is refused as in create', async () => {
  const { liveKey } = await house.other()
  const body = { caption: 'x', social_accounts: [harbour] }
  expect((await house.request('POST', '/v1/posts/validate', { body, key: liveKey })).json).toMatchObject({
    status: 422,
    code: 'account_not_found',
  })
  expect((await validate({ caption: 7, tittle: 'x' })).json.errors).toHaveLength(2)
  expect((await validate({ media: [`${house.userId}/api/none.jpg`] })).json.code).toBe('media_not_found')
})

describe('media that are made to fit', () => {
  test('are shown in advance, each change in words and the file that comes of it', async () => {
    const { id } = await uploadFile(house, await image('png', { width: 400, height: 300 }), 'image/png')
    const crop = { x: 0, y: 0, width: 0.5, height: 1 }
    const { json } = await validate({ caption: 'x', media: [{ media_id: id, crop }] })
    expect(json).toMatchObject({ valid: true, warnings: [] })
    expect(json.accounts[0].media_changes).toMatchObject([
      {
        pointer: '/media/0',
        reason: null,
        steps: [{ change: 'crop' }],
        result: { kind: 'image', mime_type: 'image/png', width: 200, height: 300 },
      },
    ])
    const whole = await validate({ caption: 'x', media: [id] })
    expect(whole.json.accounts[0].media_changes).toEqual([])
    const off = await validate({ caption: 'x', media: [{ media_id: id, crop }], processing_enabled: false })
    expect(off.json.accounts[0]).toMatchObject({
      media_changes: [],
      warnings: [{ code: 'crop_not_applied' }],
    })
  })

  test('are also those that options name: a cropped cover, and a picture of a video', async () => {
    const picture = await uploadFile(house, await image('png', { width: 400, height: 300 }), 'image/png')
    const crop = { x: 0, y: 0, width: 0.5, height: 1 }
    await house.request('PATCH', `/v1/media/${picture.id}`, { body: { crop } })
    const covered = (cover: string) =>
      validate({ caption: 'x', platform_configurations: { sandbox: { cover } } })
    const pointer = '/platform_configurations/sandbox/cover'
    expect((await covered(picture.id)).json.accounts[0].media_changes).toMatchObject([
      { pointer, steps: [{ change: 'crop' }], result: { width: 200, height: 300 } },
    ])
    const video = await seedMedia(house, { kind: 'video' })
    const { json } = await covered(video.id)
    expect(json.accounts[0].media_changes).toMatchObject([
      { pointer, steps: [{ change: 'convert' }], result: { kind: 'image', mime_type: 'image/jpeg' } },
    ])
    // This server has no program that takes it.
    expect(json.accounts[0].problems).toMatchObject([{ pointer, code: 'media_unfit' }])
  })

  test('are a problem where the program that makes them is missing, and where that is not allowed', async () => {
    const { id } = await uploadFile(house, await heic(), 'image/heic')
    const { json } = await validate({ caption: 'x', media: [id] })
    expect(json.accounts[0].problems).toMatchObject([
      { pointer: '/media/0', code: 'media_unfit', detail: expect.stringContaining('takes no image/heic') },
    ])
    const off = await validate({ caption: 'x', media: [id], processing_enabled: false })
    expect(off.json.accounts[0].problems[0].detail).toContain('processing_enabled is false')
  })

  test('have crops within the medium', async () => {
    const { id } = await uploadFile(house, await image('png'), 'image/png')
    const crop = { x: 0.5, y: 0, width: 0.6, height: 1 }
    const { status, json } = await validate({ caption: 'x', media: [{ media_id: id, crop }] })
    expect(status).toBe(422)
    expect(json.errors).toMatchObject([{ pointer: '/media/0/crop', code: 'crop_invalid' }])
  })
})

test('says that an id would make no post: its post was deleted, or is another one', async () => {
  const id = newId()
  const body = { id, caption: 'Once', social_accounts: [harbour, flour], is_draft: true }
  expect((await validate(body)).json).toMatchObject({ valid: true, problems: [], warnings: [] })
  expect((await house.request('POST', '/v1/posts', { body })).status).toBe(200)
  // A repeated request answers the post that is there.
  const known = [{ pointer: '/id', code: 'post_exists' }]
  expect((await validate(body)).json).toMatchObject({ valid: true, problems: [], warnings: known })
  expect((await validate({ ...body, caption: 'Other' })).json).toMatchObject({
    valid: false,
    problems: [{ pointer: '/id', code: 'id_taken' }],
  })
  await house.request('DELETE', `/v1/posts/${id}`)
  for (const caption of ['Once', 'Other'])
    expect((await validate({ ...body, caption })).json).toMatchObject({
      valid: false,
      problems: [{ pointer: '/id', code: 'post_deleted', detail: expect.stringContaining('was deleted') }],
      accounts: [{ valid: true }, { valid: true }],
    })
})
