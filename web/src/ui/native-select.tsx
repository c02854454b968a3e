import { IconSelector } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import styles from './field.module.css'
import { Field, type FieldWords } from './field.tsx'

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean | undefined
}

type NativeSelectProps = FieldWords &
  Omit<ComponentPropsWithRef<'select'>, keyof FieldWords> & {
    /** The choices, in place of `option` elements as children. */
    readonly data?: readonly Option[] | undefined
  }

/** A choice out of several, as the browser and the phone show it. */
export function NativeSelect(props: NativeSelectProps) {
  const { label, description, error, isDescribedBelow, id, className, style, ...others } = props
  const { data = [], children, ...rest } = others
  return (
    <Field {...{ label, description, error, isDescribedBelow, id, className, style }}>
      {(control) => (
        <>
          <select {...rest} {...control} className={styles.input}>
            {children ??
              data.map((option) => (
                <option key={option.value} value={option.value} disabled={option.disabled}>
                  {option.label}
                </option>
              ))}
          </select>
          <span className={styles.end}>
            <IconSelector size={18} stroke={1.75} aria-hidden="true" />
          </span>
        </>
      )}
    </Field>
  )
}
