// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { createUpload, uploadFile } from '../uploads.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let media: { id: string; url: string; name: string }
beforeAll(async () => {
  house = await startHouse()
  media = await uploadFile(house, await image('jpeg'), 'image/jpeg', { name: 'harbour.jpg' })
})
afterAll(() => house.stop())

const patch = (body: unknown) => house.request('PATCH', `/v1/media/${media.id}`, { body })

describe('update media', () => {
  it('changes what it names and leaves the rest', async () => {
    const first = await patch({ alt_text: 'Boats 🚤 at dawn', focus: { x: -0.25, y: 1 } })
    expect(first.json).toEqual({ ...media, alt_text: 'Boats 🚤 at dawn', focus: { x: -0.25, y: 1 } })
    const second = await patch({ name: 'Boats' })
    const object = { ...first.json.object, name: 'Boats' }
    expect(second.json).toEqual({ ...first.json, name: 'Boats', object })
    const third = await patch({ alt_text: '', focus: null })
    expect(third.json).toEqual({ ...second.json, alt_text: '', focus: null })
    expect((await patch({})).json).toEqual(third.json)
  })

  it('replaces all tags, and says whether it stays', async () => {
    const tagged = await patch({ tags: ['summer', 'Größe 🚤'], keep: true })
    expect(tagged.json).toMatchObject({ tags: ['summer', 'Größe 🚤'], keep: true })
    expect((await patch({ alt_text: '' })).json).toMatchObject({ tags: ['summer', 'Größe 🚤'], keep: true })
    expect((await patch({ tags: [], keep: false })).json).toMatchObject({ tags: [], keep: false })
  })

  it('keeps a crop as shares, and one of everything as none', async () => {
    const crop = { x: 0.25, y: 0, width: 0.5, height: 1 }
    expect((await patch({ crop })).json.crop).toEqual(crop)
    expect((await patch({})).json.crop).toEqual(crop)
    expect((await patch({ crop: { x: 0, y: 0, width: 1, height: 1 } })).json.crop).toBe(null)
    await patch({ crop })
    expect((await patch({ crop: null })).json.crop).toBe(null)
  })

  it('takes a focus that is smaller than it can be kept for none', async () => {
    const { status, json } = await patch({ focus: { x: 5e-324, y: -1e-50 } })
    expect([status, Math.abs(json.focus.x), Math.abs(json.focus.y)]).toEqual([200, 0, 0])
  })

  it('describes a file before it has come', async () => {
    const created = await createUpload(house, Buffer.alloc(7), 'image/png')
    const answer = await house.request('PATCH', `/v1/media/${created.id}`, { body: { alt_text: 'Soon' } })
    expect(answer.json).toMatchObject({ alt_text: 'Soon', status: 'waiting' })
  })

  it.each([
    [{ alt_text: 'x'.repeat(5_001) }, '/alt_text'],
    [{ alt_text: 'nul\0' }, '/alt_text'],
    [{ alt_text: null }, '/alt_text'],
    [{ focus: { x: 1.01, y: 0 } }, '/focus/x'],
    [{ focus: { x: 0 } }, '/focus/y'],
    [{ focus: 'middle' }, '/focus'],
    [{ crop: { x: 0, y: 0, width: 0, height: 1 } }, '/crop'],
    [{ crop: { x: 0.6, y: 0, width: 0.5, height: 1 } }, '/crop'],
    [{ crop: { x: 0, y: -0.1, width: 1, height: 1 } }, '/crop/y'],
    [{ crop: { x: 0, y: 0, width: 1 } }, '/crop/height'],
    [{ name: '' }, '/name'],
    [{ tags: ['a', ' '] }, '/tags/1'],
    [{ tags: ['nul\0'] }, '/tags/0'],
    [{ tags: ['\ud800'] }, '/tags/0'],
    [{ tags: ['x'.repeat(101)] }, '/tags/0'],
    [{ tags: ['a', 'a'] }, '/tags'],
    [{ tags: Array.from({ length: 51 }, String) }, '/tags'],
    [{ tags: null }, '/tags'],
    [{ keep: 'yes' }, '/keep'],
    [{ media_id: 'x' }, '/media_id'],
    [{ status: 'ready' }, '/status'],
    [{ url: 'https://example.org' }, '/url'],
  ])('refuses %j', async (body, pointer) => {
    const { status, json } = await patch(body)
    expect(status).toBe(422)
    expect(json.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })
})

const admissible = async () => {
  const id = media.id
  return { id, method: 'PATCH', path: `/v1/media/${id}`, body: { alt_text: 'x' } }
}
testRefusals(() => house, 'write', admissible)
testStrangers(() => house, admissible)
