import type { RateLimitError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

const usualMs = 10_000

interface ContinuingProps {
  readonly error: RateLimitError
  readonly onRetry: () => void
}

/** Counts down to the moment from which the server answers again, and asks it then. */
export function Continuing({ error, onRetry }: ContinuingProps) {
  const { t } = useLingui()
  const [until] = useState(() => performance.now() + (error.retryAfterMs ?? usualMs))
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(secondsTo(until))
      if (performance.now() < until) return
      clearInterval(timer)
      onRetry()
    }, 250)
    return () => clearInterval(timer)
  }, [until, onRetry])
  // A count that is spoken every second hinders more than it helps.
  return <span aria-hidden="true">{t`Continuing in ${seconds} s.`}</span>
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - performance.now()) / 1_000))
