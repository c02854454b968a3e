// @module-tag slow
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { makePictures, type Picture } from '../../conformance/pictures.ts'
import { publishing } from './fake.ts'
import { addPost } from './fake-posts.ts'
import { failureOf, makeFilm, publish, readyToSend } from './steps.ts'
import { answered, openHouse, type PageHouse, readPublicPosts } from './world.ts'

let house: PageHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const shown = () => readPublicPosts(house.fake.world)
const at = (edge: string) => `POST /v25.0/101/${edge}`

// Each kind of video: its options, and the calls that begin and finish it.
const videos: readonly [string, JsonObject, string][] = [
  ['a video of the feed', {}, at('videos')],
  ['a reel', { placement: 'reels' }, at('video_reels')],
  ['a story', { placement: 'story' }, at('video_stories')],
]

describe.each(videos)('%s', (_, options, edge) => {
  let film: Picture
  beforeEach(() => {
    film = makeFilm(house, options)
  })

  test('is uploaded whole, waited for and public once, and nothing is public before the last call', async () => {
    house.fake.world.processMs = 60_000
    const { step, io } = await readyToSend(house, { text: 'A film', options }, [film])
    expect(await shown()).toEqual([])
    const committed = await house.connector.commit(step, io)
    expect(committed.outcome).toBe('accepted')
    const ref = committed.outcome === 'accepted' ? committed.ref : null
    expect(await house.connector.settle({ ...step, ref }, io)).toMatchObject({ outcome: 'pending' })
    house.fake.world.processMs = 0
    const settled = await house.connector.settle({ ...step, ref }, io)
    const [post, ...more] = await shown()
    expect(more).toEqual([])
    expect(settled).toMatchObject({ outcome: 'published', remoteId: post?.id })
    const [video] = house.fake.world.videos.values()
    expect(video?.bytes.equals(film.bytes)).toBe(true)
  })

  test('is found when the answer was lost, and asked for again when it never arrived', async () => {
    const lost = await readyToSend(house, { text: 'A film', options }, [film])
    expect(await house.connector.settle(lost.step, lost.io)).toEqual({ outcome: 'repeat' })
    house.fake.inject(edge, { kind: 'lose_answer' })
    expect((await failureOf(house.connector.commit(lost.step, lost.io))).kind).toBe('unknown_outcome')
    expect(await house.connector.settle(lost.step, lost.io)).toMatchObject({ outcome: 'published' })
    const { step, io } = await readyToSend(house, { text: 'Another', options }, [film])
    house.fake.inject(edge, { kind: 'answer', status: 502, body: '<h1>Bad gateway</h1>' })
    expect((await failureOf(house.connector.commit(step, io))).kind).toBe('unknown_outcome')
    expect(await house.connector.settle(step, io)).toEqual({ outcome: 'repeat' })
    expect(await house.connector.commit(step, io)).toMatchObject({ outcome: 'accepted' })
    expect(await shown()).toHaveLength(2)
  })

  test('is public once although Facebook was still at work when it was asked for again', async () => {
    const { step, io } = await readyToSend(house, { text: 'A film', options }, [film])
    house.fake.inject(edge, { kind: 'hang_up', workMs: 1_000 })
    expect((await failureOf(house.connector.commit(step, io))).kind).toBe('unknown_outcome')
    expect(await house.connector.settle(step, io)).toEqual({ outcome: 'repeat' })
    await house.connector.commit(step, io)
    await expect.poll(() => house.connector.settle(step, io)).toMatchObject({ outcome: 'published' })
    expect(await shown()).toHaveLength(1)
  })

  test('that contradicts itself is public only if Facebook took the last call, and else a person is asked', async () => {
    const { step, io } = await readyToSend(house, { text: 'A film', options }, [film])
    const [video] = house.fake.world.videos.values()
    const phases = { uploading_phase: { status: 'complete' }, publishing_phase: { status: 'not_started' } }
    const answer = answered(200, { id: video?.id, published: true, status: phases })
    const reading = `GET /v25.0/${video?.id}`
    house.fake.inject(reading, answer)
    expect(await house.connector.settle(step, io)).toEqual({ outcome: 'not_found' })
    house.fake.inject(reading, answer)
    expect(await house.connector.settle({ ...step, ref: '101_7' }, io)).toMatchObject({
      outcome: 'published',
    })
  })

  test('that nobody can play is refused in Facebook’s words', async () => {
    house.fake.world.refusesVideos = true
    const driven = await publish(house, { text: 'A film', options }, [film])
    expect(driven).toMatchObject({
      outcome: 'failed',
      failure: { kind: 'invalid', message: expect.stringContaining('Nobody can play this.') },
    })
    expect(await shown()).toEqual([])
  })

  test('goes on where its upload broke off', async () => {
    const upload = edge === at('videos') ? edge : `POST /video-upload/v25.0/`
    const { io } = house
    let isBroken = false
    const breaking: PageHouse['io'] = (needs) => {
      const whole = io(needs)
      return {
        ...whole,
        fetch: async (request, within) => {
          const answer = await whole.fetch(request, within)
          const isBytes =
            `POST ${new URL(request.url).pathname}`.startsWith(upload) && typeof request.body !== 'string'
          if (!isBytes || isBroken) return answer
          isBroken = true
          return { ...answer, status: 502, json: null }
        },
      }
    }
    const broken = { ...house, io: breaking }
    expect((await failureOf(readyToSend(broken, { text: 'A film', options }, [film]))).kind).toBe(
      'unavailable',
    )
    expect(await publish(broken, { text: 'A film', options }, [film])).toMatchObject({ outcome: 'published' })
  })
})

test('a chunk whose answer was lost is not sent into the video twice', async () => {
  const film = makeFilm(house, {})
  let chunks = 0
  const io: PageHouse['io'] = (needs) => {
    const whole = house.io(needs)
    return {
      ...whole,
      fetch: async (request, within) => {
        if (request.body instanceof ReadableStream && chunks++ === 0) {
          const [one, two] = request.body.tee()
          await whole.fetch({ ...request, body: one }, within)
          return whole.fetch({ ...request, body: two }, within)
        }
        return whole.fetch(request, within)
      },
    }
  }
  expect(await publish({ ...house, io }, { text: 'A film' }, [film])).toMatchObject({ outcome: 'published' })
  const [video] = house.fake.world.videos.values()
  expect(video?.bytes.equals(film.bytes)).toBe(true)
})

test('the token of a Page goes to no other host than Facebook’s own', async () => {
  const options = { placement: 'reels' }
  const elsewhere = answered(200, { video_id: '7', upload_url: 'https://rupload.facebook.com.example/7' })
  house.fake.inject(at('video_reels'), elsewhere)
  house.fake.inject('GET /v25.0/7', answered(200, { status: { uploading_phase: { status: 'in_progress' } } }))
  const failure = await failureOf(readyToSend(house, { options }, [makeFilm(house, options)]))
  expect(failure).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('not its own') })
})

describe('a photo as a story', () => {
  const options = { placement: 'story' }

  test('is public once, and found by its photo when the answer was lost', async () => {
    const pictures = await makePictures(1, house.connector.limits(house.account))
    house.fake.inject(at('photo_stories'), { kind: 'lose_answer' })
    const driven = await publish(house, { options }, pictures)
    const [post, ...more] = await shown()
    expect(more).toEqual([])
    expect(driven).toMatchObject({ outcome: 'published', post: { remoteId: post?.id } })
  })

  test('is not mistaken for another one, and a person is asked where it never arrived', async () => {
    const [one, other] = await makePictures(2, house.connector.limits(house.account))
    await publish(house, { options }, one ? [one] : [])
    house.fake.inject(at('photo_stories'), { kind: 'drop' })
    expect(await publish(house, { options }, other ? [other] : [])).toMatchObject({ outcome: 'asked' })
  })
})

describe('a post of the feed', () => {
  test('shows a link, with or without words, and is found by it', async () => {
    const options = { link: 'https://example.com/a' }
    house.fake.inject(publishing, { kind: 'lose_answer' })
    expect(await publish(house, { options })).toMatchObject({ outcome: 'published' })
    await publish(house, { text: 'With words', options })
    expect(house.fake.world.posts.map(({ text, link }) => [text, link])).toEqual([
      ['', 'https://example.com/a'],
      ['With words', 'https://example.com/a'],
    ])
  })

  test('is not mistaken for one with the same words that another app made, or that shows photos', async () => {
    const { step, io } = await readyToSend(house, { text: 'The same' })
    addPost(house.fake.world, { kind: 'post', text: 'The same', appId: '7' })
    const [photo] = await makePictures(1, house.connector.limits(house.account))
    await publish(house, { text: 'The same' }, photo ? [photo] : [])
    expect(await house.connector.settle(step, io)).toEqual({ outcome: 'not_found' })
  })

  test('with photos is found by them, whatever words Facebook shows', async () => {
    const photos = await makePictures(3, house.connector.limits(house.account))
    const { step, io } = await readyToSend(house, { text: 'Three' }, photos)
    house.fake.inject(publishing, { kind: 'lose_answer' })
    await failureOf(house.connector.commit(step, io))
    const changed = { ...step, draft: { ...step.draft, text: 'Something else' } }
    expect(await house.connector.settle(changed, io)).toMatchObject({ outcome: 'published' })
  })
})

describe('a first comment', () => {
  const comment = async (text = 'First') => {
    const post = await publish(house, { text: 'A post' })
    if (post.outcome !== 'published') throw new Error('There is no post.')
    return { text, part: 'first_comment' as const, replyTo: { root: post.post, parent: post.post } }
  }

  test('whose answer was lost is found below its post', async () => {
    const { text, ...more } = await comment()
    const { step, io } = await readyToSend(house, { text }, [], more)
    house.fake.inject(`POST /v25.0/${more.replyTo.parent.remoteId}/comments`, { kind: 'lose_answer' })
    await failureOf(house.connector.commit(step, io))
    expect(await house.connector.settle(step, io)).toMatchObject({ outcome: 'published' })
  })

  test('is made without the permission to read comments, and a person is asked when its answer was lost', async () => {
    const { world } = house.fake
    world.granted = world.granted.filter((scope) => scope !== 'pages_read_user_content')
    const { text, ...more } = await comment()
    const { step, io } = await readyToSend(house, { text }, [], more)
    expect(await house.connector.settle(step, io)).toEqual({ outcome: 'not_found' })
    expect(await house.connector.commit(step, io)).toMatchObject({ outcome: 'published' })
  })

  test('fails with a sentence where the permission to comment was not given', async () => {
    const { text, ...more } = await comment()
    const account = { ...house.account, settings: { granted: ['pages_manage_posts'] } }
    const failure = await failureOf(readyToSend({ ...house, account }, { text }, [], more))
    expect(failure).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('pages_manage_engagement'),
    })
  })

  test('below a reel is made at its video', async () => {
    const options = { placement: 'reels' }
    const reel = await publish(house, { text: 'A reel', options }, [makeFilm(house, options)])
    if (reel.outcome !== 'published') throw new Error('There is no reel.')
    const more = { part: 'first_comment' as const, replyTo: { root: reel.post, parent: reel.post } }
    expect(await publish(house, { text: 'First', options }, [], more)).toMatchObject({ outcome: 'published' })
    expect(await shown()).toContainEqual(
      expect.objectContaining({ text: 'First', replyTo: reel.post.remoteId }),
    )
  })
})
