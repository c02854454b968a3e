/** The time that a clock on the wall shows, in milliseconds, as if its zone were UTC. */
export type WallTime = number

/** When a clock on the wall shows a certain time. Moments are in milliseconds. */
export type Moments =
  | { readonly kind: 'one'; readonly at: number }
  /** Never: the clock was put forward over it. `at` is the first moment after the gap. */
  | { readonly kind: 'gap'; readonly at: number }
  /** Once, and once more after the clock was put back. */
  | { readonly kind: 'twice'; readonly at: number; readonly again: number }

/** A time zone of the IANA database, by the rules that this version of Node knows. */
export interface Zone {
  readonly name: string
  wallAt(moment: number): WallTime
  momentsOf(wall: WallTime): Moments
}

const zones = new Map<string, Zone>()

/** Opens a zone by its IANA name, such as `Europe/Berlin`, in any case; null where there is none. */
export function openZone(name: string): Zone | null {
  // Intl would also take offsets such as +02:00, which are no zones.
  if (!/^[a-z][a-z0-9_+/-]{1,63}$/i.test(name)) return null
  const key = name.toLowerCase()
  const known = zones.get(key)
  if (known) return spelled(known, name)
  const format = formatOf(name)
  if (!format) return null
  const zone = createZone(properName(key) ?? name, format)
  zones.set(key, zone)
  return zone
}

/** A zone without a proper spelling is called as each caller calls it, not as the first one did. */
function spelled(zone: Zone, name: string): Zone {
  return zone.name === name || properName(name.toLowerCase()) !== undefined ? zone : { ...zone, name }
}

/** The zone as the list of Intl writes it; undefined for other names that it knows, such as old ones. */
function properName(key: string): string | undefined {
  listed ??= new Map(Intl.supportedValuesOf('timeZone').map((name) => [name.toLowerCase(), name]))
  return listed.get(key)
}

let listed: ReadonlyMap<string, string> | undefined

function formatOf(name: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const dayMs = 86_400_000
// No offset is larger than 14 hours, but clocks were once put forward by a whole day.
const reachMs = 26 * 3_600_000

/** A moment at which the offset of a zone changes, and the offsets on both sides of it. */
interface Change {
  readonly at: number
  readonly before: number
  readonly after: number
}

/** The changes of one year of UTC. */
interface Year {
  readonly firstOffset: number
  readonly changes: readonly Change[]
}

function createZone(name: string, format: Intl.DateTimeFormat): Zone {
  const years = new Map<number, Year>()
  const yearOf = (number: number): Year => {
    const known = years.get(number)
    if (known) return known
    const year = readYear(format, number)
    years.set(number, year)
    return year
  }
  const offsetAt = (moment: number): number => {
    const { firstOffset, changes } = yearOf(new Date(moment).getUTCFullYear())
    return changes.findLast(({ at }) => at <= moment)?.after ?? firstOffset
  }
  const changesBetween = (from: number, to: number): Change[] => {
    const [first, last] = [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()]
    const all = Array.from({ length: last - first + 1 }, (_, index) => yearOf(first + index).changes).flat()
    return all.filter(({ at }) => at >= from && at <= to)
  }
  return {
    name,
    wallAt: (moment) => moment + offsetAt(moment),
    momentsOf: (wall) => {
      const near = changesBetween(wall - reachMs, wall + reachMs)
      const offsets = new Set([offsetAt(wall - reachMs), ...near.map(({ after }) => after)])
      const [at, again] = [...offsets]
        .map((offset) => wall - offset)
        .filter((moment) => moment + offsetAt(moment) === wall)
        .sort((a, b) => a - b)
      if (at !== undefined) return again === undefined ? { kind: 'one', at } : { kind: 'twice', at, again }
      const over = near.find((change) => change.at + change.before <= wall && wall < change.at + change.after)
      if (!over) throw new Error(`${name} never shows ${new Date(wall).toISOString()}, and has no gap there.`)
      return { kind: 'gap', at: over.at }
    },
  }
}

/** Looks at each day of a year, and halves those on which the offset changes until the moment is found. */
function readYear(format: Intl.DateTimeFormat, number: number): Year {
  const [start, end] = [Date.UTC(number, 0, 1), Date.UTC(number + 1, 0, 1)]
  const firstOffset = readOffset(format, start)
  const changes: Change[] = []
  let before = firstOffset
  for (let at = start; at < end; at += dayMs) {
    const after = readOffset(format, at + dayMs)
    if (after === before) continue
    const change = findChange(format, at, at + dayMs, before)
    if (change < end) changes.push({ at: change, before, after })
    before = after
  }
  return { firstOffset, changes }
}

/** The first moment with another offset, after a moment with `before` and up to one without it. Clocks change at whole seconds. */
function findChange(format: Intl.DateTimeFormat, from: number, to: number, before: number): number {
  let [same, other] = [from, to]
  while (other - same > 1_000) {
    const middle = same + Math.floor((other - same) / 2_000) * 1_000
    if (readOffset(format, middle) === before) same = middle
    else other = middle
  }
  return other
}

function readOffset(format: Intl.DateTimeFormat, moment: number): number {
  const found: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(moment)) found[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = found
  return Date.UTC(year, month - 1, day, hour, minute, second) - moment
}
