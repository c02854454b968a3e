import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../../server/test/house.ts'
import { bundle } from './bundle.ts'
import { picture } from './picture.ts'

// Edge runtimes share these globals with browsers. None is Node's.
const web = {
  AbortController,
  AbortSignal,
  Blob,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
}

let house: House
let edge: object

beforeAll(async () => {
  house = await startHouse()
  const code = await bundle('../src/index.ts', { format: 'iife' })
  edge = createContext({ ...web, house: { url: house.url, key: house.testKey }, picture: picture(40) })
  runInContext(code, edge)
})
afterAll(() => house.stop())

function runAtEdge<T>(code: string): Promise<T> {
  return runInContext(`(async () => { ${code} })()`, edge)
}

test('there is nothing of Node where it runs', async () => {
  expect(
    await runAtEdge('return [typeof process, typeof Buffer, typeof require, typeof XMLHttpRequest]'),
  ).toEqual(Array.from({ length: 4 }, () => 'undefined'))
})

test('the core uploads, publishes, walks lists and tells errors apart with the globals of the web alone', async () => {
  await house.connect('sandbox', { name: 'Edge' }, 'test')
  const seen = await runAtEdge<Record<string, unknown>>(`
    const client = crier.createClient({ baseUrl: house.url, apiKey: house.key })
    const [account] = await client.socialAccounts.list().toArray()
    const progress = []
    const medium = await client.media.upload(picture, {
      name: 'edge.png',
      onProgress: ({ sentBytes }) => progress.push(sentBytes),
    })
    const bytes = new Uint8Array(await picture.arrayBuffer())
    const stream = new ReadableStream({ start(it) { it.enqueue(bytes); it.close() } })
    const streamed = await client.media.upload(stream, { type: 'image/png', size: bytes.length })
    const { id } = await client.posts.create({
      caption: 'From the edge',
      media: [medium.media_id, streamed.media_id],
      social_accounts: [account.id],
    })
    let post
    do post = await client.posts.get(id)
    while (post.status === 'processing')
    const error = await client.posts.get('0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30').catch((thrown) => thrown)
    return {
      status: post.status,
      progress,
      size: picture.size,
      isNotFound: error instanceof crier.NotFoundError,
      name: error.name,
    }
  `)
  expect(seen).toEqual({
    status: 'posted',
    progress: [0, seen.size],
    size: expect.any(Number),
    isNotFound: true,
    name: 'NotFoundError',
  })
})

test('a webhook is verified there', async () => {
  const names = await runAtEdge<string[]>(`
    const secret = btoa('a secret of twenty-four b')
    const bytes = (text) => new TextEncoder().encode(text)
    const time = String(Math.floor(Date.now() / 1000))
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytes('a secret of twenty-four b'), algorithm, false, ['sign'])
    const payload = '{"type":"post.posted"}'
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes('1.' + time + '.' + payload)))
    const headers = new Headers({
      'webhook-id': '1',
      'webhook-timestamp': time,
      'webhook-signature': 'v1,' + btoa(String.fromCharCode(...mac)),
    })
    const event = await crier.verifyWebhook(payload, headers, 'whsec_' + secret)
    const wrong = await crier.verifyWebhook(payload + ' ', headers, 'whsec_' + secret).catch((thrown) => thrown)
    return [event.type, wrong.name]
  `)
  expect(names).toEqual(['post.posted', 'WebhookVerificationError'])
})
