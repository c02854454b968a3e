import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { film as makeFilm } from '../../../../../test/media-files.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { setApp } from '../../../../platform-apps/set-app.ts'
import type { Connector } from '../../../connector.ts'
import { connectors } from '../../../index.ts'
import { tiktok } from '../../connector.ts'
import { calls, type FakeTikTok, startFakeTikTok } from '../fake.ts'

const name = 'crier.example.edu'
let front: TlsFront
let network: TlsFront
let fake: FakeTikTok
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is two minutes.
const hurried: Connector = {
  ...tiktok,
  compose: (step) => ({ ...tiktok.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  front = await startTlsFront(name)
  network = await startTlsFront('www.tiktok.com')
  fake = await startFakeTikTok()
  network.forwardTo(fake.url)
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === tiktok ? hurried : one)),
    config: { publicUrl: front.url },
    standIns: { 'open.tiktokapis.com': fake.url, 'open-upload.tiktokapis.com': fake.url },
  })
  front.forwardTo(room.url)
  fake.host(front.url, room.url)
  const { id, secret } = fake.login.register(`${front.url}/oauth/callback/tiktok`)
  await setApp(room.context, tiktok, {
    client_key: id,
    client_secret: secret,
    proof_name: 'tiktokAbC.txt',
    proof_text: 'tiktok=AbC',
  })
  browser = await startChromium({
    names: {
      [name]: '127.0.0.1',
      'www.tiktok.com:443': new URL(network.url).host.replace('www.tiktok.com', '127.0.0.1'),
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

/** Connects an account on TikTok's page. */
async function connect(): Promise<string[]> {
  const body = { platform: 'tiktok', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to TikTok' }).click()
  await page.waitForURL('https://www.tiktok.com/v2/auth/authorize/?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  expect(await page.textContent('main')).toContain('harbour.co on TikTok')
  expect(browser.complaints).toEqual([])
  return (await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)).json.social_accounts
}

test('a person connects on TikTok’s page; videos, photos and drafts are there once, also after a lost answer', async () => {
  const accounts = await connect()
  // This machine does not know the name of the house.
  const request: Newsroom['request'] = (method, path, send) =>
    room.request(method, path.replace(front.url, room.url), send)
  const movie = await makeFilm('mp4', { seconds: 4, width: 640, height: 480 })
  const film = await uploadFile({ request }, 'a.mp4', movie, 'video/mp4')
  const picture = await uploadFile({ request }, 'a.png', await plainPicture(640, 360, '#c0c'), 'image/png')
  const publish = async (caption: string, medium: string, options: JsonObject) => {
    const media = [{ media_id: medium }]
    const platform_configurations = { tiktok: options }
    const post = await room.post({ caption, media, social_accounts: accounts, platform_configurations })
    expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
    const [result] = await room.results(post.id)
    const { warnings } = (await room.request('GET', `/v1/posts/${post.id}`)).json
    return { data: result?.platform_data, codes: warnings.map(({ code }: { code: string }) => code) }
  }
  fake.inject(calls.last, { kind: 'lose_answer' })
  const video = await publish('Was it heard?', film, { privacy_status: 'public', allow_comment: true })
  const photo = await publish('With a picture', picture, { privacy_status: 'public', title: 'A picture' })
  const draft = await publish('', film, { draft: true })
  expect(fake.publications).toMatchObject([
    { kind: 'video', text: 'Was it heard?', postId: video.data?.id, info: { disable_comment: false } },
    { kind: 'photo', text: 'With a picture', title: 'A picture', postId: photo.data?.id },
    { kind: 'video', isDraft: true, publishId: draft.data?.id, status: 'SEND_TO_USER_INBOX' },
  ])
  expect(fake.publications[0]?.files[0]?.equals(movie)).toBe(true)
  expect(video.data?.url).toBe(`https://www.tiktok.com/@harbour.co/video/${video.data?.id}`)
  expect(draft.data?.url).toBe('https://www.tiktok.com/@harbour.co')
  expect(draft.codes).toContain('finish_in_app')
})

test('the file by which TikTok verifies the addresses of photos is beside them', async () => {
  const ask = (file: string, method = 'GET') => fetch(`${room.url}/media/fetch/${file}`, { method })
  const answer = await ask('tiktokAbC.txt')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'tiktok=AbC',
  ])
  const head = await ask('tiktokAbC.txt', 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await ask('tiktokAbD.txt')).status).toBe(404)
})
