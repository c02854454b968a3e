import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { useNamedAccounts } from '../data/accounts.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { NetworkMark } from '../ui/network-mark.tsx'
import { type PostState, StateMark } from '../ui/state-mark.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { type PlanDesk, usePlan } from './plan-desk.ts'
import { countStates, type PlanRow, type RowState } from './plan-row.ts'
import styles from './plans.module.css'
import { usePlanWords } from './use-plan-words.ts'

const mostShown = 100
const filters = ['refused', 'new', 'existing', 'deleted', 'made'] as const
type Filter = 'all' | 'warned' | (typeof filters)[number]

/** Every row with what becomes of it, and what is to be said about it. */
export function PlanRows({ desk }: { readonly desk: PlanDesk }) {
  const { t } = useLingui()
  const words = usePlanWords()
  const { rows } = usePlan(desk)
  const [wanted, setFilter] = useState<Filter>('all')
  const [most, setMost] = useState(mostShown)
  if (rows.length === 0) return null
  const counts = countStates(rows)
  const isWarned = ({ warnings }: PlanRow) => warnings.length > 0
  const warned = rows.filter(isWarned).length
  const tabs = [
    { id: 'all' as const, label: t`All`, count: rows.length },
    ...filters
      .filter((id) => counts[id] > 0)
      .map((id) => ({ id, label: words.states[id], count: counts[id] })),
    ...(warned > 0 ? [{ id: 'warned' as const, label: t`With a remark`, count: warned }] : []),
  ]
  // The last of its rows may have come to another end meanwhile.
  const filter = tabs.some(({ id }) => id === wanted) ? wanted : 'all'
  const fits = (row: PlanRow) =>
    filter === 'all' || (filter === 'warned' ? isWarned(row) : row.state === filter)
  const shown = rows.filter(fits)
  return (
    <Tabs<Filter> label={t`Show`} look="chips" tabs={tabs} current={filter} onChange={setFilter}>
      <ol className={styles.rows}>
        {shown.slice(0, most).map((row) => (
          <Row key={row.line} row={row} />
        ))}
      </ol>
      {shown.length > most && (
        <Button variant="default" onClick={() => setMost(most + mostShown)}>
          {t`Show more`}
        </Button>
      )}
    </Tabs>
  )
}

const looks: Readonly<Record<RowState, PostState>> = {
  open: 'pending',
  new: 'scheduled',
  existing: 'published',
  deleted: 'canceled',
  refused: 'failed',
  made: 'posted',
}

const Row = memo(({ row }: { readonly row: PlanRow }) => {
  const { t } = useLingui()
  const words = usePlanWords()
  const { line, text, state, media, problems, warnings, id } = row
  const post = state === 'made' || state === 'existing' ? id : null
  const said = text.trim() === '' ? (media.length > 0 ? media.join(', ') : t`Without words`) : text
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.line}>
        <span className="hidden-text">{t`Line`} </span>
        {line}
      </span>
      <span className={styles.state}>
        <StateMark state={looks[state]} words={words.states[state]} />
      </span>
      <span className={styles.time}>{words.sayTime(row)}</span>
      <span className={styles.words}>
        {post === null ? (
          <span className={styles.text} dir="auto">
            {said}
          </span>
        ) : (
          <Link to="/posts/$post" params={{ post }} className={styles.text} dir="auto">
            {said}
          </Link>
        )}
        <Where ids={row.accounts} />
        {problems.map((remark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Remarks about a row have no order of their own, and come together.
          <span key={index} className={styles.fault}>
            {words.sayRemark(remark)}
          </span>
        ))}
        {warnings.map((remark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: As above.
          <span key={index} className={styles.remark}>
            {words.sayRemark(remark)}
          </span>
        ))}
      </span>
    </li>
  )
})

const mostAccounts = 4

/** The accounts of a row by their names. */
function Where({ ids }: { readonly ids: readonly string[] }) {
  const named = useNamedAccounts()
  if (ids.length === 0) return null
  return (
    <span className={styles.accounts}>
      {ids.slice(0, mostAccounts).map((id) => {
        const { platform, handle } = named(id)
        return (
          <span key={id} className={styles.account}>
            {platform !== null && <NetworkMark iconUrl={platform.icon_url} name={platform.name} size={14} />}
            {handle}
          </span>
        )
      })}
      {ids.length > mostAccounts && <span className={card.small}>+{ids.length - mostAccounts}</span>}
    </span>
  )
}
