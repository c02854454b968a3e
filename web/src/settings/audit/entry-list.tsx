import type { AuditEntry } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { groupBy } from '../../data/group-by.ts'
import { useTimeFormat } from '../../time/format.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import { dayAt } from '../../time/zone.ts'
import { useEntryWords } from './action-words.ts'
import { useActorWords } from './actors.ts'
import styles from './audit.module.css'
import { EntryRow } from './entry-row.tsx'
import { useSubjects } from './subjects.ts'

/** Entries below their days, by the clock of the workspace. */
export function EntryList({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const words = useEntryWords()
  const actorWords = useActorWords()
  const subjectOf = useSubjects()
  const days = groupBy(entries, ({ created_at: at }) => dayAt(format.zone, Date.parse(at)))
  const today = dayAt(format.zone, nowAtServer())
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`}>
        {day === today && <strong>{t`Today`}</strong>} {format.day(ofDay[0]?.created_at ?? day)}
      </h2>
      <ul className={styles.rows}>
        {ofDay.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            words={words(entry)}
            actor={actorWords(entry.actor)}
            subject={subjectOf(entry)}
          />
        ))}
      </ul>
    </section>
  ))
}
