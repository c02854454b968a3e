import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './field.module.css'
import { Field, type FieldWords } from './field.tsx'
import { useAutoFocus } from './use-auto-focus.ts'

export type TextInputProps = FieldWords &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldWords> & {
    /** A sign at the beginning, such as a glass where one searches. */
    readonly leftSection?: ReactNode
    /** A control at the end that belongs to the field. */
    readonly rightSection?: ReactNode
  }

/** A line in which one types. The browser offers nothing for it, unless `autoComplete` says what it is for. */
export function TextInput(props: TextInputProps) {
  const { label, description, error, isDescribedBelow, id, className, style, ...others } = props
  const { leftSection, rightSection, ...rest } = others
  const ref = useAutoFocus(rest.autoFocus, rest.ref)
  return (
    <Field {...{ label, description, error, isDescribedBelow, id, className, style }}>
      {(control) => (
        <>
          {leftSection !== undefined && <span className={styles.start}>{leftSection}</span>}
          <input autoComplete="off" {...rest} {...control} ref={ref} className={styles.input} />
          {rightSection !== undefined && <span className={styles.end}>{rightSection}</span>}
        </>
      )}
    </Field>
  )
}
