import { type CSSProperties, type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** The words around a control. */
export interface FieldWords {
  readonly label?: ReactNode
  readonly description?: ReactNode
  /** The fault of what stands in it. */
  readonly error?: ReactNode
  /** Whether the description follows the control, such as one that tells what the choice leads to. */
  readonly isDescribedBelow?: boolean | undefined
  readonly id?: string | undefined
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
}

/** How the control refers to its words. */
interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps extends FieldWords {
  readonly children: (control: ControlProps) => ReactNode
}

/** A control with its label, its description and its fault, which are read out with it. */
export function Field(props: FieldProps) {
  const { label, description, error, isDescribedBelow = false, className, style, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const [errorId, descriptionId] = [`${id}-error`, `${id}-description`]
  const [hasError, hasDescription] = [isThere(error), isThere(description)]
  const described = [hasError && errorId, hasDescription && descriptionId].filter(Boolean).join(' ')
  const words = hasDescription && (
    <span className={styles.words} id={descriptionId}>
      {description}
    </span>
  )
  return (
    <div className={className === undefined ? styles.field : `${styles.field} ${className}`} style={style}>
      {isThere(label) && (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {!isDescribedBelow && words}
      <div className={styles.control}>
        {children({
          id,
          'aria-describedby': described === '' ? undefined : described,
          'aria-invalid': hasError || undefined,
        })}
      </div>
      {isDescribedBelow && words}
      {hasError && (
        <span className={`${styles.words} ${styles.fault}`} id={errorId}>
          {error}
        </span>
      )}
    </div>
  )
}

function isThere(words: ReactNode): boolean {
  return words !== undefined && words !== null && words !== false && words !== ''
}
