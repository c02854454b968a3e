import { useLingui } from '@lingui/react'
import { useSession } from '../session/session.ts'
import { dateFormat } from './date-format.ts'
import { withHours } from './hour-choice.ts'
import { nowAtServer } from './server-clock.ts'
import { dayAt } from './zone.ts'

/** Writes moments in the time zone of the workspace and the language of the person. */
export interface TimeFormat {
  readonly zone: string
  /** `Berlin` for `Europe/Berlin`. */
  readonly place: string
  /** `09:00` */
  time(at: MomentLike): string
  /** `Tue 13 Oct`, with the year where it is another one than now. */
  day(at: MomentLike): string
  /** `Tue 13 Oct, 09:00` */
  moment(at: MomentLike): string
  /** `Tuesday 13 October 2026` of a day such as `2026-10-13`. */
  longDay(day: string): string
  /** `Tue 13 Oct, 09:00:03`, for what happened. */
  exact(at: MomentLike): string
  /** `in 18 hours`, `3 minutes ago` */
  away(at: MomentLike, now?: number): string
}

type MomentLike = string | number | Date

/** How moments are written here: always with the clock of the workspace, never with that of the browser. */
export function useTimeFormat(): TimeFormat {
  const { workspace } = useSession()
  const { i18n } = useLingui()
  return timeFormatOf(workspace.timezone, regionalLocale(i18n.locale))
}

const known = new Map<string, TimeFormat>()

/** How moments are written in a zone and a language. Every part of the app shares it. */
export function timeFormatOf(zone: string, locale: string): TimeFormat {
  const name = `${zone} ${locale}`
  const format = known.get(name) ?? makeTimeFormat(zone, locale)
  known.set(name, format)
  return format
}

// A browser takes a millisecond or more to make one of its formats, so each is made when it is first used.
function makeTimeFormat(zone: string, locale: string): TimeFormat {
  const format = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined
    return {
      format: (at: Date) => {
        made ??= dateFormat(locale, { timeZone: zone, ...options })
        return made.format(at)
      },
    }
  }
  const time = format({ hour: '2-digit', minute: '2-digit' })
  const exact = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const day = format({ weekday: 'short', day: 'numeric', month: 'short' })
  const dayAndYear = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const longDay = format({ dateStyle: 'full', timeZone: 'UTC' })
  let relative: Intl.RelativeTimeFormat | undefined
  const date = (at: MomentLike) => new Date(at)
  const writeDay = (at: MomentLike) => {
    const isThisYear = dayAt(zone, date(at).getTime()).slice(0, 4) === dayAt(zone, nowAtServer()).slice(0, 4)
    return (isThisYear ? day : dayAndYear).format(date(at))
  }
  return {
    zone,
    place: placeOf(zone),
    time: (at) => time.format(date(at)),
    day: writeDay,
    moment: (at) => `${writeDay(at)}, ${time.format(date(at))}`,
    longDay: (of) => longDay.format(new Date(`${of}T00:00:00Z`)),
    exact: (at) => `${writeDay(at)}, ${exact.format(date(at))}`,
    away: (at, now = nowAtServer()) => {
      relative ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
      return writeAway(relative, date(at).getTime() - now)
    },
  }
}

/** The browser's own variant of a language, which says how it writes dates, with the hours that the person chose. */
export function regionalLocale(language: string): string {
  return withHours(navigator.languages.find((each) => each.split('-')[0] === language) ?? language)
}

/** `Berlin` for `Europe/Berlin`, `New York` for `America/New_York`. */
export function placeOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

function writeAway(relative: Intl.RelativeTimeFormat, ms: number): string {
  const [unit, length] = steps.find(([, length]) => Math.abs(ms) >= length) ?? (['second', 1_000] as const)
  return relative.format(Math.round(ms / length), unit)
}
