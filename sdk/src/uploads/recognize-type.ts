/**
 * Finds out the media type of a file: by its first bytes, else by what the `Blob` says, else by the ending of the name. Pictures
 * often have the ending of another type, such as a WebP that a page called `.jpg`. Undefined where nothing tells it.
 */
export async function recognizeType(file: Blob, name: string): Promise<string | undefined> {
  const said =
    file.type === '' ? typesByEnding[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] : file.type
  return typeOfBytes(await headOf(file)) ?? said
}

// The types that Crier takes, by the endings of their files. Browsers do not know all of them.
const typesByEnding: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heic',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
}

const typesByBeginning: readonly (readonly [string, string])[] = [
  ['\xff\xd8\xff', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF8', 'image/gif'],
  ['%PDF-', 'application/pdf'],
]

// Many formats share the container of MP4, so only brands that leave no doubt are here.
const typesByBrand: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mp41: 'video/mp4',
  mp42: 'video/mp4',
  isom: 'video/mp4',
  iso2: 'video/mp4',
  iso4: 'video/mp4',
  iso5: 'video/mp4',
  iso6: 'video/mp4',
  avc1: 'video/mp4',
  'qt  ': 'video/quicktime',
}

function typeOfBytes(head: string): string | undefined {
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  if (head.startsWith('ftyp', 4)) return typesByBrand[head.slice(8, 12)]
  if (head.startsWith('\x1aE\xdf\xa3') && head.includes('webm')) return 'video/webm'
  return typesByBeginning.find(([beginning]) => head.startsWith(beginning))?.[1]
}

/** A file that cannot be read any more has no beginning here; its upload says so. */
async function headOf(file: Blob): Promise<string> {
  try {
    return String.fromCharCode(...new Uint8Array(await file.slice(0, 64).arrayBuffer()))
  } catch {
    return ''
  }
}
