import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Segments } from '../ui/segments.tsx'
import { TextInput } from '../ui/text-input.tsx'
import styles from './analytics.module.css'
import { countDays, lengths, mostDays, type Span } from './span.ts'

interface SpanChoiceProps {
  readonly span: Span
  readonly today: string
}

/** Which days the page is about. The choice stands in the address. */
export function SpanChoice({ span, today }: SpanChoiceProps) {
  const { t } = useLingui()
  const goTo = useSpanAddress()
  const names = { 7: t`7 days`, 30: t`30 days`, 90: t`90 days`, 365: t`1 year` } as const
  return (
    <div className={styles.spans}>
      <Segments
        label={t`Days`}
        choices={[...lengths.map((id) => ({ id, label: names[id] })), { id: 'own', label: t`Others` }]}
        chosen={span.length}
        onChoose={(length) =>
          goTo(
            length === 'own'
              ? { from: span.from, to: span.to }
              : { days: length === '30' ? undefined : length },
          )
        }
      />
      {span.length === 'own' && (
        <OwnDays key={`${span.from} ${span.to}`} span={span} today={today} onChoose={goTo} />
      )}
    </div>
  )
}

interface Address {
  readonly days?: string | undefined
  readonly from?: string
  readonly to?: string
}

/** Writes the days into the address, and leaves the rest of it as it is. */
function useSpanAddress(): (address: Address) => void {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { days, from, to, ...others } = search
  return (address) =>
    void navigate({
      to: '.',
      search: { ...others, ...address } as never,
      replace: true,
      resetScroll: false,
    })
}

interface OwnDaysProps extends SpanChoiceProps {
  readonly onChoose: (address: Address) => void
}

/** Two days that are chosen by hand. They count once they make sense. */
function OwnDays({ span, today, onChoose }: OwnDaysProps) {
  const { t } = useLingui()
  const [{ from, to }, setDays] = useState<{ from: string; to: string }>(span)
  const days = countDays(from, to)
  const change = (next: { from: string; to: string }) => {
    setDays(next)
    const count = countDays(next.from, next.to)
    if (count >= 1 && count <= mostDays) onChoose(next)
  }
  const fault =
    days < 1
      ? t`The last day is before the first.`
      : days > mostDays
        ? t`At most ${mostDays} days.`
        : undefined
  return (
    <div className={styles.own}>
      <TextInput
        type="date"
        label={t`From`}
        value={from}
        max={today}
        onChange={({ currentTarget }) => change({ from: currentTarget.value, to })}
      />
      <TextInput
        type="date"
        label={t`To`}
        value={to}
        max={today}
        error={fault}
        onChange={({ currentTarget }) => change({ from, to: currentTarget.value })}
      />
    </div>
  )
}
