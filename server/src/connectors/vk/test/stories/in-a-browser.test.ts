import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { setApp } from '../../../../platform-apps/set-app.ts'
import type { Connector } from '../../../connector.ts'
import { connectors } from '../../../index.ts'
import { vk } from '../../connector.ts'
import { type FakeVk, publishing, startFakeVk } from '../fake.ts'
import { clientId } from '../fake-sign-in.ts'
import { keyOfQuay, quay } from '../fake-world.ts'

const name = 'crier.example.edu'
let front: TlsFront
let network: TlsFront
let fake: FakeVk
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is half a minute.
const hurried: Connector = { ...vk, compose: (step) => ({ ...vk.compose(step), timeoutMs: 1_000 }) }

beforeAll(async () => {
  if (!isHere('chromium')) return
  front = await startTlsFront(name)
  network = await startTlsFront('id.vk.com')
  fake = await startFakeVk([`${front.url}/oauth/callback/vk`])
  network.forwardTo(fake.url)
  const names = ['id.vk.com', 'api.vk.com', 'pu.vk.com', 'ovu.okcdn.ru', 'sun9-1.userapi.com']
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === vk ? hurried : one)),
    config: { publicUrl: front.url },
    standIns: Object.fromEntries(names.map((each) => [each, fake.url])),
  })
  front.forwardTo(room.url)
  await setApp(room.context, vk, { client_id: clientId })
  browser = await startChromium({
    names: {
      [name]: '127.0.0.1',
      'id.vk.com:443': new URL(network.url).host.replace('id.vk.com', '127.0.0.1'),
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

// The name of the front is known to the browser alone.
const request: Newsroom['request'] = (method, path, send) =>
  room.request(method, path.replace(front.url, room.url), send)

/** Signs in on the page of VK ID, and takes the community that is proposed. */
async function connectHarbour(): Promise<string> {
  const body = { platform: 'vk', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to VK' }).click()
  await page.waitForURL('https://id.vk.com/authorize?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  await page.getByRole('button', { name: /^Connect/ }).click()
  await page.getByText('harbour on VK').waitFor()
  expect(browser.complaints).toEqual([])
  const { json } = await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)
  expect(json.social_accounts).toHaveLength(1)
  return json.social_accounts[0]
}

async function make(account: string, caption: string, more: JsonObject = {}, expected = 'posted') {
  const post = await room.post({ caption, social_accounts: [account], ...more })
  expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe(expected)
  return { id: post.id, results: await room.results(post.id) }
}

test('a person connects a community on the page of VK ID, and each post is there once, also after a lost answer', async () => {
  const account = await connectHarbour()
  const bytes = await plainPicture(640, 480, '#c0c')
  const file = await uploadFile({ request }, 'a.png', bytes, 'image/png')
  const options = { close_comments: false, first_comment: 'Come and see', signed: true }
  const first = await make(account, 'A day at sea', {
    media: [{ media_id: file, alt_text: 'Plain' }],
    platform_configurations: { vk: options },
  })
  const { posts } = fake.world
  expect(posts).toMatchObject([
    {
      ownerId: -212_979_992,
      text: 'A day at sea',
      fields: { from_group: '1', signed: '1' },
      media: [{ type: 'photo', words: 'Plain' }],
    },
  ])
  expect(posts[0]?.media[0]?.bytes.equals(bytes)).toBe(true)
  await expect.poll(() => posts[0]?.comments).toMatchObject([{ text: 'Come and see', fromId: -212_979_992 }])
  const url = `https://vk.com/wall-212979992_${posts[0]?.id}`
  expect(first.results[0]?.platform_data).toMatchObject({ id: `-212979992_${posts[0]?.id}`, url })

  fake.inject(publishing, { kind: 'lose_answer' })
  await make(account, 'Was it heard?')
  expect(posts.map(({ text }) => text)).toEqual(['A day at sea', 'Was it heard?'])

  const deleted = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(deleted.status).toBeLessThan(300)
  await expect.poll(() => posts[0]?.isDeleted).toBe(true)
})

test('a community that is connected by its key posts texts, and asks a person after a lost answer', async () => {
  const link = await makeLink(room, { platforms: ['vk'] })
  const page = await browser.open(link.url)
  await page.getByRole('link', { name: 'VK: with the key of a community' }).click()
  await page.getByLabel('Key of the community').fill(keyOfQuay)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  const [id] = (await linkNow(room, link.id)).social_accounts
  const before = fake.world.posts.length
  await make(id, 'By key')
  fake.inject(publishing, { kind: 'lose_answer' })
  await make(id, 'Was it heard?', {}, 'needs_review')
  const made = fake.world.posts.slice(before)
  expect(made.map(({ ownerId, text }) => [ownerId, text])).toEqual([
    [-quay, 'By key'],
    [-quay, 'Was it heard?'],
  ])
})
