import { readFileSync } from 'node:fs'
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
import { tumblr } from '../../connector.ts'
import { type FakeTumblr, publishing, startFakeTumblr } from '../fake.ts'

let network: TlsFront
let fake: FakeTumblr
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is a minute, and the first one at a video five seconds.
const hurried: Connector = {
  ...tumblr,
  compose: (step) => ({ ...tumblr.compose(step), timeoutMs: 1_000 }),
  commit: async (step, io) => {
    const committed = await tumblr.commit(step, io)
    return committed.outcome === 'accepted' ? { ...committed, againInMs: 100 } : committed
  },
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  network = await startTlsFront('www.tumblr.com')
  fake = await startFakeTumblr()
  network.forwardTo(fake.url)
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === tumblr ? hurried : one)),
    config: { engines: { ffmpeg: '', heifConvert: '', searchPath: process.env.PATH ?? '' } },
    standIns: {
      'www.tumblr.com': fake.url,
      'api.tumblr.com': fake.url,
      '64.media.tumblr.com': fake.url,
    },
  })
  const redirectUris = [`${room.context.config.publicUrl}/oauth/callback/tumblr`]
  const { id, secret } = fake.signIn.oauth.register({ redirectUris })
  await setApp(room.context, tumblr, { client_id: id, client_secret: secret })
  const host = new URL(network.url).host.replace('www.tumblr.com', '127.0.0.1')
  browser = await startChromium({ names: { 'www.tumblr.com:443': host }, trustsAnyCertificate: true })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await fake?.close()
  await network?.stop()
})
beforeEach(skipWithout('chromium'))

/** Connects both blogs of a person: agrees on Tumblr's page, and chooses the second one beside the first, which is proposed. */
async function connectBoth(): Promise<string[]> {
  const body = { platform: 'tumblr', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Tumblr' }).click()
  await page.waitForURL('https://www.tumblr.com/oauth2/authorize?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  await page.getByRole('checkbox', { name: 'tide-pools' }).check()
  await page.getByRole('button', { name: /^Connect/ }).click()
  await page.getByText('harbour and tide-pools on Tumblr').waitFor()
  expect(browser.complaints).toEqual([])
  return (await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)).json.social_accounts
}

test('a person connects two blogs on Tumblr’s page, and each post is on each of them once, also after a lost answer', async () => {
  const accounts = await connectBoth()
  expect(accounts).toHaveLength(2)
  const bytes = await plainPicture(640, 480, '#c0c')
  const file = await uploadFile(room, 'a.png', bytes, 'image/png')
  const make = (caption: string, options: JsonObject = {}, media: string[] = []) => ({
    caption,
    media: media.map((id) => ({ media_id: id, alt_text: 'Plain' })),
    social_accounts: accounts,
    platform_configurations: { tumblr: options },
  })
  const publish = async (request: ReturnType<typeof make>, expected = 'posted') => {
    const post = await room.post(request)
    expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe(expected)
    return { id: post.id, results: await room.results(post.id) }
  }
  const options = { title: 'At sea', tags: ['day trips'], link: 'https://boats.example/' }
  const first = await publish(make('A day with @tide-pools\n\nhttps://boats.example/a', options))
  fake.inject(publishing, { kind: 'lose_answer' })
  const second = await publish(make('Was it heard?', {}, [file]))
  const { posts } = fake.world
  const shown = (text: string) =>
    posts.filter(({ content }) => content.some((block) => block.text === text)).map(({ id }) => id)
  for (const [{ results }, text] of [
    [first, 'A day with @tide-pools'],
    [second, 'Was it heard?'],
  ] as const)
    expect(results.map((result) => result?.platform_data?.id).sort()).toEqual(shown(text).sort())
  expect(new Set(posts.map(({ blog }) => blog.name))).toEqual(new Set(['harbour', 'tide-pools']))
  expect(posts).toHaveLength(4)
  expect(posts[0]).toMatchObject({
    tags: ['day trips'],
    content: [{ text: 'At sea' }, {}, {}, { type: 'link' }],
  })
  expect(posts.at(-1)?.files[0]?.bytes.equals(bytes)).toBe(true)

  const deleted = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(deleted.status).toBeLessThan(300)
  await expect.poll(() => posts.filter(({ isDeleted }) => isDeleted)).toHaveLength(2)

  const invalid = { body: make('A text', { tags: ['one, two'] }) }
  expect(await room.request('POST', '/v1/posts', invalid)).toMatchObject({ status: 422 })
  if (isHere('ffmpeg')) await publishFilm(accounts.slice(0, 1))
})

/** A film is shown once it is processed, under another id than the first. */
async function publishFilm(accounts: readonly string[]): Promise<void> {
  const folder = filmFolder()
  const path = await makeFilm(folder.path, 'a.mp4', [...picture({ seconds: 2 }), ...h264])
  const movie = readFileSync(path)
  folder.remove()
  const film = await uploadFile(room, 'a.mp4', movie, 'video/mp4')
  const post = await room.post({ caption: 'A film', media: [{ media_id: film }], social_accounts: accounts })
  expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
  const shown = fake.world.posts.at(-1)
  const [result] = await room.results(post.id)
  expect(result?.platform_data?.id).toBe(shown?.id)
  expect(shown?.genesisId).not.toBe(shown?.id)
  expect(shown?.files[0]?.bytes.equals(movie)).toBe(true)
}
