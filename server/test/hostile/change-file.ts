import type { Chance } from '../soak/random.ts'
import { type FilePart, partsOf } from './file-parts.ts'

/** A file that was changed within its structure. */
export interface ChangedFile {
  readonly bytes: Buffer
  /** The steps of the change, in order. */
  readonly changes: readonly string[]
  /** Nothing was done to the bytes to keep, however often they stand in the file, nor to a length of what they lie in. */
  readonly isKept: boolean
}

interface Change {
  readonly name: string
  readonly bytes: Buffer
  readonly isKept: boolean
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** No changed file is longer. */
const mostBytes = 1_000_000

/** Changes a file once to four times: its parts, their lengths, their contents, or where it ends. */
export function changeFile(mimeType: string, file: Buffer, keep: Buffer | null, chance: Chance): ChangedFile {
  let bytes = file
  let isKept = keep !== null
  const changes: string[] = []
  for (let left = Math.ceil(chance.between(0, 4)); left > 0; left -= 1) {
    const parts = partsOf(mimeType, bytes)
    const changed = chance.oneOf(ways)(bytes, parts, placesOf(keep, bytes), chance)
    if (!changed || changed.bytes.length > mostBytes) continue
    bytes = changed.bytes
    isKept &&= changed.isKept
    changes.push(changed.name)
  }
  return { bytes, changes, isKept }
}

/** Each place of some bytes in a file: a part that was repeated may have brought them along. */
function placesOf(sought: Buffer | null, file: Buffer): Range[] {
  const places: Range[] = []
  if (!sought) return places
  for (let from = file.indexOf(sought); from >= 0; from = file.indexOf(sought, from + sought.length))
    places.push({ from, to: from + sought.length })
  return places
}

type Way = (file: Buffer, parts: readonly FilePart[], kept: readonly Range[], chance: Chance) => Change | null

const ways: readonly Way[] = [
  (file, parts, kept, chance) => {
    const part = pick(parts, chance)
    if (!part || part.from >= part.to) return null
    const size = part.to - part.from
    const most = Math.floor((mostBytes - file.length) / size)
    const count = Math.floor(chance.is(0.5) ? chance.between(1, 5) : chance.between(1, Math.max(2, most)))
    const more = Buffer.alloc(size * count, file.subarray(part.from, part.to))
    return insert(file, part, part.to, more, `part at ${part.from} repeated ${count} times`, kept)
  },
  (file, parts, kept, chance) => {
    const part = pick(parts, chance)
    const isKept = part !== null && isApart(part, kept)
    return (
      part &&
      resized(file, part, part.from, part.to, Buffer.alloc(0), `part at ${part.from} left out`, isKept)
    )
  },
  (file, parts, _kept, chance) => {
    const part = pick(parts, chance)
    if (!part?.length) return null
    const { at, bytes, isLittle } = part.length
    const before = isLittle ? file.readUIntLE(at, bytes) : file.readUIntBE(at, bytes)
    const most = 2 ** (8 * bytes) - 1
    const value = Math.min(
      most,
      Math.max(
        0,
        chance.oneOf([0, 1, 7, 8, before - 1, before + 1, before * 2, file.length, most, most - 7]),
      ),
    )
    const changed = Buffer.from(file)
    if (isLittle) changed.writeUIntLE(value, at, bytes)
    else changed.writeUIntBE(value, at, bytes)
    return { name: `length at ${at} set to ${value}`, bytes: changed, isKept: false }
  },
  (file, parts, _kept, chance) => {
    const part = pick(parts, chance)
    if (!part || part.to - part.from < 2) return null
    const changed = Buffer.from(file)
    const width = chance.oneOf([1, 2, 4])
    const at = Math.floor(chance.between(part.from, Math.min(part.to, part.from + 200, file.length - width)))
    const value = chance.oneOf([0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, file.length])
    changed.writeUIntBE(value % 2 ** (8 * width), at, width)
    return { name: `${width} bytes at ${at} set to ${value}`, bytes: changed, isKept: false }
  },
  (file, parts, _kept, chance) => {
    const part = pick(parts, chance)
    const text = chance.oneOf(texts)
    if (!part || part.to - part.from < 20) return null
    const changed = Buffer.from(file)
    changed.fill(text, Math.min(part.from + 12, part.to), part.to, 'latin1')
    return { name: `part at ${part.from} filled with ${JSON.stringify(text)}`, bytes: changed, isKept: false }
  },
  (file, parts, kept, chance) => {
    const part = pick(parts, chance)
    const text = chance.oneOf(texts)
    const more = Buffer.alloc(Math.floor(chance.between(1, chance.is(0.5) ? 200 : 60_000)), text, 'latin1')
    return (
      part &&
      insert(
        file,
        part,
        part.to,
        more,
        `${more.length} bytes of ${JSON.stringify(text)} behind the part at ${part.from}`,
        kept,
        false,
      )
    )
  },
  (file, parts, _kept, chance) => {
    // Deeper and deeper within itself, where a part may hold others.
    const part = pick(
      parts.filter(({ length }) => length !== null),
      chance,
    )
    if (!part?.length) return null
    const head = Math.min(part.length.at + part.length.bytes + 4, part.to) - part.from
    if (head < 1) return null
    const inner = Buffer.alloc(
      Math.min(60_000, head * Math.floor(chance.between(1, 3_000))),
      file.subarray(part.from, part.from + head),
    )
    return insert(
      file,
      part,
      part.from,
      inner,
      `beginnings of the part at ${part.from} within each other`,
      [],
      false,
    )
  },
  (file, parts, _kept, chance) => {
    const part = pick(parts, chance)
    const at = Math.floor(chance.is(0.5) ? (part?.to ?? 0) : chance.between(0, file.length))
    return { name: `cut off at ${at}`, bytes: file.subarray(0, at), isKept: false }
  },
]

const texts = ['\0', '\n', '<', '<br', '<script', 'GPS', '+12.', 'II*\0', '8BIM', '\xff', '\xff\xd8', 'a']

function pick(parts: readonly FilePart[], chance: Chance): FilePart | null {
  return parts.length === 0 ? null : chance.oneOf(parts)
}

/** A part that may go without changing what the kept bytes say, as the name of a tag or a list of keys would. */
function isApart({ from, to, within }: FilePart, kept: readonly Range[]): boolean {
  const overlaps = (range: Range) => kept.some((each) => range.from < each.to && each.from < range.to)
  const parent = within.at(-1)
  const isBeside = parent !== undefined && parent.within.length > 0 && overlaps(parent)
  return !overlaps({ from, to }) && !isBeside
}

/** Bytes beside a part, with the lengths of what it lies in made longer by them. */
function insert(
  file: Buffer,
  part: FilePart,
  at: number,
  more: Buffer,
  name: string,
  kept: readonly Range[],
  keeps = true,
): Change {
  const isOutside = kept.every(({ from, to }) => at <= from || at >= to)
  return resized(file, part, at, at, more, name, keeps && isOutside)
}

function resized(
  file: Buffer,
  part: FilePart,
  from: number,
  to: number,
  instead: Buffer,
  name: string,
  isKept: boolean,
): Change {
  const changed = Buffer.from(file)
  for (const { length } of part.within) {
    if (!length || length.at >= to) continue
    const value = changed.readUIntBE(length.at, length.bytes) + instead.length - (to - from)
    if (value >= 0 && value < 2 ** (8 * length.bytes)) changed.writeUIntBE(value, length.at, length.bytes)
  }
  const bytes = Buffer.concat([changed.subarray(0, from), instead, changed.subarray(to)])
  // The length of a whole WebP stands before all of its parts.
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.length > 12) bytes.writeUInt32LE(bytes.length - 8, 4)
  return { name, bytes, isKept }
}
