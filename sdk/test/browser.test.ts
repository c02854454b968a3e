// @module-tag slow
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../server/test/browser/chromium.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { bundle } from './bundle.ts'
import { picture } from './picture.ts'

let house: House
let browser: Chromium
let page: Page
let close: () => void

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse()
  await house.connect('sandbox', { name: 'Browser' }, 'test')
  const code = await bundle('page.ts', { format: 'iife' })
  const html = '<!doctype html><title>A page of somebody else</title><script src="/page.js"></script>'
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/page.js'
    answer.setHeader('content-type', isScript ? 'text/javascript; charset=utf-8' : 'text/html')
    answer.end(isScript ? code : html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => server.close()
  browser = await startChromium()
  page = await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const given = {
    baseUrl: house.url,
    apiKey: house.testKey,
    bytes: Buffer.from(await picture(500).arrayBuffer()).toString('base64'),
  }
  await page.evaluate((it) => Object.assign(globalThis, { given: it }), given)
})
afterAll(async () => {
  if (!isHere('chromium')) return
  await browser.close()
  close()
  await house.stop()
})

/** Runs code in the page, with `client`, `file` and `crier` at hand. */
function runInPage<T>(code: string): Promise<T> {
  return page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(given.bytes), (character) => character.charCodeAt(0))
    const file = new File([bytes], 'harbour.png', { type: 'image/png' })
    const { baseUrl, apiKey } = given
    const client = crier.createClient({ baseUrl, apiKey })
    ${code}
  })()`) as Promise<T>
}

test('a page of another host uploads with progress, publishes, and reads the result', async () => {
  const seen = await runInPage<{ status: string; name: string; sent: number[]; size: number; url: string }>(`
    const sent = []
    const medium = await client.media.upload(file, { onProgress: ({ sentBytes }) => sent.push(sentBytes) })
    const [account] = await client.socialAccounts.list().toArray()
    const { id } = await client.posts.create({
      caption: 'From a page',
      media: [medium.media_id],
      social_accounts: [account.id],
    })
    let post
    do post = await client.posts.get(id, { expand: ['results'] })
    while (post.status === 'processing')
    return { status: post.status, name: medium.name, sent, size: file.size, url: post.results[0].platform_data.url }
  `)
  expect(seen).toMatchObject({ status: 'posted', name: 'harbour.png', url: expect.stringMatching(/^http/) })
  expect(seen.sent[0]).toBe(0)
  expect(seen.sent.at(-1)).toBe(seen.size)
  expect(seen.sent).toEqual(seen.sent.toSorted((a, b) => a - b))
})

test('a refusal, a request id and an ETag are read across hosts', async () => {
  const seen = await runInPage<Record<string, unknown>>(`
    const error = await client.posts.create({ social_accounts: [] }).catch((thrown) => thrown)
    const [account] = await client.socialAccounts.list().toArray()
    const { id } = await client.posts.create({ social_accounts: [account.id], is_draft: true })
    const { etag } = crier.answerOf(await client.posts.get(id))
    const changed = await client.posts.update(id, { caption: 'Changed' }, { ifMatch: etag })
    return {
      name: error.name,
      isInvalid: error instanceof crier.InvalidRequestError,
      pointer: error.errors[0].pointer,
      hasRequestId: error.requestId.length > 20,
      caption: changed.caption,
    }
  `)
  expect(seen).toEqual({
    name: 'InvalidRequestError',
    isInvalid: true,
    pointer: '/social_accounts',
    hasRequestId: true,
    caption: 'Changed',
  })
})

test('an upload is aborted, and one whose bytes are refused says why', async () => {
  const seen = await runInPage<unknown[]>(`
    const stop = new AbortController()
    const aborted = await client.media
      .upload(file, { signal: stop.signal, onProgress: () => stop.abort() })
      .catch((thrown) => thrown)
    const wrong = new File(['no picture'], 'a.png', { type: 'image/png' })
    const refused = await client.media.upload(wrong).catch((thrown) => thrown)
    return [aborted.name, refused.name, refused.status, refused.requestId !== null]
  `)
  expect(seen).toEqual(['AbortError', 'InvalidRequestError', 422, true])
})

test('a large file goes in several requests', async () => {
  const seen = await runInPage<{ status: string; sent: number[]; size: number }>(`
    const uploader = crier.resumable({ fromBytes: 1, chunkBytes: 200_000 })
    const sent = []
    const medium = await crier
      .createClient({ baseUrl, apiKey, uploader })
      .media.upload(file, { onProgress: ({ sentBytes }) => sent.push(sentBytes) })
    return { status: medium.status, sent, size: file.size }
  `)
  expect(seen.status).toBe('ready')
  expect(seen.size).toBeGreaterThan(400_000)
  expect(seen.sent.at(-1)).toBe(seen.size)
})

test('a page of another host goes on with the events behind the last one that it handled', async () => {
  const types = await runInPage<string[]>(`
    const [account] = await client.socialAccounts.list().toArray()
    const draft = { caption: 'A draft', social_accounts: [account.id], is_draft: true }
    const { meta } = await client.events.list({ limit: 200 }).page()
    const post = await client.posts.create(draft)
    await client.posts.update(post.id, { caption: 'Another' })
    const seen = []
    const signal = AbortSignal.timeout(10_000)
    for await (const event of client.events.stream({ lastEventId: meta.cursor, signal })) {
      if (event.data.id === post.id) seen.push(event.type)
      if (seen.length === 2) break
    }
    return seen
  `)
  expect(types).toEqual(['post.created', 'post.updated'])
})
