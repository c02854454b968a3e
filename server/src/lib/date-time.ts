import Format from 'typebox/format'

const dateTime =
  /^(\d{4})-?(\d{2})-?(\d{2})[Tt ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/

const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Parses an ISO 8601 date and time. Without an offset it is UTC. Smaller parts than milliseconds are rounded: `down` finds the
 * millisecond that contains the time, `up` is never before it. Null for anything else: a date alone, a date that does not
 * exist, 24:61, a leap second, a time that in UTC lies outside the years 1 to 9999, the only ones that ISO 8601 writes with
 * four digits.
 */
export function parseDateTime(text: string, rounding: 'down' | 'up' = 'down'): Date | null {
  const parts = dateTime.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const midnightAtTheEnd = hour === 24 && minute === 0 && second === 0 && Number(parts[7] ?? 0) === 0
  if ((hour > 23 && !midnightAtTheEnd) || minute > 59 || second > 59) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  // A day that does not exist, such as 30 February, rolls over into another month.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const offsetMinutes = parseOffset(parts[8])
  if (offsetMinutes === null) return null
  const seconds = (hour * 60 + minute - offsetMinutes) * 60 + second
  const time = date.getTime() + seconds * 1000 + readMilliseconds(parts[7] ?? '', rounding)
  return time < earliest || time > latest ? null : new Date(time)
}

function readMilliseconds(fraction: string, rounding: 'down' | 'up'): number {
  const isBetween = /[1-9]/.test(fraction.slice(3))
  return Number(fraction.slice(0, 3).padEnd(3, '0')) + (rounding === 'up' && isBetween ? 1 : 0)
}

function parseOffset(text: string | undefined): number | null {
  if (!text || text.toUpperCase() === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return null
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

// `format: 'date-time'` in our schemas accepts exactly the same forms, if they can be rounded either way.
Format.Set('date-time', (text) => parseDateTime(text, 'up') !== null)
