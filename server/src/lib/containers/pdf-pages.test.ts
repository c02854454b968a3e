// @module-tag slow
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cpuMsOfAll, slowness } from '../../../test/hostile/yardstick.ts'
import { countPages } from './pdf-pages.ts'

function pages(...parts: (string | Buffer)[]): Promise<number | null> {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const read = async (at: number, length: number) => bytes.subarray(at, at + length)
  return countPages({ size: bytes.length, read })
}

const root = (count: number | string) => `1 0 obj\n<< /Type /Pages /Kids [2 0 R] /Count ${count} >>\nendobj\n`
const branch = '2 0 obj\n<</Type/Pages/Parent 1 0 R/Count 3>>\nendobj\n'

/** A stream of objects, each given by its text. */
function packed(...objects: string[]): Buffer {
  let at = 0
  const places = objects.map((text, index) => {
    const place = `${index + 10} ${at}`
    at += text.length + 1
    return place
  })
  const header = `${places.join(' ')} `
  const data = deflateSync(`${header}${objects.join(' ')}`)
  const dictionary = `5 0 obj\n<</Type/ObjStm/N ${objects.length}/First ${header.length}/Filter/FlateDecode/Length ${data.length}>>stream\r\n`
  return Buffer.concat([Buffer.from(dictionary), data, Buffer.from('\nendstream\nendobj\n')])
}

describe('the pages of a PDF', () => {
  it('are counted by the root of their tree', async () => {
    expect(await pages('%PDF-1.4\n', branch, root(7), branch)).toBe(7)
  })

  it('are those of its last version', async () => {
    expect(await pages(root(7), branch, root(9))).toBe(9)
  })

  it('are found in a compressed stream of objects', async () => {
    const objects = [
      '<</Type/Catalog/Pages 11 0 R>>',
      '<</Type/Pages/Count 12/Kids[12 0 R]>>',
      '<</Type/Page>>',
    ]
    expect(
      await pages('%PDF-1.7\n', packed(...objects), packed('<</Type/Pages/Parent 1 0 R/Count 2>>')),
    ).toBe(12)
  })

  it('are unknown where nothing counts them, or nobody would believe it', async () => {
    expect(await pages('%PDF-1.4\n')).toBeNull()
    expect(await pages(root('-1'))).toBeNull()
    expect(await pages(root(9_999_999_999))).toBeNull()
    expect(await pages('<</Type/ObjStm>>stream\n', Buffer.alloc(1_000, 7), 'endstream')).toBeNull()
  })

  it.each([
    ['nodes without end', '/Type/Pages/Count 1 '],
    ['beginnings of objects', '1 0 obj<</Pages '],
    ['streams that are none', '/ObjStm stream\n'],
    ['streams that only begin well', '/ObjStm stream\n\x78\x9cxxxxxxxx'],
    [
      'streams of the same bytes',
      '/ObjStm stream\n'.concat(deflateSync(Buffer.alloc(1e6)).toString('latin1')),
    ],
  ])('cost little in a file of %s', async (_what, part) => {
    const bytes = Buffer.from(part.repeat(Math.ceil(1e6 / part.length)), 'latin1')
    // Other tests run in threads of this process, and their time counts too: so the least of three.
    const tries: number[] = []
    for (let time = 0; time < 3; time += 1) tries.push(await cpuMsOfAll(() => pages(bytes)))
    expect(Math.min(...tries)).toBeLessThan(600 * slowness())
  })
})
