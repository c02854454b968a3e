import { ApiError } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { type Command, useCommands, writeKeys } from '../../shell/commands.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { useWasEverTrue } from '../../ui/use-was-ever-true.ts'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import { useProblemWords } from '../use-problem-words.ts'
import { useFirstSlot, useNextSlot } from '../when/when-panel.tsx'
import { type Doubt, type Plan, planOf } from './carry-out-plan.ts'
import { Countdown } from './countdown.tsx'
import { DeleteDraft } from './delete-draft.tsx'
import styles from './primary.module.css'
import { usePress } from './use-press.ts'

const closed = ['posted', 'partial', 'processing', 'failed', 'needs_review', 'canceled']

/** The bar with the one thing to do, in words that say what will happen. */
export function PrimaryBar() {
  const { t } = useLingui()
  const desk = useDesk()
  const [comment, setComment] = useState('')
  const status = useSlice(desk.saver.keeping, ({ saved }) => saved?.post.status ?? null)
  const isApproved = useSlice(desk.saver.keeping, ({ saved }) => saved?.post.approval?.state === 'approved')
  const isGone = useSlice(desk.saver.keeping, ({ state }) => state.kind === 'gone')
  const when = useSlice(desk.content, (content) => content.when)
  const count = useSlice(desk.content, ({ accounts }) => accounts.length)
  useFirstSlot()
  const slot = useNextSlot().data?.at ?? null
  const { mustAsk } = desk
  const plan = useMemo(
    () => planOf(status, when, { mustAsk, isApproved, count, slot }),
    [status, when, mustAsk, isApproved, count, slot],
  )
  const { press, isActing, error, doubt, missing, countdown, undo } = usePress(plan, comment)
  const wasGoingOut = useWasEverTrue(countdown !== null)
  const words = useWords(plan, count)
  const commands = useMemo(
    (): readonly Command[] => [
      { id: 'composer-primary', label: words, keys: 'mod+enter', run: () => void press() },
    ],
    [words, press],
  )
  useCommands(commands)
  if (isGone || (status !== null && closed.includes(status) && countdown === null)) return null
  return (
    <div id="composer-bar" className={styles.bar} role="group" aria-label={t`What happens next`}>
      {countdown !== null ? (
        <Countdown until={countdown} onUndo={undo} />
      ) : (
        <>
          {plan.kind === 'ask' && <AskComment value={comment} onChange={setComment} />}
          {(status === null || status === 'draft') && <DeleteDraft />}
          <span className={styles.space} />
          <Button
            className={styles.primary}
            autoFocus={wasGoingOut}
            title={writeKeys('mod+enter')}
            aria-disabled={isActing}
            onClick={() => void press()}
          >
            {isActing ? t`One moment…` : words}
          </Button>
        </>
      )}
      {error !== null && <PressFault error={error} />}
      {doubt !== null && <DoubtWords doubt={doubt} />}
      {missing > 0 && (
        <p className={styles.faults} role="alert">
          {plural(missing, {
            one: "# file isn't in the post yet. Let it arrive, or remove it.",
            other: "# files aren't in the post yet. Let them arrive, or remove them.",
          })}
        </p>
      )}
    </div>
  )
}

function AskComment({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (to: string) => void
}) {
  const { t } = useLingui()
  return (
    <label className={styles.comment}>
      <span className="hidden-text">{t`A word to whoever approves it`}</span>
      <input
        value={value}
        placeholder={t`A word to whoever approves it`}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

/** The words on the button. Without an account, the first thing to do is to have one. */
function useWords(plan: Plan, count: number): string {
  const { t } = useLingui()
  const { places } = useDesk()
  const hasSome = useSlice(places, ({ accounts }) => accounts.size > 0)
  const words = usePlanWords(plan)
  if (count > 0) return words
  return hasSome ? t`Choose an account` : t`Connect an account`
}

/** The words for what will happen. */
function usePlanWords(plan: Plan): string {
  const { t } = useLingui()
  const format = useTimeFormat()
  switch (plan.kind) {
    case 'schedule': {
      const time = format.moment(plan.at)
      return t`Schedule for ${time}`
    }
    case 'queue': {
      const time = plan.at === null ? null : format.moment(plan.at)
      return time === null ? t`Add to queue` : t`Add to queue, ${time}`
    }
    case 'publish':
      return plural(plan.count, { one: 'Publish to # account', other: 'Publish to # accounts' })
    case 'ask':
      return t`Ask for approval`
    case 'save':
      return t`Save changes`
    case 'choose':
      return t`Choose when`
  }
}

function DoubtWords({ doubt }: { readonly doubt: 'unsure' | Doubt }) {
  const { t } = useLingui()
  const words = {
    unsure: t`We can't reach your Crier, so we don't know yet whether it took this. We ask it as soon as it answers. It won't go out twice.`,
    'not-done': t`Your Crier didn't take this: the connection broke before. Nothing was sent. Press again.`,
    changed: t`Somebody else changed this post a moment ago. Look at it, then press again.`,
  }
  return (
    <p className={styles.faults} role="alert">
      {words[doubt]}
    </p>
  )
}

function PressFault({ error }: { readonly error: unknown }) {
  const wordsOf = useProblemWords()
  const details = error instanceof ApiError ? error.errors.map((fault) => wordsOf(fault)) : []
  if (details.length === 0) return <Fault error={error} />
  return (
    <ul className={styles.faults} role="alert">
      {details.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
  )
}
