import type { ReactNode } from 'react'
import { MediaField } from '../../media/field/media-field.tsx'
import styles from './parts.module.css'

interface OptionMediaProps {
  readonly label: string
  readonly hint: string | null
  readonly value: string | undefined
  readonly onChange: (next: string | undefined) => void
  readonly problem: string | null
}

/** The one medium of an option, such as a cover. A newer one takes the place of the one before. */
export function OptionMedia({ label, hint, value, onChange, problem }: OptionMediaProps): ReactNode {
  return (
    <fieldset className={styles.labeled}>
      <legend className={styles.legend}>{label}</legend>
      {hint !== null && <p className={styles.quiet}>{hint}</p>}
      <MediaField
        value={value === undefined ? [] : [{ media_id: value }]}
        onChange={(entries) => onChange(entries.at(-1)?.media_id)}
        limits={[]}
        problems={[]}
      />
      {problem !== null && <p className={styles.fault}>{problem}</p>}
    </fieldset>
  )
}
