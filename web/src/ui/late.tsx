import { t } from '@lingui/core/macro'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { sayThrown } from './say-problem.ts'
import { toast } from './toasts.tsx'

interface LateProps {
  readonly children: ReactNode
  /** Closes a part that was opened over the page: a message says then why. Left out, its own place says so. */
  readonly onFail?: (error: unknown) => void
  /** Whether a page is whole without the part, so that nothing is said. */
  readonly isSpare?: boolean
}

/** The place of a part whose code comes after that of its page. Where it cannot be loaded, the page stays as it is. */
export function Late({ children, onFail, isSpare = false }: LateProps) {
  const fail = (error: unknown) => {
    if (isSpare) return
    onFail?.(error)
    // A browser asks for code that failed to load no second time.
    const action = { label: t`Load again`, run: () => location.reload() }
    toast({ text: sayThrown(error), tone: 'bad', action })
  }
  return (
    <ErrorBoundary onError={onFail === undefined && !isSpare ? undefined : fail}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
