import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommitStep } from '../../connector.ts'
import { settingThumbnail, uploading } from './fake.ts'
import { type Bench, failureOf, layOut } from './steps.ts'
import { openHouse, refused, type YouTubeHouse } from './world.ts'

let house: YouTubeHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const watching = 'GET /youtube/v3/videos'
const listing = 'POST /youtube/v3/playlistItems'
const callsOf = (name: string) => house.fake.calls.filter((call) => call.name === name)

/** Sends the last part, whose answer gets lost. */
async function lose(bench: Bench, step: CommitStep): Promise<void> {
  house.fake.inject(uploading.last, { kind: 'lose_answer' })
  expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
}

describe('an upload', () => {
  test('goes on where it broke off, and is begun once', async () => {
    const bench = await layOut(house)
    house.fake.inject(uploading.part, { kind: 'lose_answer' })
    await failureOf(bench.prepare())
    expect(await bench.send(await bench.readyToSend())).toMatchObject({ outcome: 'accepted' })
    expect(callsOf(uploading.part)).toHaveLength(1)
    expect(house.fake.uploads.count).toBe(1)
    expect(house.fake.videos[0]?.bytes.length).toBe(300_000)
  })

  test('of which fewer bytes were kept than sent leaves the rest to the last part', async () => {
    const bench = await layOut(house)
    house.fake.uploads.keepOnly = 1_000
    const step = await bench.readyToSend()
    expect(step.commit.headers['content-range']).toBe('bytes 1000-299999/300000')
    expect(await bench.send(step)).toMatchObject({ outcome: 'accepted' })
  })

  test('that was forgotten, or is days old, is begun anew before its last part was sent', async () => {
    const bench = await layOut(house)
    await bench.prepare(3)
    house.fake.uploads.forgetAll()
    const { artefacts } = await bench.prepare()
    const address = bench.secrets().session
    expect(house.fake.uploads.count).toBe(1)
    const startedAt = new Date(Date.now() - 4 * 24 * 3_600_000).toISOString()
    const old = { ...artefacts, session: { origin: 'https://www.googleapis.com', started_at: startedAt } }
    const again = await house.connector.prepare({ ...bench.step, artefacts: old }, bench.io())
    expect([typeof again.secrets?.session, again.secrets?.session === address]).toEqual(['string', false])
  })

  test('is sent to no server but Google’s', async () => {
    const location = 'https://www.googleapis.com.example.org/upload'
    for (const headers of [{ location }, { location: 'http://www.googleapis.com/upload' }, {}]) {
      const bench = await layOut(house)
      house.fake.inject(uploading.begin, { kind: 'answer', status: 200, body: '', headers })
      const failure = await failureOf(bench.prepare())
      expect(failure).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('where to send'),
      })
    }
  })
})

describe('a lost answer', () => {
  test('is found by asking the upload', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    await lose(bench, step)
    const [video] = house.fake.videos
    expect(await bench.settle(step)).toMatchObject({ outcome: 'published', remoteId: video?.id })
  })

  test('to a last part that never arrived lets it be sent again', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(uploading.last, { kind: 'drop' })
    await failureOf(bench.send(step))
    expect(await bench.settle(step)).toEqual({ outcome: 'repeat' })
    expect(await bench.send({ ...step, sends: 2 })).toMatchObject({ outcome: 'accepted' })
    expect(await bench.send({ ...step, sends: 3 })).toMatchObject({ outcome: 'accepted' })
    expect(house.fake.videos).toHaveLength(1)
  })

  test.each(['bytes=0-299999', 'bytes=0-999999999999999', 'bytes=7-9', 'bytes=0-1e9', ''])(
    'is not settled by an upload that says it has %j',
    async (range) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(uploading.ask, { kind: 'answer', status: 308, body: '', headers: { range } })
      expect((await failureOf(bench.settle(step))).kind).toBe('unavailable')
    },
  )

  test('to a last part of which some bytes arrived proves nothing', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.uploads.keepOnly = 10
    expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
    expect(await bench.settle(step)).toEqual({ outcome: 'not_found' })
  })

  test('of an upload that is forgotten is looked for among the channel’s videos', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(uploading.last, { kind: 'drop' })
    await failureOf(bench.send(step))
    house.fake.uploads.forgetAll()
    await expect(bench.settle(step)).rejects.toMatchObject({ kind: 'invalid' })
    const other = await layOut(house, { text: 'A night', options: { title: 'A day at sea' } })
    await other.send(await other.readyToSend())
    expect(await bench.settle(step)).toEqual({ outcome: 'not_found' })
    const same = await layOut(house)
    const sent = await same.readyToSend()
    await lose(same, sent)
    house.fake.uploads.forgetAll()
    const found = await same.settle(sent)
    expect(found).toMatchObject({ outcome: 'published', remoteId: house.fake.videos[1]?.id })
    // A video from before the first send is another one.
    const later = { ...sent, firstSentAt: new Date(Date.now() + 60_000) }
    expect(await same.settle(later)).toEqual({ outcome: 'not_found' })
    const twin = await layOut(house)
    await twin.send(await twin.readyToSend())
    expect(await same.settle(sent)).toMatchObject({ outcome: 'several' })
  })
})

/** A video that was accepted, and the step that follows it. */
async function accepted(named = false, options = {}): Promise<{ bench: Bench; step: CommitStep }> {
  const bench = await layOut(house, { options }, named)
  const sent = await bench.readyToSend()
  const committed = await bench.send(sent)
  if (committed.outcome !== 'accepted') throw new Error('It was not accepted.')
  return { bench, step: { ...sent, ref: committed.ref } }
}

describe('an accepted video', () => {
  test('is followed until it is processed, and no longer than patience lasts', async () => {
    house.fake.state.newStatus = { uploadStatus: 'uploaded' }
    const { bench, step } = await accepted()
    expect(await bench.settle(step)).toEqual({ outcome: 'pending', againInMs: 5_000 })
    expect(await bench.settle({ ...step, looks: 50 })).toEqual({ outcome: 'pending', againInMs: 60_000 })
    const long = { ...step, firstSentAt: new Date(Date.now() - 20 * 60_000) }
    expect(await bench.settle(long)).toMatchObject({ outcome: 'published', remoteId: step.ref })
  })

  test.each([
    [{ uploadStatus: 'rejected', rejectionReason: 'duplicate' }, 'the channel has it already'],
    [{ uploadStatus: 'rejected', rejectionReason: 'length' }, 'verified'],
    [{ uploadStatus: 'rejected', rejectionReason: 'constructor' }, 'YouTube rejected the video.'],
    [{ uploadStatus: 'failed', failureReason: 'codec' }, 'its codec is not supported'],
  ])('of the state %j has failed', async (newStatus, reason) => {
    house.fake.state.newStatus = newStatus
    const { bench, step } = await accepted()
    const settled = await bench.settle(step)
    expect(settled).toMatchObject({ outcome: 'rejected', failure: { kind: 'invalid' } })
    expect(settled.outcome === 'rejected' && settled.failure.message).toContain(reason)
  })

  test('that YouTube locked has failed, unless it was to be private', async () => {
    house.fake.state.isAudited = false
    const locked = await accepted()
    expect(await locked.bench.settle(locked.step)).toMatchObject({
      outcome: 'rejected',
      failure: { kind: 'forbidden', message: expect.stringContaining('audit') },
    })
    const meant = await accepted(false, { privacy_status: 'private' })
    expect(await meant.bench.settle(meant.step)).toMatchObject({ outcome: 'published' })
  })

  test('gets its thumbnail and its playlists, once each', async () => {
    const { bench, step } = await accepted(true, { playlist_ids: ['PLfilms', 'PLtalks'] })
    for (let times = 0; times < 2; times++)
      expect(await bench.settle(step)).toMatchObject({ outcome: 'published' })
    expect(house.fake.videos[0]?.thumbnail).not.toBeNull()
    expect(house.fake.playlists.map(({ videoIds }) => videoIds)).toEqual([[step.ref], [step.ref], []])
  })

  test('is published without a thumbnail that YouTube refuses', async () => {
    house.fake.state.isVerified = false
    const { bench, step } = await accepted(true, { playlist_ids: ['PLfilms'] })
    expect(await bench.settle(step)).toMatchObject({
      outcome: 'published',
      omitted: [{ code: 'thumbnail_refused', detail: expect.stringContaining('no thumbnail of yours') }],
    })
    expect(house.fake.videos[0]?.thumbnail).toBeNull()
    expect(house.fake.playlists[0]?.videoIds).toEqual([step.ref])
  })

  test.each([settingThumbnail, listing])('waits for a while when %s does not work', async (name) => {
    const { bench, step } = await accepted(true, { playlist_ids: ['PLfilms'] })
    house.fake.inject(name, refused(503, 'backendError'))
    expect((await failureOf(bench.settle(step))).kind).toBe('unavailable')
    house.fake.inject(name, refused(503, 'backendError'))
    const what = name === settingThumbnail ? 'thumbnail_refused' : 'playlist_refused'
    expect(await bench.settle({ ...step, looks: 5 })).toMatchObject({
      outcome: 'published',
      omitted: [{ code: what }],
    })
    expect(callsOf(name)).toHaveLength(2)
  })

  test('is not declared public while YouTube cannot be asked', async () => {
    const { bench, step } = await accepted()
    house.fake.inject(watching, refused(500, 'backendError'))
    expect((await failureOf(bench.settle(step))).kind).toBe('unavailable')
  })

  test('has the address of a Short where it is one', async () => {
    const { bench, step } = await accepted()
    expect(await bench.settle(step)).toMatchObject({ url: `https://www.youtube.com/shorts/${step.ref}` })
    const media = step.draft.media.map((video) => ({ ...video, width: 640 }))
    const wide = { ...step, draft: { ...step.draft, media } }
    expect(await bench.settle(wide)).toMatchObject({ url: `https://www.youtube.com/watch?v=${step.ref}` })
  })
})

test('a playlist of another channel is found before anything is public', async () => {
  for (const id of ['PLother', 'PLnone']) {
    const bench = await layOut(house, { options: { playlist_ids: ['PLfilms', id] } })
    const failure = await failureOf(bench.prepare())
    expect(failure).toMatchObject({ kind: 'invalid', message: `The channel has no playlist ${id}.` })
  }
  expect(house.fake.uploads.count).toBe(0)
})
