// @module-tag slow
import { readdirSync, statSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { continueImports } from '../../src/media/import/continue-imports.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { filesIn, mediaStatus } from '../media-state.ts'
import { startSecondProcess } from '../second-process.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'

let house: House
let site: WebSite
let bytes: Buffer
let place: string
const open: ServerResponse[] = []
const asked: IncomingHttpHeaders[] = []
beforeAll(async () => {
  site = await startWebSite()
  house = await startHouse({ worker: false, timings: { importWaitMs: 300, uploadLeaseMs: 900 } })
  bytes = await film('mp4', { bytes: 6_000_000 })
})
afterAll(async () => {
  await house.stop()
  await site.stop()
})
beforeEach(() => {
  place = `/${newId()}.mp4`
  asked.length = 0
})
afterEach(() => {
  for (const response of open.splice(0)) response.destroy()
})

const etag = '"first"'

/** Answers the first request with the beginning of the file, and stops there; `next` answers the others. */
function serve(
  next: (response: ServerResponse, from: number) => void,
  headers: Record<string, string | number> = { etag },
  all = bytes,
): void {
  site.put(place, (response) => {
    asked.push(response.req.headers)
    const from = Number(/^bytes=(\d+)-$/.exec(response.req.headers.range ?? '')?.[1] ?? 0)
    if (asked.length > 1) return next(response, from)
    open.push(response)
    response.writeHead(200, { 'content-length': all.length, ...headers })
    response.write(all.subarray(0, partOf(all)))
  })
}
const partOf = (all: Buffer) => Math.trunc((all.length / 3) * 2)
const stagedBytes = () => {
  const folder = join(house.context.config.dataDir, 'media/staged')
  return Math.max(0, ...readdirSync(folder).map((name) => statSync(join(folder, name)).size))
}
const sendRest = (
  response: ServerResponse,
  from: number,
  headers: Record<string, string> = { etag },
  all = bytes,
) => {
  const range = `bytes ${from}-${all.length - 1}/${all.length}`
  response.writeHead(206, { 'content-range': range, ...headers }).end(all.subarray(from))
}
const sendAll = (response: ServerResponse, all = bytes) =>
  void response.writeHead(200, { 'content-length': all.length, etag: '"second"' }).end(all)
const breakOff = () => {
  for (const response of open.splice(0)) response.destroy()
}
const get = async (id: string) => (await house.request('GET', `/v1/media/${id}`)).json
const begin = async (server = house.url): Promise<string> => {
  const answer = await house.request('POST', `${server}/v1/media/import`, { body: { url: site.url + place } })
  expect([answer.status, answer.json.status, answer.json.errors]).toEqual([200, 'waiting', undefined])
  return answer.json.id
}
/** Begins an import that breaks off in the middle, and waits until it is to be tried again. */
const beginBroken = async () => {
  const id = await begin()
  await vi.waitFor(() => expect(stagedBytes()).toBeGreaterThan(2_000_000), { timeout: 40_000, interval: 10 })
  breakOff()
  await vi.waitFor(
    async () =>
      expect(await house.db.rows(sql`select from media where id = ${id} and state = 'waiting'`)).toHaveLength(
        1,
      ),
    40_000,
  )
  return id
}
const tryAgain = async () => {
  await house.db.run(sql`update media_imports set next_at = clock_timestamp()`)
  // A try before it may have told the database of its end and not yet have ended.
  await expect.poll(() => continueImports(house.context)).toMatchObject({ continued: 1 })
}
const isWhole = async (id: string, whole = bytes) => {
  await vi.waitFor(async () => expect(await mediaStatus(house, id)).toBe('ready'), 40_000)
  const { url, size_bytes, received_bytes } = await get(id)
  expect([size_bytes, received_bytes]).toEqual([whole.length, whole.length])
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(whole)).toBe(true)
  await vi.waitFor(
    () => expect([...filesIn(house, 'staged'), ...filesIn(house, 'partials')]).toEqual([]),
    40_000,
  )
}

it('shows how far it is', async () => {
  serve(sendRest)
  const id = await begin()
  const came = partOf(bytes)
  await expect.poll(async () => (await get(id)).received_bytes).toBe(came)
  expect(await get(id)).toMatchObject({ status: 'waiting', size_bytes: bytes.length })
  site.put(place, (response) => {
    response.writeHead(200, { 'transfer-encoding': 'chunked' }).write(bytes.subarray(0, came))
    open.push(response)
  })
  const unknown = await begin()
  await expect.poll(async () => (await get(unknown)).received_bytes).toBe(came)
  expect((await get(unknown)).size_bytes).toBe(came)
  for (const each of [id, unknown]) await house.request('DELETE', `/v1/media/${each}`)
})

it('goes on where its connection broke', async () => {
  serve(sendRest)
  const id = await beginBroken()
  const { received_bytes: received, size_bytes, status } = await get(id)
  expect([status, size_bytes]).toEqual(['waiting', bytes.length])
  expect(received).toBeGreaterThan(2_000_000)
  expect(received).toBeLessThanOrEqual(partOf(bytes))
  const [row] = await house.db.rows<{ tries: number; soon: boolean }>(sql`
    select tries, next_at < clock_timestamp() + interval '10 seconds' as soon from media_imports where media_id = ${id}`)
  expect(row).toEqual({ tries: 1, soon: true })
  await tryAgain()
  await isWhole(id)
  expect(asked.map((each) => [each.range, each['if-range']])).toEqual([
    [undefined, undefined],
    [`bytes=${received}-`, etag],
  ])
})

it('knows a file by the time of its last change where it has no ETag', async () => {
  const changed = new Date(Date.now() - 3_600_000).toUTCString()
  serve((response, from) => sendRest(response, from, {}), { 'last-modified': changed })
  const id = await beginBroken()
  await tryAgain()
  await isWhole(id)
  expect(asked[1]?.['if-range']).toBe(changed)
})

it.each([
  ['has no validator', {}],
  ['has a weak one', { etag: 'W/"first"' }],
  ['changed within this minute', { 'last-modified': new Date().toUTCString() }],
  ['is not sent in parts', { etag, 'accept-ranges': 'none' }],
])('begins again when its file %s', async (_case, headers) => {
  serve((response) => sendAll(response), headers)
  const id = await begin()
  breakOff()
  await vi.waitFor(
    async () =>
      expect(
        await house.db.rows(
          sql`select from media where id = ${id} and state = 'waiting' and received_bytes = 0`,
        ),
      ).toHaveLength(1),
    40_000,
  )
  await tryAgain()
  await isWhole(id)
  expect(asked[1]?.range).toBeUndefined()
})

it('begins again where its server ignores the range, or the file is another by now', async () => {
  const another = await film('mp4', { bytes: 7_000_000 })
  serve((response) => sendAll(response, another))
  const id = await beginBroken()
  await tryAgain()
  await isWhole(id, another)
  expect(asked).toHaveLength(2)
})

it.each<[string, (response: ServerResponse, from: number) => void]>([
  ['of another file', (response, from) => sendRest(response, from, { etag: '"second"' })],
  ['without a word of its file', (response, from) => sendRest(response, from, {})],
  ['from another byte', (response, from) => sendRest(response, from - 1)],
  ['compressed', (response, from) => sendRest(response, from, { etag, 'content-encoding': 'gzip' })],
  ['not at all', (response) => void response.writeHead(416).end()],
])('asks for the whole file when the rest is sent %s', async (_case, wrong) => {
  serve((response, from) => (from > 0 ? wrong(response, from) : sendAll(response)))
  const id = await beginBroken()
  await tryAgain()
  await isWhole(id)
  expect(asked.map((each) => each.range === undefined)).toEqual([true, false, true])
})

it('may break again and again, and is not tried in vain for ever', async () => {
  serve((response, from) => {
    if (asked.length === 2) {
      response.writeHead(206, { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`, etag })
      response.write(bytes.subarray(from, from + 1_200_000))
      open.push(response)
    } else if (asked.length <= 4) response.writeHead(503).end()
    else sendRest(response, from)
  })
  const id = await beginBroken()
  const { received_bytes: before } = await get(id)
  await tryAgain()
  await vi.waitFor(
    async () => expect((await get(id)).received_bytes).toBeGreaterThan(before + 1_000_000),
    40_000,
  )
  breakOff()
  const triesOf = async () => {
    const waiting = await house.db.row<{ tries: number }>(sql`
      select tries from media_imports i join media m on m.id = i.media_id where i.media_id = ${id} and m.state = 'waiting'`)
    return waiting?.tries
  }
  await expect.poll(triesOf).toBe(1)
  for (const tries of [2, 3]) {
    await tryAgain()
    await expect.poll(triesOf).toBe(tries)
  }
  await tryAgain()
  await isWhole(id)
})

it('goes on in another process when the one that fetched it is killed', async () => {
  const second = await startSecondProcess(house)
  onTestFinished(() => second.kill())
  const long = await film('mp4', { bytes: 15_000_000 })
  serve((response, from) => sendRest(response, from, { etag }, long), { etag }, long)
  const id = await begin(second.url)
  await vi.waitFor(() => expect(filesIn(house, 'partials')).toHaveLength(1), 40_000)
  await second.kill()
  await vi.waitFor(async () => {
    await sweepMedia(house.context)
    expect(await continueImports(house.context)).toMatchObject({ continued: 1 })
  }, 40_000)
  await vi.waitFor(async () => expect(await mediaStatus(house, id)).toBe('ready'), 40_000)
  expect(asked[1]?.range).toBe(`bytes=${8 * 1024 * 1024}-`)
  await house.context.storage.reapStaged(0)
  await isWhole(id, long)
})

it('is examined without another request when all bytes are here', async () => {
  serve(sendRest)
  const id = await beginBroken()
  const [row] = await house.db.rows<{ partial_key: string }>(
    sql`select partial_key from media_imports where media_id = ${id}`,
  )
  const { received_bytes: at } = await get(id)
  async function* rest() {
    yield bytes.subarray(at)
  }
  const expected = { bytes: bytes.length, owner: house.workspaceId }
  await house.context.storage.partials.append(row?.partial_key ?? '', at, rest(), expected)
  await tryAgain()
  await isWhole(id)
  expect(asked).toHaveLength(1)
})

it('leaves nothing when its medium is deleted, or when it is given up', async () => {
  serve(sendRest)
  const deleted = await beginBroken()
  expect((await house.request('DELETE', `/v1/media/${deleted}`)).status).toBe(200)
  await vi.waitFor(() => expect(filesIn(house, 'partials')).toEqual([]), 40_000)
  asked.length = 0
  const hopeless = await beginBroken()
  await house.db.run(sql`update media_imports set tries = 5 where media_id = ${hopeless}`)
  expect(await continueImports(house.context)).toMatchObject({ givenUp: 1 })
  expect(await mediaStatus(house, hopeless)).toBe('rejected')
  expect((await get(hopeless)).received_bytes).toBe(0)
  expect(filesIn(house, 'partials')).toEqual([])
})

it('of a file that was no file of ours leaves nothing either', async () => {
  bytes.fill(0x78, 4, 12)
  serve(sendRest)
  const id = await beginBroken()
  await tryAgain()
  await vi.waitFor(async () => expect(await mediaStatus(house, id)).toBe('rejected'), 40_000)
  await vi.waitFor(
    () => expect([...filesIn(house, 'staged'), ...filesIn(house, 'partials')]).toEqual([]),
    40_000,
  )
})
