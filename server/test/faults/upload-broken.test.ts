import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { type CreatedUpload, createUpload, put, rawPut } from '../uploads.ts'

const type = 'video/mp4'

/** The names of the files in a storage folder. */
function filesIn(house: House, folder: 'objects' | 'staged'): string[] {
  const path = join(house.context.config.dataDir, 'media', folder)
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

const stateOf = async (house: House, id: string) =>
  (await house.db.row<{ state: string }>(sql`select state from media where id = ${id}`))?.state

describe('an upload that does not come to its end', () => {
  let house: House
  let bytes: Buffer
  let created: CreatedUpload
  beforeAll(async () => {
    house = await startHouse({ worker: false, timings: { uploadStallMs: 400, uploadLeaseMs: 600 } })
    bytes = await film('mp4', { bytes: 3_000_000 })
  })
  afterAll(() => house.stop())
  beforeEach(async () => {
    created = await createUpload(house, bytes, type)
  })
  const begin = () =>
    rawPut(created.upload_url, { 'content-type': type, 'content-length': String(bytes.length) })
  const succeeds = async () => {
    expect((await put(house, created.upload_url, bytes, type)).status).toBe(200)
    expect(filesIn(house, 'staged')).toEqual([])
  }

  it('keeps nothing when it is cut off anywhere, and may be repeated', async () => {
    for (const part of [0, 1, 1_000, 65_536, 1_000_000, bytes.length - 1]) {
      const raw = await begin()
      raw.socket.write(bytes.subarray(0, part))
      await vi.waitFor(async () => expect(await stateOf(house, created.id)).toBe('receiving'), 40_000)
      raw.socket.destroy()
      await vi.waitFor(async () => expect(await stateOf(house, created.id)).toBe('waiting'), 40_000)
      expect(filesIn(house, 'staged')).toEqual([])
    }
    await succeeds()
  })

  it('is cut off when it is slower than 10 kB a second, and says why', async () => {
    const raw = await begin()
    const drip = setInterval(() => raw.socket.write(Buffer.alloc(100)), 50)
    expect(await raw.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 408 .*upload_too_slow/s)
    clearInterval(drip)
    raw.socket.destroy()
    await succeeds()
  })

  it('goes on for longer than its lease while bytes come in', async () => {
    const raw = await begin()
    for (let at = 0; at < bytes.length; at += bytes.length / 10) {
      raw.socket.write(bytes.subarray(Math.floor(at), Math.floor(at + bytes.length / 10)))
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    expect(await raw.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 200 /)
    raw.socket.destroy()
  })

  it('ends with the hour of its URL', async () => {
    const raw = await begin()
    raw.socket.write(bytes.subarray(0, 1_000_000))
    await vi.waitFor(async () => expect(await stateOf(house, created.id)).toBe('receiving'), 40_000)
    await house.db.run(sql`update media set upload_expires_at = clock_timestamp() where id = ${created.id}`)
    const drip = setInterval(() => raw.socket.write(Buffer.alloc(10_000)), 50)
    expect(await raw.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 410 .*upload_expired/s)
    clearInterval(drip)
    raw.socket.destroy()
    expect(filesIn(house, 'staged')).toEqual([])
  })

  it('blocks others only while its process lives, and loses against who took over', async () => {
    const raw = await begin()
    raw.socket.write(bytes.subarray(0, bytes.length - 1))
    await vi.waitFor(async () => expect(await stateOf(house, created.id)).toBe('receiving'), 40_000)
    expect((await put(house, created.upload_url, bytes, type)).json.code).toBe('upload_in_progress')
    // The lease has run out, as if the process had slept, and the process does not know yet. One that renews it just then is
    // taken for asleep again.
    const taken = await vi.waitFor(async () => {
      await house.db.run(sql`
        update media set receiving_until = clock_timestamp() - interval '1 second' where id = ${created.id}`)
      const answer = await put(house, created.upload_url, bytes, type)
      expect(answer.status).toBe(200)
      return answer
    }, 60_000)
    raw.socket.write(bytes.subarray(bytes.length - 1))
    expect(await raw.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 4(09|10) /)
    raw.socket.destroy()
    const served = Buffer.from(await (await fetch(taken.json.url)).arrayBuffer())
    expect(served.equals(bytes)).toBe(true)
    expect(filesIn(house, 'staged')).toEqual([])
  })
})

describe('the sweep', () => {
  let house: House
  beforeEach(async () => {
    house = await startHouse({ worker: false })
  })
  afterEach(() => house.stop())

  it('frees what a dead process was receiving and deletes what it left', async () => {
    const bytes = await film('mp4')
    const created = await createUpload(house, bytes, type)
    const key = 'ab'.repeat(16)
    async function* left() {
      yield bytes
    }
    await (await house.context.storage.stage(left(), { bytes: bytes.length, owner: 'a' })).keep(key)
    await house.db.run(sql`
      update media set state = 'receiving', storage_key = ${key}, receiving_until = clock_timestamp() - interval '1 second'
      where id = ${created.id}`)
    expect(await sweepMedia(house.context)).toMatchObject({ freed: 1, deletedFiles: 1 })
    expect(await stateOf(house, created.id)).toBe('waiting')
    expect(filesIn(house, 'objects')).toEqual([])
    expect((await put(house, created.upload_url, bytes, type)).status).toBe(200)
    expect(await sweepMedia(house.context)).toMatchObject({ freed: 0 })
    expect(filesIn(house, 'objects')).toHaveLength(1)
  })

  it('leaves living uploads alone', async () => {
    const created = await createUpload(house, Buffer.alloc(10), type)
    await house.db.run(sql`
      update media set state = 'receiving', storage_key = ${'cd'.repeat(16)},
        receiving_until = clock_timestamp() + interval '10 seconds' where id = ${created.id}`)
    await sweepMedia(house.context)
    expect(await stateOf(house, created.id)).toBe('receiving')
  })

  it('tells expired and refused from never uploaded, and forgets both in time', async () => {
    const wrong = Buffer.alloc(10)
    const refused = await createUpload(house, wrong, type)
    const never = await createUpload(house, wrong, type)
    await put(house, refused.upload_url, wrong, type)
    const age = (hours: number) =>
      house.db.run(sql`
        update media set upload_expires_at = clock_timestamp() - ${hours} * interval '1 hour'
        where id = any(${[refused.id, never.id]}::uuid[])`)
    const statuses = async () =>
      (await house.request('GET', '/v1/media')).json.data.map(({ status }: { status: string }) => status)
    await age(1)
    expect(await sweepMedia(house.context)).toMatchObject({ rejected: 1, forgotten: 0 })
    expect(await statuses()).toEqual(['waiting', 'rejected'])
    await age(25)
    expect(await sweepMedia(house.context)).toMatchObject({ forgotten: 1 })
    expect(await statuses()).toEqual(['rejected'])
    await age(24 * 8)
    expect(await sweepMedia(house.context)).toMatchObject({ forgotten: 1 })
    expect(await statuses()).toEqual([])
  })

  it('may run twice at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => createUpload(house, Buffer.alloc(10), type)),
    )
    await house.db.run(sql`
      update media set upload_expires_at = clock_timestamp() - interval '25 hours'
      where workspace_id = ${house.workspaceId}`)
    const swept = await Promise.all([1, 2, 3].map(() => sweepMedia(house.context)))
    expect(swept.reduce((sum, { forgotten }) => sum + forgotten, 0)).toBe(all.length)
  })
})

const disk = mountSmallDisk()

describe.skipIf(!disk)(
  'extra: an upload to a full disk (skipped where a file system cannot be mounted)',
  () => {
    let house: House
    beforeAll(async () => {
      house = await startHouse({ worker: false, config: { dataDir: disk ?? '' } })
    })
    afterAll(async () => {
      await house.stop()
      execFileSync('umount', [disk ?? ''])
      rmSync(disk ?? '', { recursive: true })
    })

    it('is refused before its first byte when it cannot fit', async () => {
      const created = await createUpload(house, { length: 200_000_000 } as Buffer, type)
      const raw = await rawPut(created.upload_url, { 'content-type': type, 'content-length': '200000000' })
      expect(await raw.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 507 .*storage_full/s)
      raw.socket.destroy()
      expect(await stateOf(house, created.id)).toBe('waiting')
    })

    it('keeps nothing when the disk fills up on the way, and works when there is room again', async () => {
      const bytes = await film('mp4', { bytes: 20_000_000 })
      const created = await createUpload(house, bytes, type)
      const raw = await rawPut(created.upload_url, {
        'content-type': type,
        'content-length': String(bytes.length),
      })
      raw.socket.write(bytes.subarray(0, 1_000_000))
      await vi.waitFor(async () => expect(await stateOf(house, created.id)).toBe('receiving'), 40_000)
      const filler = join(disk ?? '', 'filler')
      const free = execFileSync('df', ['--output=avail', '-B1', disk ?? ''], { encoding: 'utf8' }).split(
        '\n',
      )[1]
      writeFileSync(filler, Buffer.alloc(Number(free) - 2_000_000))
      raw.socket.write(bytes.subarray(1_000_000))
      expect(await raw.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 507 .*storage_full/s)
      raw.socket.destroy()
      expect([...filesIn(house, 'staged'), ...filesIn(house, 'objects')]).toEqual([])
      rmSync(filler)
      expect((await put(house, created.upload_url, bytes, type)).status).toBe(200)
    })
  },
)

function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'crier-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    process.stdout.write('No file system can be mounted here: the tests of a full disk are skipped.\n')
    return null
  }
}
