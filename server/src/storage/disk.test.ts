// @module-tag slow
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeStorage } from './conformance.ts'
import { createDiskStorage } from './disk.ts'
import { StorageFull, TooManySegments } from './storage.ts'

const appendProcess = fileURLToPath(new URL('../../test/processes/append-process.ts', import.meta.url))
const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-disk-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describeStorage('the disk', async () => {
  const folder = newFolder()
  return { storage: await createDiskStorage(folder), elsewhere: await createDiskStorage(folder) }
})

describe('the disk', () => {
  it('lets nobody else read its files, and names none of them after anything a user said', async () => {
    const folder = newFolder()
    const storage = await createDiskStorage(folder)
    const staged = await storage.stage(bytesOf(10), { bytes: 10, owner: 'a' })
    const key = 'ab'.repeat(16)
    await staged.keep(key)
    expect(statSync(join(folder, 'objects')).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'objects', 'ab', key)).mode & 0o077).toBe(0)
    expect(readdirSync(join(folder, 'staged'))).toEqual([])
  })

  it.skipIf(process.geteuid?.() !== 0)('leaves what root stores to the owner of the folder', async () => {
    const folder = newFolder()
    chownSync(folder, 65_534, 65_534)
    const storage = await createDiskStorage(join(folder, 'media'))
    const staged = await storage.stage(bytesOf(10), { bytes: 10, owner: 'root' })
    await staged.keep('ab'.repeat(16))
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(names).toHaveLength(6)
    for (const name of names) expect(statSync(join(folder, name)).uid, name).toBe(65_534)
  })

  it('has every finished segment of an upload whose process is killed', async () => {
    const folder = newFolder()
    const key = 'ab'.repeat(16)
    const child = spawn(process.execPath, [appendProcess, folder, key])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { partials } = await createDiskStorage(folder)
    const there = await partials.bytes(key)
    expect(there).toBeGreaterThanOrEqual(8 * 1024 * 1024)
    const expected = { bytes: there + 10, owner: 'a' }
    expect(await partials.append(key, there, bytesOf(10), expected)).toBe(there + 10)
    const joined = await partials.join(key, expected)
    expect(readFileSync(joined.path).subarray(0, there).equals(Buffer.alloc(there, 7))).toBe(true)
  })

  it('takes no upload further that came in thousands of requests', async () => {
    const folder = newFolder()
    const { partials } = await createDiskStorage(folder)
    const key = 'ab'.repeat(16)
    mkdirSync(join(folder, 'partials', key))
    execFileSync('sh', ['-c', 'seq 0 9999 | sed s/$/-1/ | xargs touch'], {
      cwd: join(folder, 'partials', key),
    })
    const next = partials.append(key, 10_000, bytesOf(10), { bytes: 20_000, owner: 'a' })
    await expect(next).rejects.toThrow(TooManySegments)
    expect(await partials.bytes(key)).toBe(10_000)
  })

  it('refuses what cannot fit before the first byte', async () => {
    const storage = await createDiskStorage(newFolder())
    let read = false
    async function* source() {
      read = true
      yield randomBytes(1)
    }
    const expected = { bytes: Number.MAX_SAFE_INTEGER, owner: 'a' }
    await expect(storage.stage(source(), expected)).rejects.toThrow(StorageFull)
    await expect(storage.partials.append('ab'.repeat(16), 0, source(), expected)).rejects.toThrow(StorageFull)
    expect(read).toBe(false)
  })
})

const disk = mountSmallDisk()

describe.skipIf(!disk)('a disk of 80 MB (skipped where a file system cannot be mounted)', () => {
  const folder = disk ?? ''
  beforeAll(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  })
  afterAll(() => {
    execFileSync('umount', [folder])
  })

  it('promises the same room to one stream only', async () => {
    const storage = await createDiskStorage(folder)
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    async function* slow() {
      await gate
      yield randomBytes(10)
    }
    const first = storage.stage(slow(), { bytes: 30_000_000, owner: 'a' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect(storage.stage(bytesOf(10), { bytes: 30_000_000, owner: 'a' })).rejects.toThrow(StorageFull)
    release()
    await (await first).discard()
    await (await storage.stage(bytesOf(10), { bytes: 30_000_000, owner: 'a' })).discard()
  })

  it('takes a file of one owner while another has announced as much as fits, and sends nothing', async () => {
    const storage = await createDiskStorage(folder)
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    async function* silent() {
      await gate
      yield randomBytes(10)
    }
    const announced = storage.stage(silent(), { bytes: 40_000_000, owner: 'slow' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await (await storage.stage(bytesOf(30_000_000), { bytes: 30_000_000, owner: 'other' })).discard()
    const more = storage.stage(bytesOf(10), { bytes: 20_000_000, owner: 'slow' })
    await expect(more).rejects.toThrow(StorageFull)
    release()
    await (await announced).discard()
  })

  it('leaves nothing of a file for which the disk became too small on the way', async () => {
    const storage = await createDiskStorage(folder)
    const filler = join(folder, 'filler')
    const freeBytes = () =>
      Number(execFileSync('df', ['--output=avail', '-B1', folder], { encoding: 'utf8' }).split('\n')[1])
    // A file that was removed takes its room until the thread that wrote it has closed it.
    await expect.poll(freeBytes).toBeGreaterThan(70_000_000)
    async function* source() {
      yield randomBytes(1_000_000)
      writeFileSync(filler, Buffer.alloc(freeBytes() - 500_000))
      for (let count = 0; count < 20; count += 1) yield randomBytes(1_000_000)
    }
    await expect(storage.stage(source(), { bytes: 21_000_000, owner: 'a' })).rejects.toThrow(StorageFull)
    expect(readdirSync(join(folder, 'staged'))).toEqual([])
    rmSync(filler)
    await (await storage.stage(bytesOf(1_000_000), { bytes: 1_000_000, owner: 'a' })).discard()
  })
})

/** A file system of its own, or null where this user may not mount one. */
function mountSmallDisk(): string | null {
  const folder = newFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    process.stdout.write('No file system can be mounted here: the tests of a full disk are skipped.\n')
    return null
  }
}

async function* bytesOf(count: number): AsyncGenerator<Buffer> {
  yield randomBytes(count)
}
