// @module-tag slow
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { finishUploads } from '../../src/media/resumable/finish-uploads.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { film, image } from '../media-files.ts'
import { filesIn, mediaRow, mediaStatus } from '../media-state.ts'
import { type SecondProcess, startSecondProcess } from '../second-process.ts'
import { createResumable, offsetOf, patch, rawPatch, tus, uploadWithClient } from '../tus.ts'

let house: House
let second: SecondProcess
let bytes: Buffer
const type = 'video/mp4'
beforeAll(async () => {
  house = await startHouse({ worker: false, timings: { resumableLockMs: 900, uploadStallMs: 2_000 } })
  second = await startSecondProcess(house)
  bytes = await film('mp4', { bytes: 3_000_000 })
})
afterAll(async () => {
  await second.kill()
  await house.stop()
})

// Each test is about an upload of its own.
beforeEach(() => house.context.storage.partials.reap(0))

const half = () => bytes.length >> 1
const served = async (id: string) => {
  const { url } = (await house.request('GET', `/v1/media/${id}`)).json
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}
const idIn = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''
const eventsOf = async (id: string) =>
  (
    await house.db.rows<{ type: string }>(
      sql`select type from events where subject_id = ${id} order by created_at`,
    )
  ).map((event) => event.type)
const isAccepted = async (id: string) => {
  expect(await mediaStatus(house, id)).toBe('ready')
  expect((await served(id)).equals(bytes)).toBe(true)
  expect(await eventsOf(id)).toContain('media.ready')
  expect([...filesIn(house, 'staged'), ...filesIn(house, 'partials')]).toEqual([])
}

describe('a resumable upload with the client that programs use', () => {
  it('comes in whole, in one request or in many', async () => {
    for (const chunkSize of [undefined, 700_000]) {
      const url = await uploadWithClient(bytes, {
        endpoint: `${house.url}/v1/media/tus`,
        key: house.liveKey,
        ...(chunkSize ? { chunkSize } : {}),
      })
      await isAccepted(idIn(url))
    }
  })

  it('goes on in another process where it broke off', async () => {
    const { id, upload_url } = await createResumable(house, bytes, type)
    const raw = await rawPatch(upload_url, 0, bytes.length)
    raw.socket.write(bytes.subarray(0, half()))
    await new Promise((resolve) => setTimeout(resolve, 200))
    raw.socket.destroy()
    const elsewhere = upload_url.replace(house.url, second.url)
    await vi.waitFor(async () => expect(await offsetOf(house, elsewhere)).toBeGreaterThan(1_000_000), 40_000)
    await uploadWithClient(bytes, { uploadUrl: elsewhere })
    await isAccepted(id)
  })

  it('goes on although the first request still holds its connection', async () => {
    const { id, upload_url } = await createResumable(house, bytes, type)
    const silent = await rawPatch(upload_url, 0, bytes.length)
    silent.socket.write(bytes.subarray(0, half()))
    await vi.waitFor(
      async () =>
        expect(
          await house.db.rows(sql`select from resumable_uploads where locked_by is not null`),
        ).toHaveLength(1),
      40_000,
    )
    await uploadWithClient(bytes, { uploadUrl: upload_url.replace(house.url, second.url) })
    expect(await silent.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 423 .*upload_locked/s)
    silent.socket.destroy()
    await isAccepted(id)
  })

  it('shows how far it is while a request goes on, and after it broke off', async () => {
    const { id, upload_url } = await createResumable(house, bytes, type)
    const received = async () => (await house.request('GET', `/v1/media/${id}`)).json.received_bytes
    expect(await received()).toBe(0)
    expect((await patch(house, upload_url, 0, bytes.subarray(0, 100_000))).status).toBe(204)
    expect(await received()).toBe(100_000)
    const raw = await rawPatch(upload_url, 100_000, bytes.length - 100_000)
    raw.socket.write(bytes.subarray(100_000, half()))
    await expect.poll(received).toBe(half())
    raw.socket.destroy()
    await vi.waitFor(async () => expect(await offsetOf(house, upload_url)).toBe(await received()), 40_000)
    const at = await received()
    await patch(house, upload_url, at, bytes.subarray(at))
    expect(await received()).toBe(bytes.length)
  })

  it('is told why its file is refused', async () => {
    const text = Buffer.alloc(10_000, 'x')
    const refused = uploadWithClient(text, {
      endpoint: `${house.url}/v1/media/tus`,
      key: house.liveKey,
      mimeType: 'image/png',
      retryDelays: [],
    })
    await expect(refused).rejects.toThrow(
      /response code: 422.*media_type_mismatch.*not of the announced type/s,
    )
  })
})

describe('an upload URL of tus', () => {
  it('takes bytes only where the upload goes on', async () => {
    const { upload_url } = await createResumable(house, bytes, type)
    expect((await patch(house, upload_url, 0, bytes.subarray(0, 1_000))).headers.get('upload-offset')).toBe(
      '1000',
    )
    for (const offset of [0, 999, 1_001, bytes.length]) {
      const answer = await patch(house, upload_url, offset, bytes.subarray(offset, offset + 10))
      expect([answer.status, answer.json.code]).toEqual([409, 'upload_offset_mismatch'])
    }
    expect(await offsetOf(house, upload_url)).toBe(1_000)
  })

  it('takes two requests at once one after the other', async () => {
    const { id, upload_url } = await createResumable(house, bytes, type)
    const elsewhere = upload_url.replace(house.url, second.url)
    const answers = await Promise.all([patch(house, upload_url, 0, bytes), patch(house, elsewhere, 0, bytes)])
    const codes = answers.map(({ status }) => status)
    if (!codes.includes(204)) await uploadWithClient(bytes, { uploadUrl: upload_url })
    for (const status of codes) expect([204, 409, 423]).toContain(status)
    await isAccepted(id)
  })

  it('takes no byte more than announced, and waits for the last one', async () => {
    const { id, upload_url } = await createResumable(house, bytes, type)
    const longer = await patch(house, upload_url, 0, Buffer.concat([bytes, Buffer.alloc(1)]))
    expect([longer.status, longer.json.code]).toEqual([422, 'size_mismatch'])
    const at = (await offsetOf(house, upload_url)) ?? 0
    expect((await patch(house, upload_url, at, bytes.subarray(at, -1))).status).toBe(204)
    expect(await mediaStatus(house, id)).toBe('waiting')
    expect((await patch(house, upload_url, bytes.length - 1, bytes.subarray(-1))).status).toBe(204)
    await isAccepted(id)
  })

  it('is used up by the file that was accepted, and still says so', async () => {
    const { upload_url } = await createResumable(house, bytes, type)
    await patch(house, upload_url, 0, bytes)
    expect(await offsetOf(house, upload_url)).toBe(bytes.length)
    for (const offset of [0, bytes.length]) {
      const again = await patch(house, upload_url, offset, bytes.subarray(offset))
      expect([again.status, again.json.code]).toEqual([409, 'upload_already_used'])
    }
    const removed = await house.request('DELETE', upload_url, { key: null, headers: tus })
    expect([removed.status, removed.json.code]).toEqual([409, 'upload_already_used'])
  })

  it('begins again at its first byte when the file was refused', async () => {
    const { id, upload_url } = await createResumable(house, bytes, type)
    const refused = await patch(house, upload_url, 0, Buffer.alloc(bytes.length, '<html>'))
    expect([refused.status, refused.json.code]).toEqual([422, 'media_type_mismatch'])
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(refused.headers.get('tus-resumable')).toBe('1.0.0')
    expect(await offsetOf(house, upload_url)).toBe(0)
    expect((await house.request('GET', `/v1/media/${id}`)).json.received_bytes).toBe(0)
    expect((await patch(house, upload_url, 0, bytes)).status).toBe(204)
    await isAccepted(id)
    expect(await eventsOf(id)).toEqual(['media.rejected', 'media.ready'])
  })

  it('begins again at its first byte when its file has another hash than was announced', async () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { id, upload_url } = await createResumable(house, bytes, type, { sha256 })
    const changed = Buffer.from(bytes)
    changed[bytes.length - 1] = (changed[bytes.length - 1] ?? 0) ^ 1
    const refused = await patch(house, upload_url, 0, changed)
    expect([refused.status, refused.json.code]).toEqual([422, 'media_hash_mismatch'])
    expect(await offsetOf(house, upload_url)).toBe(0)
    expect((await patch(house, upload_url, 0, bytes)).status).toBe(204)
    await isAccepted(id)
  })

  it('is refused when it was changed, and for another way of uploading', async () => {
    const { upload_url } = await createResumable(house, bytes, type)
    const changed = new URL(upload_url)
    changed.searchParams.set('size', '1')
    const put = upload_url.replace('/tus/', '/uploads/')
    expect((await patch(house, changed.href, 0, bytes)).json.code).toBe('upload_url_invalid')
    const answer = await house.request('PUT', put, {
      key: null,
      body: bytes,
      headers: { 'content-type': type },
    })
    expect([answer.status, answer.json.code]).toEqual([403, 'upload_url_invalid'])
  })

  it('expires a day after its last byte, and never after seven days', async () => {
    const { id, upload_url, expires_at } = await createResumable(house, bytes, type)
    const day = 24 * 3_600_000
    expect(Math.abs(Date.parse(expires_at) - Date.now() - day)).toBeLessThan(60_000)
    const age = (expiresIn: string, createdAgo: string) =>
      house.db.run(sql`
        update media set upload_expires_at = clock_timestamp() + ${expiresIn}::interval,
          created_at = clock_timestamp() - ${createdAgo}::interval where id = ${id}`)
    const left = async () => {
      const row = await house.db.row<{ hours: number }>(sql`
        select round(extract(epoch from upload_expires_at - clock_timestamp()) / 3600)::int as hours from media where id = ${id}`)
      return row?.hours
    }
    await age('1 hour', '5 days')
    await patch(house, upload_url, 0, bytes.subarray(0, 10))
    expect(await left()).toBe(24)
    await age('1 hour', '165 hours')
    await patch(house, upload_url, 10, bytes.subarray(10, 20))
    expect(await left()).toBe(3)
    await age('-1 second', '2 days')
    const late = await patch(house, upload_url, 20, bytes.subarray(20))
    expect([late.status, late.json.code]).toEqual([410, 'upload_expired'])
    expect((await house.request('HEAD', upload_url, { key: null, headers: tus })).status).toBe(410)
  })

  it('can be cancelled, and nothing is left', async () => {
    const { id, upload_url } = await createResumable(house, bytes, type)
    await patch(house, upload_url, 0, bytes.subarray(0, half()))
    expect((await house.request('DELETE', upload_url, { key: null, headers: tus })).status).toBe(204)
    expect((await house.request('HEAD', upload_url, { key: null, headers: tus })).status).toBe(404)
    expect(await mediaRow(house, id)).toBeNull()
    expect(filesIn(house, 'partials')).toEqual([])
  })

  it('ends with its medium', async () => {
    const { id, upload_url } = await createResumable(house, bytes, type)
    await patch(house, upload_url, 0, bytes.subarray(0, half()))
    expect((await house.request('DELETE', `/v1/media/${id}`)).status).toBe(200)
    expect((await patch(house, upload_url, half(), bytes.subarray(half()))).status).toBe(404)
    await vi.waitFor(() => expect(filesIn(house, 'partials')).toEqual([]), 40_000)
  })

  it('may be used from a page of any site', async () => {
    const { upload_url } = await createResumable(house, bytes, type)
    for (const url of [`${house.url}/v1/media/tus`, upload_url]) {
      const { status, headers } = await house.request('OPTIONS', url, {
        key: null,
        headers: { origin: 'https://example.org', 'access-control-request-method': 'PATCH' },
      })
      expect(status).toBe(204)
      expect(headers.get('tus-version')).toBe('1.0.0')
      expect(headers.get('tus-extension')).toContain('creation')
      expect(headers.get('access-control-allow-headers')).toMatch(
        /Tus-Resumable.*Upload-Length.*Upload-Offset/,
      )
    }
    const { headers } = await house.request('HEAD', upload_url, { key: null, headers: tus })
    expect(headers.get('access-control-expose-headers')).toMatch(/Location.*Upload-Offset/)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it('needs the protocol', async () => {
    const { upload_url } = await createResumable(house, bytes, type)
    const head = { ...tus, 'content-type': 'application/offset+octet-stream' }
    for (const [headers, status, code] of [
      [{ 'content-type': head['content-type'], 'upload-offset': '0' }, 412, 'tus_version'],
      [{ ...head, 'tus-resumable': '0.2.2', 'upload-offset': '0' }, 400, 'tus_protocol'],
      [head, 400, 'tus_protocol'],
      [{ ...head, 'upload-offset': '-1' }, 400, 'tus_protocol'],
      [{ ...tus, 'content-type': 'video/mp4', 'upload-offset': '0' }, 400, 'tus_protocol'],
    ] as const) {
      const answer = await house.request('PATCH', upload_url, { key: null, body: bytes, headers })
      expect([answer.status, answer.json.code]).toEqual([status, code])
    }
    expect(await offsetOf(house, upload_url)).toBe(0)
  })

  it('gives a slow request up, and keeps what came', async () => {
    const { upload_url } = await createResumable(house, bytes, type)
    const raw = await rawPatch(upload_url, 0, bytes.length)
    raw.socket.write(bytes.subarray(0, 100_000))
    expect(await raw.until(/\r\n\r\n\{.*\}/s)).toMatch(/^HTTP\/1\.1 408 .*upload_too_slow/s)
    raw.socket.destroy()
    expect(await offsetOf(house, upload_url)).toBe(100_000)
  })
})

describe('an upload that is complete when its server dies', () => {
  const complete = async () => {
    const created = await createResumable(house, bytes, type)
    await patch(house, created.upload_url, 0, bytes.subarray(0, -1))
    const row = await house.db.row<{ storage_key: string }>(sql`
      update resumable_uploads set complete_at = clock_timestamp() - interval '2 minutes', locked_by = 'somebody dead',
        locked_until = clock_timestamp() + interval '1 second'
      where media_id = ${created.id} returning storage_key`)
    async function* last() {
      yield bytes.subarray(-1)
    }
    const expected = { bytes: bytes.length, owner: house.workspaceId }
    await house.context.storage.partials.append(row?.storage_key ?? '', bytes.length - 1, last(), expected)
    return created
  }

  it('is examined when its client asks where it goes on', async () => {
    const { id, upload_url } = await complete()
    expect(await offsetOf(house, upload_url)).toBe(bytes.length)
    await isAccepted(id)
  })

  it('is examined also when its client never asks again', async () => {
    const { id } = await complete()
    expect(await finishUploads(house.context)).toBe(1)
    await isAccepted(id)
    expect(await finishUploads(house.context)).toBe(0)
  })

  it('is free again when the examination itself was killed', async () => {
    const { id, upload_url } = await complete()
    await house.db.run(sql`
      update media set state = 'receiving', storage_key = ${'ab'.repeat(16)},
        receiving_until = clock_timestamp() + interval '1 hour' where id = ${id}`)
    const { status } = await house.request('HEAD', upload_url, { key: null, headers: tus })
    expect(status).toBe(423)
    await house.db.run(sql`
      update media set receiving_until = clock_timestamp() - interval '1 second' where id = ${id}`)
    await sweepMedia(house.context)
    expect(await offsetOf(house, upload_url)).toBe(bytes.length)
    await isAccepted(id)
  })
})

describe('a picture', () => {
  it('is taken with the request that creates its upload', async () => {
    const picture = await image('png')
    const answer = await house.request('POST', '/v1/media/tus', {
      body: picture,
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(picture.length),
        'upload-metadata': `filename ${btoa('boats.png')},filetype ${btoa('image/png')}`,
      },
    })
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, String(picture.length)])
    expect(await mediaStatus(house, answer.json.id)).toBe('ready')
  })
})
