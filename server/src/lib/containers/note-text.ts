/** Checks for markup that a browser or a type-guessing server might run. It has no business in a picture. */
export function holdsMarkup(bytes: Buffer): boolean {
  return (
    bytes.includes(0x3c) &&
    /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|img|\?php)/i.test(bytes.toString('latin1'))
  )
}

// The names under which XMP, captions and cameras keep a place; "Longtitude" is one maker's own spelling.
const names =
  /GPS[ _]?(?:Latitude|Longt?itude|Altitude|Position|Coordinates|DestL|Area|Processing)|ExifGPS|RECORDING_LOCATION/i
// A place by ISO 6709, such as +52.5200+013.4100/, as telephones write it into films.
const coordinates = /[+-]\d{2,6}\.\d{1,12}[+-]\d{3,7}\.\d/

/** Checks whether a text reveals where a picture was taken, whether its letters take one, two or four bytes. */
export function hasLocationText(bytes: Buffer): boolean {
  const text = withoutNuls(bytes).toString('latin1')
  return names.test(text) || coordinates.test(text)
}

/** The letters of a text in UTF-16 or UTF-32, as far as they are ASCII. */
function withoutNuls(bytes: Buffer): Buffer {
  if (!bytes.includes(0)) return bytes
  const letters = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (const byte of bytes) {
    letters[length] = byte
    if (byte !== 0) length += 1
  }
  return letters.subarray(0, length)
}
