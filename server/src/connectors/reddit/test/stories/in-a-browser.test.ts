import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { filmFolder, h264, makeFilm, picture } from '../../../../../test/films.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { setApp } from '../../../../platform-apps/set-app.ts'
import type { Connector } from '../../../connector.ts'
import { connectors } from '../../../index.ts'
import { reddit } from '../../connector.ts'
import { type FakeReddit, publishing, startFakeReddit } from '../fake.ts'
import { storage } from '../fake-media.ts'

let network: TlsFront
let fake: FakeReddit
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is a minute.
const hurried: Connector = {
  ...reddit,
  compose: (step) => ({ ...reddit.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  network = await startTlsFront('www.reddit.com')
  fake = await startFakeReddit()
  network.forwardTo(fake.url)
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === reddit ? hurried : one)),
    config: { engines: { ffmpeg: '', heifConvert: '', searchPath: process.env.PATH ?? '' } },
    standIns: {
      'www.reddit.com': fake.url,
      'oauth.reddit.com': fake.url,
      [new URL(storage).host]: fake.url,
    },
  })
  const { publicUrl } = room.context.config
  const redirectUris = [`${publicUrl}/oauth/callback/reddit`]
  const { id, secret } = fake.signIn.oauth.register({ redirectUris })
  await setApp(room.context, reddit, { client_id: id, client_secret: secret, owner: 'boatwright' })
  const host = new URL(network.url).host.replace('www.reddit.com', '127.0.0.1')
  browser = await startChromium({ names: { 'www.reddit.com:443': host }, trustsAnyCertificate: true })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await fake?.close()
  await network?.stop()
})
beforeEach(skipWithout('chromium'))

/** Connects the first person's account on Reddit's page. */
async function connectHarbour(): Promise<string[]> {
  const body = { platform: 'reddit', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Reddit' }).click()
  await page.waitForURL('https://www.reddit.com/api/v1/authorize?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  expect(await page.textContent('main')).toContain('harbour on Reddit')
  expect(browser.complaints).toEqual([])
  return (await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)).json.social_accounts
}

test('a person connects on Reddit’s page, and each post is there once, with its comments, also after a lost answer', async () => {
  const accounts = await connectHarbour()
  const [account] = accounts
  const choices = await room.request('GET', `/v1/social-accounts/${account}/choices/subreddit`)
  expect(choices.json.data.slice(0, 2)).toMatchObject([{ value: 'u_harbour' }, { value: 'sailing' }])
  const bytes = await plainPicture(640, 480, '#c0c')
  const file = await uploadFile(room, 'a.png', bytes, 'image/png')
  const make = (caption: string, options: JsonObject, media: string[] = []) => ({
    caption,
    media: media.map((id) => ({ media_id: id })),
    social_accounts: accounts,
    platform_configurations: { reddit: options },
  })
  const ends = ['posted', 'held', 'failed', 'needs_review']
  const publish = async (request: ReturnType<typeof make>, expected = 'posted') => {
    const post = await room.post(request)
    expect(await room.settled(post.id, ends)).toBe(expected)
    const [result] = await room.results(post.id)
    return result
  }
  const first = await publish(
    make('A day at sea\n\nWith *wind*.', {
      subreddit: 'sailing',
      flair_text: 'Question',
      first_comment: 'Ahoy',
    }),
  )
  fake.inject(publishing, { kind: 'lose_answer' })
  fake.world.processMs = 500
  const second = await publish(make('Was it heard?', { title: 'A picture' }, [file]))
  const { posts, comments } = fake.world
  expect(posts).toMatchObject([
    { community: 'sailing', title: 'A day at sea', body: 'With *wind*.', flair: { text: 'Question' } },
    { community: 'u_harbour', title: 'A picture', body: 'Was it heard?', kind: 'image' },
  ])
  expect([first?.platform_data?.id, second?.platform_data?.id]).toEqual(posts.map(({ id }) => `t3_${id}`))
  expect(posts[1]?.pictures[0]?.equals(bytes)).toBe(true)
  await expect.poll(() => comments.map(({ body, post }) => [body, post.id])).toEqual([['Ahoy', posts[0]?.id]])
  const refused = await publish(make('A text', { title: 'No', subreddit: 'links' }), 'failed')
  expect(JSON.stringify(refused)).toContain('links and media, and no texts')
  const invalid = { body: make('A text', { title: 'No', subreddit: 'no spaces' }) }
  expect(await room.request('POST', '/v1/posts', invalid)).toMatchObject({ status: 422 })
  if (isHere('ffmpeg')) await publishFilm(accounts)
})

/** A film goes up with a frame of its own as its cover, and is found once it is processed. */
async function publishFilm(accounts: readonly string[]): Promise<void> {
  const folder = filmFolder()
  const path = await makeFilm(folder.path, 'a.mp4', [...picture({ seconds: 2 }), ...h264])
  const movie = readFileSync(path)
  folder.remove()
  const film = await uploadFile(room, 'a.mp4', movie, 'video/mp4')
  const post = await room.post({ caption: 'A film', media: [{ media_id: film }], social_accounts: accounts })
  expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
  const shown = fake.world.posts.at(-1)
  expect(shown).toMatchObject({ kind: 'video', title: 'A film', body: '' })
  expect(fake.world.assets.some(({ bytes }) => bytes?.equals(movie))).toBe(true)
  expect((await sharp(shown?.cover ?? Buffer.of()).metadata()).format).toBe('jpeg')
}
