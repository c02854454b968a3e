import { decodeWhole } from '../../lib/images/open-image.ts'
import { type Finding, finding } from './finding.ts'

// A GIF of one transparent pixel.
const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Checks that pictures can be decoded. The decoder is built per kind of machine and loaded only with the first picture. */
export async function examinePictures(): Promise<Finding> {
  const advice = 'Install again on this machine: remove node_modules, then run npm start.'
  return decodeWhole(onePixel, false).then(
    () => finding('pictures', true, 'Pictures can be read.', advice),
    (error: unknown) => finding('pictures', false, `Pictures cannot be read: ${String(error)}`, advice),
  )
}
