import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { isHere, skipWithout } from '../../../scripts/test-needs.ts'
import { sql } from '../../src/db/database.ts'
import { StartError } from '../../src/lib/settings/start-error.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { checkMedia } from '../../src/operator/doctor/check-media.ts'
import { advanceEpoch } from '../../src/publishing/guards/advance-epoch.ts'
import { readGuards } from '../../src/publishing/guards/update-guards.ts'
import { moveFiles } from '../../src/storage/move-files.ts'
import { openMediaStorage } from '../../src/storage/open-media-storage.ts'
import type { BucketSettings } from '../../src/storage/s3/bucket.ts'
import { StorageUnavailable } from '../../src/storage/storage.ts'
import { createTestDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import { plainPicture } from '../plain-pictures.ts'
import { type CuttingProxy, startCuttingProxy } from '../servers/cutting-proxy.ts'
import { openTestBucket, type Swift, startSwift, swiftProgram } from '../servers/start-swift.ts'
import { createUpload, put, uploadFile } from '../uploads.ts'

let swift: Swift
let proxy: CuttingProxy
let bucket: BucketSettings
let house: House
let picture: Buffer
beforeAll(async () => {
  if (!isHere(swiftProgram)) return
  swift = await startSwift()
  const direct = await swift.newBucket()
  proxy = await startCuttingProxy(direct.endpoint, { keepsHost: true })
  bucket = { ...direct, endpoint: proxy.url }
  house = await startHouse({
    worker: false,
    config: { storage: 's3', bucket, mediaUrl: 'https://media.example.org/crier' },
  })
  picture = await plainPicture(20, 10, 'red')
})
beforeEach(skipWithout(swiftProgram))
afterAll(async () => {
  await house?.stop()
  await proxy?.stop()
  await swift?.stop()
})

/** Reads a medium at its public address, which is below another host name than the server's own. */
function readAt(url: string, headers: Record<string, string> = {}) {
  return house.request('GET', new URL(url).pathname.replace('/crier', ''), { key: null, headers })
}

describe('a server whose media lie in a bucket', () => {
  it('takes, serves and deletes files', async () => {
    const medium = await uploadFile(house, picture, 'image/png')
    expect(medium.url).toMatch(/^https:\/\/media\.example\.org\/crier\/media\/[0-9a-f]{32}\.png$/)
    expect((await readAt(medium.url)).headers.get('content-type')).toBe('image/png')
    const part = await readAt(medium.url, { range: 'bytes=1-3' })
    expect([part.status, part.text]).toEqual([206, 'PNG'])
    expect((await house.request('DELETE', `/v1/media/${medium.id}`)).status).toBe(200)
    await sweepMedia(house.context)
    const media = await openMediaStorage({ folder: folderOf(house), storage: 's3', bucket })
    onTestFinished(() => media.close())
    expect(await media.s3?.list().next()).toMatchObject({ done: true })
  })

  it('knows a medium by its address below both host names', async () => {
    const { id, url } = await uploadFile(house, picture, 'image/png')
    const other = url.replace('https://media.example.org/crier', house.context.config.publicUrl)
    for (const name of [url, other, encodeURIComponent(url)])
      expect((await house.request('GET', `/v1/media/${name}`)).json.id, name).toBe(id)
    const account = await house.connect('sandbox', { name: 'Both addresses' })
    const post = { caption: 'x', social_accounts: [account], is_draft: true, media: [other] }
    const created = await house.request('POST', '/v1/posts', { body: post })
    expect(created.json.media, created.text).toEqual([url])
  })

  it('refuses an upload that the bucket does not take, and takes it later', async () => {
    const discarded = async () =>
      (await house.db.row<{ count: number }>(sql`select count(*) from discarded_files`))?.count ?? 0
    const before = await discarded()
    const { id, upload_url: url } = await createUpload(house, picture, 'image/png')
    const error = { kind: 'answer', status: 503, headers: {}, body: '' } as const
    for (let turn = 0; turn < 3; turn += 1) proxy.cutNext('/objects/', error)
    const refused = await put(house, url, picture, 'image/png')
    expect([refused.status, refused.json.code]).toEqual([503, 'storage_unavailable'])
    expect(refused.json.detail).toContain('object storage')
    // The object storage may still do what it was asked, so the sweep looks after the key.
    expect(await discarded()).toBe(before + 1)
    expect(await house.db.row(sql`select state from media where id = ${id}`)).toEqual({ state: 'waiting' })
    expect((await put(house, url, picture, 'image/png')).status).toBe(200)
  })

  it('ends a download that breaks off with an error', async () => {
    const { url } = await uploadFile(house, picture, 'image/png')
    proxy.cutNext('/objects/', { kind: 'midway' })
    await expect(readAt(url)).rejects.toThrow()
    expect((await readAt(url)).status).toBe(200)
  })

  it('is not ready while the bucket is missing, and the doctor says why', async () => {
    const missing = { ...bucket, bucket: 'nowhere' }
    const other = await startHouse({ worker: false, config: { storage: 's3', bucket: missing } })
    onTestFinished(() => other.stop())
    expect((await other.request('GET', '/readyz')).json.waiting_for).toEqual(['storage'])
    const [found] = await checkMedia(other.db, other.context.config)
    expect(found).toMatchObject({ ok: false, found: 'The bucket of the media does not exist.' })
    expect(await checkMedia(house.db, house.context.config)).toMatchObject([{ ok: true }])
  })

  it('sends readers to the bucket where it has an address for them', async () => {
    const direct = { ...bucket, publicEndpoint: bucket.endpoint }
    const other = await startHouse({ worker: false, config: { storage: 's3', bucket: direct } })
    onTestFinished(() => other.stop())
    const { url } = await uploadFile(other, picture, 'image/png')
    const answer = await fetch(url, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, max-age=300'])
    const location = answer.headers.get('location') ?? ''
    const read = await fetch(location)
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await read.arrayBuffer()).equals(picture)).toBe(true)
    expect((await fetch(location.replace('Signature=', 'Signature=0'))).status).toBe(403)
    // The address is signed for GET alone, so a HEAD is answered here.
    expect((await fetch(location, { method: 'HEAD' })).status).toBe(403)
    const head = await fetch(url, { method: 'HEAD', redirect: 'manual' })
    const shown = ['content-type', 'content-length', 'accept-ranges'].map((name) => head.headers.get(name))
    expect([head.status, ...shown]).toEqual([200, 'image/png', String(picture.length), 'bytes'])
  })
})

describe('moving media', () => {
  it('loses nothing while files are read, uploaded and deleted, and goes on after a failure', async () => {
    const media = await openMediaStorage({ folder: folderOf(house), storage: 's3', bucket })
    onTestFinished(() => media.close())
    const { disk, s3 } = media
    if (s3 === null) throw new Error('There is no bucket.')
    const uploaded: { id: string; url: string }[] = []
    for (let count = 0; count < 12; count += 1) uploaded.push(await uploadFile(house, picture, 'image/png'))
    await moveFiles(s3, disk, () => undefined)
    expect(await s3.list().next()).toMatchObject({ done: true })
    expect((await checkMedia(house.db, house.context.config)).map(({ found }) => found)).toContain(
      'Some media still lie on the disk. They can be read.',
    )
    let isMoving = true
    const reading = (async () => {
      for (let turn = 0; isMoving; turn += 1) {
        const { url } = uploaded[turn % uploaded.length] ?? { url: '' }
        const answer = await readAt(url)
        if (answer.status !== 200) throw new Error(`While files were moved a read answered ${answer.status}.`)
      }
    })()
    const [gone] = uploaded.splice(0, 1)
    let moved = 0
    const dying = moveFiles(disk, s3, () => {
      moved += 1
      if (moved === 4) throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    await house.request('DELETE', `/v1/media/${gone?.id}`)
    uploaded.push(await uploadFile(house, picture, 'image/png'))
    await moveFiles(disk, s3, () => undefined)
    isMoving = false
    await reading
    expect(await disk.list().next()).toMatchObject({ done: true })
    for (const { url } of uploaded) expect((await readAt(url)).status).toBe(200)
  })
})

describe('the epoch in the bucket', () => {
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-epoch-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }
  const open = async (settings: BucketSettings) => {
    const troubles: Error[] = []
    const opened = await openTestBucket(swift, settings)
    onTestFinished(() => opened.close())
    return { troubles, witness: { bucket: opened, onTrouble: (error: Error) => void troubles.push(error) } }
  }
  const setEpoch = (epoch: number, { db }: Awaited<ReturnType<typeof createTestDatabase>>) =>
    db.run(sql`update instance set value = ${String(epoch)} where name = 'publish_epoch'`)

  it('notices a database that was put back, where no data directory is left', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const { witness } = await open(await swift.newBucket())
    for (let round = 0; round < 5; round += 1)
      expect(await advanceEpoch(database.db, newFolder(), witness)).toBe(false)
    const { line } = (await database.db.row<{ line: string }>(sql`
      select value as line from instance where name = 'epoch_line'`)) ?? { line: '' }
    await setEpoch(3, database)
    expect(await advanceEpoch(database.db, newFolder(), witness)).toBe(true)
    expect((await readGuards(database.db)).map(({ kind }) => kind)).toEqual(['restored'])
    expect(await advanceEpoch(database.db, newFolder(), witness)).toBe(false)
    // Its original, if it lives, is not disturbed by the copy.
    await database.db.run(sql`update instance set value = ${line} where name = 'epoch_line'`)
    await setEpoch(5, database)
    expect(await advanceEpoch(database.db, newFolder(), witness)).toBe(false)
  })

  it('is kept by many processes at once without a false alarm', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const { witness, troubles } = await open(await swift.newBucket())
    const folders = [newFolder(), newFolder()]
    const all = Array.from({ length: 12 }, (_, index) =>
      advanceEpoch(database.db, folders[index % 2] ?? '', witness),
    )
    expect(await Promise.all(all)).toEqual(Array(12).fill(false))
    expect(troubles).toEqual([])
  })

  it('is missed in the log alone where the data directory knows the database, and else ends a start', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const folder = newFolder()
    const away = await open({
      ...(await swift.newBucket()),
      endpoint: `http://127.0.0.1:${await freePort()}`,
    })
    // A new database has published nothing.
    expect(await advanceEpoch(database.db, folder, away.witness)).toBe(false)
    expect(await advanceEpoch(database.db, folder, away.witness)).toBe(false)
    expect(away.troubles.every((error) => error instanceof StorageUnavailable)).toBe(true)
    expect(away.troubles.length).toBeGreaterThan(0)
    const refused = advanceEpoch(database.db, newFolder(), away.witness)
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow('put back to an older state')
  })
})

function folderOf({ context }: House): string {
  return join(context.config.dataDir, 'media')
}
