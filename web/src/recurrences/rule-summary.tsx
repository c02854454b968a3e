import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../time/format.ts'
import { Fault } from '../ui/confirm.tsx'
import { useLater } from '../ui/use-later.ts'
import { type TimedRule, useNextTimes } from './recurrence-queries.ts'
import styles from './recurrences.module.css'
import { useEndWords, useRuleWords } from './use-rule-words.ts'

/** A rule in words, and its next five times as the server counts them. */
export function RuleSummary({ timed }: { readonly timed: TimedRule | null }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const ruleWords = useRuleWords()
  const endWords = useEndWords()
  const { data, error } = useNextTimes(useLater(timed))
  if (timed === null) return <p className={styles.quiet}>{t`Fill in the fields to see the next times.`}</p>
  const words = ruleWords(timed.rule)
  const end = endWords(timed)
  const times = data?.times ?? []
  return (
    <div className={styles.summary} role="status">
      <p>
        <b>{words}</b>
        {end !== null && `, ${end}`}
      </p>
      {error !== null && <Fault error={error} />}
      {error === null && data !== undefined && times.length === 0 && (
        <p>{t`No time of this rule is to come.`}</p>
      )}
      {error === null && times.length > 0 && (
        <ol className={styles.nextTimes} aria-label={t`The next times`}>
          {times.map(({ at }) => (
            <li key={at}>
              <time dateTime={at}>{format.moment(at)}</time>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
