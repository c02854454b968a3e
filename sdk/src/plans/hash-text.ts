/**
 * The SHA-256 of a text in UTF-8. Web Crypto has it too, but not on a page that came over plain HTTP from another host, and only
 * as a promise.
 */
export function hashText(text: string): Uint8Array {
  const words = padded(new TextEncoder().encode(text))
  const state = new Uint32Array(roots(8, 1 / 2))
  const schedule = new Uint32Array(64)
  for (let at = 0; at < words.length; at += 16) {
    schedule.set(words.subarray(at, at + 16))
    for (let i = 16; i < 64; i += 1) {
      const [before, last] = [schedule[i - 15] ?? 0, schedule[i - 2] ?? 0]
      const low = turn(before, 7) ^ turn(before, 18) ^ (before >>> 3)
      const high = turn(last, 17) ^ turn(last, 19) ^ (last >>> 10)
      schedule[i] = (schedule[i - 16] ?? 0) + low + (schedule[i - 7] ?? 0) + high
    }
    mix(state, schedule)
  }
  const bytes = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) bytes.setUint32(index * 4, word)
  return new Uint8Array(bytes.buffer)
}

function mix(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (const [i, constant] of constants.entries()) {
    const chosen = (e & f) ^ (~e & g)
    const most = (a & b) ^ (a & c) ^ (b & c)
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + constant + (schedule[i] ?? 0)
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word
}

/** The bytes with a bit, zeros and their length behind them, as whole blocks of words. */
function padded(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const view = new DataView(new ArrayBuffer(blocks * 64))
  new Uint8Array(view.buffer).set(bytes)
  view.setUint8(bytes.length, 0x80)
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(view.byteLength - 4, bytes.length * 8)
  return Uint32Array.from({ length: blocks * 16 }, (_, index) => view.getUint32(index * 4))
}

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/** The first bits behind the point of the roots of the first primes, of which the constants of SHA-256 are made. */
function roots(count: number, power: number): number[] {
  const primes: number[] = []
  for (let next = 2; primes.length < count; next += 1)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next)
  return primes.map((prime) => ((prime ** power % 1) * 2 ** 32) | 0)
}

const constants = new Uint32Array(roots(64, 1 / 3))
