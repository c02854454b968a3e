import type { AuditEntry } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import {
  type Icon,
  IconChevronRight,
  IconKey,
  IconSpeakerphone,
  IconTerminal2,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTimeFormat } from '../../time/format.ts'
import styles from './audit.module.css'
import { EntryDetails } from './entry-details.tsx'
import type { Subject } from './subjects.ts'
import type { ToldEntry } from './told-entry.ts'

const icons: Readonly<Record<AuditEntry['actor']['kind'], Icon>> = {
  user: IconUser,
  key: IconKey,
  operator: IconTerminal2,
  system: IconSpeakerphone,
  nobody: IconUserQuestion,
}

/** An entry in a line: when, who, what on what, from where. A press anywhere beside its link unfolds it. */
export function EntryRow(told: ToldEntry) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { entry, words, actor, subject } = told
  const time = format.time(entry.created_at)
  const ActorIcon = icons[entry.actor.kind]
  return (
    <li className={styles.entry} data-open={isOpen || undefined}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          <span className="hidden-text">{t`Details: ${actor.name}, ${words}, ${time}`}</span>
        </button>
        <time className={styles.time} dateTime={entry.created_at} title={format.exact(entry.created_at)}>
          {time}
        </time>
        <span className={styles.who}>
          <ActorIcon size={16} stroke={1.75} aria-hidden="true" />
          <span>
            <strong>{actor.name}</strong>{' '}
            {actor.about !== null && actor.about !== '' && <span className={styles.soft}>{actor.about}</span>}
          </span>
        </span>
        <span className={styles.what}>
          {words} <SubjectWords {...subject} />
        </span>
        <span className={styles.ip}>
          {entry.ip !== null && (
            <>
              <span className="hidden-text">{t`from`} </span>
              {entry.ip}
            </>
          )}
        </span>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <EntryDetails {...told} />}
      </div>
    </li>
  )
}

function SubjectWords({ name, to, note }: Subject) {
  if (name === null && note === null) return null
  return (
    <span className={styles.subjectWords}>
      {name !== null && (to === null ? name : <Link to={to}>{name}</Link>)}
      {name !== null && note !== null && ' · '}
      {note}
    </span>
  )
}
