import type { PostNote } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Fault } from '../ui/confirm.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import type { MenuAction } from '../ui/menu.tsx'
import { NoteField } from './note-field.tsx'
import { NoteWords } from './note-words.tsx'
import styles from './notes.module.css'
import type { NoteActions } from './use-notes.ts'

const Menu = lazyPart(() => import('../ui/menu.tsx'), 'Menu')
const justNowMs = 60_000

interface NoteItemProps {
  readonly note: PostNote
  readonly now: number
  readonly actions: NoteActions
}

/** One note: who wrote it and when, its words, and the things that one may do about it. */
export function NoteItem({ note, now, actions }: NoteItemProps) {
  const { t } = useLingui()
  const [isEditing, setEditing] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const close = () => {
    setEditing(false)
    // The button that opened the field is back once the page is drawn again.
    requestAnimationFrame(() => item.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus())
  }
  const isDone = note.resolved_at !== null
  return (
    <li ref={item} className={styles.note} data-done={isDone || undefined}>
      <div className={styles.head}>
        <p className={styles.about}>
          <strong className={styles.who}>{note.author.name ?? t`Somebody who left`}</strong>
          {note.author.kind === 'key' && <span>{t`API key`}</span>}
          <Age at={note.created_at} now={now} />
          {note.edited_at !== null && <span>{t`edited`}</span>}
        </p>
        {!isEditing && <ItemButtons note={note} actions={actions} onEdit={() => setEditing(true)} />}
      </div>
      {isEditing ? (
        <Editing note={note} actions={actions} onClose={close} />
      ) : (
        <p className={styles.words} dir="auto">
          <NoteWords text={note.text} names={note.mentions.map(({ name }) => name)} />
        </p>
      )}
      {note.resolved_at !== null && (
        <p className={styles.done}>
          <IconCheck size={14} stroke={2} aria-hidden="true" />
          {t`Done by ${note.resolved_by?.name ?? t`somebody who left`}`}
          <Age at={note.resolved_at} now={now} />
        </p>
      )}
    </li>
  )
}

/** How long ago something was, with the exact time for those who point at it. */
function Age({ at, now }: { readonly at: string; readonly now: number }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const isJustNow = now - Date.parse(at) < justNowMs
  return (
    <time dateTime={at} title={format.exact(at)}>
      {isJustNow ? t`just now` : format.away(at, now)}
    </time>
  )
}

interface ItemButtonsProps {
  readonly note: PostNote
  readonly actions: NoteActions
  readonly onEdit: () => void
}

function ItemButtons({ note, actions, onEdit }: ItemButtonsProps) {
  const { t } = useLingui()
  const { person, workspace } = useSession()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const closeMenu = useCallback(() => setButton(null), [])
  const isOwn = note.author.user_id === person.id
  const isDone = note.resolved_at !== null
  const about = note.text.slice(0, 60)
  const offered: MenuAction[] = [
    ...(isOwn ? [{ label: t`Edit`, run: onEdit }] : []),
    ...(isOwn || isAtLeast(workspace.role, 'admin')
      ? [{ label: t`Delete`, run: () => actions.remove(note) }]
      : []),
  ]
  const mark = isDone ? t`Open again` : t`Mark as done`
  return (
    <span className={styles.buttons}>
      {offered.length > 0 && (
        <IconButton
          aria-label={t`More for the note ${about}`}
          title={t`More`}
          aria-haspopup="menu"
          aria-expanded={button !== null}
          onClick={({ currentTarget }) => setButton(button === null ? currentTarget : null)}
        >
          <IconDots size={18} stroke={1.75} />
        </IconButton>
      )}
      <IconButton
        className={styles.check}
        aria-pressed={isDone}
        aria-label={t`Done: ${about}`}
        title={mark}
        onClick={() => void actions.resolve(note, !isDone)}
      >
        <IconCheck size={16} stroke={2} />
      </IconButton>
      <Late onFail={closeMenu}>
        {button !== null && <Menu button={button} label={t`More`} actions={offered} onClose={closeMenu} />}
      </Late>
    </span>
  )
}

interface EditingProps {
  readonly note: PostNote
  readonly actions: NoteActions
  readonly onClose: () => void
}

/** Stays open until the server has the words. */
function Editing({ note, actions, onClose }: EditingProps) {
  const { t } = useLingui()
  const [text, setText] = useState(note.text)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(note.mentions.map(({ user_id }) => user_id)),
  )
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = async (next: string, mentions: readonly string[]) => {
    if (isSaving) return
    setSaving(true)
    setError(null)
    try {
      await actions.edit(note, next, mentions)
      onClose()
    } catch (thrown) {
      setError(thrown)
      setSaving(false)
    }
  }
  return (
    <>
      <NoteField
        label={t`Edit your note`}
        text={text}
        chosen={chosen}
        onChange={(next, members) => {
          setText(next)
          setChosen(members)
        }}
        onSend={(next, mentions) => void save(next, mentions)}
        onCancel={onClose}
        send={isSaving ? t`Saving…` : t`Save`}
        autoFocus
      />
      {error !== null && <Fault error={error} />}
    </>
  )
}
