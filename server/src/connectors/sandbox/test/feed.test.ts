import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../../../../test/house.ts'
import { sql } from '../../../db/database.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
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

async function say({ account, credentials }: Connected, said: Layered): Promise<PublishedPost> {
  const driven = await publishByHand({
    connector: sandbox,
    account,
    io: handIo(house.context.outboundOf('sandbox'), credentials),
    draft: describeDraft({ text: said.text, media: said.media ?? [], options: said.options ?? {} }),
    media: said.bytes ?? new Map(),
    key: randomBytes(16).toString('hex'),
    replyTo: said.parent ? { root: said.parent, parent: said.parent } : null,
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

/** The page without its section of what arrived, which shows posts that nobody sees yet. */
const textOf = async (url: string) =>
  (await show(url)).bytes.toString('utf8').replace(/<details class="arrivals">.*?<\/details>/s, '')

async function withPictures(count: number) {
  const pictures = await makePictures(count, sandbox.limits(null))
  const media = pictures.map(({ draft }) => draft)
  return { media, bytes: new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes])) }
}

describe('the feed of a simulated profile', () => {
  it('is at the profile_url of the account and says that nothing is there yet', async () => {
    const { profileUrl } = await connect({ name: 'Quiet' })
    const page = await show(profileUrl)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.bytes.toString()).toContain('No posts yet.')
  })

  it('shows a post at its own address and in the feed, the newest first', async () => {
    const who = await connect({ name: 'Harbour' })
    const first = await say(who, { text: 'The first one' })
    await say(who, { text: 'The second one' })
    const feed = await textOf(who.profileUrl)
    expect(feed.indexOf('The second one')).toBeGreaterThan(0)
    expect(feed.indexOf('The first one')).toBeGreaterThan(feed.indexOf('The second one'))
    const alone = await textOf(first.url)
    expect(alone).toContain('The first one')
    expect(alone).not.toContain('The second one')
  })

  it('shows what anybody wrote as text, never as markup', async () => {
    const hostile = '<script>alert(1)</script> "><img src=x onerror=alert(2)> \' ` &amp; </p></style>'
    const who = await connect({ name: `<b>${hostile.slice(0, 40)}` })
    const { media, bytes } = await withPictures(1)
    await say(who, {
      text: hostile,
      media: media.map((medium) => ({ ...medium, altText: `" onload="alert(3) ${hostile}` })),
      bytes,
      options: { poll: { options: [hostile.slice(0, 20), '</li><script>'], duration_minutes: 60 } },
    })
    const feed = (await show(who.profileUrl)).bytes.toString()
    expect(feed).not.toMatch(/<script|<img src=x|<b>| onload="| onerror=alert\(2\)>/)
    expect(feed).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  })

  it('makes links of http and https addresses alone, and sends them no referrer', async () => {
    const who = await connect({ name: 'Links' })
    await say(who, {
      text: 'https://a.example/?q="x" javascript:alert(1) data:text/html,x #Boats @ann https://',
    })
    const feed = await textOf(who.profileUrl)
    const links = [...feed.matchAll(/<a href="([^"]+)" rel="([^"]+)">/g)].map(([, href, rel]) => [href, rel])
    expect(links).toEqual([['https://a.example/?q=', 'noopener noreferrer nofollow ugc']])
    expect(feed).toContain('<span class="tag">#Boats</span>')
  })

  it('shows pictures in order, each with its alt text, byte for byte', async () => {
    const who = await connect({ name: 'Pictures' })
    const { media, bytes } = await withPictures(3)
    await say(who, { text: 'Look', media, bytes })
    const feed = await textOf(who.profileUrl)
    const shown = [...feed.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)]
    expect(shown.map(([, , alt]) => alt)).toEqual(media.map(({ altText }) => altText))
    const [, source] = shown[1] ?? []
    const picture = await show(new URL(source ?? '', house.url).href)
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
    const [, source = ''] = /<img src="([^"]+)"/.exec(await textOf(who.profileUrl)) ?? []
    const url = new URL(source, house.url).href
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

  it('keeps a thread together in its order, on the page of each of its posts', async () => {
    const who = await connect({ name: 'Thread' })
    const root = await say(who, { text: 'Part one' })
    const second = await say(who, { text: 'Part two', parent: root })
    await say(who, { text: 'Something else' })
    await say(who, { text: 'Part three', parent: second })
    const feed = await textOf(who.profileUrl)
    const order = ['Something else', 'Part one', 'Part two', 'Part three'].map((text) => feed.indexOf(text))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    const page = await textOf(second.url)
    expect(page).toMatch(new RegExp(`class="post here" id="post-${second.remoteId}"`))
    expect(page).toContain('Part three')
    expect(page).not.toContain('Something else')
  })

  it('shows polls and languages, and hides what is sensitive until it is asked for', async () => {
    const who = await connect({ name: 'Options' })
    const { media, bytes } = await withPictures(1)
    const poll = { options: ['Tea', 'Coffee'], duration_minutes: 1_440, multiple: true }
    await say(who, {
      text: 'Was darf es sein?',
      media,
      bytes,
      options: { poll, sensitive: true, language: 'de' },
    })
    const feed = await textOf(who.profileUrl)
    expect(feed).toContain('<p class="text" dir="auto" lang="de">')
    expect(feed).toMatch(/<li dir="auto">Tea<\/li>.*<li dir="auto">Coffee<\/li>/s)
    expect(feed).toContain('several choices, open for 1 day')
    expect(feed).toMatch(/<details class="veil">.*<img /s)
  })

  it.each(['en-x-abc', 'en-u-ca-gregory', 'en-t-it', 'en-a-foo-x-bar'])(
    'names the language of a tag with an extension, %s',
    async (language) => {
      const who = await connect({ name: `In ${language}` })
      const { url } = await say(who, { text: 'Good morning', options: { language } })
      for (const page of [who.profileUrl, url]) {
        expect((await show(page)).status).toBe(200)
        expect(await textOf(page)).toContain('<span>English</span>')
      }
    },
  )

  it('leads to older posts, none left out and none twice', async () => {
    const who = await connect({ name: 'Many' })
    for (let index = 0; index < 35; index++) await say(who, { text: `Number ${index}.` })
    const newest = await textOf(who.profileUrl)
    const [, older = ''] = /<a class="older" href="([^"]+)"/.exec(newest) ?? []
    const oldest = await textOf(new URL(older, house.url).href)
    expect(oldest).not.toContain('class="older"')
    const seen = [...`${newest}${oldest}`.matchAll(/Number (\d+)\./g)].map(([, number]) => Number(number))
    expect(seen).toEqual(Array.from({ length: 35 }, (_, index) => 34 - index))
  })

  it('does not show a post before it is processed', async () => {
    const who = await connect({ name: 'Slow', behavior: 'process_slowly', slow_ms: 400 })
    const publishing = say(who, { text: 'In good time' })
    const arrivals = sql`select id from sandbox_arrivals where text = 'In good time'`
    await expect.poll(() => house.db.rows(arrivals)).toHaveLength(1)
    expect(await textOf(who.profileUrl)).not.toContain('In good time')
    await publishing
    expect(await textOf(who.profileUrl)).toContain('In good time')
  })

  it('is forbidden to run, load or send anything, and is not for search engines', async () => {
    const { profileUrl } = await connect({ name: 'Strict' })
    for (const url of [profileUrl, `${house.url}/sandbox`]) {
      const { headers, bytes } = await show(url)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; media-src 'self'; base-uri/,
      )
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toContain('noindex')
      expect(bytes.toString()).not.toMatch(/<script| on\w+="|style="/)
    }
  })

  it.each([
    '/sandbox/nobody',
    '/sandbox/019304ca-8bb5-7ab4-8a5c-6e5f5b3c2a10',
    '/sandbox/019304ca-8bb5-7ab4-8a5c-6e5f5b3c2a10/019304ca-8bb5-7ab4-8a5c-6e5f5b3c2a11',
    '/sandbox/019304ca-8bb5-7ab4-8a5c-6e5f5b3c2a10/media/x',
    "/sandbox/'%20or%201=1/%00",
  ])('answers 404 with a page at %s', async (path) => {
    const answer = await show(house.url + path)
    expect(answer.status).toBe(404)
    expect(answer.bytes.toString()).toContain('There is nothing here.')
  })

  it('does not show a post of one profile under another', async () => {
    const one = await connect({ name: 'One' })
    const other = await connect({ name: 'Other' })
    const post = await say(one, { text: 'Mine alone' })
    expect((await show(`${other.profileUrl}/${post.remoteId}`)).status).toBe(404)
  })
})

describe('the list of simulated profiles', () => {
  it('names them to whoever sits at the machine, and to no page’s script', async () => {
    const { profileUrl } = await connect({ name: 'To be listed' })
    const id = profileUrl.split('/').at(-1) ?? 'none'
    expect(await textOf(`${house.url}/sandbox`)).toContain(id)
    const asked = await show(`${house.url}/sandbox`, { origin: 'https://elsewhere.example' })
    expect(asked.bytes.toString()).not.toContain(id)
    expect(await textOf(`${house.url.replace('127.0.0.1', 'localhost')}/sandbox`)).not.toContain(id)
  })

  it('names none where Crier is published under an address', async () => {
    const open = await startHouse({ worker: false, config: { publicUrl: 'https://crier.example.org/app' } })
    const port = open.context.config.port
    const io = handIo(open.context.outboundOf('sandbox'), {})({ commit: null, media: new Map() })
    const { profileUrl, externalId } = await connectByName.identify({ name: 'Hidden' }, { ...io, space: 'x' })
    expect(profileUrl).toBe(`https://crier.example.org/app/sandbox/${externalId}`)
    const front = await textOf(`http://127.0.0.1:${port}/sandbox`)
    expect(front).not.toContain(externalId)
    expect(front).toContain('profile_url')
    expect(await textOf(`http://127.0.0.1:${port}/sandbox/${externalId}`)).toContain('href="/app/sandbox"')
    await open.stop()
  })
})
