import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFilm } from './films.ts'

// A HEIC as telephones make them: tiles of HEVC, a grid that puts them together, a turn in its properties and, beside it,
// an EXIF that names the turn once more. ffmpeg encodes the tiles; the container is written here.

const run = promisify(execFile)

export interface TiledPicture {
  /** The colours of the tiles, row by row. */
  colors: readonly (readonly string[])[]
  /** Pixels of the side of a tile. */
  tile: number
  /** Pixels of the whole, less than the tiles have together. */
  width: number
  height: number
  /** Quarters of a turn against the clock, as `irot` counts. */
  quarters: 0 | 1 | 2 | 3
  /** The orientation that EXIF names. */
  orientation: number
  /** Whether the tiles are pictures of their own as well. */
  tilesAreShown?: boolean
}

/** Makes a HEIC of tiles. */
export async function tiledHeic(folder: string, picture: TiledPicture): Promise<Buffer> {
  const tiles: Tile[] = []
  for (const color of picture.colors.flat()) tiles.push(await makeTile(folder, color, picture.tile))
  const rows = picture.colors.length
  const columns = picture.colors[0]?.length ?? 0
  const grid = Buffer.alloc(8)
  grid.set([0, 0, rows - 1, columns - 1])
  grid.writeUInt16BE(picture.width, 4)
  grid.writeUInt16BE(picture.height, 6)
  const exif = Buffer.concat([Buffer.alloc(4), tiff(picture.orientation)])
  return assemble(picture, tiles, grid, exif)
}

interface Tile {
  /** The decoder's configuration, an `hvcC` box. */
  setup: Buffer
  data: Buffer
}

async function makeTile(folder: string, color: string, side: number): Promise<Tile> {
  const input = ['-f', 'lavfi', '-i', `color=${color}:s=${side}x${side}:r=1:d=1`, '-frames:v', '1']
  const encoder = [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none',
    '-pix_fmt',
    'yuv420p',
  ]
  const path = await makeFilm(folder, `tile-${color}.mp4`, [...input, ...encoder, '-tag:v', 'hvc1'])
  const film = await readFile(path)
  const at = film.indexOf('hvcC', 0, 'latin1') - 4
  const bare = join(folder, `tile-${color}.bin`)
  await run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-map', '0:v', '-c', 'copy', '-f', 'data', bare])
  return { setup: film.subarray(at, at + film.readUInt32BE(at)), data: await readFile(bare) }
}

function assemble(picture: TiledPicture, tiles: readonly Tile[], grid: Buffer, exif: Buffer): Buffer {
  const gridId = tiles.length + 1
  const exifId = gridId + 1
  const contents = [...tiles.map(({ data }) => data), grid, exif]
  const types = [...tiles.map(() => 'hvc1'), 'grid', 'Exif']
  const size = (width: number, height: number) =>
    fullBox('ispe', 0, 0, Buffer.concat([u32(width), u32(height)]))
  const properties = [
    tiles[0]?.setup ?? Buffer.alloc(0),
    size(picture.tile, picture.tile),
    size(picture.width, picture.height),
    box('irot', Buffer.from([picture.quarters])),
  ]
  const ofTiles = tiles.map((_, index) => Buffer.concat([u16(index + 1), Buffer.from([2, 0x81, 0x02])]))
  const ofGrid = Buffer.concat([u16(gridId), Buffer.from([2, 0x03, 0x84])])
  const associations = fullBox('ipma', 0, 0, Buffer.concat([u32(tiles.length + 1), ...ofTiles, ofGrid]))
  const references = [
    box('dimg', Buffer.concat([u16(gridId), u16(tiles.length), ...tiles.map((_, index) => u16(index + 1))])),
    box('cdsc', Buffer.concat([u16(exifId), u16(1), u16(gridId)])),
  ]
  const entries = types.map((type, index) =>
    fullBox(
      'infe',
      2,
      picture.tilesAreShown !== true && type === 'hvc1' ? 1 : 0,
      Buffer.concat([u16(index + 1), u16(0), Buffer.from(`${type}\0`, 'latin1')]),
    ),
  )
  const head = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'))
  const meta = (from: number) =>
    fullBox(
      'meta',
      0,
      0,
      Buffer.concat([
        fullBox('hdlr', 0, 0, Buffer.concat([u32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)])),
        fullBox('pitm', 0, 0, u16(gridId)),
        fullBox('iinf', 0, 0, Buffer.concat([u16(entries.length), ...entries])),
        fullBox('iref', 0, 0, Buffer.concat(references)),
        box('iprp', Buffer.concat([box('ipco', Buffer.concat(properties)), associations])),
        fullBox(
          'iloc',
          0,
          0,
          Buffer.concat([Buffer.from([0x44, 0x00]), u16(contents.length), ...placesOf(contents, from)]),
        ),
      ]),
    )
  const dataAt = head.length + meta(0).length + 8
  return Buffer.concat([head, meta(dataAt), box('mdat', Buffer.concat(contents))])
}

function placesOf(contents: readonly Buffer[], from: number): Buffer[] {
  let at = from
  return contents.map(({ length }, index) => {
    const place = Buffer.concat([u16(index + 1), u16(0), u16(1), u32(at), u32(length)])
    at += length
    return place
  })
}

/** EXIF with nothing but an orientation. */
function tiff(orientation: number): Buffer {
  const block = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  block.writeUInt16BE(orientation, 18)
  return block
}

function box(type: string, content: Buffer): Buffer {
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

function fullBox(type: string, version: number, flags: number, content: Buffer): Buffer {
  return box(type, Buffer.concat([Buffer.from([version, 0, 0, flags]), content]))
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
