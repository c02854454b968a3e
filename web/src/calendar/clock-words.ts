import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { dateFormat } from '../time/date-format.ts'
import { regionalLocale, type TimeFormat, useTimeFormat } from '../time/format.ts'
import { type Moment, offsetAt, wallTimeAt } from '../time/zone.ts'

/** Sentences about times that a clock skips or shows twice. */
export interface ClockWords {
  readonly format: TimeFormat
  /** `02:30`, whether or not any day has it. */
  hour(hour: number, minute?: number): string
  /** "02:30 doesn't exist on Sun 29 Mar in Berlin: clocks jump from 02:00 to 03:00. We set 03:30." */
  gap(clock: Extract<Moment, { kind: 'gap' }>): string
  /** "01:30 comes twice on Sun 1 Nov in New York." */
  twice(clock: Extract<Moment, { kind: 'twice' }>): string
}

/** How the changes of the clock of the workspace are said. */
export function useClockWords(): ClockWords {
  const { t, i18n } = useLingui()
  const format = useTimeFormat()
  return useMemo(() => {
    const plain = dateFormat(regionalLocale(i18n.locale), {
      timeZone: 'UTC',
      hour: '2-digit',
      minute: '2-digit',
    })
    const hour = (at: number, minute = 0) => plain.format(Date.UTC(2020, 0, 1, at, minute))
    const { zone, place } = format
    return {
      format,
      hour,
      gap: ({ at, jumpsAt }) => {
        const jump = offsetAt(zone, jumpsAt) - offsetAt(zone, jumpsAt - 1)
        const set = wallTimeAt(zone, at)
        const wanted = plain.format(Date.UTC(2020, 0, 1, set.hour, set.minute) - jump)
        const after = wallTimeAt(zone, jumpsAt)
        const [from, to] = [
          plain.format(Date.UTC(2020, 0, 1, after.hour, after.minute) - jump),
          hour(after.hour, after.minute),
        ]
        const [day, time] = [format.day(at), format.time(at)]
        return t`${wanted} doesn't exist on ${day} in ${place}: clocks jump from ${from} to ${to}. We set ${time}.`
      },
      twice: ({ first }) => {
        const [time, day] = [format.time(first), format.day(first)]
        return t`${time} comes twice on ${day} in ${place}.`
      },
    }
  }, [t, i18n.locale, format])
}
