import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Posting, startPosting, tomorrow } from '../api/posting.ts'

let posting: Posting
beforeAll(async () => {
  posting = await startPosting()
})
afterAll(() => posting.house.stop())

const create = (body: object) =>
  posting.create({ caption: 'words', social_accounts: [posting.harbour], scheduled_at: tomorrow, ...body })
const contentOf = (postId: string) =>
  posting.house.db.row<{ content: Record<string, unknown> }>(
    sql`select content from targets where post_id = ${postId}`,
  )

describe('processing_enabled', () => {
  it('is true unless it is said, and is kept with the post', async () => {
    for (const [body, expected] of [
      [{}, true],
      [{ processing_enabled: true }, true],
      [{ processing_enabled: false }, false],
    ] as const) {
      const { status, json } = await create(body)
      expect([status, json.processing_enabled]).toEqual([200, expected])
      const read = await posting.house.request('GET', `/v1/posts/${json.id}`)
      expect(read.json.processing_enabled).toBe(expected)
      expect((await contentOf(json.id))?.content.may_fit_media).toBe(expected ? undefined : false)
    }
  })

  it('stays when another field changes, and can be changed itself', async () => {
    const { id } = (await create({ processing_enabled: false })).json
    const patch = (body: object) => posting.house.request('PATCH', `/v1/posts/${id}`, { body })
    expect((await patch({ caption: 'others' })).json.processing_enabled).toBe(false)
    expect((await contentOf(id))?.content).toMatchObject({ text: 'others', may_fit_media: false })
    expect((await patch({ processing_enabled: true })).json.processing_enabled).toBe(true)
    expect((await contentOf(id))?.content.may_fit_media).toBeUndefined()
  })

  it('is taken by validate, and is no text', async () => {
    const body = { caption: 'words', social_accounts: [posting.harbour], processing_enabled: false }
    expect((await posting.house.request('POST', '/v1/posts/validate', { body })).json.valid).toBe(true)
    expect(await posting.refused({ processing_enabled: 'false' })).toEqual([
      ['/processing_enabled', 'wrong_type'],
    ])
  })
})

describe('use_queue', () => {
  it.each([true, { timezone: 'Europe/Berlin' }])(
    '%j gives way to scheduled_at, with a warning',
    async (use_queue) => {
      const { status, json } = await create({ use_queue })
      expect([status, json.status, json.scheduled_at]).toEqual([200, 'scheduled', tomorrow])
      expect(json.warnings).toMatchObject([{ pointer: '/use_queue', code: 'queue_unused' }])
    },
  )

  it('alone is refused with what to do instead while there are no slots', async () => {
    const refused = await posting.create({
      caption: 'x',
      social_accounts: [posting.harbour],
      use_queue: true,
    })
    expect([refused.status, refused.json.code]).toEqual([422, 'no_queue_slots'])
    expect(refused.json.message).toContain('send scheduled_at')
  })

  it('does not hide behind the time of an earlier request', async () => {
    const { id } = (await create({})).json
    const answer = await posting.house.request('PATCH', `/v1/posts/${id}`, { body: { use_queue: true } })
    expect([answer.status, answer.json.code]).toEqual([422, 'no_queue_slots'])
  })

  it.each([false, null])('%j asks for nothing', async (use_queue) => {
    expect(await create({ use_queue })).toMatchObject({ status: 200, json: { warnings: [] } })
  })
})

describe('media_urls', () => {
  it.each([[[]], [null]])('%j asks for nothing', async (media_urls) => {
    expect((await create({ media_urls })).status).toBe(200)
  })
})

describe('platform_configurations', () => {
  it('of networks that no account of the post is on are kept, with a warning for each', async () => {
    const platform_configurations = {
      google_business: { cta_action_type: 'CALL', offer: { coupon_code: 'SAILS' } },
      pinterest: { board_ids: ['7'] },
    }
    const { status, json } = await create({ platform_configurations })
    expect(status).toBe(200)
    expect(json.platform_configurations).toEqual(platform_configurations)
    expect(json.warnings).toMatchObject([
      {
        pointer: '/platform_configurations/google_business',
        code: 'configuration_unused',
        detail: 'No account of this post is on Google Business Profile; this configuration has no effect.',
      },
      { pointer: '/platform_configurations/pinterest', code: 'configuration_unused' },
    ])
  })

  it('of a network that nobody knows are refused', async () => {
    expect(await posting.refused({ platform_configurations: { instagrem: {} } })).toEqual([
      ['/platform_configurations/instagrem', 'unknown_platform'],
    ])
  })
})

describe('a medium', () => {
  it('is named by its storage path, its id or its public URL, alone and with an alt text', async () => {
    const { id, path, url } = posting.picture
    for (const name of [path, id, id.toUpperCase(), url]) {
      for (const medium of [name, { media_id: name, alt_text: 'Boats' }]) {
        const { status, json } = await create({ media: [medium] })
        expect([name, status, json.media, json.media_ids]).toEqual([name, 200, [url], [path]])
      }
    }
  })

  it('is the same medium under each name', async () => {
    const { id, path } = posting.picture
    expect(await posting.refused({ media: [path, id] })).toContainEqual(['/media/1', 'media_repeated'])
  })
})
