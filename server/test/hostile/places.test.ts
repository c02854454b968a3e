import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { placedFiles } from './placed-files.ts'
import { scan, served } from './scanners.ts'

describe.each(placedFiles)('the place in $name ($mimeType)', ({ mimeType, make, place }) => {
  it('is not served, and everything else is', async () => {
    const bytes = await make()
    for (const part of place) expect(bytes.includes(part)).toBe(true)
    const scanned = await scan(mimeType, bytes)
    expect(scanned?.location).toBe(true)
    const clean = scanned ? served(bytes, scanned) : Buffer.alloc(0)
    for (const part of place) expect(clean.includes(part)).toBe(false)
    if (await isDrawable(mimeType, bytes)) expect(await pixels(clean)).toEqual(await pixels(bytes))
    // Nothing is found in what was cleaned.
    expect(await scan(mimeType, clean)).toMatchObject({ location: false, cleaned: null })
  })
})

async function isDrawable(mimeType: string, bytes: Buffer): Promise<boolean> {
  return (
    mimeType.startsWith('image/') &&
    (await sharp(bytes)
      .metadata()
      .catch(() => null)) !== null &&
    mimeType !== 'image/heic'
  )
}

async function pixels(bytes: Buffer): Promise<string> {
  return (await sharp(bytes, { failOn: 'error' }).raw().toBuffer()).toString('base64')
}
