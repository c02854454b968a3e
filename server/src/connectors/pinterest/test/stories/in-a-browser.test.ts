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
import { pinterest } from '../../connector.ts'
import { board, type FakePinterest, publishing, startFakePinterest } from '../fake.ts'
import { storage } from '../fake-media.ts'

let network: TlsFront
let fake: FakePinterest
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is two minutes.
const hurried: Connector = {
  ...pinterest,
  compose: (step) => ({ ...pinterest.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  network = await startTlsFront('www.pinterest.com')
  fake = await startFakePinterest()
  network.forwardTo(fake.url)
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === pinterest ? hurried : one)),
    standIns: { 'api.pinterest.com': fake.url, [new URL(storage).host]: fake.url },
  })
  const { publicUrl } = room.context.config
  const redirectUris = [`${publicUrl}/oauth/callback/pinterest`]
  const { id, secret } = fake.signIn.oauth.register({ redirectUris })
  await setApp(room.context, pinterest, { client_id: id, client_secret: secret })
  const host = new URL(network.url).host.replace('www.pinterest.com', '127.0.0.1')
  browser = await startChromium({ names: { 'www.pinterest.com:443': host }, trustsAnyCertificate: true })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await fake?.close()
  await network?.stop()
})
beforeEach(skipWithout('chromium'))

/** Connects the first person's account on Pinterest's page. */
async function connectHarbour(): Promise<string[]> {
  const body = { platform: 'pinterest', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Pinterest' }).click()
  await page.waitForURL('https://www.pinterest.com/oauth/?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  expect(await page.textContent('main')).toContain('harbour on Pinterest')
  expect(browser.complaints).toEqual([])
  return (await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)).json.social_accounts
}

test('a person connects on Pinterest’s page and chooses a board, and each Pin is there once, also after a lost answer', async () => {
  const accounts = await connectHarbour()
  const [account] = accounts
  const choices = await room.request('GET', `/v1/social-accounts/${account}/choices/board_ids`)
  expect(choices.json.data).toMatchObject([{ value: board, label: 'Boats' }, {}, {}])
  const bytes = await plainPicture(640, 960, '#c0c')
  const other = await plainPicture(640, 960, '#0cc')
  const files = [await uploadFile(room, 'a.png', bytes, 'image/png')]
  files.push(await uploadFile(room, 'b.png', other, 'image/png'))
  const make = (caption: string, options: JsonObject, count = 1) => ({
    caption,
    media: files.slice(0, count).map((id, index) => ({ media_id: id, alt_text: `Boat ${index + 1}` })),
    social_accounts: accounts,
    platform_configurations: { pinterest: { board_ids: [board], ...options } },
  })
  const publish = async (caption: string, options: JsonObject, count = 1) => {
    const post = await room.post(make(caption, options, count))
    expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
    const [result] = await room.results(post.id)
    return result?.platform_data
  }
  const link = 'https://boats.example/'
  const first = await publish('A day at sea', { title: 'At sea', link })
  fake.inject(publishing, { kind: 'lose_answer' })
  const second = await publish('Was it heard?', {}, 2)
  expect(fake.world.pins).toMatchObject([
    { id: first?.id, title: 'At sea', description: 'A day at sea', link, altText: 'Boat 1' },
    { id: second?.id, kind: 'CAROUSEL', description: 'Was it heard?', altText: 'Boat 1\nBoat 2' },
  ])
  expect(fake.world.pins[0]?.pictures[0]?.equals(bytes)).toBe(true)
  expect(first?.url).toBe(`https://www.pinterest.com/pin/${first?.id}/`)
  if (isHere('ffmpeg')) await publishFilm(accounts, files[1] ?? '')
  const several = make('Everywhere', { board_ids: [board, '549755885176'] })
  const refused = await room.request('POST', '/v1/posts', { body: several })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.json)).toContain('too_many_boards')
})

/** A film goes to the storage, is waited for, and has a picture as its cover. */
async function publishFilm(accounts: readonly string[], cover: string): Promise<void> {
  const folder = filmFolder()
  const path = await makeFilm(folder.path, 'a.mp4', [...picture({ seconds: 5 }), ...h264])
  const movie = readFileSync(path)
  folder.remove()
  fake.world.processMs = 1_000
  const film = await uploadFile(room, 'a.mp4', movie, 'video/mp4')
  const post = await room.post({
    caption: 'A film',
    media: [{ media_id: film }],
    social_accounts: accounts,
    platform_configurations: { pinterest: { board_ids: [board], cover_image: cover } },
  })
  expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe('posted')
  const pin = fake.world.pins.at(-1)
  expect(pin).toMatchObject({ kind: 'VIDEO', description: 'A film' })
  expect(pin?.video?.medium.bytes?.equals(movie)).toBe(true)
  expect(pin?.video?.cover).toBeInstanceOf(Buffer)
}
