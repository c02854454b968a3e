import type { Counting } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconTextPlus, IconTrash } from '@tabler/icons-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { whenDrawn } from '../../ui/when-drawn.ts'
import type { Layer } from '../content.ts'
import { measureText, type ServerCount, settleCount } from '../counting/counting.ts'
import type { Problem } from '../problems.ts'
import { type Count, Counter } from './counter.tsx'
import styles from './editor.module.css'
import { Mirror } from './mirror.tsx'
import { usePlaceholder } from './use-placeholder.ts'

// It comes with the first slash or press that asks for it.
const TextPicker = lazyPart(() => import('../../saved-texts/picker/text-picker.tsx'), 'TextPicker')

/** Rules of counting that a text must fit, and the networks that have them. */
export interface CountedFor {
  readonly key: string
  readonly name: string
  readonly rules: Counting
  readonly options: Layer
  /** The server's own count; null until it has counted. */
  readonly server: ServerCount | null
}

interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly counted: readonly CountedFor[]
  readonly problems: readonly Problem[]
  readonly isFirst: boolean
  readonly onRemove?: (() => void) | undefined
}

/** A plain field for words over a mirror that tints links, mentions and what is too long, with how much is left. */
export function TextField({
  id,
  label,
  value,
  onChange,
  counted,
  problems,
  isFirst,
  onRemove,
}: TextFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [picker, setPicker] = useState<'typed' | 'pressed' | null>(null)
  const [text, setText] = useState(value)
  // Words that were typed here come back as the value; anything else was changed elsewhere.
  const known = useRef(value)
  if (value !== known.current) {
    known.current = value
    if (value !== text) setText(value)
  }
  const { counts, over } = useCounts(text, counted)
  useEffect(() => {
    if (!isFirst || text !== '') return
    return whenDrawn(() => {
      if (document.activeElement === document.body) field.current?.focus()
    })
  }, [isFirst, text])
  const placeholder = usePlaceholder()
  const hints = problems.map((each) => `${id}-${each.key}`).join(' ')
  return (
    <div className={styles.field}>
      <FieldHead {...{ id, label, button, onRemove }} onPress={() => setPicker('pressed')} />
      <div className={styles.sheet} data-over={over !== null || undefined}>
        <Mirror text={text} over={over} />
        <textarea
          ref={field}
          id={id}
          className={styles.text}
          data-small={!isFirst || undefined}
          value={text}
          placeholder={isFirst ? placeholder : undefined}
          aria-invalid={problems.length > 0 || undefined}
          aria-describedby={hints === '' ? undefined : hints}
          onChange={(event) => {
            known.current = event.target.value
            setText(event.target.value)
            onChange(event.target.value)
            if (/(?:^|\s)\/$/.test(event.target.value.slice(0, event.target.selectionStart)))
              setPicker(picker ?? 'typed')
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </div>
      {picker !== null && (
        // A press must not come to nothing without a word; a slash may have meant nothing.
        <Late key={picker} isSpare={picker === 'typed'} onFail={() => setPicker(null)}>
          <TextPicker field={field} button={button} />
        </Late>
      )}
      <div className={styles.below}>
        <ul className={styles.faults}>
          {problems.map((each) => (
            <li key={each.key} id={`${id}-${each.key}`}>
              {each.detail}
            </li>
          ))}
        </ul>
        {counts.length > 0 && <Counter counts={counts} />}
      </div>
    </div>
  )
}

interface FieldHeadProps extends Pick<TextFieldProps, 'id' | 'label' | 'onRemove'> {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onPress: () => void
}

/** The name of a field, with the buttons of its saved texts and of its end. */
function FieldHead({ id, label, button, onPress, onRemove }: FieldHeadProps) {
  const { t } = useLingui()
  return (
    <div className={styles.fieldHead}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className={styles.fieldTools}>
        <IconButton
          ref={button}
          id={`${id}-saved`}
          size="sm"
          aria-label={`${t`Saved texts`}, ${label}`}
          title={t`Saved texts`}
          aria-haspopup="dialog"
          onClick={onPress}
        >
          <IconTextPlus size={18} stroke={1.75} />
        </IconButton>
        {onRemove !== undefined && (
          <IconButton size="sm" aria-label={t`Take ${label} out of the thread`} onClick={onRemove}>
            <IconTrash size={18} stroke={1.75} />
          </IconButton>
        )}
      </span>
    </div>
  )
}

/** How a text stands with each rule, and the first place that does not fit; null where all fits. */
function useCounts(text: string, counted: readonly CountedFor[]) {
  return useMemo(() => {
    const counts = counted.map(
      ({ key, name, rules, options, server }): Count => ({
        key,
        name,
        ...settleCount(measureText(text, rules, options), text, server),
      }),
    )
    const places = counts.flatMap(({ over }) => over ?? [])
    return { counts, over: places.length === 0 ? null : Math.min(...places) }
  }, [counted, text])
}
