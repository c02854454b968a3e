import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { dayAt } from '../time/zone.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { useTroubleWords } from '../ui/trouble.tsx'
import { ProgressBar } from '../uploads/progress-bar.tsx'
import { countPosts } from './count-rows.ts'
import { type PlanDesk, type PlanState, usePlan } from './plan-desk.ts'
import { countStates, type PlanRow } from './plan-row.ts'
import styles from './plans.module.css'

/** Says what the table comes to, and makes its posts. */
export function Verdict({ desk }: { readonly desk: PlanDesk }) {
  const { t } = useLingui()
  const state = usePlan(desk)
  const { rows, work, trouble, making } = state
  if (rows.length === 0) return null
  const counts = countStates(rows)
  return (
    <section className={`${card.card} ${styles.verdict}`} aria-label={t`What becomes of the rows`}>
      {work === 'looking' && (
        <Progress
          label={t`Looking at the rows`}
          done={rows.length - counts.open}
          of={rows.length}
          onStop={() => desk.stop()}
        />
      )}
      {work === 'making' && (
        <Progress label={t`Making the posts`} done={making.done} of={making.of} onStop={() => desk.stop()} />
      )}
      {trouble !== null && <Broken trouble={trouble} onAgain={() => desk.lookAgain()} />}
      {trouble === null && work !== 'looking' && work !== 'making' && counts.open > 0 && (
        <div className={card.row}>
          <p role="status">
            {plural(counts.open, {
              one: '# row was not looked at.',
              other: '# rows were not looked at.',
            })}
          </p>
          <Button onClick={() => desk.lookAgain()}>{t`Go on`}</Button>
        </div>
      )}
      {work === 'none' && trouble === null && counts.open === 0 && <Ready desk={desk} state={state} />}
    </section>
  )
}

interface ProgressProps {
  readonly label: string
  readonly done: number
  readonly of: number
  readonly onStop: () => void
}

function Progress({ label, done, of, onStop }: ProgressProps) {
  const { t } = useLingui()
  return (
    <div className={styles.progress}>
      <p>
        {label} <span className={card.soft}>{t`${done} of ${of}`}</span>
      </p>
      <Button variant="default" onClick={onStop}>
        {t`Stop`}
      </Button>
      <div className={styles.bar}>
        <ProgressBar label={label} size={of} sent={done} />
      </div>
    </div>
  )
}

interface BrokenProps {
  readonly trouble: NonNullable<PlanState['trouble']>
  readonly onAgain: () => void
}

/** Says what is not known, and how to find out. */
function Broken({ trouble: { error, isUnsure }, onAgain }: BrokenProps) {
  const { t } = useLingui()
  const { sentence } = useTroubleWords(error)
  return (
    <div className={card.stack} role="alert">
      <p className={styles.fault}>{sentence}</p>
      {isUnsure && (
        <p>{t`Some of the posts may have been made. Look again: what is there is found, and nothing is made twice.`}</p>
      )}
      <div className={card.row}>
        <Button onClick={onAgain}>{t`Look again`}</Button>
      </div>
    </div>
  )
}

/** Says what can be made now, or what was made. */
function Ready({ desk, state }: { readonly desk: PlanDesk; readonly state: PlanState }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { scope, workspace } = useSession()
  const counts = countStates(state.rows)
  const [leavesOut, setLeavesOut] = useState(false)
  const make = async () => {
    await desk.make()
    void client.invalidateQueries({ queryKey: [...scope, 'posts'] })
    void client.invalidateQueries({ queryKey: [...scope, 'calendar'] })
  }
  const posts = countPosts(counts.new)
  const mustMend = counts.refused > 0 && counts.new > 0
  const waits = !isAtLeast(workspace.role, 'editor') && state.rows.some(({ when }) => when !== 'draft')
  return (
    <>
      <Summary counts={counts} />
      {mustMend && (
        <div className={card.stack}>
          <p>{t`Mend the table and choose it again: what is refused is said beside each row. Rows that did not change stay the same posts.`}</p>
          <label className={card.choice}>
            <input
              type="checkbox"
              checked={leavesOut}
              onChange={(event) => setLeavesOut(event.currentTarget.checked)}
            />
            <span>
              {plural(counts.refused, {
                one: 'Leave out the refused row',
                other: 'Leave out the # refused rows',
              })}
            </span>
          </label>
        </div>
      )}
      {counts.new > 0 && (!mustMend || leavesOut) && (
        <div className={card.row}>
          <Button onClick={() => void make()}>{t`Make ${posts}`}</Button>
          {waits && <span className={card.soft}>{t`Each waits for approval before it goes out.`}</span>}
        </div>
      )}
      {counts.made > 0 && <WhereTheyAre rows={state.rows} />}
    </>
  )
}

/** One line that says how many rows are in which state; it is read out when it comes. */
function Summary({ counts }: { readonly counts: ReturnType<typeof countStates> }) {
  const { t } = useLingui()
  const parts = [
    counts.made > 0 && plural(counts.made, { one: '# post was made.', other: '# posts were made.' }),
    counts.new > 0 && plural(counts.new, { one: '# row becomes a post.', other: '# rows become posts.' }),
    counts.refused > 0 && plural(counts.refused, { one: '# row is refused.', other: '# rows are refused.' }),
    counts.existing > 0 &&
      plural(counts.existing, { one: '# post is there already.', other: '# posts are there already.' }),
    counts.deleted > 0 &&
      plural(counts.deleted, {
        one: '# post was deleted before, and is not made again.',
        other: '# posts were deleted before, and are not made again.',
      }),
  ]
  const hasNothing = counts.new === 0 && counts.made === 0 && counts.refused === 0
  return (
    <p className={styles.summary} role="status">
      {parts.filter((part) => part !== false).join(' ')}
      {hasNothing && ` ${t`There is nothing left to make.`}`}
    </p>
  )
}

function WhereTheyAre({ rows }: { readonly rows: readonly PlanRow[] }) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const made = rows.filter(({ state }) => state === 'made')
  const times = made.flatMap(({ at }) => at ?? []).sort()
  const [first] = times
  return (
    <div className={card.row}>
      {first !== undefined && (
        <Link
          to="/calendar"
          search={{ date: dayAt(workspace.timezone, Date.parse(first)) } as never}
        >{t`See them in the calendar`}</Link>
      )}
      {made.some(({ when }) => when === 'draft') && <Link to="/drafts">{t`See the drafts`}</Link>}
    </div>
  )
}
