import { film, pdf } from '../media-files.ts'
import { box, element, fill, heicType, inMoov, inSegment, metaOf, u32 } from './builders.ts'
import type { HostileFile } from './hostile-pictures.ts'

const empty = box('free')

const movies: [string, (bytes: number) => Promise<Buffer>][] = [
  [
    'ten tracks of empty boxes',
    async (bytes) => inMoov(await film('mp4'), ...tracks(fill(empty, bytes / 10))),
  ],
  ['empty boxes beside the index', async (bytes) => Buffer.concat([await film('mp4'), fill(empty, bytes)])],
  [
    'empty places in its user data',
    async (bytes) => inMoov(await film('mp4'), box('udta', fill(box('\xa9xyz'), bytes))),
  ],
  [
    'user data in user data in user data',
    async (bytes) => inMoov(await film('mp4'), nested('udta', Math.min(2_000, bytes / 8))),
  ],
  [
    'items of a list without end',
    async (bytes) => inMoov(await film('mp4'), metaBox(box('ilst', fill(box('----'), bytes)))),
  ],
  [
    'keys that are one byte long',
    async (bytes) =>
      inMoov(
        await film('mp4'),
        metaBox(box('keys', u32(0), u32(1), fill(Buffer.from('000000096d64746178', 'hex'), bytes))),
      ),
  ],
  [
    'XMP that is nothing but the beginnings of a place',
    async (bytes) =>
      Buffer.concat([await film('mp4'), box('uuid', Buffer.alloc(16), Buffer.alloc(bytes, '+12.'))]),
  ],
  [
    'a box that says it ends where it begins',
    async (bytes) =>
      Buffer.concat([await film('mp4'), fill(Buffer.from('0000000166726565000000000000000f', 'hex'), bytes)]),
  ],
]

const webms: [string, (bytes: number) => Promise<Buffer>][] = [
  ['empty elements', async (bytes) => inSegment(await film('webm'), fill(Buffer.from('ec80', 'hex'), bytes))],
  [
    'tags that are nothing but the beginnings of a place',
    async (bytes) => inSegment(await film('webm'), element('1254c367', Buffer.alloc(bytes, '+12.'))),
  ],
  [
    'tags without end',
    async (bytes) => inSegment(await film('webm'), fill(element('1254c367', Buffer.from('gps')), bytes)),
  ],
]

/** Tracks beside the real one. */
function tracks(content: Buffer): Buffer[] {
  return Array.from({ length: 10 }, () => box('trak', content))
}

function metaBox(...parts: Buffer[]): Buffer {
  return box('meta', u32(0), box('hdlr', Buffer.alloc(24)), ...parts)
}

function nested(type: string, depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let level = 0; level < depth; level += 1) inner = box(type, inner)
  return inner
}

export const hostileFilms: readonly HostileFile[] = [
  ...movies.map(([name, make]) => ({ name, mimeType: 'video/mp4', make })),
  ...webms.map(([name, make]) => ({ name, mimeType: 'video/webm', make })),
  {
    name: 'a picture with the tracks of a film',
    mimeType: 'image/heic',
    make: async (bytes) =>
      Buffer.concat([heicType, metaOf(), box('moov', ...tracks(fill(empty, bytes / 10)))]),
  },
  {
    name: 'the end of a document again and again',
    mimeType: 'application/pdf',
    make: async (bytes) => Buffer.concat([pdf(), fill(Buffer.from('startxref\n9 \n'), bytes), pdf()]),
  },
]
