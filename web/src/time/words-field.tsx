import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { TimeWords } from './use-time-words.ts'
import styles from './words-field.module.css'

interface WordsFieldProps {
  readonly time: TimeWords
  /** Whether the dialog around it gives it the focus. */
  readonly isFirst?: boolean
}

/** A field for a time in words, such as "tomorrow 9am". */
export function WordsField({ time, isFirst = false }: WordsFieldProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>{t`In words`}</label>
      <input
        id={id}
        className={styles.input}
        value={time.words}
        placeholder={t`tomorrow 9am`}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        aria-invalid={time.isUnknown || undefined}
        aria-describedby={time.isUnknown ? `${id}-hint` : undefined}
        onFocus={time.load}
        onChange={({ target }) => time.write(target.value)}
      />
      {time.isUnknown && (
        <p id={`${id}-hint`} className={styles.hint}>
          {time.isUnread
            ? t`Words can't be read now. Choose a day and a time below.`
            : t`Not understood. Try ‘friday 9:30’ or ‘in 2 hours’.`}
        </p>
      )}
    </div>
  )
}
