import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { MissingBytes, type Storage, WrongOffset } from './storage.ts'

/** One place of bytes, opened by two processes. For a storage that is shared they are on two machines. */
export interface OpenedTwice {
  readonly storage: Storage
  readonly elsewhere: Storage
}

/** The promises of every storage. `openTwice` opens a place that is empty or holds other tests' files. */
export function describeStorage(name: string, openTwice: () => Promise<OpenedTwice>): void {
  const open = async () => (await openTwice()).storage
  describePartials(name, openTwice)
  describe(`${name} keeps bytes`, () => {
    it('gives back exactly what was kept, whole and in ranges', async () => {
      const storage = await open()
      const bytes = randomBytes(3_000_001)
      const key = await keep(storage, bytes)
      expect(digest(await buffer(await storage.read(key, null)))).toBe(digest(bytes))
      for (const [start, end] of [
        [0, 1],
        [1_000_000, 2_500_000],
        [3_000_000, 3_000_001],
        [7, 7],
      ] as const) {
        const part = await buffer(await storage.read(key, { start, end }))
        expect(part.equals(bytes.subarray(start, end))).toBe(true)
      }
    })

    it('holds nothing under a key until it is kept', async () => {
      const storage = await open()
      const key = newKey()
      const staged = await storage.stage(chunks(Buffer.from('early')), { bytes: 5, owner: 'a' })
      expect(await readFile(staged.path, 'utf8')).toBe('early')
      expect(staged.bytes).toBe(5)
      await expect(storage.read(key, null)).rejects.toThrow(MissingBytes)
      await expect(storage.withFile(key, async (path) => path)).rejects.toThrow(MissingBytes)
      await staged.keep(key)
      expect((await buffer(await storage.read(key, null))).toString()).toBe('early')
      expect(await storage.withFile(key, (path) => readFile(path, 'utf8'))).toBe('early')
    })

    it('forgets what is discarded, and keeps what was kept when it is discarded later', async () => {
      const storage = await open()
      const gone = await storage.stage(chunks(Buffer.from('gone')), { bytes: 4, owner: 'a' })
      await gone.discard()
      await expect(readFile(gone.path)).rejects.toThrow('ENOENT')
      const key = newKey()
      const kept = await storage.stage(chunks(Buffer.from('kept')), { bytes: 4, owner: 'a' })
      await kept.keep(key)
      await kept.discard()
      expect((await buffer(await storage.read(key, null))).toString()).toBe('kept')
    })

    it('leaves nothing of a stream that breaks off, and passes its error on', async () => {
      const storage = await open()
      const broken = new Error('the line went dead')
      async function* half() {
        yield randomBytes(100_000)
        throw broken
      }
      await expect(storage.stage(half(), { bytes: 200_000, owner: 'a' })).rejects.toBe(broken)
      expect(await storage.reapStaged(0)).toBe(0)
    })

    it('refuses more than was announced and leaves nothing of it', async () => {
      const storage = await open()
      await expect(storage.stage(chunks(randomBytes(11)), { bytes: 10, owner: 'a' })).rejects.toThrow(
        'More bytes came',
      )
      expect(await storage.reapStaged(0)).toBe(0)
    })

    it('deletes once and again without complaint', async () => {
      const storage = await open()
      const key = await keep(storage, Buffer.from('x'))
      await storage.delete(key)
      await storage.delete(key)
      await expect(storage.read(key, null)).rejects.toThrow(MissingBytes)
    })

    it('reaps what was staged by a process that died, but nothing young and nothing kept', async () => {
      const storage = await open()
      const key = await keep(storage, Buffer.from('kept'))
      const orphan = await storage.stage(chunks(Buffer.from('orphan')), { bytes: 6, owner: 'a' })
      expect(await storage.reapStaged(60_000)).toBe(0)
      expect(await storage.reapStaged(0)).toBe(1)
      await expect(readFile(orphan.path)).rejects.toThrow('ENOENT')
      expect((await buffer(await storage.read(key, null))).toString()).toBe('kept')
    })

    it.each(hostileKeys)('accepts no key but our own: %j', async (key) => {
      const storage = await open()
      const staged = await storage.stage(chunks(Buffer.from('x')), { bytes: 1, owner: 'a' })
      await expect(storage.read(key, null)).rejects.toThrow('32 lower-case hex digits')
      await expect(staged.keep(key)).rejects.toThrow('32 lower-case hex digits')
      await expect(async () => storage.delete(key)).rejects.toThrow('32 lower-case hex digits')
      await staged.discard()
    })
  })
}

function describePartials(name: string, openTwice: () => Promise<OpenedTwice>): void {
  describe(`${name} keeps uploads that come in several requests`, () => {
    it('joins what several processes appended into one file, and forgets it once it is dropped', async () => {
      const { storage, elsewhere } = await openTwice()
      const bytes = randomBytes(20_000_001)
      const [key, expected] = [newKey(), { bytes: bytes.length, owner: 'a' }]
      expect(await storage.partials.bytes(key)).toBe(0)
      const ends = [1, 17_000_000, bytes.length]
      for (const [index, end] of ends.entries()) {
        const at = ends[index - 1] ?? 0
        const { partials } = index % 2 === 0 ? storage : elsewhere
        expect(await partials.append(key, at, chunks(bytes.subarray(at, end)), expected)).toBe(end)
        expect(await storage.partials.bytes(key)).toBe(end)
        expect(await elsewhere.partials.bytes(key)).toBe(end)
      }
      const joined = await elsewhere.partials.join(key, expected)
      expect(joined.bytes).toBe(bytes.length)
      expect(digest(await readFile(joined.path))).toBe(digest(bytes))
      const kept = newKey()
      await joined.keep(kept)
      await storage.partials.drop(key)
      await storage.partials.drop(key)
      expect(await elsewhere.partials.bytes(key)).toBe(0)
      expect(digest(await buffer(await storage.read(kept, null)))).toBe(digest(bytes))
      await storage.delete(kept)
    })

    it('keeps what came of a request that breaks off, and goes on there and nowhere else', async () => {
      const { storage, elsewhere } = await openTwice()
      const bytes = randomBytes(9_000_000)
      const [key, expected] = [newKey(), { bytes: bytes.length, owner: 'a' }]
      const broken = new Error('the line went dead')
      async function* half() {
        yield* chunks(bytes.subarray(0, 8_500_000))
        throw broken
      }
      await expect(storage.partials.append(key, 0, half(), expected)).rejects.toBe(broken)
      expect(await elsewhere.partials.bytes(key)).toBe(8_500_000)
      for (const at of [0, 8_499_999, 8_500_001, 9_000_000]) {
        const refused = elsewhere.partials.append(key, at, chunks(Buffer.from('x')), expected)
        await expect(refused).rejects.toMatchObject({ name: 'WrongOffset', bytes: 8_500_000 })
        await expect(refused).rejects.toBeInstanceOf(WrongOffset)
      }
      await elsewhere.partials.append(key, 8_500_000, chunks(bytes.subarray(8_500_000)), expected)
      const joined = await storage.partials.join(key, expected)
      expect(digest(await readFile(joined.path))).toBe(digest(bytes))
      await joined.discard()
      expect(await storage.partials.bytes(key)).toBe(9_000_000)
      await storage.partials.drop(key)
    })

    it('takes no more than was announced, and keeps what was within it', async () => {
      const { partials } = (await openTwice()).storage
      const [key, expected] = [newKey(), { bytes: 100_000, owner: 'a' }]
      await partials.append(key, 0, chunks(randomBytes(60_000)), expected)
      const more = partials.append(key, 60_000, chunks(randomBytes(40_001)), expected)
      await expect(more).rejects.toThrow('More bytes came')
      expect(await partials.bytes(key)).toBe(60_000)
      await expect(partials.append(key, 60_000, chunks(Buffer.alloc(0)), expected)).resolves.toBe(60_000)
      await partials.drop(key)
    })

    it('stores what two requests append at once without a damage to either', async () => {
      const { storage, elsewhere } = await openTwice()
      const bytes = randomBytes(10_000_000)
      const [key, expected] = [newKey(), { bytes: bytes.length, owner: 'a' }]
      await Promise.all([
        storage.partials.append(key, 0, chunks(bytes.subarray(0, 9_000_000)), expected),
        elsewhere.partials.append(key, 0, chunks(bytes.subarray(0, 2_000_000)), expected),
      ])
      expect(await storage.partials.bytes(key)).toBe(9_000_000)
      await elsewhere.partials.append(key, 9_000_000, chunks(bytes.subarray(9_000_000)), expected)
      const joined = await storage.partials.join(key, expected)
      expect(digest(await readFile(joined.path))).toBe(digest(bytes))
      await joined.discard()
      await storage.partials.drop(key)
    })

    it('reaps uploads that nobody goes on with, but no young one', async () => {
      const { storage, elsewhere } = await openTwice()
      const key = newKey()
      await storage.partials.append(key, 0, chunks(Buffer.from('ab')), { bytes: 3, owner: 'a' })
      expect(await elsewhere.partials.reap(60_000)).toBe(0)
      expect(await storage.partials.bytes(key)).toBe(2)
      expect(await elsewhere.partials.reap(0)).toBeGreaterThan(0)
      expect(await storage.partials.bytes(key)).toBe(0)
    })

    it.each(hostileKeys)('accepts no key but our own: %j', async (key) => {
      const { partials } = (await openTwice()).storage
      const refused = '32 lower-case hex digits'
      const expected = { bytes: 1, owner: 'a' }
      await expect(partials.append(key, 0, chunks(Buffer.from('x')), expected)).rejects.toThrow(refused)
      await expect(partials.bytes(key)).rejects.toThrow(refused)
      await expect(partials.join(key, expected)).rejects.toThrow(refused)
      await expect(partials.drop(key)).rejects.toThrow(refused)
    })
  })
}

/** Forty ways to leave a folder, or to name another file in it. */
const hostileKeys = [
  ...[
    '..',
    '../',
    '..\\',
    '%2e%2e%2f',
    '%2e%2e/',
    '..%2f',
    '%2e%2e%5c',
    '..%5c',
    '..%255c',
    '%252e%252e%252f',
  ],
  ...[
    '..%c0%af',
    '%c0%ae%c0%ae/',
    '..%u2215',
    '..\u2215',
    '..\uff0f',
    '\uff0e\uff0e/',
    '....//',
    '..././',
    './/..',
  ],
  ...['/', '//', '\\\\', 'C:\\', 'file:///', '~/', './', '\0', '..\0/', '/./', '/../'].map(
    (text) => `${text}etc`,
  ),
  ...[
    'a'.repeat(31),
    'a'.repeat(33),
    'A'.repeat(32),
    'g'.repeat(32),
    `${'a'.repeat(32)}\n`,
    `\n${'a'.repeat(32)}`,
  ],
  ...[`${'a'.repeat(32)}/..`, `../${'a'.repeat(32)}`, `${'a'.repeat(30)}..`, ''],
]

async function keep(storage: Storage, bytes: Buffer): Promise<string> {
  const key = newKey()
  const staged = await storage.stage(chunks(bytes), { bytes: bytes.length, owner: 'a' })
  await staged.keep(key)
  return key
}

function newKey(): string {
  return randomBytes(16).toString('hex')
}

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
