import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChildFault, type ChildLost } from '../../src/lib/child-pool/child-errors.ts'
import { Problem } from '../../src/lib/problem.ts'
import { Refused } from '../../src/media/probe/probed.ts'
import { createMediaReader, type ReaderOptions } from '../../src/media/reader/media-reader.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { startSecondProcess } from '../second-process.ts'
import { createUpload, put, uploadFile } from '../uploads.ts'

let house: House
let photo: Buffer
beforeAll(async () => {
  house = await startHouse({ worker: false })
  photo = await image('png', { width: 2_000, height: 2_000 })
})
afterAll(() => house.stop())

/** A WebP of 10,000 × 10,000 pixels of one colour. Decoding it takes 0.9 GB. */
const large = Buffer.from(
  '524946461e000000574542505650384c110000002f0fe7c3090750b3ce34b3ff8188e87f0000',
  'hex',
)
const fit = { maxBytes: 10_000, maxSide: 100, types: ['image/jpeg'] }

async function withReader<Result>(
  options: Partial<ReaderOptions>,
  use: (reader: ReturnType<typeof createMediaReader>) => Promise<Result>,
): Promise<Result> {
  const reader = createMediaReader({ onLost: () => undefined, ...options })
  try {
    return await use(reader)
  } finally {
    await reader.close()
  }
}

describe('a picture of a hundred megapixels in a few bytes', { timeout: 180_000 }, () => {
  it('is taken, costs the server itself no memory, and does not delay the picture of another workspace', async () => {
    const stranger = await house.newTenant()
    const small = await image('png')
    await uploadFile(house, small, 'image/png')
    const created = await createUpload(house, small, 'image/png')
    const rssBefore = process.memoryUsage.rss()
    const hostile = [1, 2].map(async () => {
      const medium = await uploadFile(house, large, 'image/webp', { key: stranger.liveKey })
      expect(medium).toMatchObject({ width: 10_000, height: 10_000 })
      return performance.now()
    })
    expect((await put(house, created.upload_url, small, 'image/png')).status).toBe(200)
    const smallAt = performance.now()
    expect(smallAt).toBeLessThan(Math.min(...(await Promise.all(hostile))))
    expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(50_000_000)
  })
})

describe('pictures on their way to networks with absurd limits', () => {
  it('delay neither the picture of another workspace nor a request', async () => {
    const { mediaReader } = house.context
    const absurd = { ...fit, maxBytes: 100, maxSide: 2_000 }
    const hostile = Array.from({ length: 4 }, async () => {
      const fitting = await mediaReader.fit('hostile', { bytes: photo }, 'image/png', absurd)
      expect(fitting).toMatchObject({ kind: 'unfit' })
      return performance.now()
    })
    const other = mediaReader.fit('other', { bytes: photo }, 'image/png', fit).then(() => performance.now())
    const before = performance.now()
    expect((await house.request('GET', '/v1/posts')).status).toBe(200)
    expect(performance.now() - before).toBeLessThan(1_000)
    expect(await other).toBeLessThan(Math.max(...(await Promise.all(hostile))))
  })
})

describe('the reader of media', () => {
  it('refuses a workspace that has too many files waiting, and no other one', async () => {
    const { mediaReader } = house.context
    const probe = (workspace: string) =>
      mediaReader.probe(workspace, '/no/such/file', 'image/png').catch((error: unknown) => error)
    const greedy = Array.from({ length: 60 }, () => probe('greedy'))
    expect(await probe('other')).toBeInstanceOf(ChildFault)
    const refused = (await Promise.all(greedy)).filter((error) => error instanceof Problem)
    expect(refused.length).toBeGreaterThan(10)
    for (const problem of refused) expect(problem).toMatchObject({ status: 429, code: 'too_many_at_once' })
  })

  it('tells those who look at pictures to come again when too many wait to be drawn', async () => {
    const { mediaReader } = house.context
    const bytes = await image('png', { width: 8, height: 8 })
    const limits = { maxSide: 8, maxBytes: 10_000 }
    const draw = (workspace: string) =>
      mediaReader.draw(workspace, { bytes }, limits).catch((error: unknown) => error)
    const many = Array.from({ length: 310 }, () => draw('greedy'))
    expect(await draw('other')).toBeInstanceOf(Uint8Array)
    const refused = (await Promise.all(many)).filter((drawn) => !(drawn instanceof Uint8Array))
    expect(refused.length).toBe(9)
    for (const problem of refused) expect(problem).toMatchObject({ status: 503, code: 'media_busy' })
  })

  it('draws nothing of a stranger in the process that may grow', async () => {
    const error = await withReader({ limits: { memoryBytes: 1 } }, (reader) =>
      reader
        .draw('w', { bytes: photo }, { maxSide: 64, maxBytes: 10_000 })
        .catch((caught: unknown) => caught),
    )
    expect(error).toMatchObject({ name: 'Refused', code: 'media_too_complex' })
  })

  it('refuses what takes more time than a file is given', async () => {
    const lost: ChildLost[] = []
    const options = { limits: { processorMs: -1 }, onLost: (error: ChildLost) => void lost.push(error) }
    const error = await withReader(options, (reader) =>
      reader.fit('w', { bytes: photo }, 'image/png', fit).catch((caught: unknown) => caught),
    )
    expect(error).toMatchObject({ name: 'Refused', code: 'media_too_complex' })
    expect(lost.map(({ reason }) => reason)).toEqual(['time'])
  })

  it('reads a file that outgrows an ordinary process in the one that may grow', async () => {
    const lost: ChildLost[] = []
    const options = { limits: { memoryBytes: 1 }, onLost: (error: ChildLost) => void lost.push(error) }
    const fitted = await withReader(options, (reader) => reader.fit('w', { bytes: photo }, 'image/png', fit))
    expect(fitted).toMatchObject({ kind: 'fitted' })
    expect(lost).toEqual([])
  })

  it('blames the server, never the file, when the decoder of pictures cannot be loaded', async () => {
    const entry = new URL('../processes/broken-decoder-child.ts', import.meta.url)
    const path = join(house.context.config.dataDir, 'a-picture')
    const error = await withReader({ entry }, (reader) =>
      reader.probe('w', path, 'image/png').catch((caught: unknown) => caught),
    )
    expect(error).toBeInstanceOf(ChildFault)
    expect(error).not.toBeInstanceOf(Refused)
    expect(error).not.toBeInstanceOf(Problem)
    expect(String(error)).toContain('Could not load the "sharp" module.')
  })

  it('answers that the server stops while it closes', async () => {
    const reader = createMediaReader({ onLost: () => undefined })
    const waiting = reader.fit('w', { bytes: large }, 'image/webp', fit).catch((caught: unknown) => caught)
    const before = performance.now()
    await reader.close()
    expect(performance.now() - before).toBeLessThan(5_000)
    const answer = await waiting
    // A fast machine is done within the second that it is given.
    if (answer instanceof Error) expect(answer).toMatchObject({ status: 503, code: 'shutting_down' })
  })

  it('keeps the decoder of pictures out of the server’s process', async () => {
    const second = await startSecondProcess(house)
    try {
      const bytes = await image('jpeg')
      const created = await createUpload(house, bytes, 'image/jpeg')
      const { pathname, search } = new URL(created.upload_url)
      expect((await put(house, `${second.url}${pathname}${search}`, bytes, 'image/jpeg')).status).toBe(200)
      expect(readFileSync(`/proc/${second.pid}/maps`, 'latin1')).not.toMatch(/sharp|vips/)
    } finally {
      await second.kill()
    }
  })
})
