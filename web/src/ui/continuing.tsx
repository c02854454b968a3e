import type { RateLimitError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

interface ContinuingProps {
  /** The moment from which the server answers again, by `performance.now()`. */
  readonly until: number
  /** Asks it then; left out where something else does. */
  readonly onRetry?: () => void
}

/** Counts down to the moment from which the server answers again. */
export function Continuing({ until, onRetry }: ContinuingProps) {
  const { t } = useLingui()
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(secondsTo(until))
      if (performance.now() < until) return
      clearInterval(timer)
      onRetry?.()
    }, 250)
    return () => clearInterval(timer)
  }, [until, onRetry])
  // A count that is spoken every second hinders more than it helps.
  return <span aria-hidden="true">{t`Continuing in ${seconds} s.`}</span>
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - performance.now()) / 1_000))

const usualMs = 10_000

interface RetryingProps {
  readonly error: RateLimitError
  readonly onRetry: () => void
}

/** Counts down to the moment that a refusal names, and asks the server then. */
export function Retrying({ error, onRetry }: RetryingProps) {
  const [until] = useState(() => performance.now() + (error.retryAfterMs ?? usualMs))
  return <Continuing until={until} onRetry={onRetry} />
}
