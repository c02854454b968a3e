import { film, heic, image, manyFrames, pdf } from '../media-files.ts'
import { movingFilm } from '../moving-pictures.ts'
import { plainPicture } from '../plain-pictures.ts'
import { chanceOf } from '../soak/random.ts'
import { changeFile } from './change-file.ts'
import { placedFiles } from './placed-files.ts'
import type { Finding } from './run-fuzz.ts'
import { scan, served } from './scanners.ts'
import { cpuMsOfAll } from './yardstick.ts'

interface Specimen {
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
  /** Bytes of a place that may not be served while they stand where they were. */
  readonly place: Buffer | null
}

/** Valid files of every type, and all that tell a place. */
export async function openSpecimens(): Promise<Specimen[]> {
  const plain: [string, string, Buffer][] = [
    ['a JPEG', 'image/jpeg', await image('jpeg', { orientation: 6, gps: true })],
    ['a PNG', 'image/png', await plainPicture(32, 32, '#345')],
    ['a WebP', 'image/webp', await image('webp', { orientation: 6, gps: true })],
    ['a GIF', 'image/gif', manyFrames(5)],
    ['an AVIF', 'image/avif', await image('avif', { gps: true })],
    ['a HEIC', 'image/heic', await heic({ gps: true })],
    ['an MP4', 'video/mp4', await movingFilm('mp4')],
    ['a QuickTime film', 'video/quicktime', await film('mov', { bytes: 500 })],
    ['a WebM', 'video/webm', await film('webm', { bytes: 500 })],
    ['a PDF', 'application/pdf', pdf()],
  ]
  const placed = placedFiles.map(async ({ name, mimeType, make, place: [place = null] }) => {
    // The index of a still says where its notes are, so they are lost when anything before them grows.
    const isIndexed = mimeType === 'image/heic' || mimeType === 'image/avif'
    return { name, mimeType, bytes: await make(), place: isIndexed ? null : place }
  })
  return [
    ...plain.map(([name, mimeType, bytes]) => ({ name, mimeType, bytes, place: null })),
    ...(await Promise.all(placed)),
  ]
}

/** The file of this number under this seed, scanned; null when all went as it should. */
export async function fuzzFile(
  specimens: readonly Specimen[],
  seed: number,
  number: number,
  slow: number,
): Promise<Finding | null> {
  const chance = chanceOf('file', seed, number)
  const { name, mimeType, bytes: valid, place } = chance.oneOf(specimens)
  const { bytes, changes, isKept } = changeFile(mimeType, valid, place, chance)
  const tell = (what: string, isSlow = false) => ({
    number,
    what: `${what}: ${name} (${mimeType}), ${changes.join('; ')}`,
    isSlow,
  })
  let scanned: Awaited<ReturnType<typeof scan>> = null
  try {
    const ms = await cpuMsOfAll(async () => {
      scanned = await scan(mimeType, bytes)
    })
    if (ms > mostMs(bytes.length) * slow)
      return tell(`took ${Math.round(ms)} ms for ${bytes.length} bytes`, true)
    if (!scanned) return null
    const clean = served(bytes, scanned)
    if (clean.length > 2 * bytes.length) return tell(`${clean.length} bytes are served of ${bytes.length}`)
    if (isKept && place && clean.includes(place)) return tell('the place is served')
    const again = await scan(mimeType, clean)
    if (again?.location === true) return tell('a place is found in what was cleaned')
    return null
  } catch (error) {
    return tell(`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}

/** A fifth of a second for a megabyte, and a third for whatever else the process does meanwhile. */
function mostMs(bytes: number): number {
  return 300 + 200 * (bytes / 1_000_000)
}
