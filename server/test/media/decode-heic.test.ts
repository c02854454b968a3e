// @module-tag slow
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isHere, skipWithout } from '../../../scripts/test-needs.ts'
import { openWorkbench, sourceOf, type Workbench } from '../converters.ts'
import { filmFolder } from '../films.ts'
import { type TiledPicture, tiledHeic } from '../heic-files.ts'

// The engines yield the processors to everything else that runs.
const patient = { timeout: 120_000 }
const folder = filmFolder()
let bench: Workbench
let bytes: Buffer
/** As a telephone that was held upright: the sensor lies on its side. */
const picture: TiledPicture = {
  colors: [
    ['red', 'lime'],
    ['blue', 'white'],
  ],
  tile: 64,
  width: 128,
  height: 112,
  quarters: 3,
  orientation: 6,
}
beforeAll(async () => {
  bench = openWorkbench(folder.path)
  if (isHere('ffmpeg') && isHere('heif-convert')) bytes = await tiledHeic(folder.path, picture)
})
beforeEach(skipWithout('ffmpeg'))
beforeEach(skipWithout('heif-convert'))
afterAll(async () => {
  await bench.close()
  folder.remove()
})

async function decode(name: string, content: Buffer) {
  const path = join(folder.path, name)
  await writeFile(path, content)
  return bench.converter.decodeHeic('w', sourceOf(path), { signal: null })
}

/** The colours near the corners of a picture: top left, top right, bottom left, bottom right. */
async function cornersOf(path: string): Promise<number[][]> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  const [right, bottom] = [info.width - 20, info.height - 20]
  return [
    [20, 20],
    [right, 20],
    [20, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => {
    const at = (y * info.width + x) * 3
    return [...data.subarray(at, at + 3)]
  })
}

describe('a HEIC of tiles, as telephones make them', patient, () => {
  it('is measured upright', async () => {
    const path = join(folder.path, 'tiled.heic')
    await writeFile(path, bytes)
    expect(await bench.reader.probe('w', path, 'image/heic')).toMatchObject({
      kind: 'image',
      width: 112,
      height: 128,
    })
  })

  it('becomes one upright JPEG, turned once', async () => {
    const made = await decode('tiled.heic', bytes)
    expect(made).toMatchObject({
      mimeType: 'image/jpeg',
      probed: { width: 112, height: 128, facts: { picture: { orientation: 1 } } },
    })
    // Turned to the right, the left column becomes the top row.
    const bright = (await cornersOf(made.path)).map((color) => color.map((part) => part > 128))
    const [blue, red, white, lime] = [
      [false, false, true],
      [true, false, false],
      [true, true, true],
      [false, true, false],
    ]
    expect(bright).toEqual([blue, red, white, lime])
    expect((await readFile(made.path)).toString('latin1')).not.toContain('Exif')
    await made.discard()
  })

  it('is found among the pictures of its file', async () => {
    const made = await decode('burst.heic', await tiledHeic(folder.path, { ...picture, tilesAreShown: true }))
    expect(made.probed).toMatchObject({ width: 112, height: 128 })
  })

  it('is refused by name when it is damaged', async () => {
    const half = bytes.subarray(0, bytes.length - 40)
    await expect(decode('half.heic', half)).rejects.toThrow(/^“half.heic” .*Export it again/)
    await expect(decode('text.heic', Buffer.from('hello'))).rejects.toThrow(/^“text.heic” /)
  })
})
