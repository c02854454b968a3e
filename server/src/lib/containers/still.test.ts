import { expect, it } from 'vitest'
import { heic } from '../../../test/media-files.ts'
import type { ByteSource } from './byte-source.ts'
import { scanStill } from './still.ts'

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
})

/** Makes another property of one that the picture does not need. */
function replaceProperty(bytes: Buffer, type: string, by: string, value: number): void {
  const at = bytes.indexOf(type, 0, 'latin1')
  if (at < 0) throw new Error(`The picture has no ${type}.`)
  bytes.write(by, at, 'latin1')
  bytes[at + 4] = value
}

it('reads the bits of a HEIC, and that nothing of it is transparent', async () => {
  expect(await scanStill(sourceOf(await heic()))).toMatchObject({
    ...{ width: 64, height: 48, orientation: 1, bitDepth: 8, hasAlpha: false },
  })
})

// As encoders write the eight turns of EXIF: quarters against the clock, then the axis of the mirror.
it.each([
  [1, 0, null],
  [2, 0, 1],
  [3, 2, null],
  [4, 0, 0],
  [5, 1, 0],
  [6, 3, null],
  [7, 3, 0],
  [8, 1, null],
])('reads the turn %i of a HEIC, with its sides as they are seen', async (orientation, quarters, axis) => {
  const bytes = await heic()
  replaceProperty(bytes, 'hvcC', 'irot', quarters)
  if (axis !== null) replaceProperty(bytes, 'pixi', 'imir', axis)
  const [width, height] = orientation > 4 ? [48, 64] : [64, 48]
  expect(await scanStill(sourceOf(bytes))).toMatchObject({ orientation, width, height })
})
