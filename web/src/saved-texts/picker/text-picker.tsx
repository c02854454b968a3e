import type { SavedText } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { savedTextsQuery } from '../saved-text-queries.ts'
import { TextDialog } from '../text-dialog.tsx'
import { insertText, type Span } from './insert-text.ts'
import { SlashList } from './slash-list.tsx'
import { TextPanel } from './text-panel.tsx'
import { useSlash } from './use-slash.ts'

interface TextPickerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
}

/** Puts saved texts into a field of the composer: behind a slash that is typed there, or by the button of the field. */
export function TextPicker({ field: fieldRef, button: buttonRef }: TextPickerProps) {
  const { t } = useLingui()
  const { slash, leave } = useSlash(fieldRef)
  // It was loaded for a slash or for the button, whichever has the focus.
  const [isOpen, setOpen] = useState(() => document.activeElement !== fieldRef.current)
  // They are read as soon as somebody wants one, and stay known.
  useQuery(savedTextsQuery(useSession()))
  const [saving, setSaving] = useState<string | null>(null)
  useCursorBack(fieldRef, saving !== null)
  const [said, setSaid] = useState('')
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    const { current: button } = buttonRef
    const onClick = () => setOpen((now) => !now)
    button?.addEventListener('click', onClick)
    return () => button?.removeEventListener('click', onClick)
  }, [buttonRef])
  const [field, button] = [fieldRef.current, buttonRef.current]
  if (field === null || button === null) return null
  const put = ({ name, text }: SavedText, span: Span) => {
    insertText(field, span, text)
    leave()
    setSaid(t`“${name}” is in the text.`)
  }
  return (
    <>
      <p className="hidden-text" role="status">
        {said}
      </p>
      {slash !== null && !isOpen && (
        <SlashList
          field={field}
          slash={slash}
          onChoose={(text) => put(text, { from: slash.at, to: field.selectionStart })}
          onLeave={leave}
        />
      )}
      {isOpen && (
        <TextPanel
          field={field}
          button={button}
          onChoose={(text) => {
            setOpen(false)
            put(text, { from: field.selectionStart, to: field.selectionEnd })
          }}
          onSave={(text) => {
            setOpen(false)
            setSaving(text)
          }}
          onClose={close}
        />
      )}
      {saving !== null && (
        <TextDialog first={{ name: '', text: saving, platforms: [] }} onClose={() => setSaving(null)} />
      )}
    </>
  )
}

/** Gives the field its cursor back once what was opened over it is closed: a browser gives it the focus at most. */
function useCursorBack(field: RefObject<HTMLTextAreaElement | null>, isOver: boolean): void {
  const span = useRef<Span | null>(null)
  useLayoutEffect(() => {
    const { current: input } = field
    if (isOver && input !== null) span.current = { from: input.selectionStart, to: input.selectionEnd }
  }, [field, isOver])
  useEffect(() => {
    if (isOver || span.current === null) return
    field.current?.focus()
    field.current?.setSelectionRange(span.current.from, span.current.to)
    span.current = null
  }, [field, isOver])
}
