import { deflateSync } from 'node:zlib'
import { film, heic, image, manyFrames, pngChunk, withPlace } from '../media-files.ts'
import {
  box,
  directory,
  element,
  gifExtension,
  heicOf,
  inGif,
  inJpeg,
  inMoov,
  inPng,
  inSegment,
  inWebp,
  pngText,
  segment,
  tiff,
  u16,
  u32,
  webpChunk,
} from './builders.ts'

/** A file that tells where it was taken, in one of the many ways there are. */
export interface PlacedFile {
  /** Where it tells that. */
  readonly name: string
  readonly mimeType: string
  make(): Promise<Buffer>
  /** Bytes of the place: all stand in the file, and none may be served. */
  readonly place: readonly Buffer[]
}

const latitude = '52,31.2N'
const xmpText = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="${latitude}" exif:GPSLongitude="13,24.6E"/></x:xmpmeta>`
const xmp = Buffer.from(xmpText)
const xmpUtf16 = Buffer.from(`\ufeff${xmpText}`, 'utf16le')
const [name, bare] = [Buffer.from('GPSLatitude'), Buffer.from(latitude)]
const wide = Buffer.from(latitude, 'utf16le')
const iso6709 = '+52.5200+013.4100/'
const short = Buffer.from('+52.5200')

/** 52° 31′ 12″ as three fractions. */
const fractions = Buffer.from('34000000010000001f000000010000000c00000001000000', 'hex')
/** EXIF of a picture that lies on its side, with that latitude. */
const exif = tiff(
  [
    { tag: 0x0112, type: 3, count: 1, value: 6 },
    { tag: 0x8825, type: 4, count: 1, value: 38 },
  ],
  directory([
    { tag: 1, type: 2, count: 2, value: 0x4e },
    { tag: 2, type: 5, count: 3, value: 68 },
  ]),
  fractions,
)
const xmpHeader = Buffer.from('http://ns.adobe.com/xap/1.0/\0')
const xmpUuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

function resource(id: number, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('8BIM'),
    u16(id),
    u16(0),
    u32(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ])
}

/** A profile as ImageMagick writes it: hexadecimal digits in lines of 72, behind its kind and its length. */
function rawProfile(kind: string, profile: Buffer): Buffer {
  const lines = profile.toString('hex').match(/.{1,72}/g) ?? []
  return Buffer.from(`\n${kind}\n${String(profile.length).padStart(8)}\n${lines.join('\n')}\n`)
}

const hexOf = (bytes: Buffer) => Buffer.from(bytes.toString('hex'))

function longXmp(text: Buffer, at: number): Buffer[] {
  const part = (from: number, to: number) =>
    segment(
      0xe1,
      Buffer.concat([
        Buffer.from(`http://ns.adobe.com/xmp/extension/\0${'0'.repeat(32)}`),
        u32(text.length),
        u32(from),
        text.subarray(from, to),
      ]),
    )
  return [part(0, at), part(at, text.length)]
}

const jpeg = (...parts: Buffer[]) => image('jpeg').then((bytes) => inJpeg(bytes, ...parts))
const png = (...chunks: Buffer[]) => image('png').then((bytes) => inPng(bytes, ...chunks))
const profileOf = (kind: string, profile: Buffer) =>
  png(
    pngText(
      'zTXt',
      `Raw profile type ${kind}`,
      Buffer.concat([Buffer.alloc(1), deflateSync(rawProfile(kind, profile))]),
    ),
  )

const jpegs: PlacedFile[] = [
  placed(
    'EXIF',
    'image/jpeg',
    () => jpeg(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]))),
    fractions,
  ),
  placed(
    'EXIF behind a header that ends in 0xFF',
    'image/jpeg',
    () => jpeg(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\xff', 'latin1'), exif]))),
    fractions,
  ),
  placed(
    'the EXIF of a Photoshop resource',
    'image/jpeg',
    () => jpeg(segment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource(0x0422, exif)]))),
    fractions,
  ),
  placed(
    'the XMP of a Photoshop resource',
    'image/jpeg',
    () => jpeg(segment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource(0x0424, xmp)]))),
    bare,
  ),
  placed('XMP', 'image/jpeg', () => jpeg(segment(0xe1, Buffer.concat([xmpHeader, xmp]))), bare),
  placed(
    'XMP in UTF-16',
    'image/jpeg',
    () => jpeg(segment(0xe1, Buffer.concat([xmpHeader, xmpUtf16]))),
    wide,
  ),
  placed(
    'XMP of two segments, split within a word',
    'image/jpeg',
    () => jpeg(...longXmp(xmp, xmp.indexOf(name) + 5)),
    bare,
  ),
  placed(
    'XMP of two segments in the wrong order',
    'image/jpeg',
    () => jpeg(...longXmp(xmp, xmp.indexOf(name) + 5).reverse()),
    bare,
  ),
  placed('a comment', 'image/jpeg', () => jpeg(segment(0xfe, `GPSLatitude=${latitude}`)), bare),
  placed('a comment in digits', 'image/jpeg', () => jpeg(segment(0xfe, `taken at ${iso6709}`)), short),
  placed(
    'XMP within EXIF',
    'image/jpeg',
    () => {
      const block = tiff([{ tag: 0x02bc, type: 1, count: xmp.length, value: 26 }], xmp)
      return jpeg(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), block])))
    },
    bare,
  ),
  placed(
    'EXIF that names its place twice',
    'image/jpeg',
    () => {
      const pointer = { tag: 0x8825, type: 4, count: 1, value: 38 }
      const places = directory([{ tag: 2, type: 5, count: 3, value: 56 }])
      const block = tiff([{ ...pointer, value: 8 }, pointer], places, fractions)
      return jpeg(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), block])))
    },
    fractions,
  ),
]

const pngs: PlacedFile[] = [
  placed('eXIf', 'image/png', () => png(pngChunk('eXIf', exif)), fractions),
  placed(
    'XMP',
    'image/png',
    () => png(pngText('iTXt', 'XML:com.adobe.xmp', Buffer.concat([Buffer.alloc(4), xmp]))),
    bare,
  ),
  placed(
    'a text named after it',
    'image/png',
    () => png(pngText('tEXt', 'exif:GPSLatitude', Buffer.from('52/1, 31/1, 12/1'))),
    Buffer.from('52/1, 31/1, 12/1'),
  ),
  placed(
    'a profile of EXIF that is not packed',
    'image/png',
    () =>
      png(
        pngText(
          'tEXt',
          'Raw profile type exif',
          rawProfile('exif', Buffer.concat([Buffer.from('Exif\0\0'), exif])),
        ),
      ),
    hexOf(exif.subarray(0, 20)),
  ),
  ...(
    [
      ['exif', Buffer.concat([Buffer.from('Exif\0\0'), exif])],
      ['APP1', Buffer.concat([Buffer.from('Exif\0\0'), exif])],
      ['xmp', xmp],
      ['APP1', Buffer.concat([xmpHeader, xmp])],
      ['8bim', resource(0x0422, exif)],
    ] as const
  ).map(([kind, profile]) =>
    placed(
      `a packed profile named ${kind}`,
      'image/png',
      () => profileOf(kind, profile),
      deflateSync(rawProfile(kind, profile)),
    ),
  ),
  placed('a chunk of nobody’s', 'image/png', () => png(pngChunk('xyZw', xmp)), bare),
]

const others: PlacedFile[] = [
  placed(
    'EXIF',
    'image/webp',
    () => image('webp').then((webp) => inWebp(webp, webpChunk('EXIF', exif))),
    fractions,
  ),
  placed('XMP', 'image/webp', () => image('webp').then((webp) => inWebp(webp, webpChunk('XMP ', xmp))), bare),
  placed(
    'XMP under a wrong name',
    'image/webp',
    () => image('webp').then((webp) => inWebp(webp, webpChunk('XMP\0', xmp))),
    bare,
  ),
  placed(
    'XMP',
    'image/gif',
    async () => {
      // As it is, without sub-blocks; the tail leads any reader of those to its end.
      const tail = Buffer.from(Array.from({ length: 257 }, (_, index) => (256 - index) & 0xff))
      const head = Buffer.from('21ff0b584d502044617461584d50', 'hex')
      return inGif(manyFrames(2), Buffer.concat([head, xmp, Buffer.from([1]), tail, Buffer.from([0])]))
    },
    bare,
  ),
  placed('a comment', 'image/gif', async () => inGif(manyFrames(2), gifExtension(0xfe, xmp)), bare),
  placed(
    'a comment in sub-blocks of three letters',
    'image/gif',
    async () => inGif(manyFrames(2), gifExtension(0xfe, xmp, 3)),
    xmp.subarray(0, 3),
  ),
]

const stills: PlacedFile[] = [
  placed('EXIF', 'image/avif', () => image('avif', { gps: true }), fractions.subarray(0, 16)),
  placed('EXIF', 'image/heic', () => heic({ gps: true }), fractions.subarray(0, 16)),
  placed('XMP', 'image/heic', async () => oneNote('mime', xmp), bare),
  placed(
    'XMP in two extents, split within a word',
    'image/heic',
    async () => splitNote(xmp, xmp.indexOf(name) + 5),
    bare,
  ),
  placed(
    'EXIF whose first bytes mislead',
    'image/heic',
    async () => oneNote('Exif', Buffer.concat([u32(2), Buffer.from('Exif\0\0'), exif])),
    fractions,
  ),
  placed(
    'XMP in a box beside it',
    'image/avif',
    async () => Buffer.concat([await image('avif'), box('uuid', xmpUuid, xmp)]),
    bare,
  ),
]

function oneNote(type: 'mime' | 'Exif', data: Buffer): Buffer {
  return heicOf(data, (at) => [{ type, extents: [{ from: at, length: data.length }] }])
}

function splitNote(data: Buffer, at: number): Buffer {
  return heicOf(data, (from) => [
    {
      type: 'mime',
      extents: [
        { from, length: at },
        { from: from + at, length: data.length - at },
      ],
    },
  ])
}

const handler = box('hdlr', u32(0), u32(0), Buffer.from('mdir'), Buffer.alloc(12), Buffer.alloc(1))
const text = (value: string) => box('data', u32(1), u32(0), Buffer.from(value))
const listed = (...items: Buffer[]) => box('meta', u32(0), handler, box('ilst', ...items))
const freeForm = box(
  '----',
  box('mean', u32(0), Buffer.from('com.apple.quicktime')),
  box('name', u32(0), Buffer.from('location.ISO6709')),
  text('52.52, 13.41'),
)
const keyed = box(
  'meta',
  handler,
  box('keys', u32(0), u32(1), box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709'))),
  box('ilst', Buffer.concat([u32(8 + text(iso6709).length), u32(1), text(iso6709)])),
)

const films: [string, (movie: Buffer) => Buffer, Buffer?][] = [
  ['its user data', (movie) => withPlace(movie)],
  [
    'user data beside its index',
    (movie) => Buffer.concat([movie, box('udta', box('\xa9xyz', Buffer.from(iso6709)))]),
  ],
  ['XMP beside its index', (movie) => Buffer.concat([movie, box('uuid', xmpUuid, xmp)]), bare],
  ['XMP in its index', (movie) => inMoov(movie, box('uuid', xmpUuid, xmp)), bare],
  ['XMP in its user data', (movie) => inMoov(movie, box('udta', box('XMP_', xmp))), bare],
  ['a list without keys', (movie) => inMoov(movie, box('udta', listed(box('\xa9xyz', text(iso6709)))))],
  [
    'an item of free form',
    (movie) => inMoov(movie, box('udta', listed(freeForm))),
    Buffer.from('52.52, 13.41'),
  ],
  ['a list with keys', (movie) => inMoov(movie, keyed)],
  ['a list beside its index', (movie) => Buffer.concat([movie, listed(box('\xa9xyz', text(iso6709)))])],
  ['3GPP’s box', (movie) => inMoov(movie, box('udta', box('loci', u32(0), Buffer.from('und'), bare))), bare],
  ['a note of no known kind', (movie) => inMoov(movie, box('udta', box('note', Buffer.from(iso6709))))],
  [
    'XML of its camera',
    (movie) =>
      Buffer.concat([
        movie,
        box(
          'meta',
          u32(0),
          handler,
          box('xml ', u32(0), Buffer.from(`<Group name="ExifGPS"><Item value="${latitude}"/>`)),
        ),
      ]),
    bare,
  ],
]

const tag = (...parts: Buffer[]) => element('1254c367', element('7373', element('67c8', ...parts)))
const webms: [string, Buffer, Buffer][] = [
  [
    'a tag as converters write it',
    tag(element('45a3', Buffer.from('LOCATION')), element('4487', Buffer.from('52.52 13.41'))),
    Buffer.from('52.52 13.41'),
  ],
  [
    'a tag by its digits',
    tag(element('45a3', Buffer.from('COMMENT')), element('4487', Buffer.from(iso6709))),
    short,
  ],
]

function placed(name: string, mimeType: string, make: () => Promise<Buffer>, ...place: Buffer[]): PlacedFile {
  return { name, mimeType, make, place }
}

export const placedFiles: readonly PlacedFile[] = [
  ...jpegs,
  ...pngs,
  ...others,
  ...stills,
  ...films.flatMap(([where, put, place = short]) => [
    placed(where, 'video/mp4', async () => put(await film('mp4')), place),
    placed(where, 'video/quicktime', async () => put(await film('mov')), place),
  ]),
  ...webms.map(([where, tags, place]) =>
    placed(where, 'video/webm', async () => inSegment(await film('webm'), tags), place),
  ),
]
