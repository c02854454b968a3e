import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { filesIn } from '../media-state.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'
import { createResumable, offsetOf, patch, rawPatch } from '../tus.ts'
import { mountSmallDisk } from './small-disk.ts'

const disk = mountSmallDisk('130m')
if (disk.missing !== null) process.stdout.write(`The tests of a full disk are skipped: ${disk.missing}.\n`)
afterAll(() => disk.remove())

const type = 'video/mp4'
let house: House
let site: WebSite
beforeAll(async () => {
  site = await startWebSite()
  house = await startHouse({
    worker: false,
    ...(disk.missing === null ? { config: { dataDir: disk.folder } } : {}),
  })
})
afterAll(async () => {
  await house.stop()
  await site.stop()
})

const importFrom = (path: string) =>
  house.request('POST', '/v1/media/import', { body: { url: site.url + path } })

describe('a folder of the media that is missing', () => {
  it('is told to whom imports a file or continues an upload, and both work when it is back', async () => {
    const bytes = await film('mp4')
    site.put('/film.mp4', { body: bytes, type })
    const { upload_url } = await createResumable(house, bytes, type)
    const staged = join(house.context.config.dataDir, 'media', 'staged')
    renameSync(staged, `${staged}-away`)
    for (const answer of [await importFrom('/film.mp4'), await patch(house, upload_url, 0, bytes)])
      expect([answer.status, answer.json.code]).toEqual([503, 'storage_unavailable'])
    expect(await house.db.rows(sql`select from media_imports`)).toEqual([])
    renameSync(`${staged}-away`, staged)
    expect((await importFrom('/film.mp4')).json.status).toBe('ready')
    expect((await patch(house, upload_url, 0, bytes)).status).toBe(204)
  })
})

describe.skipIf(disk.missing !== null)('a full disk (skipped where a file system cannot be mounted)', () => {
  const fill = (leftBytes: number) => {
    const filler = join(disk.folder, 'filler')
    const free = execFileSync('df', ['--output=avail', '-B1', disk.folder], { encoding: 'utf8' }).split(
      '\n',
    )[1]
    writeFileSync(filler, Buffer.alloc(Math.max(0, Number(free) - leftBytes)))
    return () => rmSync(filler)
  }

  it('507: refuses an import, whether its size is announced or not, and keeps nothing of it', async () => {
    const bytes = await film('mp4', { bytes: 20_000_000 })
    site.put('/announced.mp4', (response) =>
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
    )
    site.put('/unknown.mp4', { body: bytes, type })
    const empty = fill(45_000_000)
    const before = filesIn(house, 'objects')
    for (const path of ['/announced.mp4', '/unknown.mp4']) {
      const answer = await importFrom(path)
      expect([path, answer.status, answer.json.code]).toEqual([path, 507, 'storage_full'])
    }
    expect([filesIn(house, 'staged'), filesIn(house, 'objects')]).toEqual([[], before])
    expect(await house.db.rows(sql`select from media_imports`)).toEqual([])
    empty()
    expect((await importFrom('/unknown.mp4')).json.status).toBe('ready')
  })

  it('507: lets a resumable upload go on where the disk became full', async () => {
    const bytes = await film('mp4', { bytes: 20_000_000 })
    const { id, upload_url } = await createResumable(house, bytes, type)
    const raw = await rawPatch(upload_url, 0, bytes.length)
    raw.socket.write(bytes.subarray(0, 9_000_000))
    await vi.waitFor(() => expect(filesIn(house, 'partials')).toHaveLength(1), 40_000)
    const empty = fill(34_000_000)
    raw.socket.write(bytes.subarray(9_000_000))
    expect(await raw.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 507 .*storage_full/s)
    raw.socket.destroy()
    const at = (await offsetOf(house, upload_url)) ?? 0
    expect(at).toBeGreaterThan(8_000_000)
    empty()
    expect((await patch(house, upload_url, at, bytes.subarray(at))).status).toBe(204)
    expect((await house.request('GET', `/v1/media/${id}`)).json.status).toBe('ready')
  })
})
