import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import { setApp } from '../../../../platform-apps/set-app.ts'
import { threads } from '../../connector.ts'
import { type FakeThreads, publishing, startFakeThreads } from '../fake.ts'

const name = 'crier.example.edu'
let front: TlsFront
let network: TlsFront
let fake: FakeThreads
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  front = await startTlsFront(name)
  network = await startTlsFront('threads.com')
  fake = await startFakeThreads([`${front.url}/oauth/callback/threads`])
  network.forwardTo(fake.url)
  room = await openNewsroom({
    config: { publicUrl: front.url },
    standIns: { 'graph.threads.net': fake.url },
  })
  front.forwardTo(room.url)
  fake.host(front.url, room.url)
  const { id, secret } = fake.login.client
  await setApp(room.context, threads, { client_id: id, client_secret: secret })
  browser = await startChromium({
    names: {
      [name]: '127.0.0.1',
      'threads.com:443': new URL(network.url).host.replace('threads.com', '127.0.0.1'),
    },
    trustsAnyCertificate: true,
  })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await fake?.close()
  await network?.stop()
  await front?.stop()
})
beforeEach(skipWithout('chromium'))

test('a person connects on the page of Threads, and each post is public once, also after a lost answer', async () => {
  const body = { platform: 'threads', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Threads' }).click()
  await page.waitForURL('https://threads.com/oauth/authorize?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  expect(await page.textContent('main')).toContain('harbour on Threads')
  expect(browser.complaints).toEqual([])
  const attempt = await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)
  const accounts: string[] = attempt.json.social_accounts

  // This machine does not know the name of the house.
  const request: Newsroom['request'] = (method, path, send) =>
    room.request(method, path.replace(front.url, room.url), send)
  const picture = await uploadFile({ request }, 'a.png', await plainPicture(400, 320, '#c0c'), 'image/png')
  const publish = async (caption: string) => {
    const media = [{ media_id: picture, alt_text: 'A plain colour' }]
    const post = await room.post({ caption, social_accounts: accounts, media })
    expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
    const [result] = await room.results(post.id)
    return result?.platform_data
  }
  const first = await publish('With a picture')
  fake.inject(publishing, { kind: 'lose_answer' })
  const second = await publish('Was it heard?')
  expect(fake.posts).toMatchObject([
    { id: first?.id, text: 'With a picture', media: [{ kind: 'IMAGE', altText: 'A plain colour' }] },
    { id: second?.id, text: 'Was it heard?' },
  ])
  expect(second?.url).toBe(`https://www.threads.com/@harbour/post/${second?.id}`)
})
