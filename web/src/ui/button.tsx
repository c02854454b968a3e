import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './button.module.css'
import { useAutoFocus } from './use-auto-focus.ts'

interface Looks {
  /** `filled` for the one thing that a page is for, `default` for the others. */
  readonly variant?: 'filled' | 'default' | 'light' | 'outline' | 'subtle' | undefined
  /** `red` for what cannot be taken back. */
  readonly color?: 'red' | 'gray' | undefined
  readonly size?: 'compact-sm' | 'compact-md' | undefined
  /** Whether it is as wide as what it stands in. */
  readonly fullWidth?: boolean | undefined
  /** A sign before the words. */
  readonly leftSection?: ReactNode
}

type ButtonProps = Looks & Omit<ComponentPropsWithRef<'button'>, keyof Looks>
type LinkButtonProps = Looks & Omit<ComponentPropsWithRef<'a'>, keyof Looks>

/** A button. It does nothing to a form around it unless its `type` says so. */
export function Button(props: ButtonProps) {
  const { variant, color, size, fullWidth, leftSection, className, children, ...rest } = props
  const ref = useAutoFocus(rest.autoFocus, rest.ref)
  return (
    <button type="button" {...rest} ref={ref} {...looksOf(props)}>
      <Inside sign={leftSection}>{children}</Inside>
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  const { variant, color, size, fullWidth, leftSection, className, children, ...rest } = props
  return (
    <a {...rest} {...looksOf(props)}>
      <Inside sign={leftSection}>{children}</Inside>
    </a>
  )
}

function looksOf(props: Looks & { readonly className?: string | undefined }) {
  const { variant = 'filled', color, size, fullWidth = false, className } = props
  return {
    className: className === undefined ? styles.button : `${styles.button} ${className}`,
    'data-variant': variant,
    'data-color': color,
    'data-size': size,
    'data-wide': fullWidth || undefined,
  }
}

function Inside({ sign, children }: { readonly sign: ReactNode; readonly children: ReactNode }) {
  return (
    <span className={styles.inside}>
      {sign !== undefined && <span className={styles.sign}>{sign}</span>}
      <span className={styles.label}>{children}</span>
    </span>
  )
}
