import { request, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { film } from '../media-files.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'
import { createUpload } from '../uploads.ts'

const poolIsClosed = 'after calling end on the pool'

let house: House
let site: WebSite
let bytes: Buffer
const open: ServerResponse[] = []
beforeAll(async () => {
  site = await startWebSite()
  house = await startHouse({ timings: { importWaitMs: 300, drainMs: 500 } })
  bytes = await film('mp4', { bytes: 6_000_000 })
})
afterAll(async () => {
  await house.stop()
  await site.stop()
})

/** Serves the beginning of a film and no more; `asked` counts the requests for it. */
function serveBeginning(path: string, part: number) {
  const seen = { asked: 0 }
  site.put(path, (response) => {
    seen.asked += 1
    const from = Number(/^bytes=(\d+)-$/.exec(response.req.headers.range ?? '')?.[1] ?? 0)
    const headers = { etag: '"first"', 'content-length': bytes.length - from }
    const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? { ...headers, ...range } : headers)
    response.write(bytes.subarray(from, Math.max(from, part)))
    open.push(response)
  })
  return seen
}

async function beginImport(path: string): Promise<string> {
  const answer = await house.request('POST', '/v1/media/import', { body: { url: site.url + path } })
  expect([answer.status, answer.json.status]).toEqual([200, 'waiting'])
  return answer.json.id
}

const stateOf = (id: string) =>
  house.db.row<{ state: string; received: number; tries: number; isDue: boolean }>(sql`
    select m.state, m.received_bytes as received, i.tries, i.next_at <= clock_timestamp() as "isDue"
    from media m join media_imports i on i.media_id = m.id where m.id = ${id}`)

/** Sends the first bytes of an upload, and no more. */
async function beginUpload(): Promise<string> {
  const created = await createUpload(house, bytes, 'video/mp4')
  const headers = { 'content-type': 'video/mp4', 'content-length': bytes.length }
  const sent = request(created.upload_url, { method: 'PUT', headers })
  sent.on('error', () => undefined).write(bytes.subarray(0, 1_000_000))
  return created.id
}

const stateOfUpload = async (id: string) =>
  (await house.db.row<{ state: string }>(sql`select state from media where id = ${id}`))?.state

test('a server that stops breaks imports and uploads off, and leaves imports to others at once', async () => {
  const taken = serveBeginning('/taken-up.mp4', 4_000_000)
  const continued = await beginImport('/taken-up.mp4')
  await expect.poll(async () => (await stateOf(continued))?.received).toBe(4_000_000)
  for (const response of open.splice(0)) response.destroy()
  await expect.poll(async () => (await stateOf(continued))?.state).toBe('waiting')
  await house.db.run(sql`update media_imports set next_at = clock_timestamp()`)
  await house.db.run(sql`update chores set due_at = clock_timestamp() where name = 'continue-imports'`)
  await expect.poll(() => taken.asked).toBe(2)

  serveBeginning('/first.mp4', 4_000_000)
  const first = await beginImport('/first.mp4')
  await expect.poll(async () => (await stateOf(first))?.received).toBe(4_000_000)
  const upload = await beginUpload()
  await expect.poll(() => stateOfUpload(upload)).toBe('receiving')

  await house.app.http.close()
  expect(await stateOfUpload(upload)).toBe('waiting')
  await house.app.close()
  expect(await stateOf(continued)).toMatchObject({ state: 'waiting', tries: 1, isDue: true })
  expect(await stateOf(first)).toMatchObject({ state: 'waiting', tries: 0, isDue: true })
  expect((await stateOf(first))?.received).toBe(4_000_000)
  expect(house.logged()).not.toContain(poolIsClosed)
})
