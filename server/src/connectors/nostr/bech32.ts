const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** The longest text that is read. NIP-19 advises a limit of 5,000; ours hold an id and a few addresses. */
const mostLetters = 1_000

/** Bytes as bech32 (BIP-173) behind a prefix, such as `npub`. */
export function writeBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5, true) ?? []
  const data = [...words, ...checksumOf(prefix, words)]
  return `${prefix}1${data.map((word) => letters[word]).join('')}`
}

/** The bytes behind a prefix; null for anything but bech32 with this prefix and a right checksum. */
export function readBech32(prefix: string, text: string): Uint8Array | null {
  const lower = text.toLowerCase()
  const isMixed = text !== lower && text !== text.toUpperCase()
  if (isMixed || text.length > mostLetters || !lower.startsWith(`${prefix}1`)) return null
  const data = Array.from(lower.slice(prefix.length + 1), (letter) => letters.indexOf(letter))
  if (data.length < 6 || data.includes(-1)) return null
  const [words, checksum] = [data.slice(0, -6), data.slice(-6)]
  if (checksumOf(prefix, words).some((word, index) => word !== checksum[index])) return null
  const bytes = regroup(words, 5, 8, false)
  return bytes && Uint8Array.from(bytes)
}

/** Numbers of `from` bits as numbers of `to` bits; null where bits are left over that say something. */
function regroup(numbers: Iterable<number>, from: number, to: number, isPadded: boolean): number[] | null {
  const grouped: number[] = []
  let [kept, bits] = [0, 0]
  for (const number of numbers) {
    kept = (kept << from) | number
    bits += from
    while (bits >= to) {
      bits -= to
      grouped.push(kept >> bits)
      kept &= (1 << bits) - 1
    }
  }
  if (isPadded && bits > 0) grouped.push(kept << (to - bits))
  return isPadded || (bits < from && kept === 0) ? grouped : null
}

function checksumOf(prefix: string, words: readonly number[]): number[] {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  const spread = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
  let sum = 1
  for (const word of [...spread, ...words, 0, 0, 0, 0, 0, 0]) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    for (const [bit, part] of generator.entries()) if ((top >>> bit) & 1) sum ^= part
  }
  return [5, 4, 3, 2, 1, 0].map((place) => ((sum ^ 1) >>> (5 * place)) & 31)
}
