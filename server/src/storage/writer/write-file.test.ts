import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeStream } from './write-file.ts'
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

test('hashes files that come in at the same time each for itself, and leaves memory that others use alone', async () => {
  const files = Array.from({ length: 5 }, () => randomBytes(1_500_000))
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

test('says the error of the file system as it is', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'there is no /dev/full')
  const target = await open('/dev/full', 'w')
  const writing = writeStream(target, pieces(randomBytes(1_000_000), 64 * 1024), true)
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC', syscall: 'write' })
  await target.close()
})

test('a thread that dies fails the files it had, and the next file gets a new one', async () => {
  const entry = new URL(
    `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', (order) => { if (order.at > 0) process.exit(1); parentPort.postMessage({ kind: 'written', id: order.id }) })")}`,
  )
  const thread = createWriterThread({ entry, idleMs: 10 })
  const [first, other] = [thread.begin(true), thread.begin(true)]
  await first.write(1, [Buffer.from('a')], 0)
  await expect(first.write(1, [Buffer.from('b')], 1)).rejects.toThrow('The thread that writes files ended.')
  await expect(other.digest()).rejects.toThrow('The thread that writes files ended.')
  const next = thread.begin(true)
  await next.write(1, [Buffer.from('a')], 0)
  next.close()
})
