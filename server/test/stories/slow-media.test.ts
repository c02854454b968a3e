import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from './newsroom.ts'

describe('media that take their time', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom()
  })
  afterAll(() => room.stop())

  async function upload(name: string): Promise<string> {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0f5e63' } })
      .png()
      .toBuffer()
    const body = { name, mime_type: 'image/png', size_bytes: bytes.length }
    const { upload_url, media_id } = (await room.request('POST', '/v1/media/create-upload-url', { body }))
      .json
    const answer = await room.request('PUT', upload_url, {
      key: null,
      body: bytes,
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.status).toBe(200)
    return media_id
  }

  it.each(['slow_media', 'process_slowly'])(
    'are waited for (%s), and the post goes out once',
    async (behavior) => {
      const account = await room.account(`Snail ${behavior}`, {
        behavior,
        slow_ms: 1_200,
        network_class: 'two_phase',
      })
      const media = [await upload('one.png'), await upload('two.png')]
      const post = await room.post({ caption: 'Look', media, social_accounts: [account] })
      expect(await room.settled(post.id, ['posted', 'failed', 'needs_review'])).toBe('posted')
      const { posts, arrivals } = await room.truth(account)
      expect(posts).toEqual(['Look'])
      expect(arrivals).toHaveLength(1)
      const pictures = await room.db.row<{ count: number }>(room.sql`
      select jsonb_array_length(media) as count from sandbox_posts
      where profile_id = (select external_id::uuid from social_accounts where id = ${account})`)
      expect(pictures?.count).toBe(2)
    },
  )

  it('let a later post of words go first only when it is due and they are not ready', async () => {
    const account = await room.account('Overtaken', { behavior: 'slow_media', slow_ms: 1_500 })
    const slow = await room.post({
      caption: 'Slow',
      media: [await upload('slow.png')],
      social_accounts: [account],
    })
    const quick = await room.post({ caption: 'Quick', social_accounts: [account] })
    await room.settled(quick.id, ['posted'])
    await room.settled(slow.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['Quick', 'Slow'])
  })
})
