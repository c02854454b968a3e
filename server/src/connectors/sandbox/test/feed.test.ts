import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../../../../test/house.ts'
import { sql } from '../../../db/database.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { feedJson } from '../../../sandbox/feed-json.ts'
import { readFeed, readThread } from '../../../sandbox/read-feed.ts'
import { handIo, type MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, makePictures } from '../../conformance/pictures.ts'
import { publishByHand } from '../../conformance/publish-by-hand.ts'
import type { Account, DraftMedia, PublishedPost } from '../../connector.ts'
import { connectByName } from '../connect.ts'
import { sandbox } from '../connector.ts'
import { accountOf } from './house.ts'

let house: House

beforeAll(async () => {
  house = await startHouse({ worker: false })
})

afterAll(() => house.stop())

interface Connected {
  account: Account
  credentials: JsonObject
  profileUrl: string
}

interface Layered {
  text: string
  media?: readonly DraftMedia[]
  bytes?: MediaBytes
  options?: JsonObject
  parent?: PublishedPost
}

async function connect(form: JsonObject): Promise<Connected> {
  const io = handIo(house.context.outboundOf('sandbox'), {})({ commit: null, media: new Map() })
  const identified = await connectByName.identify(form, { ...io, space: randomUUID() })
  return {
    account: accountOf(identified),
    credentials: identified.credentials,
    profileUrl: identified.profileUrl,
  }
}

async function say({ account, credentials }: Connected, words: Layered): Promise<PublishedPost> {
  const driven = await publishByHand({
    connector: sandbox,
    account,
    io: handIo(house.context.outboundOf('sandbox'), credentials),
    draft: describeDraft({ text: words.text, media: words.media ?? [], options: words.options ?? {} }),
    media: words.bytes ?? new Map(),
    key: randomBytes(16).toString('hex'),
    replyTo: words.parent ? { root: words.parent, parent: words.parent } : null,
    hear: () => undefined,
    whileWaiting: async () => undefined,
  })
  if (driven.outcome !== 'published') throw new Error('It was not published.')
  return driven.post
}

async function show(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const profileOf = (url: string) => url.split('/').at(-1) ?? ''

/** A feed as the API answers it. */
async function feedOf({ profileUrl }: Connected, before: string | null = null) {
  const feed = await readFeed(house.db, profileOf(profileUrl), before)
  if (!feed) throw new Error('There is no such profile.')
  return { ...feedJson(feed, `${house.url}/sandbox`), olderThan: feed.olderThan }
}

const textsOf = async (who: Connected, before: string | null = null) =>
  (await feedOf(who, before)).data.flatMap(({ posts }) => posts.map(({ text }) => text))

async function withPictures(count: number) {
  const pictures = await makePictures(count, sandbox.limits(null))
  const media = pictures.map(({ draft }) => draft)
  return { media, bytes: new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes])) }
}

describe('the feed of a simulated profile', () => {
  it('has nothing at first', async () => {
    const who = await connect({ name: 'Quiet' })
    expect(await feedOf(who)).toMatchObject({ profile: { name: 'Quiet' }, data: [], arrivals: [] })
  })

  it('shows a post alone and in the feed, the newest first, with the words as they were sent', async () => {
    const who = await connect({ name: 'Harbour' })
    const hostile = '<script>alert(1)</script> "><img src=x onerror=alert(2)> \' ` &amp;'
    const first = await say(who, { text: hostile })
    await say(who, { text: 'The second one' })
    expect(await textsOf(who)).toEqual(['The second one', hostile])
    const alone = await readThread(house.db, profileOf(who.profileUrl), first.remoteId)
    expect(alone?.threads.map((thread) => thread.map(({ text }) => text))).toEqual([[hostile]])
  })

  it('shows pictures in order, each with its alt text, byte for byte', async () => {
    const who = await connect({ name: 'Pictures' })
    const { media, bytes } = await withPictures(3)
    await say(who, { text: 'Look', media, bytes })
    const shown = (await feedOf(who)).data[0]?.posts[0]?.media ?? []
    expect(shown.map(({ alt_text: words }) => words)).toEqual(media.map(({ altText }) => altText))
    const picture = await show(shown[1]?.url ?? '')
    expect(picture.bytes.equals(bytes.get(media[1]?.id ?? '') ?? new Uint8Array())).toBe(true)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect(picture.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('serves a part of a medium to players that ask for it', async () => {
    const who = await connect({ name: 'Parts' })
    const { media, bytes } = await withPictures(1)
    await say(who, { text: 'Look', media, bytes })
    const whole = Buffer.from(bytes.get(media[0]?.id ?? '') ?? [])
    const url = (await feedOf(who)).data[0]?.posts[0]?.media[0]?.url ?? ''
    const cases: [string, Buffer][] = [
      ['bytes=0-9', whole.subarray(0, 10)],
      ['bytes=10-', whole.subarray(10)],
      [`bytes=5-${whole.length + 50}`, whole.subarray(5)],
    ]
    for (const [range, part] of cases) {
      const answer = await show(url, { range })
      expect(answer.status).toBe(206)
      expect(answer.bytes.equals(part), range).toBe(true)
      const start = /\d+/.exec(range)?.[0]
      expect(answer.headers.get('content-range')).toBe(
        `bytes ${start}-${Number(start) + part.length - 1}/${whole.length}`,
      )
    }
    expect((await show(url, { range: `bytes=${whole.length}-` })).status).toBe(416)
    expect((await show(url, { range: 'bytes=9-2' })).status).toBe(416)
    expect((await show(url, { range: 'bytes=-5' })).status).toBe(200)
  })

  it('keeps a thread together in its order, whichever of its posts is asked for', async () => {
    const who = await connect({ name: 'Thread' })
    const root = await say(who, { text: 'Part one' })
    const second = await say(who, { text: 'Part two', parent: root })
    await say(who, { text: 'Something else' })
    await say(who, { text: 'Part three', parent: second })
    expect(await textsOf(who)).toEqual(['Something else', 'Part one', 'Part two', 'Part three'])
    const thread = await readThread(house.db, profileOf(who.profileUrl), second.remoteId)
    expect(thread?.threads.flat().map(({ text }) => text)).toEqual(['Part one', 'Part two', 'Part three'])
  })

  it('shows polls, languages and what is sensitive', async () => {
    const who = await connect({ name: 'Options' })
    const poll = { options: ['Tea', 'Coffee'], duration_minutes: 1_440, multiple: true }
    await say(who, { text: 'Was darf es sein?', options: { poll, sensitive: true, language: 'de' } })
    expect((await feedOf(who)).data[0]?.posts[0]).toMatchObject({
      poll,
      is_sensitive: true,
      language: 'de',
    })
  })

  it('leads to older posts, none left out and none twice', async () => {
    const who = await connect({ name: 'Many' })
    for (let index = 0; index < 35; index++) await say(who, { text: `Number ${index}.` })
    const { olderThan } = await feedOf(who)
    expect((await feedOf(who, olderThan)).olderThan).toBeNull()
    expect([...(await textsOf(who)), ...(await textsOf(who, olderThan))]).toEqual(
      Array.from({ length: 35 }, (_, index) => `Number ${34 - index}.`),
    )
  })

  it('does not show a post before it is processed', async () => {
    const who = await connect({ name: 'Slow', behavior: 'process_slowly', slow_ms: 400 })
    const publishing = say(who, { text: 'In good time' })
    const arrivals = sql`select id from sandbox_arrivals where text = 'In good time'`
    await expect.poll(() => house.db.rows(arrivals)).toHaveLength(1)
    expect(await textsOf(who)).toEqual([])
    await publishing
    expect(await textsOf(who)).toEqual(['In good time'])
  })

  it('does not show a post of one profile under another', async () => {
    const one = await connect({ name: 'One' })
    const other = await connect({ name: 'Other' })
    const post = await say(one, { text: 'Mine alone' })
    expect(await readThread(house.db, profileOf(other.profileUrl), post.remoteId)).toBeNull()
  })
})

describe('the addresses of the simulated network', () => {
  it.each([
    ['/sandbox', '/build/sandbox'],
    ['/sandbox/some', '/build/sandbox/some'],
    ['/sandbox/some/post', '/build/sandbox/some?post=post'],
    ["/sandbox/'%20or%201=1/%0A%26", "/build/sandbox/'%20or%201%3D1?post=%0A%26"],
  ])('lead to the app: %s', async (path, page) => {
    const { status, headers } = await show(house.url + path)
    expect([status, headers.get('location')]).toEqual([302, `${house.context.config.publicUrl}${page}`])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toContain('noindex')
  })

  it('lead below the path at which Crier is published', async () => {
    const open = await startHouse({ worker: false, config: { publicUrl: 'https://crier.example.org/app' } })
    const io = handIo(open.context.outboundOf('sandbox'), {})({ commit: null, media: new Map() })
    const { profileUrl, externalId } = await connectByName.identify({ name: 'Hidden' }, { ...io, space: 'x' })
    expect(profileUrl).toBe(`https://crier.example.org/app/sandbox/${externalId}`)
    const { headers } = await show(`http://127.0.0.1:${open.context.config.port}/sandbox/${externalId}`)
    expect(headers.get('location')).toBe(`https://crier.example.org/app/build/sandbox/${externalId}`)
    await open.stop()
  })

  it('are 404 for a medium that is not there', async () => {
    expect((await show(`${house.url}/sandbox/019304ca-8bb5-7ab4-8a5c-6e5f5b3c2a10/media/x`)).status).toBe(404)
  })
})
