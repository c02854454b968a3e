import type { RecurrenceRule } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useClock, useWeekdayNames } from '../pages/queue/use-weekday-names.ts'
import { useTimeFormat } from '../time/format.ts'
import type { TimedRule } from './recurrence-queries.ts'
import type { Place } from './rule-form.ts'

/** The names of the places of a weekday in its month. */
export function usePlaceNames(): Readonly<Record<Place, string>> {
  const { t } = useLingui()
  return {
    first: t({ context: 'weekday of the month', message: 'first' }),
    second: t({ context: 'weekday of the month', message: 'second' }),
    third: t({ context: 'weekday of the month', message: 'third' }),
    fourth: t({ context: 'weekday of the month', message: 'fourth' }),
    last: t({ context: 'weekday of the month', message: 'last' }),
  }
}

/** Puts a rule into words: "Every Monday and Thursday at 09:00". */
export function useRuleWords(): (rule: RecurrenceRule) => string {
  const { t, i18n } = useLingui()
  const names = useWeekdayNames()
  const places = usePlaceNames()
  const clock = useClock()
  const list = (words: readonly string[]) => new Intl.ListFormat(i18n.locale).format(words)
  return ({ unit, every = 1, weekdays = [], days = [], nth, times }) => {
    const at = list(times.map(clock))
    if (unit === 'day') return plural(every, { one: `Every day at ${at}`, other: `Every # days at ${at}` })
    if (unit === 'week') {
      const on = list(weekdays.map((day) => names[day].long))
      return plural(every, { one: `Every ${on} at ${at}`, other: `Every # weeks on ${on} at ${at}` })
    }
    if (nth !== undefined) {
      const [place, day] = [places[nth.place], names[nth.weekday].long]
      return every === 1
        ? t`Every month on the ${place} ${day} at ${at}`
        : t`Every ${every} months on the ${place} ${day} at ${at}`
    }
    const on = list(days.map(String))
    return every === 1 ? t`Every month on day ${on} at ${at}` : t`Every ${every} months on day ${on} at ${at}`
  }
}

/** Says until when a rule goes on; null where it does not end. */
export function useEndWords(): (timed: Pick<TimedRule, 'ends_on' | 'ends_after'>) => string | null {
  const { t } = useLingui()
  const format = useTimeFormat()
  return ({ ends_on: on, ends_after: after }) => {
    if (on !== null) {
      const day = format.longDay(on)
      return t`until ${day}`
    }
    return after === null ? null : plural(after, { one: 'for one post', other: 'for # posts' })
  }
}
