import type { Recurrence, RecurrenceRule } from '@crier/sdk'
import type { Weekday } from '../pages/queue/queue-queries.ts'
import type { TimedRule } from './recurrence-queries.ts'

/** The place of a weekday in its month. */
export type Place = NonNullable<RecurrenceRule['nth']>['place']

/** A rule as it stands in its fields: also what another choice of the unit hides is kept. */
export interface RuleForm {
  readonly unit: RecurrenceRule['unit']
  readonly every: string
  readonly weekdays: readonly Weekday[]
  readonly by: 'days' | 'nth'
  /** Such as `1, 15`. */
  readonly days: string
  readonly place: Place
  readonly weekday: Weekday
  readonly times: readonly string[]
  readonly startsOn: string
  readonly end: 'never' | 'on' | 'after'
  readonly endsOn: string
  readonly endsAfter: string
}

/** The rule that one finds first: every week on the day on which one writes. */
export function newRuleForm(today: string, weekday: Weekday, time: string): RuleForm {
  return {
    unit: 'week',
    every: '1',
    weekdays: [weekday],
    by: 'days',
    days: String(Number(today.slice(8))),
    place: 'first',
    weekday,
    times: [time],
    startsOn: today,
    end: 'never',
    endsOn: '',
    endsAfter: '10',
  }
}

export function ruleFormOf({ rule, starts_on, ends_on, ends_after }: Recurrence): RuleForm {
  const usual = newRuleForm(starts_on, rule.nth?.weekday ?? 'mon', '09:00')
  return {
    ...usual,
    unit: rule.unit,
    every: String(rule.every ?? 1),
    weekdays: rule.weekdays ?? usual.weekdays,
    by: rule.nth === undefined ? 'days' : 'nth',
    days: rule.days?.join(', ') ?? usual.days,
    place: rule.nth?.place ?? usual.place,
    times: rule.times,
    end: ends_on !== null ? 'on' : ends_after !== null ? 'after' : 'never',
    endsOn: ends_on ?? '',
    endsAfter: ends_after === null ? usual.endsAfter : String(ends_after),
  }
}

/** The rule of the fields as the API takes it; null while they hold none that it would take. */
export function timedRuleOf(form: RuleForm): TimedRule | null {
  const rule = ruleOf(form)
  if (rule === null || form.startsOn === '') return null
  if (form.end === 'on' && form.endsOn === '') return null
  const after = wholeNumber(form.endsAfter, 1_000)
  if (form.end === 'after' && after === null) return null
  return {
    rule,
    starts_on: form.startsOn,
    ends_on: form.end === 'on' ? form.endsOn : null,
    ends_after: form.end === 'after' ? after : null,
  }
}

function ruleOf(form: RuleForm): RecurrenceRule | null {
  const { unit, weekdays, by, place, weekday } = form
  const every = wholeNumber(form.every, 100)
  const times = [...new Set(form.times.map((time) => time.slice(0, 5)))]
  if (every === null || times.length === 0 || times.includes('')) return null
  const shared = { unit, every, times }
  switch (unit) {
    case 'day':
      return shared
    case 'week':
      return weekdays.length === 0 ? null : { ...shared, weekdays: [...weekdays] }
    case 'month': {
      if (by === 'nth') return { ...shared, nth: { place, weekday } }
      const days = readDays(form.days)
      return days === null ? null : { ...shared, days }
    }
  }
}

/** The days of a month that a text such as `1, 15` names; null where it names anything else. */
function readDays(text: string): number[] | null {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '')
  const days = parts.map((part) => wholeNumber(part.replace(/\.$/, ''), 31))
  if (days.length === 0 || days.includes(null)) return null
  return [...new Set(days.flatMap((day) => day ?? []))].sort((a, b) => a - b)
}

function wholeNumber(text: string, most: number): number | null {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return number >= 1 && number <= most ? number : null
}
