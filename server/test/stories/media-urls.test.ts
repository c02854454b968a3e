import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { image, pdf } from '../media-files.ts'
import { filesIn } from '../media-state.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'
import { uploadFile } from '../uploads.ts'

let house: House
let site: WebSite
let harbour: string
beforeAll(async () => {
  site = await startWebSite()
  house = await startHouse({ timings: { importWaitMs: 3_000 } })
  harbour = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  site.put('/boats.jpg', { body: await image('jpeg') })
  site.put('/nets.png', { body: await image('png') })
  site.put('/page', { body: '<html>a page</html>' })
  site.put('/menu.pdf', { body: pdf() })
  site.put('/silent.jpg', (response) => response.writeHead(200, { 'content-length': 100 }).write('x'))
})
afterAll(async () => {
  await house.stop()
  await site.stop()
})

const at = (...places: string[]) => places.map((place) => site.url + place)
const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  house.request(method, path, { key: house.testKey, body, headers })
const create = (body: object, headers: Record<string, string> = {}) =>
  send('POST', '/v1/posts', { caption: 'From afar', social_accounts: [harbour], ...body }, headers)
const media = async () =>
  (await house.request('GET', '/v1/media?limit=200', { key: house.testKey })).json.data

describe('media_urls', () => {
  it('become media of the post, behind those in media, and are published with it', async () => {
    const own = await uploadFile(house, await image('webp'), 'image/webp', { key: house.testKey })
    const { status, json } = await create({ media: [own.id], media_urls: at('/boats.jpg', '/nets.png') })
    expect(status).toBe(200)
    expect(json.media_ids).toEqual([
      own.media_id,
      expect.stringMatching(/boats-\w+\.jpg$/),
      expect.stringMatching(/nets-\w+\.png$/),
    ])
    await vi.waitFor(async () => {
      const post = await house.request('GET', `/v1/posts/${json.id}`, { key: house.testKey })
      expect(post.json.status).toBe('posted')
    }, 60_000)
    expect((await media()).map((each: { status: string }) => each.status)).toEqual([
      'ready',
      'ready',
      'ready',
    ])
  })

  it('may be more than a workspace may upload at once', async () => {
    const many = Array.from({ length: 33 }, (_each, index) => `/many.jpg?${index}`)
    for (const place of many) site.put(place, { body: await image('jpeg') })
    const { json } = await create({ media_urls: at(...many), is_draft: true })
    expect(json.media_ids).toHaveLength(33)
  })

  it('are media of their own for each post, and one of our own addresses is not fetched', async () => {
    const asked = site.asked.length
    const [known] = await media()
    const { json } = await create({ media_urls: [known.url], is_draft: true })
    expect(json.media).toEqual([known.url])
    expect(site.asked.length).toBe(asked)
  })

  it('replace the media of a post that is changed, and an empty list changes nothing', async () => {
    const { json } = await create({ media_urls: at('/boats.jpg'), is_draft: true })
    const kept = await send('PATCH', `/v1/posts/${json.id}`, { media_urls: [] })
    expect(kept.json.media_ids).toEqual(json.media_ids)
    const changed = await send('PATCH', `/v1/posts/${json.id}`, { media_urls: at('/nets.png') })
    expect(changed.json.media_ids).toEqual([expect.stringMatching(/nets-\w+\.png$/)])
    expect((await send('PATCH', `/v1/posts/${newId()}`, { media_urls: at('/boats.jpg') })).status).toBe(404)
  })

  it('are looked at and not kept when a post is validated', async () => {
    const before = await media()
    const body = { caption: 'x', social_accounts: [harbour], media_urls: at('/boats.jpg') }
    expect((await send('POST', '/v1/posts/validate', body)).json).toMatchObject({ valid: true })
    const wrong = await send('POST', '/v1/posts/validate', {
      ...body,
      media_urls: at('/boats.jpg', '/menu.pdf'),
    })
    const pointers = wrong.json.problems.map((each: { pointer: string }) => each.pointer)
    expect(pointers).toContain('/media_urls/1')
    expect(await media()).toEqual(before)
  })

  it('are named where one of them is no file, and nothing is stored then', async () => {
    const [before, files] = [await media(), filesIn(house, 'objects')]
    const urls = [...at('/page', '/boats.jpg', '/missing.jpg', '/silent.jpg'), 'http://10.0.0.1/a.jpg']
    const { status, json } = await create({ media_urls: urls })
    expect(status).toBe(422)
    expect(json.errors.map((each: { pointer: string; code: string }) => [each.pointer, each.code])).toEqual([
      ['/media_urls/0', 'unsupported_media_type'],
      ['/media_urls/2', 'url_refused'],
      ['/media_urls/3', 'import_too_slow'],
      ['/media_urls/4', 'url_not_allowed'],
    ])
    expect((await create({ media_urls: ['boats.jpg'] })).json.errors[0].pointer).toBe('/media_urls/0')
    await vi.waitFor(async () => expect(await media()).toEqual(before), 40_000)
    await vi.waitFor(() => expect(filesIn(house, 'objects')).toEqual(files), 40_000)
  })

  it('are not fetched for a post that is refused anyhow, or exists already', async () => {
    const asked = site.asked.length
    const refused = await create({ media_urls: at('/boats.jpg'), social_accounts: [newId()] })
    expect([refused.status, refused.json.code]).toEqual([422, 'account_not_found'])
    expect(site.asked.length).toBe(asked)
    const id = newId()
    const [first, again] = [
      await create({ id, media_urls: at('/boats.jpg'), is_draft: true }),
      await create({ id, media_urls: at('/boats.jpg'), is_draft: true }),
    ]
    expect([first.status, again.json]).toEqual([200, first.json])
    expect(site.asked.length).toBe(asked + 1)
  })

  it('are imported once under an Idempotency-Key', async () => {
    const before = (await media()).length
    const headers = { 'idempotency-key': newId() }
    const body = { media_urls: at('/boats.jpg'), is_draft: true }
    const first = await create(body, headers)
    const again = await create(body, headers)
    expect([again.json, again.headers.get('idempotency-replayed')]).toEqual([first.json, 'true'])
    await vi.waitFor(async () => expect((await media()).length).toBe(before + 1), 40_000)
    expect(await house.db.rows(sql`select from media_imports`)).toEqual([])
  })
})
