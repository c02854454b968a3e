// @module-tag slow
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { createUpload, uploadFile } from '../uploads.ts'

let house: House
let picture: Buffer
beforeAll(async () => {
  house = await startHouse({ worker: false })
  picture = await image('jpeg', { width: 300, height: 200 })
})
afterAll(() => house.stop())

describe('a public address', () => {
  let url: string
  beforeAll(async () => {
    url = (await uploadFile(house, picture, 'image/jpeg', { name: 'Hafen "früh".jpg' })).url
  })
  const read = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers })

  it('cannot be guessed and has the right ending', () => {
    expect(url).toMatch(new RegExp(`^${house.url}/media/[0-9a-f]{32}\\.jpg$`))
  })

  it('keeps browsers from taking the file for anything else', async () => {
    const { headers } = await read()
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="Hafen-fruh.jpg"',
      'accept-ranges': 'bytes',
    })
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('answers HEAD as GET without the bytes', async () => {
    const [get, head] = [await read(), await read({}, 'HEAD')]
    expect(await head.text()).toBe('')
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
    await get.arrayBuffer()
  })

  it('answers 304 to who has it', async () => {
    const etag = (await read({}, 'HEAD')).headers.get('etag') ?? ''
    expect((await read({ 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    expect((await read({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('answers one range', async () => {
    const size = picture.length
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      [`bytes=${size - 5}-`, size - 5, size],
      ['bytes=-5', size - 5, size],
      [`bytes=5-${size + 1_000_000}`, 5, size],
      [`bytes=-${size * 2}`, 0, size],
    ] as const) {
      const answer = await read({ range })
      expect(answer.status).toBe(206)
      expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`)
      expect(Buffer.from(await answer.arrayBuffer()).equals(picture.subarray(start, end))).toBe(true)
    }
  })

  it.each(['bytes=0-1,5-6', 'bytes=5-1', 'lines=1-2', 'bytes=-', 'bytes=a-b', `bytes=0-${'9'.repeat(30)}`])(
    'answers the whole file to %j',
    async (range) => {
      const answer = await read({ range })
      expect(answer.status).toBe(200)
      expect((await answer.arrayBuffer()).byteLength).toBe(picture.length)
    },
  )

  it('answers 416 behind the end, and the whole file when the range is of another version', async () => {
    for (const range of [`bytes=${picture.length}-`, 'bytes=-0']) {
      const { status, headers } = await read({ range })
      expect([status, headers.get('content-range')]).toEqual([416, `bytes */${picture.length}`])
    }
    expect((await read({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  it.each([
    `${'0'.repeat(32)}.jpg`,
    '../../etc/passwd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'x',
    '%00',
    'A'.repeat(200),
  ])('is 404 for %j', async (name) => {
    expect((await fetch(`${house.url}/media/${name}`)).status).toBe(404)
  })

  // By raw sockets, because clients tidy an address up before they send it.
  it('leads nowhere else by 40 ways to write a traversal', async () => {
    const { port } = new URL(house.url)
    const ups = [
      '../',
      '..\\',
      '%2e%2e/',
      '%2e%2e%2f',
      '..%2f',
      '..%5c',
      '%252e%252e%252f',
      '..%c0%af',
      '....//',
      '..;/',
    ]
    const targets = ['etc/passwd', 'etc%2fpasswd', 'etc/passwd%00.jpg', 'proc/self/environ']
    const paths = ups.flatMap((up) => targets.map((target) => `/media/${up.repeat(6)}${target}`))
    expect(paths).toHaveLength(40)
    for (const path of paths) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.end(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
      const answer = await text(socket)
      expect(answer, path).toMatch(/^HTTP\/1\.1 40[04] /)
      expect(answer, path).not.toMatch(/root:|PATH=/)
    }
  })

  it('is 404 before the file has come', async () => {
    const { id } = await createUpload(house, picture, 'image/jpeg')
    const row = await house.db.row<{ public_name: string }>(
      sql`select public_name from media where id = ${id}`,
    )
    expect((await fetch(`${house.url}/media/${row?.public_name}`)).status).toBe(404)
  })
})
