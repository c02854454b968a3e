import type { ChangedTimeZone } from '@crier/sdk/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { regionalLocale, type TimeFormat, timeFormatOf } from '../../time/format.ts'

/** Says for a planned post what either answer makes of it, in times that the server worked out. */
export function useZoneExample(): Readonly<
  Record<'clock' | 'moment', (trial: ChangedTimeZone) => string | undefined>
> {
  const { t, i18n } = useLingui()
  const locale = regionalLocale(i18n.locale)
  const read = ({ example, previous_timezone: from, timezone: to }: ChangedTimeZone) =>
    example && {
      name: nameOf(example.text),
      before: timeFormatOf(from, locale),
      after: timeFormatOf(to, locale),
      at: example.after.at,
      minutes: (Date.parse(example.after.at) - Date.parse(example.before.at)) / 60_000,
    }
  return {
    clock: (trial) => {
      const found = read(trial)
      if (found === null) return undefined
      const { name, minutes } = found
      const after = found.after.moment(found.at)
      const away = writeMinutes(Math.abs(minutes))
      if (minutes === 0) return t`${name} stays at ${after}, and goes out when it would have.`
      return minutes > 0
        ? t`${name} stays at ${after}, which is ${away} later than before.`
        : t`${name} stays at ${after}, which is ${away} earlier than before.`
    },
    moment: (trial) => {
      const found = read(trial)
      if (found === null) return undefined
      const { name, at } = found
      const isSameDay = found.before.day(at) === found.after.day(at)
      const write = (format: TimeFormat) => (isSameDay ? format.time(at) : format.moment(at))
      const [before, after] = [write(found.before), write(found.after)]
      return before === after
        ? t`${name} still goes out at the same instant, which both clocks show as ${after}.`
        : t`${name} still goes out at the same instant, shown as ${after} instead of ${before}.`
    },
  }
  function nameOf(text: string): string {
    const first = text.trim().split('\n')[0] ?? ''
    const short = first.length > 40 ? `${first.slice(0, 39)}…` : first
    return short === '' ? t`A post without words` : t`‘${short}’`
  }
}

function writeMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const words = [
    hours > 0 ? plural(hours, { one: '# hour', other: '# hours' }) : '',
    rest > 0 ? plural(rest, { one: '# minute', other: '# minutes' }) : '',
  ]
  return words.filter((each) => each !== '').join(' ')
}
