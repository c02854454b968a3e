import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { When } from '../content.ts'
import { useDesk } from '../desk.ts'
import { rememberWayOfDraft } from '../drafts/way-of-draft.ts'
import { useProblems } from '../editor/use-problems.ts'
import { useSlice } from '../store.ts'
import { useProblemWords } from '../use-problem-words.ts'
import { isGuess, nextAt } from '../usual.ts'
import { TimeFields } from './time-fields.tsx'
import styles from './when.module.css'

const RepeatDialog = lazyPart(() => import('../../recurrences/repeat-dialog.tsx'), 'RepeatDialog')

/** The next slot of the queue that is free for all chosen accounts. */
export function useNextSlot() {
  const { session, content } = useDesk()
  const accounts = useSlice(content, (each) => each.accounts)
  return useQuery({
    queryKey: [...session.scope, 'queue', 'next', accounts],
    enabled: accounts.length > 0,
    queryFn: async ({ signal }) => {
      const { data, paused } = await session.api.queueSlots.listFreeSlots(
        { limit: 1, social_account_id: accounts },
        { signal },
      )
      return { at: data[0]?.scheduled_at ?? null, isPaused: paused }
    },
  })
}

/** The first post of a person takes the next free slot, where the queue has one; any later post what the last one took. */
export function useFirstSlot(): void {
  const { content } = useDesk()
  const { data } = useNextSlot()
  const isFree = data !== undefined && data.at !== null && !data.isPaused
  useEffect(() => {
    if (isFree) content.change((now) => (isGuess(now.when) ? { ...now, when: { kind: 'queue' } } : now))
  }, [content, isFree])
}

/** When the post goes out: now, in the next free slot, or at a time that is said in words or picked. */
export function WhenPanel() {
  const { t } = useLingui()
  const desk = useDesk()
  const when = useSlice(desk.content, (content) => content.when)
  const problems = useProblems()
  const wordsOf = useProblemWords()
  const here = useMemo(() => problems.filter(({ place }) => place.field === 'composer-when'), [problems])
  const { scope, workspace } = desk.session
  const choose = (next: When) => {
    desk.content.change((content) => ({ ...content, when: next }))
    if (!desk.saver.isWorkingCopy()) rememberWayOfDraft(desk.id, next)
  }
  return (
    <section id="composer-when" className={styles.when} aria-labelledby="composer-when-title" tabIndex={-1}>
      <h2 id="composer-when-title" className={styles.title}>{t`When`}</h2>
      <div className={styles.ways} role="radiogroup" aria-labelledby="composer-when-title">
        <Way
          isChosen={when.kind === 'queue'}
          onChoose={() => choose({ kind: 'queue' })}
          name={t`Next free slot`}
        >
          <SlotWords />
        </Way>
        <Way
          isChosen={when.kind === 'at'}
          onChoose={() =>
            when.kind === 'at' ? undefined : choose({ kind: 'at', at: nextAt(scope, workspace.timezone) })
          }
          name={t`At a time`}
        >
          <AtWords when={when} />
        </Way>
        <Way isChosen={when.kind === 'now'} onChoose={() => choose({ kind: 'now' })} name={t`Now`}>
          <NowWords />
        </Way>
      </div>
      {when.kind === 'at' && <TimeFields at={when.at} onChange={(at) => choose({ kind: 'at', at })} />}
      <Repeat />
      {here.length > 0 && (
        <ul className={styles.faults}>
          {here.map((problem) => (
            <li key={problem.key}>{wordsOf(problem)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The way to a post that goes out again and again; one that is planned already stays a single one. */
function Repeat() {
  const { t } = useLingui()
  const { saver } = useDesk()
  const [isOpen, setOpen] = useState(false)
  const isNew = useSlice(saver.keeping, ({ saved }) => (saved?.post.status ?? 'draft') === 'draft')
  if (!isNew) return null
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>{t`Repeat…`}</Button>
      {isOpen && (
        <Late onFail={() => setOpen(false)}>
          <RepeatDialog onClose={() => setOpen(false)} />
        </Late>
      )}
    </>
  )
}

interface WayProps {
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly name: string
  readonly children: ReactNode
}

function Way({ isChosen, onChoose, name, children }: WayProps) {
  return (
    <label className={styles.way} data-chosen={isChosen || undefined}>
      <input type="radio" name="composer-when-way" checked={isChosen} onChange={onChoose} />
      <span className={styles.wayName}>{name}</span>
      <span className={styles.wayWords}>{children}</span>
    </label>
  )
}

function SlotWords() {
  const { t } = useLingui()
  const desk = useDesk()
  const format = useTimeFormat()
  const hasAccounts = useSlice(desk.content, ({ accounts }) => accounts.length > 0)
  const { data } = useNextSlot()
  if (!hasAccounts) return t`Depends on the accounts`
  if (data === undefined) return '…'
  if (data.isPaused) return t`The queue is paused`
  if (data.at !== null) return format.moment(data.at)
  return <Link to="/queue">{t`No slots yet. Set some up`}</Link>
}

function AtWords({ when }: { readonly when: When }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  return when.kind === 'at' ? format.moment(when.at) : t`Say it in words, or pick it`
}

function NowWords() {
  const { t } = useLingui()
  const { undoSeconds, mustAsk, saver } = useDesk()
  const isApproved = useSlice(saver.keeping, ({ saved }) => saved?.post.approval?.state === 'approved')
  if (mustAsk && !isApproved) return t`As soon as it is approved`
  return undoSeconds === 0 ? t`At once` : t`With ${undoSeconds} seconds to undo`
}
