import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { planChunks, readReceived, startOfLast } from '../chunks.ts'
import { calls } from './fake.ts'
import { readPlan } from './fake-rules.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, openHouse, type TikTokHouse } from './world.ts'

let house: TikTokHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const callsOf = (name: string) => house.fake.calls.filter((call) => call.name === name)
const rangesOf = (name: string) => callsOf(name).map(({ headers }) => headers['content-range'])

test.each([
  [1, 1, 1],
  [4_194_304, 4_194_304, 1],
  [19_999_999, 19_999_999, 1],
  [20_000_000, 10_000_000, 2],
  // The example of the documentation.
  [50_000_123, 10_000_000, 5],
  [64_000_000, 10_000_000, 6],
  [64_000_001, 10_000_000, 6],
  [150_000_123, 10_000_000, 15],
  [4_000_000_000, 10_000_000, 400],
])(
  'a file of %i bytes goes in chunks of %i, %i of them, as TikTok takes them',
  (bytes, chunkBytes, count) => {
    expect(planChunks(bytes)).toEqual({ chunkBytes, count })
    const source = {
      source: 'FILE_UPLOAD',
      video_size: bytes,
      chunk_size: chunkBytes,
      total_chunk_count: count,
    }
    expect(readPlan(source)).toEqual({ size: bytes, chunkSize: chunkBytes, count })
    expect(bytes - startOfLast(bytes)).toBeLessThan(20_000_000)
  },
)

test.each([
  ['bytes 0-9999999/50000123', 10_000_000],
  ['bytes 0-10000000/50000123', 10_000_000],
  ['bytes 0-39999999/50000123', 40_000_000],
  ['bytes 0-0/50000123', 0],
  ['bytes 0-7/50000123', null],
  ['bytes 0-9999999/50000124', null],
  ['bytes 0-49999999/50000123', null],
  ['bytes */50000123', null],
  [undefined, null],
])('the range %j says that %j bytes have arrived', (range, received) => {
  expect(readReceived(range, 50_000_123)).toBe(received)
})

describe('a large video', () => {
  const size = { bytes: 25_000_001 }

  test('is sent chunk by chunk, and its last one by the commit, without a token', async () => {
    const bench = await layOut(house, {}, { bytes: 35_000_001 })
    const step = await bench.readyToSend()
    expect(rangesOf(calls.chunk)).toEqual(['bytes 0-9999999/35000001', 'bytes 10000000-19999999/35000001'])
    expect(step.commit).toMatchObject({
      method: 'PUT',
      url: 'https://open-upload.tiktokapis.com/',
      headers: { 'content-range': 'bytes 20000000-35000000/35000001', 'content-length': '15000001' },
      timeoutMs: 120_000,
    })
    expect(house.fake.publications.map(({ files }) => files)).toEqual([[]])
    expect(await bench.send(step)).toMatchObject({ outcome: 'accepted' })
    expect(house.fake.publications[0]?.files[0]?.length).toBe(35_000_001)
    const sent = [...callsOf(calls.chunk), ...callsOf(calls.last)]
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined])
  })

  test('goes on where it broke off', async () => {
    const bench = await layOut(house, {}, size)
    house.fake.inject(calls.chunk, { kind: 'lose_answer' })
    expect((await failureOf(bench.prepare())).kind).toBe('unavailable')
    house.fake.inject(calls.chunk, answered(500, ''))
    expect((await failureOf(bench.prepare())).kind).toBe('unavailable')
    expect(await bench.send(await bench.readyToSend())).toMatchObject({ outcome: 'accepted' })
    expect(house.fake.uploads.count).toBe(1)
    expect(house.fake.publications[0]?.files[0]?.length).toBe(25_000_001)
  })

  test.each([403, 404])('begins anew where its upload is answered %i', async (status) => {
    const bench = await layOut(house, {}, size)
    house.fake.inject(calls.chunk, answered(status, ''))
    expect(await bench.send(await bench.readyToSend())).toMatchObject({ outcome: 'accepted' })
    expect(house.fake.uploads.count).toBe(2)
    expect(house.fake.publications.filter(({ status: now }) => now === 'PUBLISH_COMPLETE')).toHaveLength(1)
  })

  test('begins anew where nobody can say how much has arrived', async () => {
    const bench = await layOut(house, {}, size)
    house.fake.inject(calls.chunk, answered(416, '', { 'content-range': 'bytes 0-77/25000001' }))
    await bench.readyToSend()
    expect(house.fake.uploads.count).toBe(2)
  })

  test('is given up where TikTok does not take a chunk', async () => {
    const bench = await layOut(house, {}, size)
    house.fake.inject(calls.chunk, answered(400, ''))
    expect((await failureOf(bench.prepare())).kind).toBe('invalid')
  })
})

describe('an upload', () => {
  test('that is old is begun anew, unless its last chunk was sent after all', async () => {
    const bench = await layOut(house)
    const { artefacts } = await bench.prepare()
    const old = {
      ...artefacts,
      session: { ...Object(artefacts.session), started_at: '2026-01-01T00:00:00Z' },
    }
    const again = await house.connector.prepare({ ...bench.step, artefacts: old }, bench.io())
    expect(again.outcome).toBe('pending')
    expect(house.fake.uploads.count).toBe(2)
    const sent = await bench.readyToSend()
    await bench.send(sent)
    const late = await house.connector.prepare({ ...bench.step, artefacts: old }, bench.io())
    expect(late).toMatchObject({ outcome: 'ready', artefacts: old })
    expect(house.fake.uploads.count).toBe(2)
  })

  test('that ends before a large video is sent is begun once more, and then the video is given up', async () => {
    const bench = await layOut(house, {}, { bytes: 25_000_001 })
    const { artefacts } = await bench.prepare(2)
    const age = (known: JsonObject) => ({
      ...known,
      sent_bytes: 0,
      session: { ...Object(known.session), started_at: new Date(Date.now() - 51 * 60_000).toISOString() },
    })
    const again = await house.connector.prepare({ ...bench.step, artefacts: age(artefacts) }, bench.io())
    expect(again).toMatchObject({ outcome: 'pending', artefacts: { ended_early: 1 } })
    const io = { ...bench.io(), secrets: async () => again.secrets ?? {} }
    const late = house.connector.prepare({ ...bench.step, artefacts: age(again.artefacts) }, io)
    expect(await failureOf(late)).toMatchObject({ kind: 'invalid', message: expect.stringContaining('hour') })
  })

  test('whose address belongs to another one is begun anew', async () => {
    const bench = await layOut(house)
    const { artefacts } = await bench.prepare()
    const io = { ...bench.io(), secrets: async () => ({ 'v_pub_file~another': 'https://x.tiktokapis.com/' }) }
    const again = await house.connector.prepare({ ...bench.step, artefacts }, io)
    expect(again.outcome).toBe('pending')
    expect(Object.keys(again.secrets ?? {})).toEqual([Object(again.artefacts.session).publish_id])
  })

  test('is sent to no server but TikTok’s', async () => {
    for (const address of ['https://tiktokapis.com.example.org/', 'http://upload.us.tiktokapis.com/', 7]) {
      const bench = await layOut(house)
      const data = { publish_id: 'v1', upload_url: address }
      house.fake.inject(calls.beginVideo, answered(200, { data, error: { code: 'ok' } }))
      expect(await failureOf(bench.prepare())).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('where to send'),
      })
    }
  })

  test('has no part of its address in what is stored', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    const [address] = Object.values(bench.secrets())
    const token = new URL(String(address)).searchParams.get('upload_token') ?? 'none'
    expect(JSON.stringify([step.artefacts, step.commit])).not.toContain(token)
  })
})

test('a draft of a video is begun with its source alone', async () => {
  const bench = await layOut(house, { options: { draft: true } })
  await bench.accepted()
  expect(callsOf(calls.beginVideo)).toEqual([])
  const [begun] = callsOf(calls.beginDraft)
  expect(Object.keys(JSON.parse(String(begun?.body)))).toEqual(['source_info'])
})
