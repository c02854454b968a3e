import type { SavedText } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import styles from './picker.module.css'
import { optionId, placeByKey, TextList } from './text-list.tsx'
import { type Beside, usePlace } from './use-place.ts'
import { type FoundTexts, useTexts } from './use-texts.ts'

interface TextPanelProps {
  readonly field: HTMLTextAreaElement
  readonly button: HTMLElement
  readonly onChoose: (text: SavedText) => void
  /** Keeps a text for further posts; empty: one that is still to be written. */
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}

/** The saved texts below their button: to be searched, put in and added to. */
export function TextPanel({ field, button, onChoose, onSave, onClose }: TextPanelProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const found = useTexts(words, true)
  const { isNone } = found
  const style = usePlace(box, () => belowEnd(button, box.current))
  useOutside(box, button, onClose)
  // The field to search in goes where there is nothing to be searched.
  const takeFocus = useCallback(() => {
    const first = box.current?.querySelector<HTMLElement>(isNone ? 'button' : 'input')
    first?.focus({ preventScroll: true })
  }, [isNone])
  useEffect(takeFocus, [takeFocus])
  const again = () => {
    takeFocus()
    found.again()
  }
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={t`Saved texts`}
      className={styles.box}
      style={style}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
        field.focus()
      }}
    >
      {!isNone && <Search words={words} found={found} onWords={setWords} onChoose={onChoose} />}
      {found.texts === null && found.error !== null && (
        <div className={styles.note}>
          <Fault error={found.error} />
          <Button variant="default" size="compact-sm" onClick={again}>{t`Try again`}</Button>
        </div>
      )}
      <p className={styles.note} role="status">
        {isNone
          ? t`Hashtags, a signature, a legal line: keep what you write again and again, and put it in with two keys.`
          : found.texts?.length === 0
            ? t`No saved text has these words.`
            : null}
      </p>
      <Foot field={field} isNone={isNone} onSave={onSave} />
    </div>
  )
}

interface SearchProps extends Pick<TextPanelProps, 'onChoose'> {
  readonly words: string
  readonly found: Pick<FoundTexts, 'texts' | 'platforms'>
  readonly onWords: (words: string) => void
}

/** The field to search in, which keeps the focus, and what was found. */
function Search({ words, found: { texts, platforms }, onWords, onChoose }: SearchProps) {
  const { t } = useLingui()
  const listId = useId()
  const [at, setAt] = useState(0)
  const current = Math.min(at, (texts?.length ?? 1) - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeByKey(event.key, current, texts?.length ?? 0)
    const text = texts?.[current]
    if (event.key === 'Enter' && text !== undefined) onChoose(text)
    else if (to !== null && text !== undefined) setAt(to)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        className={styles.search}
        autoComplete="off"
        enterKeyHint="go"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={texts?.[current] && optionId(listId, current)}
        aria-label={t`Search saved texts`}
        placeholder={t`Search saved texts`}
        maxLength={200}
        value={words}
        onChange={({ target }) => {
          onWords(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {texts !== null && (
        <TextList
          id={listId}
          texts={texts}
          current={current}
          platforms={platforms}
          onMove={setAt}
          onChoose={onChoose}
        />
      )}
    </>
  )
}

function Foot({
  field,
  isNone,
  onSave,
}: Pick<TextPanelProps, 'field' | 'onSave'> & { readonly isNone: boolean }) {
  const { t } = useLingui()
  const { value, selectionStart, selectionEnd } = field
  const selected = value.slice(selectionStart, selectionEnd)
  const [label, text] =
    selected.trim() !== ''
      ? [t`Save the selection as a saved text…`, selected]
      : value.trim() !== ''
        ? [t`Save these words as a saved text…`, value]
        : [t`New saved text…`, '']
  return (
    <div className={styles.foot}>
      <Button variant="subtle" size="compact-sm" onClick={() => onSave(text)}>
        {label}
      </Button>
      {!isNone && (
        <Link to="/settings/saved-texts" className={styles.manage}>
          {t`Change them`}
        </Link>
      )}
    </div>
  )
}

/** Closes the panel when somebody presses beside it, or goes on with the keyboard to another place. */
function useOutside(box: RefObject<HTMLElement | null>, button: HTMLElement, onClose: () => void): void {
  useEffect(() => {
    const isOutside = ({ target }: Event) =>
      target instanceof Node && box.current?.contains(target) === false && !button.contains(target)
    const leave = (event: Event) => {
      if (isOutside(event)) onClose()
    }
    addEventListener('pointerdown', leave, true)
    addEventListener('focusin', leave)
    return () => {
      removeEventListener('pointerdown', leave, true)
      removeEventListener('focusin', leave)
    }
  }, [box, button, onClose])
}

/** The place below a button, so that the panel ends where the button does. */
function belowEnd(button: HTMLElement, panel: HTMLElement | null): Beside {
  const { top, bottom, right } = button.getBoundingClientRect()
  return { top, bottom, left: right - (panel?.offsetWidth ?? 0) }
}
