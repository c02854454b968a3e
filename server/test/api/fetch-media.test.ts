// @module-tag slow
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { sweepFetchUrls } from '../../src/media/fetch-urls/fetch-url.ts'
import { createMediaSource } from '../../src/media/media-source.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'

const publicUrl = 'https://crier.example.org'
let house: House
let bytes: Buffer
let mediumId: string
beforeAll(async () => {
  house = await startHouse({ worker: false, config: { publicUrl } })
  bytes = await image('png', { width: 600, height: 400 })
  const created = await house.request('POST', '/v1/media/create-upload-url', {
    body: { name: 'harbour.png', mime_type: 'image/png', size_bytes: bytes.length },
  })
  mediumId = created.json.id
  const path = created.json.upload_url.slice(publicUrl.length)
  const put = await house.request('PUT', path, {
    key: null,
    body: bytes,
    headers: { 'content-type': 'image/png' },
  })
  expect(put.status).toBe(200)
})
afterAll(() => house.stop())

const source = () => createMediaSource(house.context, house.workspaceId)
const newUrl = () => source().publicUrl(mediumId)
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url.replace(publicUrl, house.url), { method, headers })
const record = (url: string) =>
  house.db.row<{ fetched: boolean; whole: boolean; sent: number }>(sql`
    select fetched_at is not null as fetched, whole_at is not null as whole, sent_bytes::int as sent
    from media_fetch_urls where name = ${url.split('/').at(-1)}`)

describe('an address that a network is given', () => {
  it('is another one each time, serves the file as it is, and knows when it was first fetched', async () => {
    const [url, other] = [await newUrl(), await newUrl()]
    expect(url).not.toBe(other)
    expect(url).toMatch(/^https:\/\/crier\.example\.org\/media\/fetch\/[0-9a-f]{32}\.png$/)
    const head = await get(url, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect(await source().fetchedAt(url)).toBe(null)
    const answer = await get(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    const fetchedAt = await source().fetchedAt(url)
    expect(fetchedAt).toBeInstanceOf(Date)
    await expect.poll(() => record(url)).toEqual({ fetched: true, whole: true, sent: bytes.length })
    await get(url).then((again) => again.arrayBuffer())
    expect(await source().fetchedAt(url)).toEqual(fetchedAt)
    expect(await source().fetchedAt(other)).toBe(null)
    expect(await source().fetchedAt('https://elsewhere.example/media/fetch/x.png')).toBe(null)
  })

  it('serves ranges, and counts them together', async () => {
    const url = await newUrl()
    const half = Math.floor(bytes.length / 2)
    const first = await get(url, { range: `bytes=0-${half - 1}` })
    expect([first.status, first.headers.get('content-range')]).toEqual([
      206,
      `bytes 0-${half - 1}/${bytes.length}`,
    ])
    expect((await first.arrayBuffer()).byteLength).toBe(half)
    await expect.poll(() => record(url)).toMatchObject({ whole: false, sent: half })
    await (await get(url, { range: `bytes=${half}-` })).arrayBuffer()
    await expect.poll(() => record(url)).toMatchObject({ whole: true })
    expect((await get(url, { range: `bytes=${bytes.length}-` })).status).toBe(416)
  })

  it('does not count a fetch that broke off as whole', async () => {
    const url = await newUrl()
    const { hostname, port } = new URL(house.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(
      `GET ${url.slice(publicUrl.length)} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nrange: bytes=0-9\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(() => record(url)).toMatchObject({ fetched: true, whole: false })
  })

  it('may also be the lasting one of the medium, where a network shows it from here', async () => {
    const url = await source().lastingUrl(mediumId)
    const { json } = await house.request('GET', `/v1/media/${mediumId}`)
    expect(url).toBe(json.url)
    expect(Buffer.from(await (await get(url)).arrayBuffer()).equals(bytes)).toBe(true)
    // A file that was made to fit goes by itself, so that it has none.
    await expect(source().lastingUrl(newId())).rejects.toMatchObject({ kind: 'invalid' })
    const inside = {
      ...house.context,
      config: { ...house.context.config, publicUrl: 'http://127.0.0.1:8080' },
    }
    const hidden = createMediaSource(inside, house.workspaceId)
    await expect(hidden.lastingUrl(mediumId)).rejects.toMatchObject({ kind: 'invalid' })
    const reader = 'http://127.0.0.1:3000'
    await expect(hidden.lastingUrl(mediumId, reader)).resolves.toMatch(/^http:\/\/127\.0\.0\.1:8080\/media\//)
  })

  it('leads nowhere once it has ended, or its medium is gone, and is forgotten a week later', async () => {
    const url = await newUrl()
    const name = url.split('/').at(-1)
    await house.db.run(
      sql`update media_fetch_urls set expires_at = now() - interval '1 second' where name = ${name}`,
    )
    expect((await get(url)).status).toBe(404)
    expect((await get(`${publicUrl}/media/fetch/${'0'.repeat(32)}.png`)).status).toBe(404)
    expect((await get(`${publicUrl}/media/fetch/..%2f..%2fetc`)).status).toBe(404)
    await sweepFetchUrls(house.context)
    expect(await record(url)).not.toBe(null)
    await house.db.run(
      sql`update media_fetch_urls set expires_at = now() - interval '8 days' where name = ${name}`,
    )
    await sweepFetchUrls(house.context)
    expect(await record(url)).toBe(null)
  })

  it('is of no use where no network can reach this server, and says so', async () => {
    const { context } = house
    for (const unreachable of ['http://crier.example.org', 'https://127.0.0.1:8080', 'https://crier.local']) {
      const config = { ...context.config, publicUrl: unreachable }
      const local = createMediaSource({ ...context, config }, house.workspaceId)
      await expect(local.publicUrl(mediumId)).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining(`PUBLIC_URL is ${unreachable}.`),
      })
      await expect(local.publicUrl(mediumId, 'https://reader.example.org/')).rejects.toThrow()
      // A reader of somebody's own may reach this server from where it is.
      const url = await local.publicUrl(mediumId, 'http://127.0.0.1:4848/')
      expect(url.startsWith(`${unreachable}/media/fetch/`)).toBe(true)
    }
  })
})
