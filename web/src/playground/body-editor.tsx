import { useLingui } from '@lingui/react/macro'
import { type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useLater } from '../ui/use-later.ts'
import styles from './form.module.css'
import { useJsonFaultWords } from './json-fault-words.ts'
import { findJsonFault, findJsonPlaces } from './json-text.ts'

/** Leads to places in the text of a body. */
export interface BodyHandle {
  /** Goes to where the text stops being JSON. Answers whether there is such a place. */
  readonly goToFault: () => boolean
  /** Selects the value at a JSON pointer, or the object that lacks it. */
  readonly select: (pointer: string) => void
}

interface BodyEditorProps {
  readonly text: string
  readonly isRequired: boolean
  /** Whether somebody wrote something else than the example. */
  readonly isChanged: boolean
  readonly onChange: (text: string) => void
  readonly onReset: () => void
  readonly hint: string | null
  readonly ref: Ref<BodyHandle>
}

const mostRows = 32

/** The JSON of a request, with numbers beside its lines and the first fault below. Tab leaves it, as every field. */
export function BodyEditor(props: BodyEditorProps) {
  const { text, isRequired, isChanged, onChange, onReset, hint, ref } = props
  const { t } = useLingui()
  const area = useRef<HTMLTextAreaElement>(null)
  const numbers = useRef<HTMLDivElement>(null)
  const said = useJsonFaultWords()
  const { fault, pretty } = useJson(useLater(text))
  useImperativeHandle(ref, () => ({
    goToFault: () => {
      const found = faultIn(text)
      if (found !== null) choose(area.current, found.offset, found.offset + 1)
      return found !== null
    },
    select: (pointer) => {
      const place = placeOf(text, pointer)
      choose(area.current, place.from, place.to)
    },
  }))
  const lines = text.split('\n').length
  return (
    <div className={styles.body}>
      <Field
        label={
          <>
            {t`Body`} <small>{isRequired ? t`JSON, required` : t`JSON, optional`}</small>
          </>
        }
        description={hint}
        error={fault && said(fault)}
      >
        {(control) => (
          <div className={styles.editor} dir="ltr" data-invalid={fault !== null || undefined}>
            <div ref={numbers} className={styles.numbers} aria-hidden="true">
              {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
            </div>
            <textarea
              {...control}
              ref={area}
              value={text}
              rows={Math.max(4, Math.min(lines, mostRows))}
              wrap="off"
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              onScroll={({ currentTarget }) => numbers.current?.scrollTo({ top: currentTarget.scrollTop })}
            />
          </div>
        )}
      </Field>
      <div className={styles.editorActions}>
        {pretty !== null && pretty !== text && (
          <Button variant="subtle" onClick={() => onChange(pretty)}>{t`Format the JSON`}</Button>
        )}
        {isChanged && <Button variant="subtle" onClick={onReset}>{t`Back to the example`}</Button>}
      </div>
    </div>
  )
}

/** The fault of a text, or the text as one would write it. */
function useJson(text: string) {
  return useMemo(() => {
    const fault = faultIn(text)
    return { fault, pretty: fault === null ? prettyJson(text) : null }
  }, [text])
}

/** Null where there is nothing to write, or where it is nested deeper than a browser writes. */
function prettyJson(text: string): string | null {
  if (text.trim() === '') return null
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return null
  }
}

/** A body that is empty is left out, and so has no fault. */
function faultIn(text: string) {
  return text.trim() === '' ? null : findJsonFault(text)
}

function placeOf(text: string, pointer: string) {
  const places = findJsonPlaces(text)
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at)
    if (place !== undefined) return place
    if (at === '') return { from: 0, to: 0 }
  }
}

function choose(area: HTMLTextAreaElement | null, from: number, to: number): void {
  if (area === null) return
  area.focus()
  area.setSelectionRange(from, Math.min(to, area.value.length))
}
