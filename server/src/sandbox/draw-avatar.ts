import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const cells = 5
const cellSide = 40
const side = (cells + 1) * cellSide

/** Draws the picture of a profile: a symmetric pattern in a colour, both from its id. A PNG of 240 pixels a side. */
export function drawAvatar(profileId: string): Buffer {
  const dice = createHash('sha256').update(profileId).digest()
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit for each pixel, an index into the palette.
  header.set([1, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([0xf0, 0xf1, 0xf4, ...inkOf(dice)])),
    chunk('IDAT', deflateSync(pixelsOf(dice))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A colour dark enough to stand out from the paper. */
function inkOf(dice: Buffer): number[] {
  return [...dice.subarray(0, 3)].map((byte) => 40 + (byte % 140))
}

/** The rows of the image, each behind the number of its filter: none. */
function pixelsOf(dice: Buffer): Buffer {
  const row = (y: number) => {
    const pixels = Buffer.alloc(1 + side / 8)
    for (let x = 0; x < side; x += 1)
      if (isInk(dice, x, y)) pixels[1 + (x >> 3)] = (pixels[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
    return pixels
  }
  return Buffer.concat(Array.from({ length: side }, (_, y) => row(y)))
}

/** A margin of half a cell is paper; the columns mirror each other. */
function isInk(dice: Buffer, x: number, y: number): boolean {
  const [column, line] = [x, y].map((at) => Math.floor((at - cellSide / 2) / cellSide))
  if (column === undefined || line === undefined) return false
  if (Math.min(column, line) < 0 || Math.max(column, line) >= cells) return false
  return ((dice[4 + line * cells + Math.min(column, cells - 1 - column)] ?? 0) & 1) === 1
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
