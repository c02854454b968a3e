import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePictures } from '../../src/connectors/conformance/pictures.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { movingFilm, movingGif } from '../moving-pictures.ts'
import { uploadFile } from '../uploads.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

interface Post {
  text: string
  media: { kind: string; alt_text: string; url: string }[]
  poll: { multiple: boolean } | null
  language: string | null
  cover_url: string | null
  post_result_id: string | null
}

interface Arrival {
  text: string
  outcome: string
  detail: string
  post_id: string | null
  post_result_id: string | null
}

interface Shown {
  /** Every post, those of a thread in their order. */
  posts: Post[]
  arrivals: Arrival[]
}

async function look(account: string): Promise<Shown> {
  const { json } = await room.request('GET', `/v1/social-accounts/${account}/sandbox-feed`)
  return {
    posts: json.data.flatMap(({ posts }: { posts: Post[] }) => posts),
    arrivals: json.arrivals,
  }
}

async function publish(account: string, body: Record<string, unknown>, end = 'posted'): Promise<string> {
  const post = await room.post({ social_accounts: [account], ...body })
  expect(await room.settled(post.id, ['posted', 'needs_review', 'failed'])).toBe(end)
  const [result] = await room.results(post.id)
  return result?.id ?? ''
}

describe('a film, a moving picture and everything else a network can do', () => {
  it.each([
    ['an MP4', 'video/mp4', () => movingFilm('mp4')],
    ['a WebM', 'video/webm', () => movingFilm('webm')],
  ])(
    '%s is played where it was published, byte for byte, with its description',
    async (_what, type, make) => {
      const account = await room.account(`Films ${type}`)
      const bytes = await make()
      const medium = await uploadFile(room, bytes, type)
      expect(medium).toMatchObject({ duration_ms: 2_000, width: 320, height: 180 })
      await publish(account, { media: [{ media_id: medium.media_id, alt_text: 'A disc crosses' }] })
      const [film] = (await look(account)).posts[0]?.media ?? []
      expect(film).toMatchObject({ kind: 'video', alt_text: 'A disc crosses' })
      const played = await fetch(film?.url ?? '')
      expect(played.headers.get('content-type')).toBe(type)
      expect(Buffer.from(await played.arrayBuffer()).equals(bytes)).toBe(true)
    },
  )

  it('a GIF moves, and says that it is one', async () => {
    const account = await room.account('Moving')
    const bytes = await movingGif()
    const medium = await uploadFile(room, bytes, 'image/gif')
    await publish(account, { media: [medium.media_id] })
    const [picture] = (await look(account)).posts[0]?.media ?? []
    expect(picture?.kind).toBe('gif')
    const shown = await fetch(picture?.url ?? '')
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('a cover that the options name stands above the post, and in no part of its thread', async () => {
    const account = await room.account('Covered')
    const [picture] = await makePictures(1, sandbox.limits(null))
    if (!picture) throw new Error('No picture was made.')
    const medium = await uploadFile(room, picture.bytes, picture.draft.mimeType)
    // A crop is carried out, as in the media of a post.
    const crop = { x: 0, y: 0, width: 0.5, height: 1 }
    await room.request('PATCH', `/v1/media/${medium.id}`, { body: { crop } })
    const thread = [{ caption: 'More' }]
    await publish(account, {
      caption: 'Below its cover',
      platform_configurations: { sandbox: { cover: medium.media_id, thread } },
    })
    await until(
      () => room.truth(account),
      ({ posts }) => posts.length === 2,
    )
    const covers = (await look(account)).posts.map(({ cover_url: url }) => url)
    expect(covers).toEqual([expect.any(String), null])
    const shown = await fetch(covers[0] ?? '')
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    const { width } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect(width).toBe(Math.round((picture.draft.width ?? 0) / 2))
  })

  it('names the language, and the kind of poll', async () => {
    const account = await room.account('Options')
    const poll = { options: ['Tee', 'Kaffee'], duration_minutes: 60, multiple: true }
    await publish(account, {
      caption: 'Was?',
      platform_configurations: { sandbox: { poll, language: 'de' } },
    })
    const { posts } = await look(account)
    expect(posts[0]).toMatchObject({ language: 'de', poll: { multiple: true } })
  })

  it('names the post result of each post and of everything that arrived', async () => {
    const account = await room.account('Threads')
    const id = await publish(account, {
      caption: 'One',
      platform_configurations: { sandbox: { thread: [{ caption: 'Two' }], first_comment: 'Three' } },
    })
    // A first comment may come after its post is posted.
    await until(
      () => room.truth(account),
      ({ posts }) => posts.length === 3,
    )
    const { posts, arrivals } = await look(account)
    expect(posts.map((post) => post.post_result_id)).toEqual([id, id, id])
    expect(arrivals.map((arrival) => arrival.post_result_id)).toEqual([id, id, id])
  })
})

describe('what arrived', () => {
  it('says nothing before anything did', async () => {
    expect(await look(await room.account('Empty'))).toEqual({ posts: [], arrivals: [] })
  })

  it.each([
    ['drop_answer', 'needs_review', 'Published, and the connection was closed without an answer.', true],
    ['error_after_accept', 'needs_review', 'Published, and answered with an error.', true],
    ['hang', 'needs_review', 'Published a little later, and never answered.', true],
    [
      'drop_before',
      'needs_review',
      'The connection was closed before anything was done. Nothing is public.',
      false,
    ],
    ['refuse', 'failed', 'Refused (422 refused). Nothing is public.', false],
  ])('shows what became of a post when its network did this: %s', async (behavior, end, detail, isPublic) => {
    const account = await room.account(`Arrived ${behavior}`, { behavior, slow_ms: 10 })
    const text = `Did <b>${behavior}</b>`
    const id = await publish(account, { caption: text }, end)
    await pause(20)
    const { posts, arrivals } = await look(account)
    const outcome = end === 'failed' ? 'refused' : 'lost'
    expect(arrivals).toMatchObject([{ outcome, detail, text, post_result_id: id }])
    expect(arrivals[0]?.post_id !== null).toBe(isPublic)
    expect(posts).toHaveLength(isPublic ? 1 : 0)
  })

  it('shows that a post which had to wait was asked to, and then published', async () => {
    const account = await room.account('Waits', { behavior: 'rate_limit', times: 1, retry_after_seconds: 1 })
    await publish(account, { caption: 'Later' })
    const { arrivals } = await look(account)
    expect(arrivals.map(({ detail }) => detail)).toEqual(['Published.', 'Rate limited. Nothing is public.'])
  })

  it('tells a post from the same one sent again under its key', async () => {
    // Public only after the first look.
    const behavior = { network_class: 'expiring_key', behavior: 'hang', slow_ms: 5_000 }
    const account = await room.account('Keys', behavior)
    await publish(account, { caption: 'Twice sent' })
    const { arrivals } = await look(account)
    expect(arrivals.map(({ detail }) => detail)).toEqual([
      'Recognised by its key. Nothing new was published.',
      'Published a little later, and never answered.',
    ])
    expect((await room.truth(account)).posts).toEqual(['Twice sent'])
  })

  it('shows the newest twenty', async () => {
    const account = await room.account('Many')
    for (let index = 1; index <= 21; index++)
      await room.post({ caption: `No. ${index}.`, social_accounts: [account] })
    await expect.poll(async () => (await room.truth(account)).posts.length).toBe(21)
    const texts = (await look(account)).arrivals.map(({ text }) => text)
    expect(texts).toHaveLength(20)
    expect(texts).toContain('No. 21.')
    expect(texts).not.toContain('No. 1.')
  })
})
