import { expect } from 'vitest'
import type { House } from '../../server/test/house.ts'
import { noisyPhoto } from '../../server/test/plain-pictures.ts'
import { uploadFile } from '../../server/test/uploads.ts'

export interface Seeded {
  readonly id: string
  readonly media_id: string
  readonly name: string
}

/** Uploads a picture of its own with a program's key; it stays, as what people upload does. */
export async function seedPicture(
  house: House,
  { name, width = 640, height = 480, alt }: { name: string; width?: number; height?: number; alt?: string },
): Promise<Seeded> {
  const key = house.testKey
  const bytes = await noisyPhoto(width, height, name.length + width)
  const medium = await uploadFile(house, bytes, 'image/jpeg', { name, key })
  const body = { keep: true, ...(alt === undefined ? {} : { alt_text: alt }) }
  const changed = await house.request('PATCH', `/v1/media/${medium.id}`, { key, body })
  expect(changed.status).toBe(200)
  return changed.json
}
