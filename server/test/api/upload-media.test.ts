// @module-tag slow
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { type CreatedUpload, createUpload, put, rawPut, uploadFile } from '../uploads.ts'

let house: House
let picture: Buffer
let created: CreatedUpload
beforeAll(async () => {
  house = await startHouse()
  picture = await image('jpeg', { width: 300, height: 200 })
})
afterAll(() => house.stop())
beforeEach(async () => {
  created = await createUpload(house, picture, 'image/jpeg', { name: 'harbour.jpg' })
})

const send = (headers: Record<string, string> = {}, bytes: Uint8Array = picture) =>
  house.request('PUT', created.upload_url, {
    key: null,
    body: bytes,
    headers: { 'content-type': 'image/jpeg', ...headers },
  })
const status = async () => (await house.request('GET', `/v1/media/${created.id}`)).json.status
const events = () =>
  house.db.rows<{ type: string; data: Record<string, unknown> }>(sql`
    select type, data from events where subject_id = ${created.id} order by created_at`)

describe('the uploads of a workspace', () => {
  it('429: come in 32 at once, and those of another workspace beside them', async () => {
    const { workspaceId, liveKey: key } = await house.newTenant()
    const headers = { 'content-type': 'image/jpeg', 'content-length': String(picture.length) }
    const silent = await Promise.all(
      Array.from({ length: 32 }, async () =>
        rawPut((await createUpload(house, picture, 'image/jpeg', { key })).upload_url, headers),
      ),
    )
    const receiving = sql`select id from media where workspace_id = ${workspaceId} and state = 'receiving'`
    await expect.poll(() => house.db.rows(receiving)).toHaveLength(32)
    const { upload_url } = await createUpload(house, picture, 'image/jpeg', { key })
    const refused = await put(house, upload_url, picture, 'image/jpeg')
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_at_once'])
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await send()).status).toBe(200)
    silent[0]?.socket.write(picture)
    await silent[0]?.until(/^HTTP\/1\.1 200/)
    expect((await put(house, upload_url, picture, 'image/jpeg')).status).toBe(200)
    for (const { socket } of silent) socket.destroy()
  })
})

describe('#9 an upload', () => {
  it('is answered with the medium, which is public from then on, byte for byte', async () => {
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      id: created.id,
      media_id: created.media_id,
      status: 'ready',
      width: 300,
      height: 200,
    })
    const served = await fetch(answer.json.url)
    expect(Buffer.from(await served.arrayBuffer()).equals(picture)).toBe(true)
    const {
      object,
      received_bytes: _received,
      video: _video,
      picture: _picture,
      pages: _pages,
      ...data
    } = answer.json
    expect(await events()).toEqual([{ type: 'media.ready', data }])
    expect(object).toEqual({
      isDeleted: false,
      url: data.url,
      size_bytes: picture.length,
      name: 'harbour.jpg',
    })
  })

  it('keeps the hash of what came', async () => {
    await send()
    const row = await house.db.row<{ sha256: Buffer }>(sql`select sha256 from media where id = ${created.id}`)
    expect(row?.sha256.toString('hex')).toBe(createHash('sha256').update(picture).digest('hex'))
  })

  it('has the hash that was announced, or is refused and may be sent again', async () => {
    const sha256 = createHash('sha256').update(picture).digest('hex').toUpperCase()
    created = await createUpload(house, picture, 'image/jpeg', { sha256 })
    const changed = Buffer.from(picture)
    changed[picture.length >> 1] = (changed[picture.length >> 1] ?? 0) ^ 1
    const refused = await send({}, changed)
    expect([refused.status, refused.json.code]).toEqual([422, 'media_hash_mismatch'])
    expect(refused.json.detail).toContain(createHash('sha256').update(changed).digest('hex'))
    expect(await status()).toBe('waiting')
    expect((await send()).status).toBe(200)
    expect((await events()).map(({ type, data }) => [type, data.reason])).toEqual([
      ['media.rejected', 'media_hash_mismatch'],
      ['media.ready', undefined],
    ])
  })

  it.each([
    ['the API key', () => ({ authorization: `Bearer ${house.liveKey}` })],
    ['a wrong key', () => ({ authorization: 'Bearer crier_live_wrong' })],
    ['a type with capitals and parameters', () => ({ 'content-type': 'Image/JPEG; charset=binary' })],
    ['another name of its type', () => ({ 'content-type': 'image/jpg' })],
    ['a page of another origin', () => ({ origin: 'https://example.org' })],
  ])('works with %s', async (_what, headers) => {
    const answer = await send(headers())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('may come from a browser on any page', async () => {
    const answer = await house.request('OPTIONS', created.upload_url, {
      key: null,
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
  })

  it('uses its URL up', async () => {
    const first = await send()
    const second = await send()
    expect([second.status, second.json.code]).toEqual([409, 'upload_already_used'])
    expect((await house.request('GET', `/v1/media/${created.id}`)).json).toMatchObject(first.json)
  })

  it('may come once when two come at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      created = await createUpload(house, picture, 'image/jpeg')
      const answers = await Promise.all([send(), send(), send()])
      const codes = answers.map((answer) => answer.status).sort()
      expect(codes).toEqual([200, 409, 409])
    }
  })
})

describe('#9 an upload URL', () => {
  const changed = (change: (url: URL) => unknown) => {
    const url = new URL(created.upload_url)
    change(url)
    return url.href
  }

  it.each(['media_id', 'workspace', 'type', 'size', 'expires', 'signature'])(
    'is refused with another %s',
    async (name) => {
      const other: Record<string, string> = {
        media_id: created.media_id.replace('harbour', 'barbour'),
        workspace: newId(),
        type: 'image/png',
        size: String(picture.length + 1),
        expires: new Date(Date.parse(created.expires_at) + 1_000).toISOString(),
        signature: 'A'.repeat(43),
      }
      const bytes = name === 'size' ? Buffer.concat([picture, Buffer.alloc(1)]) : picture
      const type = name === 'type' ? 'image/png' : 'image/jpeg'
      for (const change of [
        (url: URL) => url.searchParams.set(name, other[name] ?? ''),
        (url: URL) => url.searchParams.set(name, ''),
        (url: URL) => url.searchParams.delete(name),
        (url: URL) => url.searchParams.append(name, other[name] ?? ''),
        (url: URL) => url.searchParams.set(name, `${url.searchParams.get(name)} `),
      ]) {
        const answer = await put(house, changed(change), bytes, type)
        expect([answer.status, answer.json.code]).toEqual([403, 'upload_url_invalid'])
      }
      expect(await status()).toBe('waiting')
    },
  )

  it('is refused with another id, a further parameter or another spelling of its signature', async () => {
    const other = await createUpload(house, picture, 'image/jpeg')
    for (const change of [
      (url: URL) => Object.assign(url, { pathname: url.pathname.replace(created.id, other.id) }),
      (url: URL) => Object.assign(url, { pathname: url.pathname.replace(created.id, 'x') }),
      (url: URL) => url.searchParams.set('x', 'y'),
      (url: URL) => url.searchParams.set('signature', `${url.searchParams.get('signature')}==`),
    ]) {
      const answer = await put(house, changed(change), picture, 'image/jpeg')
      expect([answer.status, answer.json.code]).toEqual([403, 'upload_url_invalid'])
    }
  })

  it.each(['GET', 'POST', 'PATCH', 'DELETE'])('is for PUT and HEAD only, not for %s', async (method) => {
    const answer = await house.request(method, created.upload_url, { key: null })
    expect([answer.status, answer.json.code]).toEqual([405, 'method_not_allowed'])
    expect(answer.headers.get('allow')).toContain('PUT')
    expect(await status()).toBe('waiting')
  })

  it('is refused when its hour is over', async () => {
    await house.db.run(sql`
      update media set upload_expires_at = clock_timestamp() - interval '1 second' where id = ${created.id}`)
    for (const method of ['PUT', 'HEAD']) {
      const answer = await house.request(method, created.upload_url, {
        key: null,
        headers: { 'content-type': 'image/jpeg' },
        ...(method === 'PUT' ? { body: picture } : {}),
      })
      expect(answer.status).toBe(410)
    }
    expect(await status()).toBe('waiting')
  })

  it('is 404 when its medium was deleted', async () => {
    await house.request('DELETE', `/v1/media/${created.id}`)
    expect((await send()).status).toBe(404)
  })
})

describe('the bytes that have come of an upload', () => {
  it('are shown while they come, and are none again when it breaks off', async () => {
    const received = async () => (await house.request('GET', `/v1/media/${created.id}`)).json.received_bytes
    const raw = await rawPut(created.upload_url, {
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
    })
    raw.socket.write(picture.subarray(0, 1_000))
    await expect.poll(received).toBe(1_000)
    raw.socket.destroy()
    await expect.poll(received).toBe(0)
    expect((await send()).json).toMatchObject({ received_bytes: picture.length, size_bytes: picture.length })
  })
})

describe('#9 a refused upload', () => {
  const sendRaw = async (headers: Record<string, string>, bytes: Uint8Array) => {
    const raw = await rawPut(created.upload_url, { 'content-type': 'image/jpeg', ...headers })
    raw.socket.write(bytes)
    const answer = await raw.until(/\r\n\r\n\{.*\}/s)
    raw.socket.destroy()
    return answer
  }

  it('says 422 when a byte more or less is announced', async () => {
    for (const difference of [-1, 1]) {
      const answer = await sendRaw(
        { 'content-length': String(picture.length + difference) },
        picture.subarray(0, picture.length + difference),
      )
      expect(answer).toMatch(/^HTTP\/1\.1 422 .*size_mismatch/s)
    }
    expect(await status()).toBe('waiting')
  })

  it('says 422 when a chunked body ends short, and when nothing is sent at all', async () => {
    const short = Buffer.from('5\r\nhello\r\n0\r\n\r\n')
    const answer = await sendRaw({ 'transfer-encoding': 'chunked' }, short)
    expect(answer).toMatch(/^HTTP\/1\.1 422 .*size_mismatch/s)
    expect(await sendRaw({}, Buffer.alloc(0))).toMatch(/^HTTP\/1\.1 422 .*size_mismatch/s)
    expect(await status()).toBe('waiting')
  })

  it('cuts a chunked body off beyond the announced size', async () => {
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
    const answer = await sendRaw({ 'transfer-encoding': 'chunked' }, Buffer.concat([chunk, chunk]))
    expect(answer).toMatch(/^HTTP\/1\.1 422 .*not more/s)
    expect(await status()).toBe('waiting')
  })

  it.each(['image/png', 'text/html', 'image/jpegx', 'image', ''])(
    'says 415 for the type %j',
    async (type) => {
      const answer = await send({ 'content-type': type })
      expect([answer.status, answer.json.code]).toEqual([415, 'content_type_mismatch'])
    },
  )

  it('says so before the body when the client asked first', async () => {
    const raw = await rawPut(created.upload_url, {
      'content-type': 'image/png',
      'content-length': String(picture.length),
      expect: '100-continue',
    })
    const answer = await raw.until(/\r\n\r\n\{.*\}/s)
    expect(answer).toMatch(/^HTTP\/1\.1 415 /)
    await raw.closed
  })

  it('lets a client send that asked first and may', async () => {
    const raw = await rawPut(created.upload_url, {
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
      expect: '100-continue',
    })
    expect(await raw.until(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    raw.socket.write(picture)
    expect(await raw.until(/HTTP\/1\.1 200 /)).toMatch(/^HTTP\/1\.1 100 Continue/)
    raw.socket.destroy()
  })

  it('says 429 when many files of its workspace wait to be read, and can then be repeated', async () => {
    const { workspaceId, liveKey } = await house.newTenant()
    // A pipe that nobody writes into keeps its reader waiting.
    const pipe = join(house.context.config.dataDir, 'a-pipe')
    execFileSync('mkfifo', [pipe])
    for (let number = 0; number < 50; number += 1)
      house.context.mediaReader.probe(workspaceId, pipe, 'image/png').catch(() => undefined)
    const bytes = await image('png')
    const { upload_url: url } = await createUpload(house, bytes, 'image/png', { key: liveKey })
    for (const _again of [1, 2]) {
      const answer = await put(house, url, bytes, 'image/png')
      expect([answer.status, answer.json.code]).toEqual([429, 'too_many_at_once'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await uploadFile(house, bytes, 'image/png')
  })

  it('can be repeated until it is right', async () => {
    const wrong = Buffer.alloc(picture.length, 'x')
    const refused = await send({}, wrong)
    expect([refused.status, refused.json.code]).toEqual([422, 'media_type_mismatch'])
    expect(await status()).toBe('waiting')
    expect((await send()).status).toBe(200)
    const [rejected, ready] = await events()
    expect(rejected).toMatchObject({
      type: 'media.rejected',
      data: { id: created.id, status: 'waiting', reason: 'media_type_mismatch' },
    })
    expect(ready?.type).toBe('media.ready')
  })

  it('answers a client that sends all of a large file before it listens', async () => {
    const bytes = Buffer.alloc(40_000_000)
    const large = await createUpload(house, bytes, 'image/jpeg')
    const answer = await put(house, large.upload_url, bytes, 'image/png')
    expect(answer.status).toBe(415)
  })
})
