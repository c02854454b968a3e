// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { film, heic, image, pdf } from '../media-files.ts'
import { createUpload, uploadFile } from '../uploads.ts'
import { tomorrow } from './posting.ts'
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
      received_bytes: 0,
      kind: 'video',
      status: 'waiting',
      url: null,
      thumbnail_url: null,
      width: null,
      height: null,
      duration_ms: null,
      alt_text: '',
      focus: null,
      tags: [],
      keep: false,
      video: null,
      picture: null,
      pages: null,
      crop: null,
      created_at: json.created_at,
      object: { isDeleted: false, url: null, size_bytes: 7, name: 'soon' },
      used_in: { total: 0, posts: [] },
      renditions: [],
    })
  })

  it.each([
    [
      'image/jpeg',
      () => image('jpeg', { width: 120, height: 80, orientation: 6 }),
      { kind: 'image', width: 80, height: 120, picture: { orientation: 6 } },
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
    expect(json).toEqual({ ...media, used_in: { total: 0, posts: [] }, renditions: [] })
    expect(json).toMatchObject({
      ...expected,
      status: 'ready',
      mime_type: mimeType,
      size_bytes: bytes.length,
      pages: null,
      crop: null,
    })
    if (json.kind === 'image') expect(json.picture).toMatchObject({ frames: 1, has_alpha: false })
    else expect(json.picture).toBeNull()
    if (json.kind !== 'video') expect(json.video).toBeNull()
    else {
      expect(json.video).toMatchObject({ codec: 'vp9', frame_rate: 10, rotation: 0, audio: null })
      expect(json.video.is_fast_start).toBe(mimeType === 'video/webm')
    }
  })
})

describe('where a medium is used', () => {
  it('names the newest posts with their status, and counts them all', async () => {
    const account = await house.connect('sandbox', { name: 'harbour' })
    const { id, media_id } = await uploadFile(house, await image('png'), 'image/png')
    const post = async (body: object) => {
      const shared = { caption: 'words', social_accounts: [account], media: [media_id] }
      const answer = await house.request('POST', '/v1/posts', { body: { ...shared, ...body } })
      expect(answer.status).toBe(200)
      return answer.json.id
    }
    const usedIn = async () => (await house.request('GET', `/v1/media/${id}`)).json.used_in
    const draft = await post({ is_draft: true })
    const planned = await post({ scheduled_at: tomorrow })
    const uses = [
      { id: planned, status: 'scheduled' },
      { id: draft, status: 'draft' },
    ]
    expect(await usedIn()).toEqual({ total: 2, posts: uses })
    await house.request('DELETE', `/v1/posts/${planned}`)
    expect(await usedIn()).toEqual({ total: 1, posts: [{ id: draft, status: 'draft' }] })
    for (let number = 0; number < 20; number += 1) await post({ is_draft: true })
    const many = await usedIn()
    expect([many.total, many.posts.length, many.posts.includes(uses[1])]).toEqual([21, 20, false])
  })
})

const admissible = async () => {
  const id = (await createUpload(house, Buffer.alloc(7), 'image/png')).id
  return { id, method: 'GET', path: `/v1/media/${id}` }
}
testRefusals(() => house, 'read', admissible)
testStrangers(() => house, admissible)
