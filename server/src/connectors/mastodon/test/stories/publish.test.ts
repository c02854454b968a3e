import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { until } from '../../../../../test/stories/until.ts'
import { post, upload } from '../fake.ts'
import { errorAnswer } from '../steps.ts'
import { variantNames } from '../world.ts'
import { type MastodonHouse, openMastodonHouse } from './house.ts'

describe('on servers with Mastodon’s API', () => {
  let house: MastodonHouse
  beforeAll(async () => {
    house = await openMastodonHouse()
  })
  afterAll(() => house?.stop())

  it.each(variantNames)(
    '%s shows a thread with pictures, alt texts, focus and a warning',
    async (variant) => {
      const { id, fake } = await house.join({ variant })
      const media = await Promise.all(
        [
          [300, 600],
          [800, 200],
        ].map(async ([width = 0, height = 0], index) => ({
          media_id: await house.upload(
            `${index}.png`,
            await plainPicture(width, height, '#0c0'),
            'image/png',
          ),
          alt_text: `Picture ${index} 🌍`,
          focus: { x: -0.5, y: 0.5 },
        })),
      )
      const isGallery = fake.variant.isGallery
      const middle = { caption: 'Two', ...(isGallery ? {} : { media: media.slice(0, 1) }) }
      const options = {
        visibility: 'unlisted',
        spoiler_text: 'Careful',
        sensitive: true,
        language: 'de',
        thread: [middle, { caption: 'Three' }],
      }
      const created = await house.post({
        caption: 'One, @bob@example.com: https://example.com/a #tag',
        social_accounts: [id],
        media,
        platform_configurations: { mastodon: options },
      })
      expect(await house.settled(created.id, ['posted', 'failed', 'partial', 'needs_review'])).toBe('posted')

      const chosen = { visibility: 'unlisted', spoiler: 'Careful', sensitive: true, language: 'de' }
      const [one, two, three] = fake.posts
      expect(fake.posts).toMatchObject([
        { ...chosen, source: 'One, @bob@example.com: https://example.com/a #tag', replyTo: null },
        { ...chosen, source: 'Two', replyTo: one?.id },
        { ...chosen, source: 'Three', replyTo: two?.id },
      ])
      expect(three?.media).toEqual([])
      expect(two?.media).toHaveLength(isGallery ? 0 : 1)
      expect(one?.media).toMatchObject(
        [0, 1].map((index) => ({ description: `Picture ${index} 🌍`, focus: '-0.5,0.5' })),
      )
      const sizes = await Promise.all(one?.media.map(({ bytes }) => sharp(bytes).metadata()) ?? [])
      expect(sizes.map(({ width, height }) => width / height)).toEqual([0.5, 4])
      const [result] = await house.results(created.id)
      expect(result).toMatchObject({
        status: 'published',
        platform_data: { id: one?.id, url: `${fake.url}/@alice/${one?.id}` },
        parts: [{ status: 'published' }, { status: 'published' }],
      })
    },
  )

  it('a picture that would have to be fitted is not published where the post forbids it', async () => {
    const { id, fake } = await house.join({ variant: 'mastodon-fixed' })
    const picture = await plainPicture(60, 40, '#0c0')
    const publish = async (media: string[]) => {
      const post = { caption: 'As it is', social_accounts: [id], media, processing_enabled: false }
      const created = await house.post(post)
      await house.settled(created.id, ['posted', 'failed'])
      return (await house.results(created.id))[0]
    }
    const fits = await publish([await house.upload('fits.png', picture, 'image/png')])
    expect([fits?.status, fake.posts[0]?.media[0]?.bytes]).toEqual(['published', picture])
    const avif = await sharp(picture).avif().toBuffer()
    const media = [await house.upload('unfit.avif', avif, 'image/avif')]
    const body = { caption: 'As it is', social_accounts: [id], media, processing_enabled: false }
    const refused = await house.request('POST', '/v1/posts', { body })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('processing_enabled is false')
    expect(fake.posts).toHaveLength(1)
  })

  it.each(variantNames.filter((name) => name !== 'pixelfed' && name !== 'snac'))(
    '%s shows a poll, in the first post of a thread alone',
    async (variant) => {
      const { id, fake } = await house.join({ variant })
      const poll = { options: ['Yes', 'No', 'Perhaps'], duration_minutes: 30, multiple: true }
      const created = await house.post({
        caption: 'Which?',
        social_accounts: [id],
        platform_configurations: { mastodon: { poll, thread: [{ caption: 'Choose.' }] } },
      })
      expect(await house.settled(created.id, ['posted', 'failed', 'partial', 'needs_review'])).toBe('posted')
      expect(fake.posts).toMatchObject([
        { source: 'Which?', poll: { options: poll.options, seconds: 1_800, multiple: true } },
        { source: 'Choose.', poll: null },
      ])
    },
  )

  it('waits for media that are processed slowly, then publishes once', async () => {
    const { id, fake } = await house.join({ variant: 'mastodon-fixed' })
    fake.processMedia({ forMs: 1_500 })
    const media = [await house.upload('slow.png', await plainPicture(50, 50, '#c00'), 'image/png')]
    const created = await house.post({ caption: 'Slowly', social_accounts: [id], media })
    expect(await house.settled(created.id, ['posted', 'failed'])).toBe('posted')
    expect(fake.posts).toHaveLength(1)
    expect(fake.calls.filter(({ name }) => name === upload)).toHaveLength(1)
  })

  it('publishes at its time, never before, with its media uploaded ahead', async () => {
    const { id, fake } = await house.join({ variant: 'mastodon-fixed' })
    const media = [await house.upload('later.png', await plainPicture(60, 50, '#00c'), 'image/png')]
    const at = Date.now() + 3_000
    const scheduled_at = new Date(at).toISOString()
    const created = await house.post({ caption: 'Later', social_accounts: [id], media, scheduled_at })
    expect(created.status).toBe('scheduled')
    await until(async () => fake.calls.some(({ name }) => name === upload), Boolean)
    expect(Date.now()).toBeLessThan(at)
    expect(await house.settled(created.id, ['posted', 'failed'])).toBe('posted')
    expect(fake.posts[0]?.at.getTime()).toBeGreaterThanOrEqual(at)
  })

  it('finds what the server would refuse before anything is stored, by the server’s own limits', async () => {
    const { id } = await house.join({ variant: 'mastodon-fixed' })
    const poll = { options: ['Yes', 'Yes'], duration_minutes: 1 }
    const body = {
      caption: 'x'.repeat(501),
      social_accounts: [id],
      platform_configurations: { mastodon: { poll } },
    }
    const answer = await house.request('POST', '/v1/posts', { body })
    expect(answer.status).toBe(422)
    expect(answer.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/caption',
      '/platform_configurations/mastodon/poll/duration_minutes',
      '/platform_configurations/mastodon/poll/options/1',
    ])
    const account = await house.request('GET', `/v1/social-accounts/${id}`)
    expect(account.json.limits.text).toMatchObject({ max: 500, unit: 'grapheme', link_cost: 23 })
  })

  it('reports the refusal of the server and says that nothing is public', async () => {
    const { id, fake } = await house.join({ variant: 'mastodon-fixed' })
    fake.inject(post, errorAnswer(422, 'Validation failed: Text contains a forbidden word'))
    const created = await house.post({ caption: 'Forbidden', social_accounts: [id] })
    expect(await house.settled(created.id, ['posted', 'failed', 'needs_review'])).toBe('failed')
    const [result] = await house.results(created.id)
    expect(result?.error).toMatchObject({
      message: expect.stringContaining('a forbidden word'),
      retryable: false,
    })
    expect(fake.posts).toEqual([])
  })

  it('holds what a token that was revoked cannot publish, and frees it with a new one', async () => {
    const { id, fake } = await house.join({ variant: 'mastodon-fixed' })
    fake.revoke()
    const created = await house.post({ caption: 'Wait for me', social_accounts: [id] })
    expect(await house.settled(created.id, ['posted', 'held', 'failed'])).toBe('held')
    const account = await house.request('GET', `/v1/social-accounts/${id}`)
    expect(account.json.status).toBe('needs_reconnect')
    fake.restore()
    expect(await house.connect('mastodon', { instance: fake.url, access_token: fake.token })).toBe(id)
    expect(await house.settled(created.id, ['posted', 'failed'])).toBe('posted')
    expect(fake.posts).toHaveLength(1)
  })

  it('never shows a token: in accounts, results, events or the reasons of a failure', async () => {
    const { id, fake } = await house.join({ variant: 'mastodon-fixed' })
    fake.inject(post, errorAnswer(422, `You said ${fake.token}`))
    const created = await house.post({ caption: 'Secrets', social_accounts: [id] })
    await house.settled(created.id, ['failed'])
    const pages = [
      '/v1/social-accounts',
      `/v1/post-results?post_id=${created.id}`,
      '/v1/posts',
      '/v1/platforms',
    ]
    for (const path of pages) {
      const { text } = await house.request('GET', path)
      expect(text).not.toContain(fake.token)
    }
  })
})
