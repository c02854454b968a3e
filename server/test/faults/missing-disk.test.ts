import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { createLog } from '../../src/lib/log.ts'
import { readIncoming } from '../../src/media/intake/incoming.ts'
import { checkMedia } from '../../src/operator/doctor/check-media.ts'
import { openDiskStorage } from '../../src/storage/disk.ts'
import { reportTrouble } from '../../src/storage/report-trouble.ts'
import { StorageUnavailable } from '../../src/storage/storage.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { createUpload, put } from '../uploads.ts'

let house: House
let media: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  media = join(house.context.config.dataDir, 'media')
})
afterAll(() => house.stop())

/** An upload is refused by this trouble of the disk, and accepted as soon as it is over. */
async function expectReported(detail: RegExp, makeTrouble: () => () => void): Promise<void> {
  const bytes = await film('mp4')
  const { id, upload_url: url } = await createUpload(house, bytes, 'video/mp4')
  const repair = makeTrouble()
  try {
    for (let turn = 0; turn < 2; turn += 1) {
      const refused = await put(house, url, bytes, 'video/mp4')
      expect([refused.status, refused.json.code]).toEqual([503, 'storage_unavailable'])
      expect(refused.json.detail).toMatch(detail)
      expect(refused.text).not.toContain(media)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await house.db.row(sql`select state from media where id = ${id}`)).toEqual({ state: 'waiting' })
    }
    const ready = await house.request('GET', '/readyz')
    expect([ready.status, ready.json.waiting_for]).toEqual([503, ['storage']])
    expect(await checkMedia(house.db, house.context.config)).toMatchObject([
      { ok: false, found: expect.stringMatching(detail) },
    ])
  } finally {
    repair()
  }
  expect((await house.request('GET', '/readyz')).status).toBe(200)
  expect(await checkMedia(house.db, house.context.config)).toMatchObject([{ ok: true }])
  expect((await put(house, url, bytes, 'video/mp4')).status).toBe(200)
}

function moveAway(folder: string): () => void {
  renameSync(folder, `${folder}-away`)
  return () => renameSync(`${folder}-away`, folder)
}

test('a missing folder of incoming files is told as that', () =>
  expectReported(/folder of the media is missing/, () => moveAway(join(media, 'staged'))))

test('a missing folder of media is told as that, and no medium of it counts as deleted', () =>
  expectReported(/folder of the media is missing/, () => moveAway(media)))

test('a file in place of the folder of media is told as that', () =>
  expectReported(/there is a file/, () => {
    const repair = moveAway(media)
    writeFileSync(media, '')
    return () => {
      rmSync(media)
      repair()
    }
  }))

const mayMount = canMountReadOnly()
if (!mayMount) process.stdout.write('Skipped: a disk that is read-only, for nothing may be mounted here.\n')

function canMountReadOnly(): boolean {
  const folder = join('/tmp', `crier-read-only-${process.pid}`)
  mkdirSync(folder)
  try {
    makeReadOnly(folder)()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function makeReadOnly(folder: string): () => void {
  const mount = (args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })
  mount(['--bind', folder, folder])
  mount(['-o', 'remount,bind,ro', folder])
  return () => execFileSync('umount', ['--lazy', folder])
}

test.skipIf(!mayMount)('a disk that is read-only is told as that', () =>
  expectReported(/disk of the media is read-only/, () => makeReadOnly(media)),
)

test('a file whose disk is missing is a trouble of ours to its readers, and no missing file', async () => {
  const bytes = await film('mp4')
  const { id, upload_url: url } = await createUpload(house, bytes, 'video/mp4')
  await put(house, url, bytes, 'video/mp4')
  const { url: address } = (await house.request('GET', `/v1/media/${id}`)).json
  const repair = moveAway(media)
  onTestFinished(repair)
  const refused = await house.request('GET', address, { key: null })
  expect([refused.status, refused.json.code]).toEqual([503, 'storage_unavailable'])
})

test('a body is not called slow while the disk takes nothing of it', async () => {
  const incoming = readIncoming(Readable.from([Buffer.alloc(100), Buffer.alloc(100)]), {
    stallMs: 50,
    mostBytes: 1_000,
    pace: house.context.uploadPace,
  })
  await incoming.chunks[Symbol.asyncIterator]().next()
  await expect(incoming.heldUp).rejects.toThrow(StorageUnavailable)
})

test('a trouble that lasts is logged once, and its end is logged', async () => {
  const lines: string[] = []
  const log = createLog('silent').child({}, { level: 'info' })
  for (const level of ['error', 'info'] as const)
    log[level] = (...words: unknown[]) => void lines.push(String(words.at(-1)))
  const folder = join(house.context.config.dataDir, 'gone')
  const storage = reportTrouble(openDiskStorage(folder), log)
  for (let turn = 0; turn < 3; turn += 1) {
    await expect(storage.check()).rejects.toThrow(StorageUnavailable)
    await expect(storage.read('0'.repeat(32), null)).rejects.toThrow(StorageUnavailable)
  }
  expect(lines).toEqual(['The media cannot be stored or read. No upload is accepted meanwhile.'])
  for (const name of ['objects', 'staged']) mkdirSync(join(folder, name), { recursive: true })
  await storage.check()
  expect(lines.at(-1)).toBe('The media can be stored again.')
})
