import type { ComponentPropsWithRef } from 'react'
import styles from './icon-button.module.css'

interface Looks {
  readonly size?: 'sm' | 'lg' | undefined
  /** The words for those who don't see the sign. */
  readonly 'aria-label': string
}

type IconButtonProps = Looks & ComponentPropsWithRef<'button'>
type IconLinkProps = Looks & ComponentPropsWithRef<'a'>

/** A button that shows a sign alone. */
export function IconButton({ size, className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={classOf(className)} data-size={size} />
}

/** A link that shows a sign alone. */
export function IconLink({ size, className, ...rest }: IconLinkProps) {
  return <a {...rest} className={classOf(className)} data-size={size} />
}

function classOf(className: string | undefined) {
  return className === undefined ? styles.button : `${styles.button} ${className}`
}
