import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { MissingBytes, type Storage } from './storage.ts'

/** The promises of every storage. `open` gives a storage that is empty or holds other tests' files. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
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
