import { addDays, isDay, readDay } from '../time/zone.ts'

/** The lengths that the page offers, in days up to today. */
export const lengths = ['7', '30', '90', '365'] as const
export type Length = (typeof lengths)[number]

/** The days that are looked at, both ends in it. */
export interface Span {
  readonly from: string
  readonly to: string
  /** How many days it has. */
  readonly days: number
  /** `own`: the days were chosen by hand. */
  readonly length: Length | 'own'
}

/** The API counts by day for this many days at most. */
export const mostDays = 366

/** Reads the span of an address. Anything in it that means nothing is taken as left out. */
export function readSpan(search: Readonly<Record<string, unknown>>, today: string): Span {
  const [from, to] = [String(search.from), String(search.to)]
  if (isDay(from) && isDay(to)) {
    const days = countDays(from, to)
    if (days >= 1 && days <= mostDays) return { from, to, days, length: 'own' }
  }
  const length = lengths.find((each) => each === String(search.days)) ?? '30'
  const days = Number(length)
  return { from: addDays(today, 1 - days), to: today, days, length }
}

/** As many days before a span as it has. */
export function spanBefore({ from, days }: Pick<Span, 'from' | 'days'>): Pick<Span, 'from' | 'to'> {
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** How many days a span has, both ends in it; 0 or less where it ends before it begins. */
export function countDays(from: string, to: string): number {
  return Math.round((utcOf(to) - utcOf(from)) / 86_400_000) + 1
}

function utcOf(of: string): number {
  const { year, month, day } = readDay(of)
  return Date.UTC(year, month - 1, day)
}
