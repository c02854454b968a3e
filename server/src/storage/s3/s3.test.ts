import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { isHere, skipWithout } from '../../../../scripts/test-needs.ts'
import { freePort } from '../../../test/free-port.ts'
import { type Cut, type CuttingProxy, startCuttingProxy } from '../../../test/servers/cutting-proxy.ts'
import { openTestBucket, type Swift, startSwift, swiftProgram } from '../../../test/servers/start-swift.ts'
import { describeStorage, type OpenedTwice } from '../conformance.ts'
import { MissingBytes, type Storage, StorageFull, StorageUnavailable } from '../storage.ts'
import type { BucketSettings } from './bucket.ts'
import { createS3Storage } from './s3-storage.ts'

let swift: Swift
const folder = mkdtempSync(join(tmpdir(), 'crier-s3-'))
beforeAll(async () => {
  if (isHere(swiftProgram)) swift = await startSwift()
})
beforeEach(skipWithout(swiftProgram))
afterAll(async () => {
  await swift?.stop()
  rmSync(folder, { recursive: true })
})

describe.each(['path', 'host'] as const)('with the bucket in the %s of its address', (addressing) => {
  let opened: Promise<OpenedTwice> | undefined
  describeStorage('a bucket', () => (opened ??= openTwice(addressing)))
})

async function openTwice(addressing: BucketSettings['addressing']): Promise<OpenedTwice> {
  const settings = { ...(await swift.newBucket(addressing)), prefix: 'crier/' }
  return { storage: await openWith(settings), elsewhere: await openWith(settings) }
}

const key = 'ab'.repeat(16)

describe('a bucket', () => {
  it('takes a large file in parts, which appear together', async () => {
    const { storage, proxy } = await openBroken()
    const bytes = randomBytes(40_000_000)
    await keep(storage, bytes)
    expect(proxy.calls.filter((call) => call.includes('partNumber='))).toHaveLength(3)
    expect((await buffer(await storage.read(key, null))).equals(bytes)).toBe(true)
    const middle = await buffer(await storage.read(key, { start: 16_000_000, end: 34_000_000 }))
    expect(middle.equals(bytes.subarray(16_000_000, 34_000_000))).toBe(true)
  })

  it('shows nothing of a large file whose last part fails, and leaves no parts behind', async () => {
    const { storage, proxy } = await openBroken()
    for (let turn = 0; turn < 3; turn += 1) proxy.cutNext('partNumber=3', refusal(503, 'ServiceUnavailable'))
    await expect(keep(storage, randomBytes(40_000_000))).rejects.toThrow('reports an error')
    await expect(storage.read(key, null)).rejects.toThrow(MissingBytes)
    expect(proxy.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
  })

  it('has a large file although the answer to its last call was lost', async () => {
    const { storage, proxy } = await openBroken()
    const bytes = randomBytes(34_000_000)
    // Three calls name the upload and no part: the one that begins it does not yet.
    proxy.cutNext(`${key}?uploadId=`, { kind: 'after' })
    await keep(storage, bytes)
    expect((await buffer(await storage.read(key, null))).equals(bytes)).toBe(true)
  })

  it('goes on where one call in between fails', async () => {
    const { storage, proxy } = await openBroken()
    proxy.cutNext(key, refusal(503, 'SlowDown'))
    proxy.cutNext(key, { kind: 'before' })
    await keep(storage, Buffer.from('kept'))
    proxy.cutNext(key, refusal(500, 'InternalError'))
    expect((await buffer(await storage.read(key, null))).toString()).toBe('kept')
  })

  it('calls a file that breaks off while it is read an error, and leaves no copy of it', async () => {
    const { storage, proxy, staged } = await openBroken()
    await keep(storage, randomBytes(1_000_000))
    proxy.cutNext(key, { kind: 'midway' })
    await expect(buffer(await storage.read(key, null))).rejects.toThrow(StorageUnavailable)
    proxy.cutNext(key, { kind: 'midway' })
    await expect(storage.withFile(key, async () => 'read')).rejects.toThrow(StorageUnavailable)
    expect(readdirSync(staged)).toEqual([])
  })

  it('does not take all of a file for a range of it', async () => {
    const { storage, proxy } = await openBroken()
    await keep(storage, Buffer.from('0123456789'))
    proxy.cutNext(key, { kind: 'answer', status: 200, headers: {}, body: '0123456789' })
    await expect(storage.read(key, { start: 2, end: 4 })).rejects.toThrow(StorageUnavailable)
  })

  it('removes the copy of a file also when the work with it fails', async () => {
    const { storage, staged } = await openBroken()
    await keep(storage, Buffer.from('kept'))
    expect(await storage.withFile(key, async () => readdirSync(staged).length)).toBe(1)
    const failing = storage.withFile(key, () => Promise.reject(new Error('no picture')))
    await expect(failing).rejects.toThrow('no picture')
    expect(readdirSync(staged)).toEqual([])
  })
})

describe('a bucket that cannot be used says why', () => {
  it.each([
    ['another secret', { secretAccessKey: 'testing2' }, /access key/],
    ['an unknown key', { accessKeyId: 'test:nobody' }, /access key/],
    ['no such bucket', { bucket: 'nowhere' }, /bucket of the media does not exist/],
  ])('%s', async (_, wrong, words) => {
    const storage = await openWith({ ...(await swift.newBucket()), ...wrong })
    await expect(storage.check()).rejects.toThrow(words)
    await expect(keep(storage, Buffer.from('x'))).rejects.toThrow(words)
    await expect(storage.read(key, null)).rejects.toThrow(words)
    await expect(storage.read(key, null)).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(storage.partials.bytes(key)).rejects.toThrow(words)
  })

  it('nobody listens there', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const storage = await openWith({ ...(await swift.newBucket()), endpoint })
    await expect(storage.check()).rejects.toThrow('cannot be reached')
  })

  it.each([
    [refusal(503, 'ServiceUnavailable'), /reports an error/, StorageUnavailable],
    [refusal(403, 'RequestTimeTooSkewed'), /clocks/, StorageUnavailable],
    [refusal(301, 'PermanentRedirect'), /another region/, StorageUnavailable],
    [refusal(507, 'XMinioStorageFull'), /full/, StorageFull],
    [{ kind: 'silence' }, /does not answer in time/, StorageUnavailable],
  ] as readonly [Cut, RegExp, typeof StorageFull | typeof StorageUnavailable][])(
    '%j',
    async (cut, words, type) => {
      const { storage, proxy, staged } = await openBroken()
      for (let turn = 0; turn < 3; turn += 1) proxy.cutNext(key, cut)
      const kept = keep(storage, Buffer.from('x'))
      await expect(kept).rejects.toThrow(words)
      await expect(kept).rejects.toBeInstanceOf(type)
      expect(readdirSync(staged)).toEqual([])
      expect(await storage.reapStaged(0)).toBe(0)
    },
  )

  it('a web site answers in its place', async () => {
    const { storage, proxy } = await openBroken()
    const page = {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html>Hi',
    } as const
    proxy.cutNext('list-type=2', page)
    await expect(storage.partials.bytes(key)).rejects.toThrow(StorageUnavailable)
  })
})

function refusal(status: number, code: string): Cut {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`
  return { kind: 'answer', status, headers: { 'content-type': 'application/xml' }, body }
}

async function openWith(settings: BucketSettings, callMs?: number): Promise<Storage> {
  const bucket = await openTestBucket(swift, settings, callMs)
  return createS3Storage(bucket, mkdtempSync(join(folder, 'staged-')))
}

/** A storage whose calls a test can break, and the folder of its staged files. */
async function openBroken(): Promise<{ storage: Storage; proxy: CuttingProxy; staged: string }> {
  const settings = await swift.newBucket()
  const proxy = await startCuttingProxy(settings.endpoint, { keepsHost: true })
  onTestFinished(() => proxy.stop())
  const staged = mkdtempSync(join(folder, 'staged-'))
  const bucket = await openTestBucket(swift, { ...settings, endpoint: proxy.url }, 1_500)
  return { storage: await createS3Storage(bucket, staged), proxy, staged }
}

async function keep(storage: Storage, bytes: Buffer): Promise<void> {
  // A chunk may be empty after it was staged.
  async function* chunks() {
    yield Buffer.from(bytes)
  }
  const staged = await storage.stage(chunks(), { bytes: bytes.length, owner: 'a' })
  try {
    await staged.keep(key)
  } finally {
    await staged.discard()
  }
}
