import { type ReactNode, useState } from 'react'
import { useWasEverTrue } from '../../ui/use-was-ever-true.ts'
import styles from './fold.module.css'

interface FoldState {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

interface FoldProps extends FoldState {
  readonly sign?: ReactNode
  readonly title: string
  /** The few words for what the part holds. */
  readonly summary: ReactNode
  readonly children: ReactNode
}

/** An optional part of the post, folded to one line. Its fields are made when it is first opened. */
export function Fold({ sign, title, summary, isOpen, onToggle, children }: FoldProps) {
  const wasOpen = useWasEverTrue(isOpen)
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && onToggle(open)}
    >
      <summary>
        {sign}
        <span className={styles.title}>{title}</span>
        <span className={styles.summary}>{summary}</span>
      </summary>
      {wasOpen && <div className={styles.inside}>{children}</div>}
    </details>
  )
}

/** Keeps a part folded until somebody opens it, or something in it must be seen; it stays open after that. */
export function useFold(mustShow: boolean): FoldState {
  const [isOpen, setOpen] = useState(mustShow)
  const [didShow, setDidShow] = useState(mustShow)
  if (mustShow !== didShow) {
    setDidShow(mustShow)
    if (mustShow) setOpen(true)
  }
  return { isOpen, onToggle: setOpen }
}
