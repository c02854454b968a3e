import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { useSession } from '../session/session.ts'
import { useMinute } from '../time/use-minute.ts'
import { Button } from '../ui/button.tsx'
import { OlderButton } from '../ui/older-button.tsx'
import { sayThrown } from '../ui/say-problem.ts'
import { Trouble } from '../ui/trouble.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { NoteField } from './note-field.tsx'
import { NoteItem } from './note-item.tsx'
import { NoteWords } from './note-words.tsx'
import styles from './notes.module.css'
import { changeUnsent, type UnsentNote, useUnsent } from './unsent-notes.ts'
import { type NoteActions, placeOf, useNoteActions, useNotes } from './use-notes.ts'

/** The notes of the people of a workspace about a post, and the field to join in. */
export function NotesPanel({ postId }: { readonly postId: string }) {
  const { t } = useLingui()
  const session = useSession()
  const titleId = useId()
  const now = useMinute()
  const { query, notes, unsent, open } = useNotes(postId)
  const actions = useNoteActions(postId)
  const { text } = useUnsent(placeOf(session, postId))
  const [isWriting, setWriting] = useState(false)
  const opener = useOpener(isWriting)
  const section = useArrival(query.data !== undefined)
  const isEmpty = notes.length === 0 && unsent.length === 0
  const isFieldOpen = !isEmpty || isWriting || text !== ''
  return (
    <section ref={section} id="notes" className={styles.notes} aria-labelledby={titleId}>
      <div className={styles.title}>
        <h2 id={titleId}>{t`Notes`}</h2>
        {open > 0 && <span className={styles.count}>{plural(open, { one: '# open', other: '# open' })}</span>}
        {query.data !== undefined && !isFieldOpen && (
          <Button ref={opener} variant="subtle" onClick={() => setWriting(true)}>
            {t`Write a note`}
          </Button>
        )}
      </div>
      {query.error !== null && query.data === undefined && (
        <Trouble error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!isEmpty && (
        <div className={styles.card}>
          <OlderButton label={t`Older notes`} list={query} />
          <ol className={styles.list}>
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} now={now} actions={actions} />
            ))}
            {unsent.map((note) => (
              <UnsentItem key={note.key} note={note} actions={actions} />
            ))}
          </ol>
        </div>
      )}
      <NewNotes notes={notes} />
      {query.data !== undefined && isFieldOpen && (
        <NewNote
          postId={postId}
          actions={actions}
          onCancel={isEmpty ? () => setWriting(false) : undefined}
          isBegun={isWriting}
        />
      )}
    </section>
  )
}

interface NewNoteProps {
  readonly postId: string
  readonly actions: NoteActions
  readonly onCancel: (() => void) | undefined
  /** Whether somebody has just asked for the field. */
  readonly isBegun: boolean
}

function NewNote({ postId, actions, onCancel, isBegun }: NewNoteProps) {
  const { t } = useLingui()
  const place = placeOf(useSession(), postId)
  const { text, chosen } = useUnsent(place)
  const cancel = () => {
    changeUnsent(place, (before) => ({ ...before, text: '', chosen: new Set() }))
    onCancel?.()
  }
  return (
    <NoteField
      label={t`Write a note`}
      text={text}
      chosen={chosen}
      onChange={(next, members) =>
        changeUnsent(place, (before) => ({ ...before, text: next, chosen: members }))
      }
      onSend={actions.send}
      onCancel={onCancel === undefined ? undefined : cancel}
      send={t`Send`}
      hint={t`Only your team sees notes. They are never published. @ mentions somebody.`}
      autoFocus={isBegun}
    />
  )
}

/** A note that the server does not have yet. */
function UnsentItem({ note, actions }: { readonly note: UnsentNote; readonly actions: NoteActions }) {
  const { t } = useLingui()
  const { person } = useSession()
  const failed = note.error !== null
  return (
    <li className={styles.note} data-unsent>
      <div className={styles.head}>
        <p className={styles.about}>
          <strong className={styles.who}>{person.name || person.email}</strong>
          {!failed && <span>{t`Sending…`}</span>}
        </p>
      </div>
      <p className={styles.words} dir="auto">
        <NoteWords text={note.text} names={[]} />
      </p>
      {failed && (
        <div className={styles.failed} role="alert">
          <p>{t`Not sent. ${sayThrown(note.error)}`}</p>
          <Button variant="default" onClick={() => actions.sendAgain(note)}>{t`Send again`}</Button>
          <Button variant="subtle" onClick={() => actions.takeBack(note)}>{t`Take back`}</Button>
        </div>
      )}
    </li>
  )
}

/** Reads new notes of others out to people who cannot see them come. */
function NewNotes({ notes }: { readonly notes: ReturnType<typeof useNotes>['notes'] }) {
  const { t } = useLingui()
  const { person } = useSession()
  const last = notes.at(-1)
  const [first] = useState(last?.created_at ?? '')
  const isNew = last !== undefined && last.created_at > first && last.author.user_id !== person.id
  return (
    <p role="status" className="hidden-text">
      {isNew && t`New note by ${last.author.name ?? t`Somebody`}: ${last.text.slice(0, 200)}`}
    </p>
  )
}

/** Brings the notes into sight where the address asks for them, once they are there. */
function useArrival(isThere: boolean) {
  const section = useRef<HTMLElement>(null)
  const didArrive = useRef(false)
  useEffect(() => {
    if (!isThere || didArrive.current) return
    didArrive.current = true
    if (location.hash === '#notes') section.current?.scrollIntoView({ block: 'start' })
  }, [isThere])
  return section
}
