import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makePictures, type Picture } from '../../conformance/pictures.ts'
import { threads } from '../connector.ts'
import { creating } from './fake.ts'
import { failureOf, stepsOf } from './steps.ts'
import { openHouse, type ThreadsHouse } from './world.ts'

let house: ThreadsHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const pictures = (count: number) => makePictures(count, threads.limits(null))
const created = () =>
  house.fake.calls
    .filter(({ name }) => name === creating)
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString())))

/** A film of which only the beginning of the file is there, enough to tell its type. */
async function film(): Promise<Picture[]> {
  const bytes = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(500)])
  const [picture] = await pictures(1)
  if (!picture) return []
  const draft = {
    ...picture.draft,
    kind: 'video' as const,
    mimeType: 'video/mp4',
    durationMs: 2_000,
    altText: 'A film',
  }
  return [{ draft, bytes }]
}

describe('a container says', () => {
  test('a text with who may reply, a poll and a link', async () => {
    const poll = { options: ['Yes', 'No', 'Perhaps'], duration_minutes: 1_440 }
    const options = { reply_control: 'followers_only', poll, link: 'https://example.com/a?b=c&d' }
    await stepsOf(house, { text: 'Well?', options }).prepared()
    expect(created()).toEqual([
      {
        media_type: 'TEXT',
        text: 'Well?',
        reply_control: 'followers_only',
        poll_attachment: '{"option_a":"Yes","option_b":"No","option_c":"Perhaps"}',
        link_attachment: 'https://example.com/a?b=c&d',
      },
    ])
  })

  test('a video by its address, with its alt text', async () => {
    await stepsOf(house, {}, await film()).prepared()
    expect(created()).toEqual([
      { media_type: 'VIDEO', video_url: expect.stringContaining('http'), alt_text: 'A film' },
    ])
  })

  test('a picture and a video side by side, and the text above them', async () => {
    await stepsOf(house, { text: 'Both' }, [...(await pictures(1)), ...(await film())]).prepared()
    const [picture, video, post] = created()
    expect(picture).toMatchObject({ media_type: 'IMAGE', is_carousel_item: 'true' })
    expect(video).toMatchObject({ media_type: 'VIDEO', is_carousel_item: 'true' })
    expect(post).toEqual({
      media_type: 'CAROUSEL',
      text: 'Both',
      children: expect.stringMatching(/^\d+,\d+$/),
    })
  })

  test('a later post of a thread answers the one before it, without the options of the first', async () => {
    const { id } = house.fake.write('The first')
    const parent = { remoteId: id, url: 'https://www.threads.com/', reference: null }
    const options = { reply_control: 'followers_only', link: 'https://example.com' }
    await stepsOf(house, { text: 'The second', options }, [], { root: parent, parent }).prepared()
    expect(created()).toEqual([{ media_type: 'TEXT', text: 'The second', reply_to_id: id }])
  })
})

test('a profile without posts left for today waits before anything is made, and may still answer', async () => {
  house.fake.limit({ posts: 0, replies: 1 })
  const failure = await failureOf(stepsOf(house, { text: 'One more' }).prepared())
  expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterMs: 3_600_000 })
  expect(created()).toEqual([])
  const { id } = house.fake.write('The first')
  const parent = { remoteId: id, url: 'https://www.threads.com/', reference: null }
  await stepsOf(house, { text: 'The second' }, [], { root: parent, parent }).prepared()
  house.fake.limit({ posts: 250, replies: 0 })
  const none = await failureOf(stepsOf(house, { text: 'Third' }, [], { root: parent, parent }).prepared())
  expect(none.kind).toBe('rate_limited')
  await stepsOf(house, { text: 'One more' }).prepared()
  expect(created()).toHaveLength(2)
})

describe('a container that', () => {
  test.each(['UNKNOWN', 'FAILED_DOWNLOADING_VIDEO'])('fails with %s is made anew, twice', async (fault) => {
    house.fake.failNext(fault, fault)
    await stepsOf(house, { text: 'Hello' }).prepared()
    expect(created()).toHaveLength(3)
    house.fake.failNext(fault, fault, fault)
    const failure = await failureOf(stepsOf(house, { text: 'Hello' }).prepared())
    expect([failure.kind, failure.platformCode]).toEqual(['invalid', fault])
  })

  test.each([
    'FAILED_PROCESSING_AUDIO',
    'FAILED_PROCESSING_VIDEO',
    'INVALID_ASPEC_RATIO',
    'INVALID_BIT_RATE',
    'INVALID_DURATION',
    'INVALID_FRAME_RATE',
    'INVALID_AUDIO_CHANNELS',
    'INVALID_AUDIO_CHANNEL_LAYOUT',
  ])('fails with %s would fail again, and is refused', async (fault) => {
    house.fake.failNext(fault)
    const failure = await failureOf(stepsOf(house, { text: 'Hello' }).prepared())
    expect([failure.kind, failure.platformCode]).toEqual(['invalid', fault])
    expect(failure.message).not.toContain('does not say why')
    expect(created()).toHaveLength(1)
  })

  test('answers a post that is not known everywhere yet is made later', async () => {
    const parent = { remoteId: '404', url: 'https://www.threads.com/', reference: null }
    const steps = stepsOf(house, { text: 'The second' }, [], { root: parent, parent })
    expect((await failureOf(steps.prepared())).kind).toBe('unknown_outcome')
  })
})
