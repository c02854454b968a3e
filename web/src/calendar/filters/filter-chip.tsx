import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './filters.module.css'

interface FilterChipProps {
  /** "Status", or with its choice "Status: Waiting". */
  readonly label: string
  readonly isSet: boolean
  readonly onOpen?: (() => void) | undefined
  readonly children: ReactNode
}

/** A filter as a chip, with its choices in a panel below. */
export function FilterChip({ label, isSet, onOpen, children }: FilterChipProps) {
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false)
    }
    addEventListener('pointerdown', onPress, true)
    addEventListener('focusin', onPress, true)
    return () => {
      removeEventListener('pointerdown', onPress, true)
      removeEventListener('focusin', onPress, true)
    }
  }, [isOpen])
  return (
    <div
      ref={ref}
      role="group"
      aria-label={label}
      className={styles.filter}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.chip}
        data-set={isSet || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          if (!isOpen) onOpen?.()
          setOpen(!isOpen)
        }}
      >
        {label}
        <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
      </button>
      <div id={id} className={styles.panel} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
