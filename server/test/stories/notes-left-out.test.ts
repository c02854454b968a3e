import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placedFiles } from '../hostile/placed-files.ts'
import { image } from '../media-files.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { uploadFile } from './upload-file.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

/** Publishes one file at the sandbox; answers what `validate` said would be done to it, and what the network got. */
async function publish(name: string, bytes: Buffer, mimeType: string, more: object = {}) {
  const account = await room.account(name)
  const media_id = await uploadFile(room, name, bytes, mimeType)
  const body = { caption: name, media: [media_id], social_accounts: [account], ...more }
  const check = await room.request('POST', '/v1/posts/validate', { body })
  const post = await room.post(body)
  await room.settled(post.id, ['posted'])
  const [file] = await room.db.rows<{ bytes: Buffer }>(room.sql`
    select bytes from sandbox_media
    where profile_id = (select external_id::uuid from social_accounts where id = ${account})`)
  if (!file) throw new Error('The network has no file.')
  const [found] = check.json.accounts[0].media_changes as { steps: { change: string }[] }[]
  return { bytes: file.bytes, changes: found?.steps.map(({ change }) => change) ?? [] }
}

describe('the place in a file', () => {
  const placed = (type: string, where: string) => {
    const found = placedFiles.find(({ mimeType, name }) => mimeType === type && name === where)
    if (!found) throw new Error('There is no such file.')
    return found
  }

  it.each([
    placed('image/jpeg', 'EXIF'),
    placed('image/png', 'eXIf'),
    placed('image/webp', 'EXIF'),
    placed('video/mp4', 'its user data'),
    placed('video/quicktime', 'its user data'),
  ])('($mimeType) is left out of what the network gets, and validate says so', async (file) => {
    const bytes = await file.make()
    const sent = await publish(`a ${file.mimeType}`, bytes, file.mimeType)
    expect(sent.changes[0]).toBe('strip')
    for (const part of file.place)
      expect([bytes, sent.bytes].map((one) => one.includes(part))).toEqual([true, false])
  })

  it('is left out as well where the post forbids that the file is made to fit', async () => {
    const { make, mimeType, place } = placed('image/jpeg', 'EXIF')
    const sent = await publish('untouched', await make(), mimeType, { processing_enabled: false })
    expect(sent.changes).toEqual(['strip'])
    expect((await sharp(sent.bytes).metadata()).orientation).toBe(6)
    for (const part of place) expect(sent.bytes.includes(part)).toBe(false)
  })

  it('(image/heic) is left out of what is converted', async () => {
    const { make, mimeType, place } = placed('image/heic', 'EXIF')
    const media_id = await uploadFile(room, 'a telephone', await make(), mimeType)
    const { json } = await room.request('GET', `/v1/media/${encodeURIComponent(media_id)}`)
    const served = Buffer.from(await (await fetch(json.url)).arrayBuffer())
    for (const part of place) expect(served.includes(part)).toBe(false)
    const body = { caption: 'x', media: [media_id], social_accounts: [await room.account('Telephone')] }
    const check = await room.request('POST', '/v1/posts/validate', { body })
    expect(check.json.accounts[0].media_changes[0].steps[0]).toEqual({
      change: 'strip',
      detail: 'The place where it was taken is left out.',
    })
  })

  it('is not spoken of where there is none', async () => {
    const bytes = await image('jpeg')
    const sent = await publish('plain', bytes, 'image/jpeg')
    expect(sent.changes).toEqual([])
    expect(sent.bytes.equals(bytes)).toBe(true)
  })
})

describe('a picture that lies on its side', () => {
  const size = { width: 80, height: 60 }
  const corners = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
  ] as const

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    '(orientation %i) reaches the network upright, without notes',
    async (orientation) => {
      const bytes = await layDown(orientation)
      const sent = await publish(`turn ${orientation}`, bytes, 'image/jpeg')
      expect(sent.changes).toEqual(orientation === 1 ? ['strip'] : ['strip', 'rotate'])
      const found = await sharp(sent.bytes).metadata()
      expect(found).toMatchObject({ format: 'jpeg', ...size })
      expect(found.orientation ?? 1).toBe(1)
      if (orientation !== 1) expect(found.exif).toBeUndefined()
      expect(await cornersOf(sent.bytes)).toEqual(corners)
    },
  )

  /** Four corners of four colours, stored as a camera does that was held in one of eight ways. */
  async function layDown(orientation: number): Promise<Buffer> {
    const { width, height } = size
    const [half, high] = [width / 2, height / 2]
    const upright = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .composite(
        corners.map(([r, g, b], index) => ({
          input: { create: { width: half, height: high, channels: 3, background: { r, g, b } } },
          left: (index % 2) * half,
          top: Math.floor(index / 2) * high,
        })),
      )
      .png()
      .toBuffer()
    const angle = [0, 0, 180, 180, 90, 270, 270, 90][orientation - 1] ?? 0
    const turned = await sharp(upright).rotate(angle).png().toBuffer()
    const isMirrored = [2, 4, 5, 7].includes(orientation)
    return sharp(isMirrored ? await sharp(turned).flop().png().toBuffer() : turned)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
      .withMetadata({ orientation })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer()
  }

  /** The colours in the middle of the four quarters, each channel full or empty. */
  async function cornersOf(bytes: Buffer): Promise<number[][]> {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    return [0, 1, 2, 3].map((index) => {
      const x = Math.floor((0.25 + 0.5 * (index % 2)) * info.width)
      const y = Math.floor((0.25 + 0.5 * Math.floor(index / 2)) * info.height)
      const at = (y * info.width + x) * info.channels
      return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? 255 : 0))
    })
  }
})
