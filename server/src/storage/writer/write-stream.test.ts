// @module-tag slow
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { giveChunkAway } from '../given-chunks.ts'
import { writeStream } from './write-stream.ts'
import { createWriterThread } from './writer-thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'crier-writer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

test.each([
  ['no byte', 0, 1_000],
  ['a few bytes', 10, 3],
  ['just one batch', 256 * 1024, 64 * 1024],
  ['many batches', 3_000_001, 64 * 1024],
  ['chunks larger than a batch', 3_000_001, 1_000_000],
  ['very many small chunks', 50_000, 7],
])('stores and hashes %s', async (_case, length, size) => {
  const [path, bytes] = [join(folder, 'file'), randomBytes(length)]
  const target = await open(path, 'w+')
  const written = await writeStream(target, pieces(bytes, size), true)
  await target.close()
  expect(written).toEqual({ bytes: length, sha256: sha256(bytes) })
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test('hashes files that come in at the same time each for itself, also more than there is memory for', async () => {
  const files = Array.from({ length: 50 }, () => randomBytes(1_500_000))
  const before = files.map(sha256)
  const found = await Promise.all(
    files.map(async (bytes, number) => {
      const target = await open(join(folder, String(number)), 'w+')
      return writeStream(target, pieces(bytes, 60_000), true).finally(() => target.close())
    }),
  )
  expect(found.map((each) => each.sha256)).toEqual(before)
  expect(files.map(sha256)).toEqual(before)
})

test('leaves the memory of its chunks alone, and frees only what was given away whole', async () => {
  const [kept, given, shared] = [
    randomBytes(1_000_000),
    new Uint8Array(1_000_000),
    new Uint8Array(10).fill(7),
  ]
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const chunk of [given, shared.subarray(0, 5), shared.subarray(5)]) {
      giveChunkAway(chunk)
      yield chunk
    }
    yield kept
  }
  const before = sha256(kept)
  const target = await open(join(folder, 'given'), 'w+')
  await writeStream(target, chunks(), false)
  await target.close()
  expect(given.length).toBe(0)
  expect([...shared]).toEqual(Array(10).fill(7))
  expect(sha256(kept)).toEqual(before)
})

test('says the error of the file system as it is', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'there is no /dev/full')
  const target = await open('/dev/full', 'w')
  const writing = writeStream(target, pieces(randomBytes(1_000_000), 64 * 1024), true)
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC', syscall: 'write' })
  await target.close()
})

test('a thread that dies fails the files it had, and the next file gets a new one', async () => {
  const program = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ kind, id, block, at }) => {
      if (at > 0) process.exit(1)
      if (kind === 'write') parentPort.postMessage({ kind: 'written', id, block }, [block.buffer])
    })`
  const entry = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  const thread = createWriterThread({ entry, idleMs: 10 })
  const [first, other] = [thread.begin(true), thread.begin(true)]
  const { block, failure } = await first.write(1, new Uint8Array(10), 1, 0)
  expect([block.length, failure]).toEqual([10, null])
  await expect(first.write(1, block, 1, 1)).rejects.toThrow('The thread that writes files ended.')
  await expect(other.digest()).rejects.toThrow('The thread that writes files ended.')
  const next = thread.begin(true)
  await next.write(1, new Uint8Array(10), 1, 0)
  next.close()
})

test('brings a large file to the disk while it comes in, and fails when the disk says then that it could not', async () => {
  const target = await open(join(folder, 'large'), 'w')
  const flush = target.datasync.bind(target)
  let flushed = 0
  const failure = new Error('The disk is broken.')
  // The kernel says an error of the disk to the first who asks for it, and to nobody else.
  target.datasync = () => {
    flushed += 1
    return flushed === 1 ? Promise.reject(failure) : flush()
  }
  let came = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; came < 200; came += 1) yield new Uint8Array(1024 * 1024)
  }
  await expect(writeStream(target, endless(), false)).rejects.toBe(failure)
  expect(came).toBeLessThan(200)
  await target.close()
})
