import { useLingui } from '@lingui/react/macro'
import { boot } from '../boot/boot.ts'
import type { TimeFormat } from '../time/format.ts'
import styles from './free-slot.module.css'

interface FreeSlotProps {
  readonly at: number
  readonly format: TimeFormat
  readonly isReached: boolean
  /** Whether it shows only while the day has the pointer or the focus. */
  readonly isQuiet?: boolean
}

/** A time of the queue that no post has: a press writes a post for it, a post that is dropped on it takes its time. */
export function FreeSlot({ at, format, isReached, isQuiet = false }: FreeSlotProps) {
  const { t } = useLingui()
  const time = format.time(at)
  return (
    <a
      className={styles.slot}
      data-quiet={isQuiet || undefined}
      data-slot={at}
      href={`${boot.base}/posts/new?at=${encodeURIComponent(new Date(at).toISOString())}`}
      tabIndex={isReached ? 0 : -1}
      draggable={false}
    >
      {t`${time} free`}
    </a>
  )
}
