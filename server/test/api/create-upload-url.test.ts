// @module-tag slow
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { createUploadUrl } from '../../src/media/signed-put/create-upload-url.ts'
import { type House, startHouse } from '../house.ts'
import { personCall } from '../person-call.ts'
import { metadataOf, tus } from '../tus.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

const path = '/v1/media/create-upload-url'
const good = { name: 'harbour.jpg', mime_type: 'image/jpeg', size_bytes: 1_000 }
const create = (body: unknown) => house.request('POST', path, { body })

describe('the quota of a workspace', () => {
  let small: House
  beforeAll(async () => {
    small = await startHouse({ worker: false, config: { mediaQuotaFiles: 4, mediaQuotaMb: 1024 } })
  })
  afterAll(() => small.stop())
  const announce = (size_bytes: number, key = small.liveKey) =>
    small.request('POST', path, { key, body: { ...good, mime_type: 'video/mp4', size_bytes } })
  const gigabyte = 1024 ** 3

  it('422: names what is reached, counts live and test media, and lets other workspaces alone', async () => {
    expect((await announce(gigabyte - 10)).status).toBe(200)
    const large = await announce(11, small.testKey)
    expect([large.status, large.json.code]).toEqual([422, 'media_quota_exceeded'])
    expect(large.json).toMatchObject({
      detail: `A workspace may have ${gigabyte} bytes, and it has ${gigabyte - 10}; this file has 11. Delete media that no post uses, or ask the operator of the server for more.`,
      media: { files: 1, bytes: gigabyte - 10, files_limit: 4, bytes_limit: gigabyte },
    })
    for (const size of [1, 2, 3]) expect((await announce(size, small.testKey)).status).toBe(200)
    const many = await announce(1)
    expect([many.status, many.json.code]).toEqual([422, 'media_quota_exceeded'])
    expect(many.json.detail).toMatch(/^A workspace may have 4 files, and it has 4\. /)
    const usage = (await small.request('GET', '/v1/usage')).json.media
    expect(usage).toEqual({ files: 4, bytes: gigabyte - 4, files_limit: 4, bytes_limit: gigabyte })
    const { liveKey } = await small.newTenant()
    expect((await announce(gigabyte, liveKey)).status).toBe(200)
  })

  it('is not exceeded by 50 requests of the same moment, through each way in', async () => {
    const ways = [
      (key: string) => announce(1, key),
      (key: string) => {
        const facts = metadataOf({ name: 'harbour.mp4', mime_type: 'video/mp4' })
        const headers = { ...tus, 'upload-length': '1', 'upload-metadata': facts }
        return small.request('POST', '/v1/media/tus', { key, headers })
      },
    ]
    for (const way of ways) {
      const { liveKey } = await small.newTenant()
      const answers = await Promise.all(Array.from({ length: 50 }, () => way(liveKey)))
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(4)
      const { media } = (await small.request('GET', '/v1/usage', { key: liveKey })).json
      expect(media.files).toBe(4)
    }
  })

  it('is free again for the bytes of an upload URL that expired, and for media that are deleted', async () => {
    await small.db.run(sql`
      update media set upload_expires_at = clock_timestamp() where workspace_id = ${small.workspaceId} and mode = 'live'`)
    const { data } = (await small.request('GET', '/v1/media', { key: small.testKey })).json
    await small.request('DELETE', `/v1/media/${data[0].id}`, { key: small.testKey })
    expect((await announce(gigabyte - 10)).status).toBe(200)
  })
})

describe('create-upload-url', () => {
  it('answers where to PUT the bytes and the storage path to name in a post', async () => {
    const { status, json } = await create(good)
    expect(status).toBe(200)
    expect(Object.keys(json).sort()).toEqual(
      ['upload_url', 'media_id', 'id', 'name', 'expires_at', 'method', 'headers'].sort(),
    )
    expect(json.upload_url).toMatch(new RegExp(`^${house.url}/v1/media/uploads/${json.id}\\?`))
    expect(json.media_id).toMatch(new RegExp(`^${house.userId}/api/harbour-[0-9a-f]{8}\\.jpg$`))
    expect(json).toMatchObject({
      name: 'harbour.jpg',
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg' },
    })
    const row = await house.db.row<{ seconds: number }>(sql`
      select extract(epoch from ${json.expires_at}::timestamptz - created_at)::float8 as seconds
      from media where id = ${json.id}`)
    expect(row?.seconds).toBeGreaterThan(3_590)
    expect(row?.seconds).toBeLessThanOrEqual(3_601)
  })

  it.each(
    [
      'image/jpeg image/png image/webp image/gif image/avif image/heic video/mp4 video/quicktime'.split(' '),
      'video/webm application/pdf'.split(' '),
    ].flat(),
  )('takes %s', async (mimeType) => {
    const { status, json } = await create({ ...good, mime_type: mimeType })
    expect(status).toBe(200)
    expect(json.headers).toEqual({ 'Content-Type': mimeType })
  })

  it('takes a type with capitals and parameters for what it is', async () => {
    const { json } = await create({ ...good, mime_type: 'IMAGE/JPEG; charset=binary' })
    expect(json.headers).toEqual({ 'Content-Type': 'image/jpeg' })
  })

  it.each([
    ['image/jpg', 'image/jpeg'],
    ['image/pjpeg', 'image/jpeg'],
    ['image/apng', 'image/png'],
    ['image/heif', 'image/heic'],
    ['image/heic-sequence', 'image/heic'],
    ['video/x-m4v', 'video/mp4'],
    ['application/x-pdf', 'application/pdf'],
  ])('takes %s, as some programs call it, for %s', async (called, mimeType) => {
    const { json } = await create({ ...good, mime_type: called })
    expect(json.headers).toEqual({ 'Content-Type': mimeType })
    expect((await house.request('GET', `/v1/media/${json.id}`)).json.mime_type).toBe(mimeType)
  })

  it.each([
    ['../../etc/passwd', /^passwd-[0-9a-f]{8}\.jpg$/],
    ['..\\..\\windows\\system32.ini', /^system32-[0-9a-f]{8}\.jpg$/],
    ['%2e%2e%2fsecret', /^2e-2e-2fsecret-[0-9a-f]{8}\.jpg$/],
    ['Größe & Ähnliches.jpeg', /^Gro-e-Ahnliches-[0-9a-f]{8}\.jpg$/],
    ['海の写真.png', /^file-[0-9a-f]{8}\.jpg$/],
    ['a'.repeat(255), /^a{80}-[0-9a-f]{8}\.jpg$/],
    ['<script>alert(1)</script>', /^script-[0-9a-f]{8}\.jpg$/],
    ['.htaccess', /^file-[0-9a-f]{8}\.jpg$/],
    ['shell.php\u202Egpj.', /^shell-php-gpj-[0-9a-f]{8}\.jpg$|^shell-[0-9a-f]{8}\.jpg$/],
    ['line\r\nbreak', /^line-break-[0-9a-f]{8}\.jpg$/],
    ["'; drop table media; --", /^drop-table-media-[0-9a-f]{8}\.jpg$/],
  ])('#9 makes a safe file name of %j and keeps the name as it was given', async (name, expected) => {
    const { status, json } = await create({ ...good, name })
    expect(status).toBe(200)
    expect(json.name).toBe(name)
    const [user, folder, file, ...rest] = json.media_id.split('/')
    expect([user, folder, rest]).toEqual([house.userId, 'api', []])
    expect(file).toMatch(expected)
  })

  it('keeps what it is told to keep, and nothing else that a program uploads', async () => {
    for (const [declared, kept] of [
      [{}, false],
      [{ keep: false }, false],
      [{ keep: true }, true],
    ] as const) {
      const { json } = await create({ ...good, ...declared })
      expect((await house.request('GET', `/v1/media/${json.id}`)).json.keep).toBe(kept)
    }
  })

  it('keeps what a person uploads in the app', async () => {
    const call = personCall(house)
    for (const [declared, kept] of [
      [{}, true],
      [{ keep: false }, false],
    ] as const) {
      const { id } = await createUploadUrl(call, { ...good, ...declared })
      expect((await house.request('GET', `/v1/media/${id}`)).json.keep).toBe(kept)
    }
  })

  it('never gives two uploads the same path', async () => {
    const created = await Promise.all(Array.from({ length: 50 }, () => create(good)))
    expect(new Set(created.map(({ json }) => json.media_id)).size).toBe(50)
  })

  it('names everything that is missing at once', async () => {
    const { status, json } = await create({})
    expect(status).toBe(422)
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/mime_type',
      '/name',
      '/size_bytes',
    ])
  })

  const mb = 1_048_576
  it.each([
    [{ size_bytes: 0 }, '/size_bytes'],
    [{ size_bytes: -1 }, '/size_bytes'],
    [{ size_bytes: 1.5 }, '/size_bytes'],
    [{ size_bytes: '1000' }, '/size_bytes'],
    [{ size_bytes: 1e300 }, '/size_bytes'],
    [{ size_bytes: 50 * mb + 1 }, '/size_bytes'],
    [{ mime_type: 'video/mp4', size_bytes: 5_120 * mb + 1 }, '/size_bytes'],
    [{ mime_type: 'application/pdf', size_bytes: 100 * mb + 1 }, '/size_bytes'],
    [{ mime_type: 'image/svg+xml' }, '/mime_type'],
    [{ mime_type: 'text/html' }, '/mime_type'],
    [{ mime_type: 'application/xml' }, '/mime_type'],
    [{ mime_type: '' }, '/mime_type'],
    [{ mime_type: null }, '/mime_type'],
    [{ name: '' }, '/name'],
    [{ name: '   ' }, '/name'],
    [{ name: 'nul\0byte' }, '/name'],
    [{ name: 'x'.repeat(256) }, '/name'],
    [{ workspace_id: house?.workspaceId ?? 'x' }, '/workspace_id'],
    [{ state: 'ready' }, '/state'],
    [{ keep: 'yes' }, '/keep'],
    [{ sha256: 'abc' }, '/sha256'],
    [{ sha256: 'g'.repeat(64) }, '/sha256'],
    [{ sha256: null }, '/sha256'],
    [{ keep: null }, '/keep'],
  ])('refuses %j', async (wrong, pointer) => {
    const { status, json } = await create({ ...good, ...wrong })
    expect(status).toBe(422)
    expect(json.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })

  it('takes the largest files it says it takes', async () => {
    for (const [mime_type, size_bytes] of [
      ['image/png', 50 * mb],
      ['video/webm', 5_120 * mb],
      ['application/pdf', 100 * mb],
    ] as const) {
      expect((await create({ ...good, mime_type, size_bytes })).status).toBe(200)
    }
  })

  it('lets a client that asks first (Expect: 100-continue) send its body once the key is good', async () => {
    const ask = async (key: string) => {
      const body = JSON.stringify(good)
      const socket = connect(Number(new URL(house.url).port), '127.0.0.1')
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
          `content-length: ${body.length}\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n`,
      )
      let received = ''
      for await (const chunk of socket) {
        received += chunk
        if (received.endsWith('HTTP/1.1 100 Continue\r\n\r\n')) socket.write(body)
      }
      return received
    }
    expect(await ask(house.liveKey)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    expect(await ask('crier_live_wrong')).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('makes one upload for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'upload-1' }
    const first = await house.request('POST', path, { body: good, headers })
    const again = await house.request('POST', path, { body: good, headers })
    expect(again.text).toBe(first.text)
    const other = await house.request('POST', path, { body: { ...good, size_bytes: 2 }, headers })
    expect(other.json.code).toBe('idempotency_key_reused')
  })
})

testRefusals(
  () => house,
  'write',
  async () => ({ method: 'POST', path, body: good }),
)
