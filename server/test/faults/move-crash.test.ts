import { createHash, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { isHere, skipWithout } from '../../../scripts/test-needs.ts'
import { sql } from '../../src/db/database.ts'
import { moveFiles } from '../../src/storage/move-files.ts'
import { openMediaStorage } from '../../src/storage/open-media-storage.ts'
import type { BucketSettings } from '../../src/storage/s3/bucket.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { crier, type Settings, startCommand } from '../operator/crier-process.ts'
import { type Swift, startSwift, swiftProgram } from '../servers/start-swift.ts'
import { repeats } from '../thoroughness.ts'
import { uploadFile } from '../uploads.ts'

let swift: Swift
let bucket: BucketSettings
let house: House
beforeAll(async () => {
  if (!isHere(swiftProgram)) return
  swift = await startSwift()
  bucket = await swift.newBucket()
  house = await startHouse({ config: { storage: 's3', bucket } })
})
beforeEach(skipWithout(swiftProgram))
afterAll(async () => {
  await house?.stop()
  await swift?.stop()
})

const kills = repeats(4, 50)

it('moves every file once, whole, although it is killed at any moment and the server goes on', async () => {
  const folder = join(house.context.config.dataDir, 'media')
  const { disk, s3, close } = await openMediaStorage({ folder, storage: 's3', bucket })
  onTestFinished(close)
  if (s3 === null) throw new Error('There is no bucket.')
  const files: { id: string; media_id: string; url: string; bytes: Buffer }[] = []
  for (let count = 0; count < 6 * kills; count += 1) files.push(await upload())
  await moveFiles(s3, disk, () => undefined)
  const account = await house.connect('sandbox', { name: 'While media move' })
  const posts = [await publish(account, files.slice(0, 2))]
  let midway = 0
  for (let round = 0; midway < kills && round < 6 * kills; round += 1) {
    await killMover()
    if ((await keysOf(disk)).length > 0) midway += 1
    // It had moved everything before it was killed, so everything is moved back.
    else await moveFiles(s3, disk, () => undefined)
    if (round >= kills) continue
    files.push(await upload())
    posts.push(await publish(account, files.slice(6 * round, 6 * round + 2)))
  }
  process.stdout.write(`files were left to move after ${midway} kills of the mover\n`)
  expect(midway).toBeGreaterThan(kills / 2)
  expect(await crier(settings(), ['media', 'move', '--to', 's3'])).toMatchObject({ code: 0 })

  expect(await keysOf(disk)).toEqual([])
  const stored = await house.db.rows<{ key: string; sha256: Buffer }>(sql`
    select storage_key as key, sha256 from media where state = 'ready'`)
  expect(await keysOf(s3)).toEqual(stored.map(({ key }) => key).sort())
  for (const { key, sha256 } of stored) expect(await hashOf(s3, key), key).toBe(sha256.toString('hex'))
  for (const { url, bytes } of files)
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes), url).toBe(true)
  await expect.poll(() => statesOf(posts)).toEqual(posts.map(() => 'posted'))
  const sent = await house.db.rows<{ hash: string }>(
    sql`select encode(sha256(bytes), 'hex') as hash from sandbox_media`,
  )
  const known = new Set(files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')))
  expect(sent).toHaveLength(2 * posts.length)
  expect(sent.filter(({ hash }) => !known.has(hash))).toEqual([])
}, 600_000)

/** The settings of the running server, as the environment of its operator has them. */
function settings(): Settings {
  const { dataDir, publicUrl } = house.context.config
  return {
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    STORAGE: 's3',
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: bucket.region,
    S3_ADDRESSING: bucket.addressing,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
}

/** Starts the mover, and kills it within the time that a few files take. */
async function killMover(): Promise<void> {
  const mover = startCommand(settings(), ['media', 'move', '--to', 's3'])
  while (!mover.output.stderr.includes('to be moved') && mover.process.exitCode === null) await pause(5)
  await pause(randomInt(400))
  mover.process.kill('SIGKILL')
  await mover.ended
}

async function upload() {
  const bytes = await image('png', { width: randomInt(50, 300), height: randomInt(50, 300) })
  const { id, media_id, url } = await uploadFile(house, bytes, 'image/png')
  return { id, media_id, url, bytes } as { id: string; media_id: string; url: string; bytes: Buffer }
}

async function publish(account: string, media: readonly { media_id: string }[]): Promise<string> {
  const body = {
    caption: 'While media move',
    media: media.map(({ media_id }) => media_id),
    social_accounts: [account],
  }
  const { json, text } = await house.request('POST', '/v1/posts', { body })
  if (!json.id) throw new Error(text)
  return json.id
}

async function statesOf(posts: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(posts.map((id) => house.request('GET', `/v1/posts/${id}`)))
  return answers.map(({ json }) => json.status)
}

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await storage.read(key, null)) hash.update(chunk)
  return hash.digest('hex')
}
