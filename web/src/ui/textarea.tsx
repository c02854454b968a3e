import type { ComponentPropsWithRef } from 'react'
import styles from './field.module.css'
import { Field, type FieldWords } from './field.tsx'
import { useAutoFocus } from './use-auto-focus.ts'

type TextareaProps = FieldWords &
  Omit<ComponentPropsWithRef<'textarea'>, keyof FieldWords> & {
    readonly size?: 'lg' | undefined
  }

/** Lines in which one types. */
export function Textarea(props: TextareaProps) {
  const { label, description, error, isDescribedBelow, id, className, style, size, ...rest } = props
  const ref = useAutoFocus(rest.autoFocus, rest.ref)
  return (
    <Field {...{ label, description, error, isDescribedBelow, id, className, style }}>
      {(control) => <textarea {...rest} {...control} ref={ref} className={styles.input} data-size={size} />}
    </Field>
  )
}
