import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import { type FakeInstagram, harbour, publishingOf, startFakeInstagram } from '../fake.ts'

const name = 'crier.example.edu'
let ours: TlsFront
let theirs: TlsFront
let fake: FakeInstagram
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  ours = await startTlsFront(name)
  theirs = await startTlsFront('www.facebook.com')
  fake = await startFakeInstagram({
    addressOf: (url) => url.replace(ours.url, room.url),
    redirectUris: [`${ours.url}/oauth/callback/instagram`],
  })
  const { client, login } = fake
  room = await openNewsroom({
    standIns: { 'graph.facebook.com': fake.facebook.url },
    config: {
      publicUrl: ours.url,
      platformVariables: {
        PLATFORM_INSTAGRAM_CLIENT_ID: client.id,
        PLATFORM_INSTAGRAM_CLIENT_SECRET: client.secret,
        PLATFORM_INSTAGRAM_FACEBOOK_CLIENT_ID: login.client.id,
        PLATFORM_INSTAGRAM_FACEBOOK_CLIENT_SECRET: login.client.secret,
      },
    },
  })
  ours.forwardTo(room.url)
  theirs.forwardTo(fake.facebook.url)
  const names = {
    [name]: '127.0.0.1',
    'www.facebook.com:443': new URL(theirs.url).host.replace(/^[^:]+/, '127.0.0.1'),
  }
  browser = await startChromium({ names, trustsAnyCertificate: true })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await fake?.close()
  await theirs?.stop()
  await ours?.stop()
})
beforeEach(skipWithout('chromium'))

async function publish(caption: string, account: string): Promise<string> {
  // A PNG that is too wide: it is fitted first.
  const create = { width: 900, height: 300, channels: 3, background: '#246' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  // This machine does not know our name.
  const request: Newsroom['request'] = (method, path, send) =>
    room.request(method, path.replace(ours.url, ''), send)
  const media = [
    { media_id: await uploadFile({ request }, 'wide.png', bytes, 'image/png'), alt_text: 'A blue field' },
  ]
  const configuration = { instagram: { first_comment: `Below ${caption}` } }
  const body = { caption, media, social_accounts: [account], platform_configurations: configuration }
  const { id } = await room.post(body)
  return room.settled(id, ['posted', 'held', 'failed', 'needs_review'])
}

test('a person connects an account of a Page in the browser, and a picture is public once, also when the answer is lost', async () => {
  const begun = await room.request('POST', '/v1/social-accounts/connect', {
    body: { platform: 'instagram', way: 'facebook_login', fields: {} },
  })
  const page = await browser.open(begun.json.url)
  await page.getByRole('button', { name: 'Continue to Instagram' }).click()
  await page.waitForURL('https://www.facebook.com/v25.0/dialog/oauth?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(begun.json.url)
  await page.getByLabel(/lighthouse/i).uncheck()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL(begun.json.url)
  expect(await page.textContent('main')).toContain('harbour on Instagram')
  // The stand-in has no pictures of its profiles.
  expect(browser.complaints.filter((words) => !words.includes('status of 404'))).toEqual([])
  const attempt = await room.request('GET', `/v1/social-accounts/connect/${begun.json.id}`)
  const [account] = attempt.json.social_accounts
  expect(await publish('Good morning', account)).toBe('posted')
  fake.facebook.inject(publishingOf(harbour.id), { kind: 'lose_answer' })
  expect(await publish('Was it heard?', account)).toBe('posted')
  const { posts, comments } = fake.world
  expect(posts.map(({ container }) => container.fields.caption)).toEqual(['Good morning', 'Was it heard?'])
  expect(posts.map(({ container }) => container.fields.alt_text)).toEqual(['A blue field', 'A blue field'])
  await expect
    .poll(() => comments.map(({ text }) => text))
    .toEqual(['Below Good morning', 'Below Was it heard?'])
  expect(comments.map(({ postId }) => postId)).toEqual(posts.map(({ id }) => id))
})
