import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { type FakeFacebookPages, publishing, startFakeFacebookPages } from '../fake.ts'

const name = 'crier.example.edu'
let ours: TlsFront
let theirs: TlsFront
let fake: FakeFacebookPages
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  ours = await startTlsFront(name)
  theirs = await startTlsFront('www.facebook.com')
  fake = await startFakeFacebookPages([`${ours.url}/oauth/callback/facebook`])
  const { id, secret } = fake.facebook.client
  room = await openNewsroom({
    standIns: { 'graph.facebook.com': fake.url },
    config: {
      publicUrl: ours.url,
      platformVariables: { PLATFORM_FACEBOOK_CLIENT_ID: id, PLATFORM_FACEBOOK_CLIENT_SECRET: secret },
    },
  })
  ours.forwardTo(room.url)
  theirs.forwardTo(fake.url)
  const names = {
    [name]: '127.0.0.1',
    'www.facebook.com:443': `127.0.0.1:${new URL(theirs.url).port}`,
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

test('a person connects a Page in the browser, and a picture is public once, also when the answer is lost', async () => {
  const body = { platform: 'facebook', way: 'oauth', fields: {} }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Facebook' }).click()
  await page.waitForURL('https://www.facebook.com/v25.0/dialog/oauth?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(begun.url)
  expect(await page.textContent('main')).toContain('does not allow you to create content')
  await browser.screenshot(page, 'facebook-pages')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('harbour on Facebook')
  // The stand-in has no pictures of its profiles.
  expect(browser.complaints.filter((words) => !words.includes('status of 404'))).toEqual([])
  const attempt = await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)
  const accounts: string[] = attempt.json.social_accounts

  // This machine does not know the name of the house.
  const request: Newsroom['request'] = (method, path, send) =>
    room.request(method, path.replace(ours.url, room.url), send)
  const picture = await uploadFile({ request }, 'a.png', await plainPicture(400, 320, '#c0c'), 'image/png')
  const publish = async (caption: string, media: readonly JsonObject[], first_comment?: string) => {
    const platform_configurations = { facebook: first_comment === undefined ? {} : { first_comment } }
    const post = await room.post({ caption, social_accounts: accounts, media, platform_configurations })
    expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
  }
  await publish('A plain text', [], 'Below it')
  fake.inject(publishing, { kind: 'lose_answer' })
  await publish('Was it heard?', [{ media_id: picture, alt_text: 'A plain colour' }])
  const of = (kind: string) => fake.world.posts.filter((post) => post.kind === kind)
  await expect.poll(() => of('comment')).toMatchObject([{ text: 'Below it' }])
  expect(of('post')).toMatchObject([
    { id: of('comment')[0]?.replyTo, text: 'A plain text', photos: [] },
    { text: 'Was it heard?', photos: [{ altText: 'A plain colour' }] },
  ])
})
