import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isHere, skipWithout } from '../../../scripts/test-needs.ts'
import { openWorkbench, sourceOf, type Workbench } from '../converters.ts'
import { filmFolder, quarters } from '../films.ts'
import { type TiledPicture, tiledHeic } from '../heic-files.ts'

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

describe('a HEIC of tiles, as telephones make them', () => {
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
    const [blue, red, white, lime] = await quarters(made.path)
    const bright = (color: number[] = []) => color.map((part) => part > 170)
    expect([blue, red, white, lime].map(bright)).toEqual([
      [false, false, true],
      [true, false, false],
      [true, true, true],
      [false, true, false],
    ])
    expect((await readFile(made.path)).toString('latin1')).not.toContain('Exif')
    await made.discard()
  })

  it('is refused by name when it is damaged', async () => {
    const half = bytes.subarray(0, bytes.length - 40)
    await expect(decode('half.heic', half)).rejects.toThrow(/^“half.heic” .*Export it again/)
    await expect(decode('text.heic', Buffer.from('hello'))).rejects.toThrow(/^“text.heic” /)
  })
})
