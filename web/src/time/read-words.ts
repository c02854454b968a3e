import { addDays, dayAt, type Moment, momentOf, readDay, type WallTime, weekdayOf } from './zone.ts'

/** The parts of a date that chrono found in words. */
interface Found {
  readonly index: number
  readonly text: string
  readonly start: {
    get(part: Part): number | null
    isCertain(part: Part): boolean
    tags(): Set<string>
  }
}

type Part = 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'minute' | 'timezoneOffset'

/** Finds dates in words of one language. */
export interface Reader {
  parse(text: string, reference: Date): readonly Found[]
}

/** A time that words name: by the clock of the workspace, with the moment or moments at which it shows that. */
export interface ReadTime {
  readonly wall: WallTime | null
  readonly moment: Moment
}

/** Loads what reads the words of a language. */
export async function loadReader(locale: string): Promise<Reader> {
  if (locale.startsWith('de')) return (await import('chrono-node/de')).casual
  if (locale.startsWith('es')) return (await import('chrono-node/es')).casual
  const english = await import('chrono-node/en')
  return locale === 'en-US' ? english.casual : english.GB
}

interface Frame {
  readonly zone: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** The time of a day that is meant where words name only a day, such as `09:00`. */
  readonly usual: string
}

/**
 * Reads words such as "tomorrow 9am" by the clock of a zone, whatever the clock of this device shows; null where they name
 * no time. The parts that were found are put together here, because a date of the browser knows no other zone than its own.
 */
export function readWords(reader: Reader, words: string, { zone, now, usual }: Frame): ReadTime | null {
  const today = dayAt(zone, now)
  const text = words.trim().replace(/(\d)\s*[hH]$/u, '$1:00')
  const [found] = reader.parse(text, atNoon(today))
  if (found === undefined) return null
  const { start } = found
  if (start.tags().has('result/relativeDateAndTime')) {
    const at = now + spanOf(reader, text)
    return { wall: null, moment: { kind: 'one', at: Math.ceil(at / 60_000) * 60_000 } }
  }
  const time = timeOf(found, text, usual)
  const at = (day: string): WallTime => ({ ...readDay(day), ...time })
  const isPast = (day: string) => earliest(momentOf(zone, at(day))) <= now
  const day = dayOf(found, { text, today, isPast })
  const wall = at(day)
  const offset = start.isCertain('timezoneOffset') ? start.get('timezoneOffset') : null
  if (offset !== null && !start.tags().has('result/relativeDate'))
    return { wall: null, moment: { kind: 'one', at: utcOf(wall) - offset * 60_000 } }
  return { wall, moment: momentOf(zone, wall) }
}

/** The first moment of a time on the clock. */
export function earliest(moment: Moment): number {
  return moment.kind === 'twice' ? moment.first : moment.at
}

// No clock of the world changes within weeks of this day, so that a span counted from it has its true length.
const quietDay = '2026-01-15'

function spanOf(reader: Reader, text: string): number {
  const from = atNoon(quietDay)
  const start = reader.parse(text, from)[0]?.start
  const part = (name: Part) => start?.get(name) ?? 0
  const to = { year: part('year'), month: part('month'), day: part('day') }
  return (
    utcOf({ ...to, hour: part('hour'), minute: part('minute') }) -
    utcOf({ ...readDay(quietDay), hour: 12, minute: 0 })
  )
}

function timeOf({ start, index, text: words }: Found, whole: string, usual: string) {
  if (start.isCertain('hour')) return { hour: start.get('hour') ?? 0, minute: start.get('minute') ?? 0 }
  // A bare number behind a day is an hour: "friday 9".
  const [, hour] = /^\D{0,8}(\d{1,2})$/u.exec(whole.slice(index + words.length)) ?? []
  if (hour !== undefined && Number(hour) < 24) return { hour: Number(hour), minute: 0 }
  const implied = start.get('hour') ?? 12
  if (implied !== 12) return { hour: implied, minute: start.get('minute') ?? 0 }
  const [usualHour = 9, usualMinute = 0] = usual.split(':').map(Number)
  return { hour: usualHour, minute: usualMinute }
}

interface Days {
  readonly text: string
  readonly today: string
  readonly isPast: (day: string) => boolean
}

function dayOf({ start }: Found, { text, today, isPast }: Days): string {
  if (start.isCertain('day') || start.isCertain('month')) {
    const write = (year: number) =>
      [
        String(year).padStart(4, '0'),
        ...[start.get('month') ?? 1, start.get('day') ?? 1].map((part) => String(part).padStart(2, '0')),
      ].join('-')
    const year = start.get('year') ?? readDay(today).year
    const isOfThisYear = !start.isCertain('year')
    return isOfThisYear && isPast(write(year)) ? write(year + 1) : write(year)
  }
  const weekday = start.isCertain('weekday') ? start.get('weekday') : null
  if (weekday !== null) {
    const ahead = ((weekday === 0 ? 7 : weekday) - weekdayOf(today) + 7) % 7
    const isNext = /^(?:next|nächste|naechste|kommende|próxim|proxim)/iu.test(text)
    const day = addDays(today, ahead)
    return ahead === 0 && (isNext || isPast(day)) ? addDays(day, 7) : day
  }
  return isPast(today) ? addDays(today, 1) : today
}

function atNoon(day: string): Date {
  const { year, month, day: date } = readDay(day)
  return new Date(year, month - 1, date, 12, 0)
}

function utcOf({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute)
}
