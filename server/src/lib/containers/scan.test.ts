import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { film, heic, image, manyFrames, pdf, withPlace } from '../../../test/media-files.ts'
import type { ByteSource } from './byte-source.ts'
import { scanGif } from './gif.ts'
import { scanJpeg } from './jpeg.ts'
import { scanMovie } from './movie.ts'
import { scanPdf } from './pdf.ts'
import { scanPng } from './png.ts'
import { createRangeCollector, Damaged, type Piece, requireSoundPieces, type Scan } from './scan.ts'
import { scanStill } from './still.ts'
import { scanWebm } from './webm.ts'
import { scanWebp } from './webp.ts'

fc.configureGlobal({ seed: inject('seed') })

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
})

type Walk = (bytes: Buffer) => Scan | Promise<Scan>

const walks: [string, () => Promise<Buffer>, Walk][] = [
  ['JPEG', () => image('jpeg', { gps: true }), scanJpeg],
  ['PNG', () => image('png', { gps: true }), scanPng],
  ['WebP', () => image('webp', { gps: true }), scanWebp],
  ['GIF', async () => manyFrames(20), scanGif],
  ['AVIF', () => image('avif', { gps: true }), (bytes) => scanStill(sourceOf(bytes))],
  ['HEIC', () => heic({ gps: true }), (bytes) => scanStill(sourceOf(bytes))],
  ['MP4', async () => withPlace(await film('mp4', { bytes: 500 })), (bytes) => scanMovie(sourceOf(bytes))],
  ['WebM', () => film('webm', { bytes: 500 }), (bytes) => scanWebm(sourceOf(bytes))],
  ['PDF', async () => pdf(), (bytes) => scanPdf(sourceOf(bytes))],
]

const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.to - piece.from), 0)

/** The cleaned file; null when nothing is to be removed, or when the walk says what is wrong with it. */
async function cleanedBy(walk: Walk, file: Buffer): Promise<readonly Piece[] | null> {
  try {
    return (await walk(file)).cleaned
  } catch (error) {
    if (error instanceof Damaged || error instanceof RangeError) return null
    throw error
  }
}

describe.each(walks)('a walk through a %s', (_name, make, walk) => {
  it('comes to its end or says what is wrong, whatever was done to the file', async () => {
    const bytes = await make()
    const damage = fc.array(
      fc.record({ at: fc.nat(Math.min(bytes.length - 1, 1_500)), value: fc.nat(255) }),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(bytes.length), fc.boolean(), async (changes, length, isCut) => {
        const broken = Buffer.from(bytes)
        for (const { at, value } of changes) broken[at] = value
        const file = isCut ? broken.subarray(0, length) : broken
        const cleaned = await cleanedBy(walk, file)
        if (cleaned) expect(lengthOf(cleaned)).toBeLessThanOrEqual(file.length + 64)
      }),
      { numRuns: 150 },
    )
  })
})

describe('user data of a film that says it is longer than the film', () => {
  it('is removed as far as the film goes', async () => {
    const whole = withPlace(await film('mp4', { bytes: 500 }))
    const broken = Buffer.from(whole)
    // The place is the last box; its length has four bytes.
    broken.writeUInt32BE(500, whole.indexOf('\xa9xyz', 0, 'latin1') - 4)
    const { location, cleaned } = await scanMovie(sourceOf(broken))
    expect(location).toBe(true)
    expect(lengthOf(cleaned ?? [])).toBe(whole.length)
  })
})

describe('a cleaned file', () => {
  it('is at most twice as long as the file that was sent', () => {
    expect(() => requireSoundPieces([{ from: 0, to: 10 }, Buffer.alloc(10)], 10)).not.toThrow()
    expect(() => requireSoundPieces([{ from: 0, to: 10 }, Buffer.alloc(11)], 10)).toThrow(Damaged)
  })

  it('is made of nothing behind its end', () => {
    expect(() => requireSoundPieces([{ from: 5, to: 11 }], 10)).toThrow(Damaged)
  })

  it('is refused by whoever collects its parts when they overlap or are too long', () => {
    const ranges = createRangeCollector()
    ranges.replace(2, 6, null, 'location')
    expect(() => ranges.replace(5, 8, null, 'location')).toThrow('Two of its parts overlap.')
    ranges.replace(6, 8, Buffer.alloc(30), 'location')
    expect(() => ranges.finish(10, 10)).toThrow(Damaged)
  })
})
