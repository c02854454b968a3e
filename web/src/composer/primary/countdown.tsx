import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './primary.module.css'

interface CountdownProps {
  /** By `performance.now()`. */
  readonly until: number
  /** Resolves when the server has said so. */
  readonly onUndo: () => Promise<void>
}

/** How long the post can be taken back still. */
export function Countdown({ until, onUndo }: CountdownProps) {
  const { t } = useLingui()
  const [left, setLeft] = useState(() => secondsUntil(until))
  const [isUndoing, setUndoing] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 200)
    return () => clearInterval(timer)
  }, [until])
  const undo = async () => {
    setUndoing(true)
    await onUndo()
    setUndoing(false)
  }
  return (
    <div className={styles.countdown}>
      {/* The seconds are not read out one by one. */}
      <p role="status">
        <span className="hidden-text">{t`Going out in a few seconds.`}</span>
        <span aria-hidden="true">{plural(left, { one: 'Going out in # s', other: 'Going out in # s' })}</span>
      </p>
      <Button
        variant="default"
        autoFocus
        aria-disabled={isUndoing}
        onClick={() => void (isUndoing ? undefined : undo())}
      >
        {isUndoing ? t`Taking it back…` : t`Undo`}
      </Button>
    </div>
  )
}

function secondsUntil(until: number): number {
  return Math.max(0, Math.ceil((until - performance.now()) / 1_000))
}
