import { findTiff, withoutLocation } from './exif.ts'
import { hasLocationText } from './note-text.ts'

const resourceMark = Buffer.from('8BIM', 'latin1')
/** The resources that hold EXIF (Adobe Photoshop File Formats Specification, image resource IDs). */
const exifResources = [0x0422, 0x0423]
/** Photoshop writes some thirty. */
const mostResources = 1_000

/** Checks whether a note of any kind reveals where a picture was taken: EXIF, Photoshop's resources, XMP or other text. */
export function revealsPlace(note: Buffer): boolean {
  return hasLocationText(note) || cleanTiff(note) !== null || resourcesRevealPlace(note)
}

/** A note that is EXIF behind a short header, without the place and as long as before; null if it reveals none. */
export function cleanTiff(note: Buffer): Buffer | null {
  const at = findTiff(note)
  const clean = at < 0 ? null : withoutLocation(note.subarray(at))
  return clean && Buffer.concat([note.subarray(0, at), clean])
}

function resourcesRevealPlace(note: Buffer): boolean {
  let at = note.indexOf(resourceMark)
  for (let seen = 0; at >= 0 && at + 12 <= note.length && seen < mostResources; seen += 1) {
    // The name is as long as its first byte says, and both together are an even number of bytes.
    const sizeAt = at + 6 + (((note[at + 6] ?? 0) + 1 + 1) & ~1)
    if (sizeAt + 4 > note.length) return false
    const end = sizeAt + 4 + note.readUInt32BE(sizeAt)
    const isExif = exifResources.includes(note.readUInt16BE(at + 4))
    if (isExif && cleanTiff(note.subarray(sizeAt + 4, end)) !== null) return true
    at = note.indexOf(resourceMark, Math.min(end, note.length))
  }
  return false
}
