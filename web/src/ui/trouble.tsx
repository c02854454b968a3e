import { ApiError, ConnectionError, CrierError, RateLimitError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from './button.tsx'
import { sayProblem } from './say-problem.ts'
import styles from './trouble.module.css'

// Few people ever wait for it.
const Retrying = lazy(() => import('./continuing.tsx').then((module) => ({ default: module.Retrying })))

interface TroubleProps {
  /** Anything that was thrown. */
  readonly error: unknown
  /** Tries again; left out where that is of no use. */
  readonly onRetry?: () => void
}

/** Stands where the data would be: what went wrong, what to do, and the id to ask about. */
export function Trouble({ error, onRetry }: TroubleProps) {
  const { t } = useLingui()
  const { sentence, reference } = useTroubleWords(error)
  const [isCopied, setCopied] = useState(false)
  return (
    <div className={styles.trouble} role="alert">
      <p>
        {sentence}{' '}
        {error instanceof RateLimitError && onRetry !== undefined && (
          <Suspense fallback={null}>
            <Retrying key={error.requestId} error={error} onRetry={onRetry} />
          </Suspense>
        )}
      </p>
      <div className={styles.row}>
        {onRetry !== undefined && (
          <Button variant="default" onClick={onRetry}>
            {t`Try again`}
          </Button>
        )}
        {reference !== null && (
          <span className={styles.reference}>
            {t`Reference`} <code>{reference}</code>{' '}
            <Button
              variant="subtle"
              onClick={() => void navigator.clipboard.writeText(reference).then(() => setCopied(true))}
            >
              {isCopied ? t`Copied` : t`Copy`}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

/** A sentence for a person about anything that was thrown. */
export function useTroubleWords(error: unknown): { sentence: string; reference: string | null } {
  const { t } = useLingui()
  const reference = error instanceof ApiError ? error.requestId : null
  if (error instanceof ConnectionError)
    return { sentence: t`We can't reach your Crier. Nothing of yours is lost.`, reference }
  if (error instanceof RateLimitError) return { sentence: t`Too many requests for a moment.`, reference }
  if (error instanceof ApiError && error.status >= 500)
    return { sentence: t`Something broke on our side.`, reference }
  if (error instanceof ApiError) return { sentence: sayProblem(error), reference: null }
  if (error instanceof CrierError) return { sentence: error.message, reference: null }
  return { sentence: t`Something in this page broke. Load it again.`, reference }
}
