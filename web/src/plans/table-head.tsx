import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { pickTable } from './beginning.tsx'
import { countRows } from './count-rows.ts'
import { type PlanDesk, usePlan } from './plan-desk.ts'
import styles from './plans.module.css'
import { usePlanWords } from './use-plan-words.ts'

/** The table that was taken, and the way to another one. */
export function TableHead({ desk }: { readonly desk: PlanDesk }) {
  const { t } = useLingui()
  const words = usePlanWords()
  const { table, rows, fault, work } = usePlan(desk)
  const heading = useRef<HTMLHeadingElement>(null)
  // The place where it was chosen or pasted is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  if (table === null) return null
  return (
    <section className={styles.table}>
      <div className={styles.tableName}>
        <h2 ref={heading} tabIndex={-1}>
          {table.name}
        </h2>
        {rows.length > 0 && <span className={card.soft}>{countRows(rows.length)}</span>}
      </div>
      {work !== 'making' && (
        <div className={card.row}>
          <Button variant="default" onClick={() => pickTable(desk)}>
            {t`Choose it again`}
          </Button>
          <Button variant="subtle" onClick={() => desk.clear()}>
            {t`Begin anew`}
          </Button>
        </div>
      )}
      {table.encoding !== null && (
        <p className={styles.note}>
          {t`The file is not UTF-8, so it was read as ${table.encoding}. Look whether accents and umlauts are right.`}
        </p>
      )}
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {typeof fault === 'string' ? words.unread[fault] : words.sayPlan(fault)}
        </p>
      )}
    </section>
  )
}
