import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import { setApp } from '../../../../platform-apps/set-app.ts'
import { twitter } from '../../connector.ts'
import { type FakeX, publishing, startFakeX } from '../fake.ts'

let site: TlsFront
let fake: FakeX
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeX()
  site = await startTlsFront('x.com')
  site.forwardTo(fake.url)
  room = await openNewsroom({ standIns: { 'api.x.com': fake.url } })
  const { id, secret } = fake.oauth.register({ redirectUris: [`${room.url}/oauth/callback/twitter`] })
  await setApp(room.context, twitter, { client_id: id, client_secret: secret })
  browser = await startChromium({
    names: { 'x.com:443': new URL(site.url).host.replace('x.com', '127.0.0.1') },
    trustsAnyCertificate: true,
  })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await site?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

test('a person connects on the page of X, and each post is public once, also after a lost answer', async () => {
  const body = { platform: 'twitter', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to X' }).click()
  await page.waitForURL('https://x.com/i/oauth2/authorize?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  expect(await page.textContent('main')).toContain('alice on X')
  expect(browser.complaints).toEqual([])
  const attempt = await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)
  const accounts: string[] = attempt.json.social_accounts

  const picture = await uploadFile(room, 'a.png', await plainPicture(400, 320, '#c0c'), 'image/png')
  const publish = async (caption: string, more: object = {}) => {
    const post = await room.post({ caption, social_accounts: accounts, ...more })
    expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
    const [result] = await room.results(post.id)
    return result?.platform_data
  }
  const first = await publish('With a picture', {
    media: [{ media_id: picture, alt_text: 'A plain colour' }],
    platform_configurations: { twitter: { first_comment: 'And a comment' } },
  })
  fake.inject(publishing, { kind: 'lose_answer' })
  const second = await publish('Was it heard? example.com & more')
  const { posts, media } = fake.world
  expect(posts).toMatchObject([
    { id: first?.id, text: 'With a picture', replyTo: null },
    { text: 'And a comment', replyTo: first?.id },
    { id: second?.id, text: 'Was it heard? example.com & more' },
  ])
  expect(media.get(posts[0]?.mediaIds[0] ?? '')?.altText).toBe('A plain colour')
  expect(second?.url).toBe(`https://x.com/alice/status/${second?.id}`)
})
