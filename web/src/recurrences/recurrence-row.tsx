import type { Recurrence } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useNamedAccounts } from '../data/accounts.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/confirm.tsx'
import { shorten } from '../ui/shorten.ts'
import styles from './recurrences.module.css'
import { useRecurrenceActs } from './use-recurrence-acts.ts'
import { useEndWords, useRuleWords } from './use-rule-words.ts'

interface RecurrenceRowProps {
  readonly recurrence: Recurrence
  /** Whether the address names it. */
  readonly isNamed: boolean
  readonly mayChange: boolean
  readonly onOpen: () => void
}

/** One recurrence: its words, its rule, its next time, and what one can do with it. */
export function RecurrenceRow({ recurrence, isNamed, mayChange, onOpen }: RecurrenceRowProps) {
  const { t } = useLingui()
  const acts = useRecurrenceActs(recurrence)
  const text = useTextOf(recurrence)
  const isPaused = recurrence.status === 'paused'
  return (
    <li id={recurrence.id} className={styles.row} data-named={isNamed || undefined}>
      <div className={styles.words}>
        <h2 className={styles.text} dir="auto">
          {text}
        </h2>
        <Facts recurrence={recurrence} />
        {recurrence.problems.map(({ pointer, code, detail, ...told }) => (
          <p key={`${pointer} ${code}`} className={styles.problem}>
            {translateServerSentence(detail, told)}
          </p>
        ))}
        {acts.error !== null && <Fault error={acts.error} />}
      </div>
      {mayChange && (
        <div className={styles.actions}>
          <Button variant="default" onClick={onOpen}>
            {t`Edit`}
            <span className="hidden-text"> {text}</span>
          </Button>
          {recurrence.status !== 'ended' && (
            <Button variant="default" aria-disabled={acts.isBusy} onClick={() => void acts.pause(!isPaused)}>
              {isPaused ? t`Resume` : t`Pause`}
              <span className="hidden-text"> {text}</span>
            </Button>
          )}
          <Button variant="subtle" color="red" aria-disabled={acts.isBusy} onClick={() => void acts.remove()}>
            {t`Delete`}
            <span className="hidden-text"> {text}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

const mostAccounts = 3

function Facts({ recurrence }: { readonly recurrence: Recurrence }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const ruleWords = useRuleWords()
  const endWords = useEndWords()
  const named = useNamedAccounts()
  const { rule, timezone, next_times, social_accounts, missed, status } = recurrence
  const end = endWords(recurrence)
  const [next] = next_times
  const handles = social_accounts.map((id) => named(id).handle)
  // A line for one account more takes as much room as its name.
  const first = handles.length > mostAccounts + 1 ? mostAccounts : handles.length
  const further = handles.slice(first)
  return (
    <>
      <p>
        {ruleWords(rule)}
        {end !== null && `, ${end}`}
        {timezone !== format.zone && ` (${timezone})`}
      </p>
      <p className={styles.quiet}>
        <State status={status} />{' '}
        {next !== undefined && (
          <>
            {t`Next:`} <time dateTime={next.at}>{format.moment(next.at)}</time>
          </>
        )}
        {' · '}
        {handles.slice(0, first).join(', ')}
        {further.length > 0 && (
          <>
            {' '}
            <span aria-hidden="true" title={further.join(', ')}>
              {t`and ${further.length} more`}
            </span>
            <span className="hidden-text">, {further.join(', ')}</span>
          </>
        )}
      </p>
      {missed > 0 && (
        <p className={styles.quiet}>
          {plural(missed, {
            one: '# time passed without a post. It is not made up for.',
            other: '# times passed without a post. They are not made up for.',
          })}
        </p>
      )}
    </>
  )
}

function State({ status }: { readonly status: Recurrence['status'] }) {
  const { t } = useLingui()
  const words = {
    active: t`Active`,
    paused: t`Paused`,
    ended: t`Ended`,
    needs_attention: t`Needs you`,
  }
  return (
    <span className={styles.state} data-state={status}>
      {words[status]}
    </span>
  )
}

/** The beginning of what it posts. */
function useTextOf({ caption, variations }: Recurrence): string {
  const { t } = useLingui()
  const first = variations[0]?.caption ?? caption
  return first.trim() === '' ? t`Without words` : shorten(first, 120)
}
