import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import { groupBy } from '../../data/group-by.ts'
import { useTroubleWords } from '../../ui/trouble.tsx'
import { useDesk } from '../desk.ts'
import { useProblems } from '../editor/use-problems.ts'
import { goToField } from '../go-to-field.ts'
import type { Problem } from '../problems.ts'
import { useSlice } from '../store.ts'
import { useAccountName } from '../use-account-name.ts'
import styles from './parts.module.css'

/** Everything that stands in the way, by account; each is a link to where it is mended. */
export function ProblemList() {
  const { t } = useLingui()
  const desk = useDesk()
  const problems = useProblems()
  const error = useSlice(desk.findings, (findings) => findings.error)
  const nameOf = useAccountName()
  const groups = groupBy(problems, ({ accounts: ids }) => ids.map(nameOf).join(', '))
  return (
    <section
      id="composer-problems"
      className={styles.problems}
      data-empty={problems.length === 0 && error === null ? true : undefined}
      tabIndex={-1}
      aria-label={t`Problems`}
    >
      {problems.length > 0 && (
        <>
          <h2 className={styles.problemTitle}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
            {plural(problems.length, {
              one: '# problem before this can go out',
              other: '# problems before this can go out',
            })}
          </h2>
          {[...groups].map(([who, list]) => (
            <div key={who}>
              {who !== '' && <h3 className={styles.who}>{who}</h3>}
              <ul className={styles.list}>
                {list.map((problem) => (
                  <li key={problem.key}>
                    <button type="button" className={styles.problem} onClick={() => show(problem)}>
                      {problem.detail}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </>
      )}
      {error !== null && <CheckTrouble error={error} />}
    </section>
  )

  function show({ place, detail }: Problem): void {
    desk.view.change((view) => ({ ...view, variant: place.variant }))
    goToField(desk, place.field === 'composer-when' ? 'when' : 'write', place.field, detail)
  }
}

function CheckTrouble({ error }: { readonly error: unknown }) {
  const { t } = useLingui()
  const { sentence } = useTroubleWords(error)
  return <p className={styles.unchecked}>{t`Not checked by the server yet: ${sentence}`}</p>
}
