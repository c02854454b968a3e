import Format from 'typebox/format'

const dateTime =
  /^(\d{4})-?(\d{2})-?(\d{2})[Tt ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/

/**
 * Parses an ISO 8601 date and time, to the millisecond. Without an offset it is UTC. Null for anything else: a date alone, a
 * date that does not exist, 24:61, a leap second.
 */
export function parseDateTime(text: string): Date | null {
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
  const milliseconds = Math.trunc(Number(`0.${parts[7] ?? 0}`) * 1000)
  return new Date(date.getTime() + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1000 + milliseconds)
}

function parseOffset(text: string | undefined): number | null {
  if (!text || text.toUpperCase() === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return null
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

// `format: 'date-time'` in our schemas accepts exactly the same forms.
Format.Set('date-time', (text) => parseDateTime(text) !== null)
