import { createHash } from 'node:crypto'
import type { Zone } from '../lib/zone/zone.ts'
import type { SlotRow } from './slot.ts'

/** A slot on a certain day. */
export interface Occurrence {
  readonly slotId: string
  readonly accountId: string | null
  readonly zone: Zone
  /** When the clock on the wall shows the time of the slot. */
  readonly slotAt: Date
  /** When a post of the slot goes out: as much later as its jitter says. */
  readonly at: Date
}

/** A slot, and the zone whose clock it goes by. */
export interface ZonedSlot {
  readonly slot: Pick<SlotRow, 'id' | 'weekdays' | 'minute' | 'account_id' | 'jitter_minutes'>
  readonly zone: Zone
}

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * The occurrences of these slots whose posts go out in `[from, to)`, in order. A slot at a time that a day does not have,
 * because clocks are put forward, is at the first moment after that; at a time that comes twice it is at the first of the two.
 */
export function occurrencesBetween(slots: readonly ZonedSlot[], from: Date, to: Date): Occurrence[] {
  const found = slots.flatMap((slot) => occurrencesOf(slot, from, to))
  return found.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.slotId < b.slotId ? -1 : 1))
}

function occurrencesOf({ slot, zone }: ZonedSlot, from: Date, to: Date): Occurrence[] {
  const found = new Map<number, Occurrence>()
  // The jitter of yesterday's may reach into today, and a gap may be as long as a day.
  const first = midnightBefore(zone.wallAt(from.getTime())) - 2 * dayMs
  const last = zone.wallAt(to.getTime())
  for (let midnight = first; midnight <= last; midnight += dayMs) {
    if (!slot.weekdays.includes(new Date(midnight).getUTCDay() || 7)) continue
    const { at } = zone.momentsOf(midnight + slot.minute * minuteMs)
    const goesAt = at + jitterOf(slot, midnight) * minuteMs
    // Two days share a moment where one of them was left out.
    if (goesAt < from.getTime() || goesAt >= to.getTime() || found.has(at)) continue
    found.set(at, {
      slotId: slot.id,
      accountId: slot.account_id,
      zone,
      slotAt: new Date(at),
      at: new Date(goesAt),
    })
  }
  return [...found.values()]
}

function midnightBefore(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs
}

/** How many minutes later a slot is on a day: always as many on that day, from 0 to its jitter. */
function jitterOf({ id, jitter_minutes: most }: ZonedSlot['slot'], midnight: number): number {
  if (most === 0) return 0
  const day = new Date(midnight).toISOString().slice(0, 10)
  return createHash('sha256').update(`${id} ${day}`).digest().readUInt32BE(0) % (most + 1)
}
