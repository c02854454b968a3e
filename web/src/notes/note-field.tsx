import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { usePeople } from '../data/people.ts'
import { Button } from '../ui/button.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { begunAt, complete, type Mentionable, matching, mentionedIn } from './mentions.ts'
import styles from './notes.module.css'

/** As many characters as a note may have. */
const most = 5_000

interface NoteFieldProps {
  readonly label: string
  readonly text: string
  readonly chosen: ReadonlySet<string>
  readonly onChange: (text: string, chosen: ReadonlySet<string>) => void
  /** Called with words, and the members whom they mention. */
  readonly onSend: (text: string, mentions: readonly string[]) => void
  readonly onCancel?: (() => void) | undefined
  readonly send: string
  /** Stands below the field. */
  readonly hint?: ReactNode
  readonly autoFocus?: boolean
}

/** A field for a note. An @ offers the members; Ctrl or Cmd with Enter sends. */
export function NoteField(props: NoteFieldProps) {
  const { label, text, chosen, onChange, onSend, onCancel, send, hint, autoFocus = false } = props
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const members = useMentionable(text.includes('@'))
  const offer = useOffer(text, members)
  const isTooLong = [...text].length > most
  const mayntSend = text.trim() === '' || isTooLong
  const submit = () => {
    if (mayntSend) return field.current?.focus()
    onSend(text, mentionedIn(text, members, chosen))
    field.current?.focus()
  }
  const take = (member: Mentionable) => {
    if (offer.begun === null) return
    const next = complete(text, offer.begun, member.name)
    onChange(next.text, new Set([...chosen, member.id]))
    offer.close()
    // The field has its new words once the page is drawn again.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') submit()
    else if (offer.hears(event.key, take)) event.preventDefault()
    else if (event.key === 'Escape' && onCancel !== undefined) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.field}>
      <Textarea
        ref={field}
        label={label}
        value={text}
        rows={2}
        className={styles.writing}
        autoFocus={autoFocus}
        dir="auto"
        error={isTooLong ? t`A note has ${most} characters at most.` : undefined}
        aria-autocomplete="list"
        aria-controls={offer.members.length > 0 ? listId : undefined}
        aria-activedescendant={offer.members.length > 0 ? `${listId}-${offer.active}` : undefined}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={({ currentTarget: { value, selectionStart } }) => {
          onChange(value, chosen)
          offer.look(selectionStart)
        }}
        onSelect={({ currentTarget: { selectionStart } }) => offer.look(selectionStart)}
        onBlur={offer.close}
        onKeyDown={onKeyDown}
      />
      <Offered id={listId} members={offer.members} active={offer.active} onTake={take} />
      <div className={styles.send}>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        {onCancel !== undefined && (
          <Button variant="subtle" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
        <Button variant="default" aria-disabled={mayntSend} title={`${send} (Ctrl+Enter)`} onClick={submit}>
          {send}
        </Button>
      </div>
    </div>
  )
}

interface OfferedProps {
  readonly id: string
  readonly members: readonly Mentionable[]
  readonly active: number
  readonly onTake: (member: Mentionable) => void
}

/** The members that an @ offers. The focus stays in the field. */
function Offered({ id, members, active, onTake }: OfferedProps) {
  const { t } = useLingui()
  return (
    <>
      <span role="status" className="hidden-text">
        {members.length > 0 &&
          plural(members.length, {
            one: '# member. Enter takes it.',
            other: '# members. Arrow keys choose, Enter takes one.',
          })}
      </span>
      {members.length > 0 && (
        <div ref={bringIntoSight} id={id} role="listbox" aria-label={t`Members`} className={styles.offered}>
          {members.map((member, index) => (
            <div
              key={member.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // A press must not take the focus from the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onTake(member)}
              onKeyDown={() => undefined}
            >
              {member.name}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function bringIntoSight(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}

/** The members who fit what is being written behind an @, and which of them Enter takes. */
function useOffer(text: string, members: readonly Mentionable[]) {
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const begun = caret === null ? null : begunAt(text, caret)
  const found = begun === null ? [] : matching(members, begun.words)
  // A name that stands there whole needs no help.
  const offered = found.length === 1 && found[0]?.name === begun?.words ? [] : found
  const at = Math.min(active, Math.max(0, offered.length - 1))
  const close = () => {
    setCaret(null)
    setActive(0)
  }
  return {
    ...{ begun, members: offered, active: at, close },
    look: (next: number) => {
      setCaret(next)
      setActive(0)
    },
    /** Whether a key was meant for the list. */
    hears: (key: string, take: (member: Mentionable) => void): boolean => {
      const member = offered[at]
      if (member === undefined) return false
      if (key === 'ArrowDown') setActive((at + 1) % offered.length)
      else if (key === 'ArrowUp') setActive((at - 1 + offered.length) % offered.length)
      else if (key === 'Enter' || key === 'Tab') take(member)
      else if (key === 'Escape') close()
      else return false
      return true
    },
  }
}

/** Everybody of the workspace, by the names that others see. */
function useMentionable(isNeeded: boolean): readonly Mentionable[] {
  const people = usePeople(isNeeded)
  if (people === undefined) return []
  return [...people].map(([id, { name, email }]) => ({ id, name: name || email }))
}
