import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { freePort } from '../../../../../test/free-port.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { until } from '../../../../../test/stories/until.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { address, calls, type FakeReceiver, secret, startFakeReceiver } from '../fake.ts'

const name = 'crier.example.edu'
let front: TlsFront
let fake: FakeReceiver
let room: Newsroom
let folder: string

beforeAll(async () => {
  front = await startTlsFront(name)
  fake = await startFakeReceiver(true)
  room = await openNewsroom({
    config: { publicUrl: front.url },
    standIns: { 'receiver.example.org': fake.url },
  })
  front.forwardTo(room.url)
  fake.world.hosts.set(front.url, room.url)
  folder = mkdtempSync(join(tmpdir(), 'crier-receiver-'))
})
afterAll(async () => {
  // The house looks for the secret and the address in its database and its log.
  await room?.stop()
  await fake?.close()
  await front?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ends = ['posted', 'held', 'failed', 'needs_review']

async function make(account: string, caption: string, more: JsonObject = {}) {
  const { id } = await room.post({ caption, social_accounts: [account], ...more })
  const status = await room.settled(id, ends)
  const [result] = await room.results(id)
  return { id, status, result }
}

async function upload(colour: string): Promise<string> {
  // This machine does not know the name of the house.
  const request: Newsroom['request'] = (method, path, send) =>
    room.request(method, path.replace(front.url, room.url), send)
  return uploadFile({ request }, 'a.png', await plainPicture(640, 480, colour), 'image/png')
}

/** Fills in the form, first with a secret that the receiver does not have. */
async function connectInBrowser(browser: Chromium): Promise<string> {
  const link = await makeLink(room, { platforms: ['webhook'] })
  const page = await browser.open(link.url)
  const fill = async (given: string) => {
    await page.getByLabel('Address of the receiver').fill(address)
    await page.getByLabel('Secret').fill(given)
    await page.getByText('More settings').click()
    await page.getByLabel('The receiver knows a repeated message').check()
    await page.getByRole('button', { name: 'Connect' }).click()
  }
  await fill(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)
  await page.getByText('The receiver does not accept the signature.').waitFor()
  expect(await page.content()).not.toContain('a-token-of-this-hook')
  await fill(secret)
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('receiver.example.org on Webhook')
  const [account] = (await linkNow(room, link.id)).social_accounts
  return account
}

test('a person connects a receiver, and each post is there once, also where an answer was lost', async (context) => {
  skipWithout('chromium')(context)
  const browser = await startChromium({ names: { [name]: '127.0.0.1' }, trustsAnyCertificate: true })
  const account = await connectInBrowser(browser).finally(() => browser.close())
  const media = [{ media_id: await upload('#c0c') }, { media_id: await upload('#0cc') }]
  const options = { webhook: { title: 'Tides', fields: [{ name: 'category', value: 'News' }] } }
  const first = await make(account, 'A day at sea', { media, platform_configurations: options })
  expect(first.status).toBe('posted')
  expect(first.result?.platform_data).toMatchObject({ id: 'p1', url: 'https://site.example.org/posts/p1' })
  const size = { altText: '', width: 640, height: 480 }
  const { title, fields } = options.webhook
  expect(fake.world.posts).toMatchObject([{ data: { title, fields }, images: [size, size] }])

  fake.inject(calls.publish, { kind: 'lose_answer' })
  const lost = await make(account, 'Was it heard?')
  expect(lost.status).toBe('posted')
  expect(fake.world.posts.map(({ data }) => data.text)).toEqual(['A day at sea', 'Was it heard?'])
  const sent = fake.calls.filter(({ headers }) => headers['webhook-id'] === fake.world.posts[1]?.messageId)
  expect(sent).toHaveLength(2)

  // Nobody said at connecting that this receiver deletes posts.
  const kept = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(JSON.stringify(kept.json)).toContain('This receiver was connected without saying')

  fake.world.isGone = true
  expect((await make(account, 'Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
  fake.world.isGone = false
  const body = { way: 'address', fields: { address, secret, deletes: true } }
  await room.request('POST', `/v1/social-accounts/${account}/reconnect`, { body })
  await expect.poll(() => fake.world.posts.map(({ data }) => data.text)).toContain('Nobody reads this')
  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => fake.world.posts.map(({ id }) => id)).toEqual(['p2', 'p3'])
})

/** Starts the program of the README as it stands there. */
async function startReceiver(port: number): Promise<ChildProcess> {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const [, program = ''] = /```js\n(\/\/ receiver\.mjs\n.*?)```/s.exec(readme) ?? []
  writeFileSync(join(folder, 'receiver.mjs'), program)
  const env = { SECRET: secret, PORT: String(port) }
  const child = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(child, 'spawn')
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status === 401,
      () => false,
    )
  await until(isUp, Boolean, 20_000)
  return child
}

test('the receiver of the README, in a process of its own, gets each post and deletes it, and believes nobody else', async () => {
  const port = await freePort()
  const child = await startReceiver(port)
  try {
    const posts = () =>
      readdirSync(join(folder, 'posts')).map((file) =>
        JSON.parse(readFileSync(join(folder, 'posts', file), 'utf8')),
      )
    const place = `http://127.0.0.1:${port}/`
    const connect = (fields: JsonObject) => {
      const body = { platform: 'webhook', way: 'address', fields: { address: place, ...fields } }
      return room.request('POST', '/v1/social-accounts/connect', { body })
    }
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    expect((await connect({ secret: other })).text).toContain('It said: Wrong signature.')
    const { json } = await connect({ secret, name: 'My site', knows_repeats: true, deletes: true })
    expect(json.status).toBe('connected')
    const [account] = json.social_accounts
    const { id, status, result } = await make(account, 'Grüße 🌊', {
      media: [{ media_id: await upload('#cc0') }],
    })
    expect(status).toBe('posted')
    const [post] = posts()
    expect(post).toMatchObject({
      text: 'Grüße 🌊',
      account: { id: account, name: 'My site' },
      post_result_id: result?.id,
    })
    expect(result?.platform_data).toMatchObject({ id: post.id, url: `https://example.org/posts/${post.id}` })
    const medium = await fetch(post.media[0].url.replace(front.url, room.url))
    expect([medium.status, medium.headers.get('content-type')]).toEqual([200, 'image/png'])

    const headers = { 'webhook-id': 'made-up', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) }
    for (const signature of ['', 'v1,', 'v1,AAAA', `v1,${Buffer.alloc(32).toString('base64')}`]) {
      const body = JSON.stringify({ type: 'post.delete', data: { id: post.id } })
      const answer = await fetch(place, {
        method: 'POST',
        headers: { ...headers, 'webhook-signature': signature },
        body,
      })
      expect(answer.status).toBe(401)
    }
    expect(posts()).toHaveLength(1)
    await room.request('DELETE', `/v1/posts/${id}?unpublish=true`)
    await expect.poll(posts).toEqual([])
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})

test('the schema of the messages is public', async () => {
  const { status, json } = await room.request('GET', '/oauth/webhook/messages-1.json', { key: null })
  expect(status).toBe(200)
  expect(json.anyOf.map(({ title }: { title: string }) => title)).toEqual([
    'ping',
    'post.publish',
    'post.delete',
  ])
})
