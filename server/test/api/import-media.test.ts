// @module-tag slow
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { continueImports } from '../../src/media/import/continue-imports.ts'
import { beginMediaImport } from '../../src/media/import/import-media.ts'
import { sweepMedia } from '../../src/media/sweep-media.ts'
import { type House, startHouse } from '../house.ts'
import { film, image, pdf } from '../media-files.ts'
import { filesIn, mediaRow, mediaStatus } from '../media-state.ts'
import { personCall } from '../person-call.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'
import { testRefusals } from './refusals.ts'

const path = '/v1/media/import'
let site: WebSite
let picture: Buffer
beforeAll(async () => {
  site = await startWebSite()
  picture = await image('jpeg', { width: 300, height: 200 })
  site.put('/harbour.jpg', { body: picture, type: 'image/jpeg' })
})
afterAll(() => site.stop())

/** Sends the beginning of a file, and the rest when the test says so. */
function slowly(place: string, bytes: Buffer, first = 1_000): { finish: () => void; breakOff: () => void } {
  const open: ServerResponse[] = []
  site.put(place, (response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length })
    response.write(bytes.subarray(0, first))
    open.push(response)
  })
  return {
    finish: () => {
      for (const response of open) if (!response.writableEnded) response.end(bytes.subarray(first))
    },
    breakOff: () => {
      for (const response of open) response.destroy()
    },
  }
}

describe('an import', () => {
  let house: House
  beforeAll(async () => {
    house = await startHouse({ worker: false, timings: { uploadStallMs: 1_000 } })
  })
  afterAll(() => house.stop())
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    house.request('POST', path, { body, headers })
  const refused = async (url: string) => {
    const { status, json } = await send({ url })
    expect([status, json.errors?.[0]?.pointer]).toEqual([422, '/url'])
    return json.code as string
  }

  testRefusals(
    () => house,
    'write',
    async () => ({ method: 'POST', path, body: { url: `${site.url}/harbour.jpg` } }),
  )

  it('is answered with the medium, which is public from then on, byte for byte', async () => {
    const { status, json } = await send({ url: `${site.url}/harbour.jpg?key=secret#top` })
    site.put('/harbour.jpg?key=secret', { body: picture, type: 'image/jpeg' })
    expect([status, json.code]).toEqual([422, 'url_refused'])
    const answer = await send({ url: `${site.url}/harbour.jpg?key=secret#top` })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      name: 'harbour.jpg',
      mime_type: 'image/jpeg',
      size_bytes: picture.length,
      status: 'ready',
      width: 300,
      height: 200,
    })
    expect(answer.json.media_id).toMatch(/^[0-9a-f-]{36}\/api\/harbour-[0-9a-f]{8}\.jpg$/)
    const served = Buffer.from(await (await fetch(answer.json.url)).arrayBuffer())
    expect(served.equals(picture)).toBe(true)
    const { object, received_bytes, video: _video, picture: _picture, pages: _pages, ...data } = answer.json
    expect([object.url, received_bytes]).toEqual([data.url, data.size_bytes])
    const events = await house.db.rows(
      sql`select type, data from events where subject_id = ${answer.json.id}`,
    )
    expect(events).toEqual([{ type: 'media.ready', data }])
    expect(await house.db.rows(sql`select from media_imports`)).toEqual([])
  })

  it('keeps the medium without a post where it is asked to, and what a person in the app imports', async () => {
    const url = `${site.url}/harbour.jpg`
    for (const [body, kept] of [
      [{ url }, false],
      [{ url, keep: true }, true],
      [{ url, keep: false }, false],
    ] as const)
      expect((await send(body)).json.keep).toBe(kept)
    const call = personCall(house)
    const imported = async (body: { url: string; keep?: boolean }) => {
      await using underWay = await beginMediaImport(call, body)
      return (await underWay.store(house.db)).keep
    }
    expect([await imported({ url }), await imported({ url, keep: false })]).toEqual([true, false])
  })

  it('finds the type in the bytes, whatever the server and the address say', async () => {
    site.put('/picture.php', { body: await image('png'), type: 'text/html' })
    site.put('/film.jpg', { body: await film('webm'), type: 'image/jpeg' })
    site.put('/menu', { body: pdf(), type: 'application/octet-stream' })
    for (const [place, mimeType, ending] of [
      ['/picture.php', 'image/png', 'png'],
      ['/film.jpg', 'video/webm', 'webm'],
      ['/menu', 'application/pdf', 'pdf'],
    ]) {
      const { json } = await send({ url: site.url + place })
      expect([json.mime_type, json.status]).toEqual([mimeType, 'ready'])
      expect(json.media_id.endsWith(`.${ending}`)).toBe(true)
      expect(json.url.endsWith(`.${ending}`)).toBe(true)
    }
  })

  it('is named as the request says, or as the server calls the file', async () => {
    site.put('/x', (response) => {
      response
        .writeHead(200, { 'content-disposition': 'attachment; filename="Boats at dawn.jpg"' })
        .end(picture)
    })
    expect((await send({ url: `${site.url}/x` })).json.name).toBe('Boats at dawn.jpg')
    expect((await send({ url: `${site.url}/x`, name: 'mine' })).json.name).toBe('mine')
    const { status, json } = await send({ url: `${site.url}/x`, name: '\u0000' })
    expect([status, json.code]).toEqual([422, 'unstorable_text'])
  })

  it('follows three redirects and no more', async () => {
    for (const [from, to] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ])
      site.put(`/r${from}`, { redirect: to === 5 ? `${site.url}/harbour.jpg` : `/r${to}` })
    expect((await send({ url: `${site.url}/r2` })).json.status).toBe('ready')
    expect(await refused(`${site.url}/r1`)).toBe('url_refused')
    site.put('/loop', { redirect: '/loop' })
    expect(await refused(`${site.url}/loop`)).toBe('url_refused')
  })

  it.each([
    'http://10.0.0.1/a.jpg',
    'http://169.254.169.254/latest',
    'http://[::ffff:0a00:1]/',
    'ftp://127.0.0.1/',
  ])('is not led to %s by a redirect', async (redirect) => {
    site.put('/away', { redirect })
    expect(await refused(`${site.url}/away`)).toBe('url_not_allowed')
  })

  it.each([
    'http://10.0.0.1/a.jpg',
    'https://2130706432/a.jpg',
    'https://[::127.0.0.2]/a.jpg',
    'https://user:secret@example.org/a.jpg',
    'https://example.org./a.jpg',
  ])('asks nothing at %s, and does not say what lies there', async (url) => {
    const { status, json } = await send({ url })
    expect([status, json.code]).toEqual([422, 'url_not_allowed'])
    expect(json.detail).not.toMatch(/10\.0|127\.0|secret/)
  })

  it.each(['harbour.jpg', 'file:///etc/passwd', 'data:image/png;base64,AAAA', 'https://', ''])(
    'needs a whole address: %j is none',
    async (url) => {
      const { status, json } = await send({ url })
      expect(status).toBe(422)
      expect(json.errors[0].pointer).toBe('/url')
    },
  )

  it('says what it met in place of a file', async () => {
    const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)
    site.put('/page.png', { body: '<html>a page around the picture</html>' })
    site.put('/text.png', { body: 'just text', type: 'image/png' })
    site.put('/list.mp4', { body: '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', type: 'video/mp4' })
    site.put('/empty.jpg', { body: '' })
    site.put('/half.jpg', { body: half(picture) })
    site.put('/half.mp4', { body: half(await film('mp4')) })
    site.put('/squeezed.jpg', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
    site.put('/huge.mp4', (response) => response.writeHead(200, { 'content-length': 2 ** 45 }).write('x'))
    site.put('/broken.jpg', (response) => {
      response.writeHead(200, { 'content-length': 10_000 }).write('x')
      setTimeout(() => response.destroy(), 50)
    })
    site.put('/slow.jpg', (response) => response.writeHead(200, { 'content-length': 10_000 }).write('x'))
    site.put('/gone.jpg', { status: 410, body: 'gone' })
    site.put('/busy.jpg', { status: 503, body: 'busy' })
    for (const [place, code] of [
      ['/page.png', 'unsupported_media_type'],
      ['/text.png', 'unsupported_media_type'],
      ['/list.mp4', 'unsupported_media_type'],
      ['/empty.jpg', 'url_refused'],
      ['/half.jpg', 'media_damaged'],
      ['/half.mp4', 'media_damaged'],
      ['/squeezed.jpg', 'url_refused'],
      ['/huge.mp4', 'file_too_large'],
      ['/broken.jpg', 'url_unreachable'],
      ['/slow.jpg', 'url_unreachable'],
      ['/gone.jpg', 'url_refused'],
      ['/busy.jpg', 'url_refused'],
      ['/missing.jpg', 'url_refused'],
    ])
      expect([place, await refused(site.url + place)]).toEqual([place, code])
    expect(await refused('http://127.0.0.1:1/a.jpg')).toBe('url_unreachable')
    expect(filesIn(house, 'staged')).toEqual([])
    expect(await house.db.rows(sql`select from media where state <> 'ready'`)).toEqual([])
  })

  it('is refused with a reason whose parts an app can say in another language', async () => {
    const { json } = await send({ url: `${site.url}/nothing-here.jpg` })
    expect(json.errors).toEqual([
      {
        pointer: '/url',
        code: 'url_refused',
        detail: '127.0.0.1 answered with the status 404 instead of the file.',
        template: '{host} answered with the status {status} instead of the file.',
        params: { host: '127.0.0.1', status: 404 },
      },
    ])
  })

  it('of an image larger than images may be is refused once its bytes are known', async () => {
    const large = await startHouse({ worker: false, config: { imageMaxMb: 1 } })
    site.put('/noise.png', { body: await image('png', { width: 800, height: 800 }), type: 'video/mp4' })
    const answer = await large.request('POST', path, { body: { url: `${site.url}/noise.png` } })
    expect([answer.status, answer.json.code]).toEqual([422, 'file_too_large'])
    await large.stop()
  })

  it('happens once under an Idempotency-Key, also when two ask at the same moment', async () => {
    const headers = { 'idempotency-key': newId() }
    const body = { url: `${site.url}/harbour.jpg`, name: 'once' }
    const answers = await Promise.all([send(body, headers), send(body, headers), send(body, headers)])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const again = await send(body, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const { data } = (await house.request('GET', '/v1/media?name=once')).json
    expect(data).toEqual([again.json])
    await vi.waitFor(
      async () => expect(await house.db.rows(sql`select from media_imports`)).toEqual([]),
      40_000,
    )
  })

  it('is refused when the workspace has as much as it may have', async () => {
    const small = await startHouse({ worker: false, config: { mediaQuotaFiles: 1 } })
    const ask = () => small.request('POST', path, { body: { url: `${site.url}/harbour.jpg` } })
    expect((await ask()).status).toBe(200)
    const answer = await ask()
    expect([answer.status, answer.json.code]).toEqual([422, 'media_quota_exceeded'])
    await small.stop()
  })
})

describe('an import that takes longer than its request', () => {
  let house: House
  let bytes: Buffer
  let place: string
  beforeAll(async () => {
    house = await startHouse({ worker: false, timings: { importWaitMs: 400, uploadLeaseMs: 900 } })
    bytes = await film('mp4', { bytes: 300_000 })
  })
  afterAll(() => house.stop())
  beforeEach(() => {
    place = `/${newId()}.mp4`
  })
  const begin = async (headers: Record<string, string> = {}) => {
    const answer = await house.request('POST', path, {
      body: { url: `${site.url}${place}?key=secret` },
      headers,
    })
    expect([answer.status, answer.json.status]).toEqual([200, 'waiting'])
    return answer.json as { id: string; media_id: string }
  }
  const eventsOf = (id: string) =>
    house.db.rows<{ type: string; data: Record<string, unknown> }>(sql`
      select type, data from events where subject_id = ${id} order by created_at`)
  const die = (id: string) =>
    house.db.run(sql`update media set receiving_until = clock_timestamp() - interval '1 second',
      storage_key = ${'ef'.repeat(16)} where id = ${id}`)
  const due = () => house.db.run(sql`update media_imports set next_at = clock_timestamp()`)

  it('goes on in the background, and its event tells the end', async () => {
    const { finish } = slowly(`${place}?key=secret`, bytes)
    const key = newId()
    const { id, media_id } = await begin({ 'idempotency-key': key })
    const during = (await house.request('GET', `/v1/media/${id}`)).json
    expect(during).toMatchObject({
      status: 'waiting',
      mime_type: 'video/mp4',
      size_bytes: bytes.length,
      url: null,
    })
    finish()
    await vi.waitFor(async () => expect(await mediaStatus(house, id)).toBe('ready'), 40_000)
    expect((await house.request('GET', `/v1/media/${id}`)).json).toMatchObject({ media_id, kind: 'video' })
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['media.ready'])
    expect((await begin({ 'idempotency-key': key })).id).toBe(id)
  })

  it('keeps its address secret', async () => {
    const { finish } = slowly(`${place}?key=secret`, bytes)
    const { id } = await begin()
    const stored = await house.db.row<{ all: string }>(sql`
      select i::text || m::text || coalesce((select string_agg(e::text, '') from events e), '') as all
      from media_imports i join media m on m.id = i.media_id where i.media_id = ${id}`)
    expect(stored?.all).not.toContain('secret')
    finish()
    await vi.waitFor(async () => expect(await mediaStatus(house, id)).toBe('ready'), 40_000)
  })

  it('is taken up again when the server that fetched it died', async () => {
    const { finish } = slowly(`${place}?key=secret`, bytes)
    const { id } = await begin()
    await die(id)
    await sweepMedia(house.context)
    expect(await continueImports(house.context)).toMatchObject({ continued: 1, removed: 0 })
    finish()
    await vi.waitFor(
      () => expect(site.asked.filter((asked) => asked.startsWith(place))).toHaveLength(2),
      40_000,
    )
    finish()
    await vi.waitFor(async () => expect(await mediaStatus(house, id)).toBe('ready'), 40_000)
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['media.ready'])
  })

  it('is tried again after a connection that broke, and rejected after five tries', async () => {
    const { breakOff } = slowly(`${place}?key=secret`, bytes)
    const { id } = await begin()
    for (let tries = 1; tries <= 5; tries += 1) {
      await vi.waitFor(async () => {
        breakOff()
        expect((await mediaRow(house, id))?.state).toBe('waiting')
      }, 40_000)
      expect(await continueImports(house.context)).toMatchObject({ continued: 0 })
      await due()
      await vi.waitFor(
        async () =>
          expect(await continueImports(house.context)).toMatchObject(
            tries < 5 ? { continued: 1 } : { continued: 0 },
          ),
        40_000,
      )
    }
    expect(await mediaStatus(house, id)).toBe('rejected')
    expect(await eventsOf(id)).toMatchObject([
      { type: 'media.rejected', data: { status: 'rejected', reason: 'url_unreachable' } },
    ])
    expect(await house.db.rows(sql`select from media_imports where media_id = ${id}`)).toEqual([])
  })

  it('is rejected at once for what the file is', async () => {
    const { finish } = slowly(`${place}?key=secret`, Buffer.alloc(300_000, 'x'))
    const { id } = await begin()
    finish()
    await vi.waitFor(async () => expect(await mediaStatus(house, id)).toBe('rejected'), 40_000)
    const [event] = await eventsOf(id)
    expect(event).toMatchObject({ type: 'media.rejected', data: { reason: 'unsupported_media_type' } })
    expect(filesIn(house, 'staged')).toEqual([])
  })

  it('ends with its medium, which may be deleted meanwhile', async () => {
    const { finish } = slowly(`${place}?key=secret`, bytes)
    const { id } = await begin()
    const before = filesIn(house, 'objects')
    expect((await house.request('DELETE', `/v1/media/${id}`)).status).toBe(200)
    finish()
    await vi.waitFor(() => expect(filesIn(house, 'staged')).toEqual([]), 40_000)
    await vi.waitFor(async () => {
      await sweepMedia(house.context)
      expect(filesIn(house, 'objects')).toEqual(before)
    }, 40_000)
    expect(await eventsOf(id)).toEqual([])
  })

  it('of which nobody was told is removed when its server died', async () => {
    const { finish } = slowly(`${place}?key=secret`, bytes)
    const { id } = await begin()
    await house.db.run(sql`update media_imports set is_answered = false where media_id = ${id}`)
    await die(id)
    await sweepMedia(house.context)
    expect(await continueImports(house.context)).toMatchObject({ removed: 1, continued: 0 })
    expect((await house.request('GET', `/v1/media/${id}`)).status).toBe(404)
    finish()
  })
})
