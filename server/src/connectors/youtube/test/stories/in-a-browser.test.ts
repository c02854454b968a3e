import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { movingFilm } from '../../../../../test/moving-pictures.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { setApp } from '../../../../platform-apps/set-app.ts'
import type { Connector } from '../../../connector.ts'
import { connectors } from '../../../index.ts'
import { youtube } from '../../connector.ts'
import { type FakeYouTube, startFakeYouTube, uploading } from '../fake.ts'

let network: TlsFront
let fake: FakeYouTube
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is two minutes.
const hurried: Connector = {
  ...youtube,
  compose: (step) => ({ ...youtube.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  network = await startTlsFront('accounts.google.com')
  fake = await startFakeYouTube()
  network.forwardTo(fake.url)
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === youtube ? hurried : one)),
    standIns: { 'www.googleapis.com': fake.url, 'oauth2.googleapis.com': fake.url },
  })
  const { publicUrl } = room.context.config
  const { id, secret } = fake.google.oauth.register({ redirectUris: [`${publicUrl}/oauth/callback/youtube`] })
  await setApp(room.context, youtube, { client_id: id, client_secret: secret })
  const host = new URL(network.url).host.replace('accounts.google.com', '127.0.0.1')
  browser = await startChromium({ names: { 'accounts.google.com:443': host }, trustsAnyCertificate: true })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await fake?.close()
  await network?.stop()
})
beforeEach(skipWithout('chromium'))

/** Connects the second person's channel on Google's page. */
async function connectTide(): Promise<string[]> {
  const body = { platform: 'youtube', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to YouTube' }).click()
  await page.waitForURL('https://accounts.google.com/o/oauth2/v2/auth?**')
  await page.getByLabel('Signed in as').selectOption('tide')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  expect(await page.textContent('main')).toContain('@tide on YouTube')
  expect(browser.complaints).toEqual([])
  return (await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)).json.social_accounts
}

test('a person connects a channel on Google’s page, and each video is there once, also after a lost answer', async () => {
  const accounts = await connectTide()
  const movie = await movingFilm('mp4')
  const film = await uploadFile(room, 'a.mp4', movie, 'video/mp4')
  const picture = await uploadFile(room, 'a.png', await plainPicture(640, 360, '#c0c'), 'image/png')
  const warningsOf = async (caption: string) => {
    const { data } = (await room.request('GET', '/v1/posts')).json
    return data.find((post: { caption: string }) => post.caption === caption).warnings
  }
  const publish = async (caption: string, options: JsonObject) => {
    const media = [{ media_id: film }]
    const post = await room.post({
      caption,
      media,
      social_accounts: accounts,
      platform_configurations: { youtube: options },
    })
    expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
    const [result] = await room.results(post.id)
    return result?.platform_data
  }
  const first = await publish('A day at sea', { title: 'At sea', tags: ['sea'], thumbnail: picture })
  fake.inject(uploading.last, { kind: 'lose_answer' })
  const second = await publish('Was it heard?', { privacy_status: 'unlisted' })
  expect(await warningsOf('A day at sea')).toEqual([])
  expect(fake.videos).toMatchObject([
    { id: first?.id, resource: { title: 'At sea', description: 'A day at sea', tags: ['sea'] } },
    { id: second?.id, resource: { title: 'Was it heard?', privacyStatus: 'unlisted' } },
  ])
  expect(fake.videos.map(({ channelId }) => channelId)).toEqual(['UCtide', 'UCtide'])
  expect(fake.videos[0]?.bytes.equals(movie)).toBe(true)
  expect(fake.videos.map(({ thumbnail }) => thumbnail?.type)).toEqual(['image/png', undefined])
  expect(first?.url).toBe(`https://www.youtube.com/watch?v=${first?.id}`)
  fake.state.isVerified = false
  await publish('Without my picture', { thumbnail: picture })
  expect(await warningsOf('Without my picture')).toContainEqual({
    pointer: '',
    code: 'thumbnail_refused',
    detail: expect.stringContaining('The video has no thumbnail of yours.'),
    social_account_id: accounts[0],
  })
})
