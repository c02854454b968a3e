import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { film, heic, image, pdf } from '../media-files.ts'
import { createUpload, uploadFile } from '../uploads.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

describe('get media', () => {
  it('shows a file that was announced and has not come', async () => {
    const created = await createUpload(house, Buffer.alloc(7), 'video/mp4', { name: 'soon' })
    const { status, json } = await house.request('GET', `/v1/media/${created.id}`)
    expect(status).toBe(200)
    expect(json).toEqual({
      id: created.id,
      media_id: created.media_id,
      name: 'soon',
      mime_type: 'video/mp4',
      size_bytes: 7,
      kind: 'video',
      status: 'waiting',
      url: null,
      width: null,
      height: null,
      duration_ms: null,
      alt_text: '',
      focus: null,
      crop: null,
      video: null,
      pages: null,
      created_at: json.created_at,
      object: { isDeleted: false, url: null, size_bytes: 7, name: 'soon' },
    })
  })

  it.each([
    [
      'image/jpeg',
      () => image('jpeg', { width: 120, height: 80, orientation: 6 }),
      { kind: 'image', width: 80, height: 120 },
    ],
    ['image/png', () => image('png'), { kind: 'image', width: 64, height: 48 }],
    ['image/webp', () => image('webp'), { kind: 'image', width: 64, height: 48 }],
    ['image/gif', () => image('gif'), { kind: 'image', width: 64, height: 48 }],
    ['image/avif', () => image('avif'), { kind: 'image', width: 64, height: 48 }],
    ['image/heic', () => heic(), { kind: 'image', width: 64, height: 48 }],
    ['video/mp4', () => film('mp4'), { kind: 'video', width: 320, height: 240, duration_ms: 2_000 }],
    ['video/quicktime', () => film('mov'), { kind: 'video', width: 320, height: 240, duration_ms: 2_000 }],
    ['video/webm', () => film('webm'), { kind: 'video', width: 320, height: 240, duration_ms: 2_000 }],
    [
      'application/pdf',
      async () => pdf(),
      { kind: 'document', width: null, height: null, duration_ms: null },
    ],
  ])('measures %s', async (mimeType, make, expected) => {
    const bytes = await make()
    const media = await uploadFile(house, bytes, mimeType)
    const { json } = await house.request('GET', `/v1/media/${media.id}`)
    expect(json).toEqual(media)
    expect(json).toMatchObject({
      ...expected,
      status: 'ready',
      mime_type: mimeType,
      size_bytes: bytes.length,
    })
  })
})

const admissible = async () => {
  const id = (await createUpload(house, Buffer.alloc(7), 'image/png')).id
  return { id, method: 'GET', path: `/v1/media/${id}` }
}
testRefusals(() => house, 'read', admissible)
testStrangers(() => house, admissible)
