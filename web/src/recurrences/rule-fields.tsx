import { useLingui } from '@lingui/react/macro'
import { IconPlus, IconX } from '@tabler/icons-react'
import { DayField } from '../pages/queue/day-field.tsx'
import { useWeek, useWeekdayNames } from '../pages/queue/use-weekday-names.ts'
import { Button } from '../ui/button.tsx'
import { faultAt } from '../ui/form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import styles from './recurrences.module.css'
import type { Place, RuleForm } from './rule-form.ts'
import { usePlaceNames } from './use-rule-words.ts'

export interface RuleFieldsProps {
  readonly form: RuleForm
  readonly error: unknown
  readonly onChange: (next: Partial<RuleForm>) => void
}

/** The pointers of the faults that these fields say themselves. */
export const rulePointers = [
  '/rule/every',
  '/rule/weekdays',
  '/rule/days',
  '/rule/times',
  '/starts_on',
  '/ends_on',
  '/ends_after',
] as const

const mostTimes = 6

/** The fields of a rule: how often, on which days, at which times, from when and until when. */
export function RuleFields({ form, error, onChange }: RuleFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          type="number"
          min={1}
          max={100}
          label={t`Every`}
          required
          value={form.every}
          onChange={({ currentTarget }) => onChange({ every: currentTarget.value })}
          error={faultAt(error, '/rule/every')}
        />
        <NativeSelect
          label={t`Unit`}
          value={form.unit}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value as RuleForm['unit'] })}
          data={[
            { value: 'day', label: t`Days` },
            { value: 'week', label: t`Weeks` },
            { value: 'month', label: t`Months` },
          ]}
        />
      </div>
      {form.unit === 'week' && (
        <DayField
          days={form.weekdays}
          problem={
            faultAt(error, '/rule/weekdays') ??
            (form.weekdays.length === 0 ? t`Choose at least one day.` : undefined)
          }
          onChange={(weekdays) => onChange({ weekdays })}
        />
      )}
      {form.unit === 'month' && <MonthFields {...{ form, error, onChange }} />}
      <Times {...{ form, error, onChange }} />
      <SpanFields {...{ form, error, onChange }} />
    </>
  )
}

function MonthFields({ form, error, onChange }: RuleFieldsProps) {
  const { t } = useLingui()
  const names = useWeekdayNames()
  const places = usePlaceNames()
  const week = useWeek()
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={t`On`}
        className={styles.whole}
        value={form.by}
        onChange={({ currentTarget }) => onChange({ by: currentTarget.value as RuleForm['by'] })}
        data={[
          { value: 'days', label: t`Days of the month` },
          { value: 'nth', label: t`A weekday of the month` },
        ]}
      />
      {form.by === 'days' ? (
        <TextInput
          className={styles.whole}
          label={t`Days of the month`}
          description={t`Such as 1, 15. A shorter month has days 29 to 31 on its last day.`}
          inputMode="numeric"
          required
          value={form.days}
          onChange={({ currentTarget }) => onChange({ days: currentTarget.value })}
          error={faultAt(error, '/rule/days')}
        />
      ) : (
        <>
          <NativeSelect
            label={t`Which`}
            value={form.place}
            onChange={({ currentTarget }) => onChange({ place: currentTarget.value as Place })}
            data={Object.entries(places).map(([value, label]) => ({ value, label }))}
          />
          <NativeSelect
            label={t`Weekday`}
            value={form.weekday}
            onChange={({ currentTarget }) =>
              onChange({ weekday: currentTarget.value as RuleForm['weekday'] })
            }
            data={week.map((day) => ({ value: day, label: names[day].long }))}
          />
        </>
      )}
    </div>
  )
}

function Times({ form, error, onChange }: RuleFieldsProps) {
  const { t } = useLingui()
  const { times } = form
  const set = (index: number, time: string) =>
    onChange({ times: times.map((each, at) => (at === index ? time : each)) })
  return (
    <div className={styles.times}>
      {times.map((time, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A time has no name but its place, and may be there twice while one types.
        <div key={index} className={styles.time}>
          <TextInput
            type="time"
            label={times.length === 1 ? t`Time` : t`Time ${index + 1}`}
            required
            value={time}
            onChange={({ currentTarget }) => set(index, currentTarget.value)}
            error={index === 0 ? faultAt(error, '/rule/times') : undefined}
          />
          {times.length > 1 && (
            <IconButton
              aria-label={t`Remove time ${index + 1}`}
              onClick={() => onChange({ times: times.filter((_, at) => at !== index) })}
            >
              <IconX size={18} stroke={1.75} />
            </IconButton>
          )}
        </div>
      ))}
      {times.length < mostTimes && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => onChange({ times: [...times, nextFree(times)] })}
        >
          {t`Another time`}
        </Button>
      )}
    </div>
  )
}

/** A full hour that is far enough from the other times. */
function nextFree(times: readonly string[]): string {
  const taken = times.map((time) => Number(time.slice(0, 2)))
  const hours = [12, 18, 9, 15, 21, 6, 3, 0]
  const free = hours.find((hour) => taken.every((each) => Math.abs(each - hour) >= 2)) ?? 12
  return `${String(free).padStart(2, '0')}:00`
}

function SpanFields({ form, error, onChange }: RuleFieldsProps) {
  const { t } = useLingui()
  return (
    <div className={styles.fields}>
      <TextInput
        type="date"
        label={t`First day`}
        required
        value={form.startsOn}
        onChange={({ currentTarget }) => onChange({ startsOn: currentTarget.value })}
        error={faultAt(error, '/starts_on')}
      />
      <NativeSelect
        label={t`Ends`}
        value={form.end}
        onChange={({ currentTarget }) => onChange({ end: currentTarget.value as RuleForm['end'] })}
        data={[
          { value: 'never', label: t`Never` },
          { value: 'on', label: t`On a day` },
          { value: 'after', label: t`After so many posts` },
        ]}
      />
      {form.end === 'on' && (
        <TextInput
          type="date"
          className={styles.whole}
          label={t`Last day`}
          required
          value={form.endsOn}
          onChange={({ currentTarget }) => onChange({ endsOn: currentTarget.value })}
          error={faultAt(error, '/ends_on')}
        />
      )}
      {form.end === 'after' && (
        <TextInput
          type="number"
          min={1}
          max={1000}
          className={styles.whole}
          label={t`Posts`}
          required
          value={form.endsAfter}
          onChange={({ currentTarget }) => onChange({ endsAfter: currentTarget.value })}
          error={faultAt(error, '/ends_after')}
        />
      )}
    </div>
  )
}
