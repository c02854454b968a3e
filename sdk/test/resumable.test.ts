// @module-tag slow
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type House, startHouse } from '../../server/test/house.ts'
import { type CrierClient, createClient, InvalidRequestError, RequestAbortedError } from '../src/index.ts'
import { resumable } from '../src/resumable.ts'
import { type LosingProxy, startLosingProxy } from './losing-proxy.ts'
import { picture } from './picture.ts'

let house: House
let proxy: LosingProxy
let client: CrierClient

beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())
beforeEach(async () => {
  proxy = await startLosingProxy(house.url)
  const uploader = resumable({ fromBytes: 100_000, chunkBytes: 100_000 })
  client = createClient({ baseUrl: proxy.url, apiKey: house.testKey, uploader, maxRetries: 2 })
})
afterEach(() => proxy.close())

const methods = () => proxy.passed.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)

test('a large file goes in several requests, and a small one in one', async () => {
  const large = picture(400)
  const seen: number[] = []
  const medium = await client.media.upload(large, {
    name: 'large.png',
    onProgress: (it) => seen.push(it.sentBytes),
  })
  expect(medium).toMatchObject({ status: 'ready', name: 'large.png', size_bytes: large.size })
  expect(methods()[0]).toBe('POST /v1/media/tus')
  expect(seen.at(-1)).toBe(large.size)
  expect(seen.length).toBeGreaterThan(4)
  const small = await client.media.upload(picture(20), { name: 'small.png' })
  expect(small.status).toBe('ready')
  expect(methods().at(-1)).toBe('POST /v1/media/create-upload-url')
})

test('a refusal keeps its problem, and the key stays with the server it is for', async () => {
  const wrong = client.media.upload(new Blob([new Uint8Array(200_000)]), { name: 'a.png' })
  const error = await wrong.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect(error).toMatchObject({ status: 422, code: expect.stringMatching(/^media_|type/) })
  const keyed = proxy.passed.filter(({ headers }) => headers.authorization !== undefined)
  expect(keyed.map(({ method }) => method)).toEqual(['POST'])
})

test('a creation that is lost is asked for again', async () => {
  proxy.fail('POST', '/v1/media/tus', 'request lost')
  expect(await client.media.upload(picture(400), { name: 'again.png' })).toMatchObject({ status: 'ready' })
})

test('an upload that is aborted ends, and leaves nothing behind', async () => {
  const stop = new AbortController()
  const upload = client.media.upload(picture(600), {
    name: 'left.png',
    signal: stop.signal,
    onProgress: ({ sentBytes }) => sentBytes > 100_000 && stop.abort(),
  })
  expect(await upload.catch((thrown: unknown) => thrown)).toBeInstanceOf(RequestAbortedError)
  const names = await client.media.list({ status: ['ready', 'waiting'] }).toArray()
  expect(names.map(({ name }) => name)).not.toContain('left.png')
})
