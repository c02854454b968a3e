// @module-tag slow
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type House, startHouse } from '../../server/test/house.ts'
import {
  type ClientOptions,
  ConflictError,
  ConnectionError,
  type CrierClient,
  createClient,
  RateLimitError,
  RequestAbortedError,
  RequestTimeoutError,
  ServerError,
} from '../src/index.ts'
import { type LosingProxy, startLosingProxy } from './losing-proxy.ts'
import { picture } from './picture.ts'

let house: House
let proxy: LosingProxy
let accountId: string

beforeAll(async () => {
  house = await startHouse({ worker: false })
  accountId = await house.connect('sandbox', { name: 'Harbour' }, 'test')
})
afterAll(() => house.stop())
beforeEach(async () => {
  proxy = await startLosingProxy(house.url)
})
afterEach(() => proxy.close())

const clientWith = (options: Partial<ClientOptions> = {}): CrierClient =>
  createClient({ baseUrl: proxy.url, apiKey: house.testKey, ...options } as ClientOptions)

const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  )

const postsTagged = (tag: string) => clientWith().posts.list({ tag }).toArray()
const keysSent = () => proxy.passed.flatMap(({ headers }) => headers['idempotency-key'] ?? [])

test.each([
  ['answer lost'],
  ['answer cut'],
  ['request lost'],
  ['answer lost', 'answer cut', 'request lost'],
] as const)('a post whose sending went wrong (%s %s %s) is made once', async (...faults) => {
  const tag = faults.join(' ')
  proxy.fail('POST', '/v1/posts', ...faults)
  const post = await clientWith().posts.create({
    caption: tag,
    social_accounts: [accountId],
    is_draft: true,
    tags: [tag],
  })
  expect((await postsTagged(tag)).map(({ id }) => id)).toEqual([post.id])
  // Each try named the same change.
  expect(keysSent()).toHaveLength(faults.length + 1)
  expect(new Set(keysSent()).size).toBe(1)
})

test('a proxy that answers in place of the server is asked again', async () => {
  const html = { 'content-type': 'text/html' }
  proxy.fail(
    'POST',
    '/v1/posts',
    { status: 502, headers: html, body: '<h1>Bad Gateway</h1>' },
    { status: 503 },
  )
  await clientWith().posts.create({ social_accounts: [accountId], is_draft: true, tags: ['gateway'] })
  expect(await postsTagged('gateway')).toHaveLength(1)
})

test('a first request that still runs is waited for, longer than a failure', async () => {
  const inProgress = {
    status: 409,
    headers: { 'content-type': 'application/problem+json', 'retry-after': '0' },
    body: JSON.stringify({ status: 409, code: 'idempotency_in_progress', detail: 'Still running.' }),
  }
  proxy.fail('POST', '/v1/posts', ...Array.from({ length: 9 }, () => inProgress))
  await clientWith({ maxRetries: 1 }).posts.create({ social_accounts: [accountId], is_draft: true })
  expect(keysSent()).toHaveLength(10)
})

test('another conflict is not asked again', async () => {
  const body = JSON.stringify({ status: 409, code: 'already_processing', detail: 'It is on its way.' })
  proxy.fail('POST', '/v1/posts', { status: 409, headers: { 'retry-after': '0' }, body })
  const create = clientWith().posts.create({ social_accounts: [accountId], is_draft: true })
  const error = await thrownBy(create)
  expect(error).toBeInstanceOf(ConflictError)
  expect(error).toMatchObject({ code: 'already_processing', message: 'It is on its way.' })
  expect(proxy.passed).toHaveLength(1)
})

test('an error names the key with which the same change can be asked for later', async () => {
  proxy.fail('POST', '/v1/posts', 'answer lost')
  const draft = { social_accounts: [accountId], is_draft: true, tags: ['later'] }
  const error = await thrownBy(clientWith({ maxRetries: 0 }).posts.create(draft))
  expect(error).toBeInstanceOf(ConnectionError)
  const { idempotencyKey } = error as ConnectionError
  expect(idempotencyKey).toBe(keysSent()[0])
  await clientWith().posts.create(draft, { idempotencyKey })
  expect(await postsTagged('later')).toHaveLength(1)
})

test('tries end after their number, and Retry-After is kept', async () => {
  proxy.fail(
    'GET',
    '/v1/me',
    ...Array.from({ length: 9 }, () => ({ status: 503, headers: { 'retry-after': '0' } })),
  )
  const error = await thrownBy(clientWith({ maxRetries: 3 }).me.get())
  expect(error).toBeInstanceOf(ServerError)
  expect(error).toMatchObject({ status: 503, code: 'unexpected_answer', retryAfterMs: 0 })
  expect(proxy.passed).toHaveLength(4)
})

test('a client is told of each wait before it begins, and of none that is not begun', async () => {
  const busy = { status: 429, headers: { 'retry-after': '1' } }
  proxy.fail('GET', '/v1/me', busy, { ...busy, headers: { 'retry-after': '3600' } })
  const waits: [ms: number, reason: unknown, tries: number][] = []
  const client = clientWith({
    onWait: ({ ms, error }) => waits.push([ms, error, proxy.passed.length]),
  })
  const error = await thrownBy(client.me.get())
  expect(waits).toEqual([[1_000, expect.any(RateLimitError), 1]])
  expect(error).toMatchObject({ status: 429, retryAfterMs: 3_600_000 })
})

test('a wait that would be longer than the call may take is not begun', async () => {
  proxy.fail('GET', '/v1/me', { status: 503, headers: { 'retry-after': '3600' } })
  const startedAt = performance.now()
  const error = await thrownBy(clientWith().me.get())
  expect(error).toMatchObject({ status: 503, retryAfterMs: 3_600_000 })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('silence ends in a timeout of its own, and all tries together in time', async () => {
  proxy.fail('GET', '/v1/me', 'silence', 'silence', 'silence', 'silence')
  const startedAt = performance.now()
  const error = await thrownBy(clientWith({ timeoutMs: 200, totalTimeoutMs: 1_000 }).me.get())
  expect(error).toBeInstanceOf(RequestTimeoutError)
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  expect(proxy.passed.length).toBeGreaterThan(1)
})

test.each([0, 50])('a call that is aborted after %i ms ends at once', async (ms) => {
  proxy.fail('GET', '/v1/me', 'silence')
  const stop = new AbortController()
  setTimeout(() => stop.abort('I changed my mind.'), ms)
  const error = await thrownBy(clientWith().me.get({ signal: stop.signal }))
  expect(error).toBeInstanceOf(RequestAbortedError)
  expect(error).toMatchObject({ name: 'AbortError', cause: 'I changed my mind.' })
})

test('an aborted wait between two tries ends at once', async () => {
  proxy.fail('GET', '/v1/me', { status: 503, headers: { 'retry-after': '60' } })
  const stop = new AbortController()
  const call = thrownBy(clientWith().me.get({ signal: stop.signal }))
  await expect.poll(() => proxy.passed.length).toBe(1)
  stop.abort()
  expect(await call).toBeInstanceOf(RequestAbortedError)
  const unsent = await thrownBy(clientWith().me.get({ signal: AbortSignal.abort() }))
  expect(unsent).toBeInstanceOf(RequestAbortedError)
  expect(proxy.passed).toHaveLength(1)
})

test('a redirect is refused: the key goes nowhere else, and a POST becomes no GET', async () => {
  const elsewhere = await startLosingProxy(house.url)
  try {
    proxy.fail('POST', '/v1/posts', { status: 302, headers: { location: `${elsewhere.url}/v1/posts` } })
    const error = await thrownBy(clientWith().posts.create({ social_accounts: [accountId], is_draft: true }))
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 302 })
    expect(elsewhere.passed).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test('an address that is not Crier is told so', async () => {
  proxy.fail('GET', '/v1/me', {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Welcome</h1>',
  })
  const error = await thrownBy(clientWith().me.get())
  expect(error).toMatchObject({ code: 'unexpected_answer', message: expect.stringContaining('baseUrl') })
})

test('an id leads to no other path', async () => {
  for (const id of ['', '.', '..']) await expect(clientWith().posts.delete(id)).rejects.toThrow(TypeError)
  await thrownBy(clientWith().posts.get('../me?x#y'))
  expect(proxy.passed.map(({ path }) => path)).toEqual(['/v1/posts/..%2Fme%3Fx%23y'])
})

test.each(['answer lost', 'answer cut', 'request lost'] as const)(
  'a file whose upload went wrong (%s) is one medium',
  async (fault) => {
    proxy.fail('PUT', '/v1/media/uploads/', fault)
    const before = await clientWith().media.list().toArray()
    const medium = await uploaderThrough(proxy).media.upload(picture(80), { name: `${fault}.png` })
    expect(medium).toMatchObject({ status: 'ready', name: `${fault}.png` })
    const after = await clientWith().media.list().toArray()
    expect(after).toHaveLength(before.length + 1)
  },
)

test('an upload that is asked for again under its name, such as after a restart, is one medium', async () => {
  const named = { name: 'restarted.png', idempotencyKey: 'upload-1' }
  proxy.fail('PUT', '/v1/media/uploads/', 'answer lost')
  const lost = uploaderThrough(proxy, { maxRetries: 0 }).media.upload(picture(80), named)
  expect(await thrownBy(lost)).toBeInstanceOf(ConnectionError)
  const medium = await uploaderThrough(proxy).media.upload(picture(80), named)
  expect(medium).toMatchObject({ status: 'ready', name: 'restarted.png' })
  expect(await clientWith().media.list({ name: 'restarted.png' }).toArray()).toHaveLength(1)
  const without = await uploaderThrough(proxy).media.upload(picture(80), { name: 'restarted.png' })
  expect(without.id).not.toBe(medium.id)
})

test('any operation can be called by its path, and its answer is whole whatever goes wrong on the way', async () => {
  proxy.fail('GET', '/v1/me', 'answer cut')
  const me = await clientWith().request('GET', '/v1/me', { query: { ignored: undefined } })
  expect(await me.json()).toMatchObject({ mode: 'test' })
  proxy.fail('POST', '/v1/posts', 'answer lost')
  const body = { social_accounts: [accountId], is_draft: true, tags: ['by path'] }
  const post = (await (await clientWith().request('POST', '/v1/posts', { body })).json()) as { id: string }
  expect((await postsTagged('by path')).map(({ id }) => id)).toEqual([post.id])
  expect(await thrownBy(clientWith().request('GET', '/v1/nothing'))).toMatchObject({ status: 404 })
  expect(() => clientWith().request('GET', '@elsewhere.example/v1/me')).toThrow(TypeError)
})

test('the upload of a stream, which cannot be had twice, ends with its first failure', async () => {
  const file = picture(80)
  proxy.fail('PUT', '/v1/media/uploads/', 'request lost')
  const upload = uploaderThrough(proxy).media.upload(file.stream(), { type: file.type, size: file.size })
  expect(await thrownBy(upload)).toBeInstanceOf(ConnectionError)
  const puts = proxy.passed.filter(({ method }) => method === 'PUT')
  expect(puts).toHaveLength(1)
  const again = await uploaderThrough(proxy).media.upload(file.stream(), { type: file.type, size: file.size })
  expect(again.size_bytes).toBe(file.size)
})

test('an upload that does not move is given up, and one that is aborted ends', async () => {
  proxy.fail('PUT', '/v1/media/uploads/', 'silence', 'silence')
  const late = uploaderThrough(proxy, { maxRetries: 0 }).media.upload(picture(20), { timeoutMs: 200 })
  expect(await thrownBy(late)).toBeInstanceOf(RequestTimeoutError)
  const stop = new AbortController()
  const aborted = thrownBy(uploaderThrough(proxy).media.upload(picture(20), { signal: stop.signal }))
  await expect.poll(() => proxy.passed.filter(({ method }) => method === 'PUT').length).toBe(2)
  stop.abort()
  expect(await aborted).toBeInstanceOf(RequestAbortedError)
})

test('a file that is not what it says is refused with the reason', async () => {
  const upload = clientWith().media.upload(new Blob(['no picture']), { name: 'a.png' })
  expect(await thrownBy(upload)).toMatchObject({ name: 'InvalidRequestError', status: 422 })
  const unknown = clientWith().media.upload(new Blob(['words']), { name: 'a.odt' })
  expect(await thrownBy(unknown)).toBeInstanceOf(TypeError)
})

/** A client whose uploads take the bad line too: an upload URL names the server itself. */
function uploaderThrough(line: LosingProxy, options: Partial<ClientOptions> = {}): CrierClient {
  return clientWith({
    ...options,
    fetch: (input, init) => fetch(String(input).replace(house.url, line.url), init),
  })
}
