import { ApiError, RateLimitError } from '@crier/sdk'
import { useLingui as useLanguage } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { lazyPart } from './lazy-part.ts'
import { isMissingPart, sayThrown } from './say-problem.ts'
import styles from './trouble.module.css'

// Few people ever wait for it.
const Retrying = lazyPart(() => import('./continuing.tsx'), 'Retrying')

interface TroubleProps {
  /** Anything that was thrown. */
  readonly error: unknown
  /** Tries again; left out where that is of no use. */
  readonly onRetry?: () => void
  /** Whether it stands in place of a whole page, which then comes back with the network. */
  readonly isPage?: boolean
}

/** Stands where the data would be: what went wrong, what to do, and the id to ask about. */
export function Trouble({ error, onRetry, isPage = false }: TroubleProps) {
  const { t } = useLingui()
  const { sentence, reference } = useTroubleWords(error)
  const [isCopied, setCopied] = useState(false)
  // A browser asks for code that failed to load no second time.
  const retry = isMissingPart(error) ? () => location.reload() : onRetry
  useEffect(() => {
    if (!isPage || retry === undefined) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  })
  return (
    <div className={styles.trouble} data-page={isPage || undefined} role="alert">
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
          <Button variant="default" onClick={retry}>
            {t`Try again`}
          </Button>
        )}
        {reference !== null && (
          <span className={styles.reference}>
            {t`Reference`} <code>{reference}</code>{' '}
            <Button
              variant="subtle"
              onClick={() =>
                void import('./copy.ts').then(({ copyText }) => copyText(reference)).then(setCopied)
              }
            >
              {isCopied ? t`Copied` : t`Copy`}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

/** Stands in place of a page that could not begin, such as while the server is away. */
export function TroublePage({ error }: { readonly error: unknown }) {
  return (
    <main>
      <h1>Crier</h1>
      <Trouble error={error} onRetry={() => location.reload()} />
    </main>
  )
}

/** A sentence for a person about anything that was thrown, and the id to ask about. */
export function useTroubleWords(error: unknown): { sentence: string; reference: string | null } {
  // Words are said anew in another language.
  useLanguage()
  const isRefused = error instanceof ApiError && error.status < 500 && !(error instanceof RateLimitError)
  return {
    sentence: sayThrown(error),
    reference: error instanceof ApiError && !isRefused ? error.requestId : null,
  }
}
