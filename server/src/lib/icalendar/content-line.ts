/** The most octets of a line (RFC 5545, 3.1), without its end. */
const mostOctets = 75

const plain = /^[\x20-\x7e]*$/

// Some readers break a line at these too.
const breaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const controls = /[^\P{Cc}\n\t]/gu

/** A property with its value as it stands in a file, folded into lines of at most 75 octets, each with its end. */
export function contentLine(name: string, value: string): string {
  const line = `${name}:${value}`
  return line.length <= mostOctets && plain.test(line) ? `${line}\r\n` : fold(line)
}

/**
 * The value of a property of the type TEXT (RFC 5545, 3.3.11). Breaks of lines are escaped, and other control characters left out,
 * so that no text begins a line of its own.
 */
export function textValue(text: string): string {
  return text
    .toWellFormed()
    .replace(breaks, '\n')
    .replace(controls, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** A moment in UTC, to the second: `20300506T090000Z`. */
export function utcValue(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** A line goes on behind a space, which counts. It breaks between characters, never within the bytes of one. */
function fold(line: string): string {
  let [folded, begin, octets] = ['', 0, 0]
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) ?? 0
    const size = octetsOf(code)
    if (octets + size > mostOctets) {
      folded += `${line.slice(begin, at)}\r\n `
      begin = at
      octets = 1
    }
    octets += size
    at += code > 0xffff ? 2 : 1
  }
  return `${folded}${line.slice(begin)}\r\n`
}

function octetsOf(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
