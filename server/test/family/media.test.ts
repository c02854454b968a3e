// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { type SeededMedium, seedMedia } from '../seed-media.ts'
import { type CreatedUpload, createUpload } from '../uploads.ts'

let house: House
let medium: SeededMedium
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())
beforeEach(async () => {
  medium = await seedMedia(house)
})

describe('a medium in an address', () => {
  const names = {
    'its id': () => medium.id,
    'its storage path': () => medium.path,
    'its storage path, encoded': () => encodeURIComponent(medium.path),
    'its public URL': () => medium.url,
    'its public URL, encoded': () => encodeURIComponent(medium.url),
  }

  it.each(Object.entries(names))('is read, changed and deleted by %s', async (_what, name) => {
    const path = `/v1/media/${name()}`
    expect(await house.request('GET', path)).toMatchObject({ status: 200, json: { id: medium.id } })
    const changed = await house.request('PATCH', `${path}?`, { body: { alt_text: 'Boats' } })
    expect(changed).toMatchObject({ status: 200, json: { id: medium.id, alt_text: 'Boats' } })
    const removed = await house.request('DELETE', path)
    expect(removed).toMatchObject({ status: 200, json: { id: medium.id, deleted: true } })
    expect((await house.request('GET', path)).status).toBe(404)
  })

  it('is not there for a stranger or the other mode, under any name', async () => {
    const { liveKey } = await house.other()
    for (const name of Object.values(names))
      for (const key of [liveKey, house.testKey])
        for (const method of ['GET', 'DELETE'])
          expect((await house.request(method, `/v1/media/${name()}`, { key })).status).toBe(404)
  })

  it.each([
    '/v1/media/a%00b',
    '/v1/media/a/b/c',
    '/v1/media/https://elsewhere.example/media/0123.jpg',
    `/v1/media/${'x'.repeat(1_900)}`,
    `/v1/media/${'x'.repeat(2_100)}`,
  ])('that is none is not there: %.60s', async (path) => {
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await house.request(method, path, { body })).status).toBe(404)
  })
})

describe('an upload by chunked transfer', () => {
  let picture: Buffer
  let created: CreatedUpload
  beforeEach(async () => {
    picture = await image('jpeg', { width: 300, height: 200 })
    created = await createUpload(house, picture, 'image/jpeg')
  })

  const send = async (pieces: readonly Uint8Array[]) => {
    const answer = await fetch(created.upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: ReadableStream.from(pieces),
      duplex: 'half',
    } as RequestInit)
    const json: Answer['json'] = await answer.json()
    return { status: answer.status, json }
  }

  it('is accepted when it has the announced size', async () => {
    const { status, json } = await send([picture.subarray(0, 500), picture.subarray(500)])
    expect([status, json.status, json.size_bytes]).toEqual([200, 'ready', picture.length])
    expect(Buffer.from(await (await fetch(json.url)).arrayBuffer()).equals(picture)).toBe(true)
  })

  it('is refused when it ends short or goes on, and may be repeated', async () => {
    const short = await send([picture.subarray(0, 500)])
    expect([short.status, short.json.code]).toEqual([422, 'size_mismatch'])
    const long = await send([picture, Buffer.from('x')])
    expect([long.status, long.json.code]).toEqual([422, 'size_mismatch'])
    expect((await send([picture])).status).toBe(200)
  })
})
