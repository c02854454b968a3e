import { ApiError, RateLimitError } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useTroubleWords } from '../../ui/trouble.tsx'

/** A sentence about a sign-in that failed; undefined where nothing did. */
export function useSignInTrouble(error: unknown, canReset: boolean): string | undefined {
  const { t } = useLingui()
  const { sentence } = useTroubleWords(error)
  if (error === null) return undefined
  if (error instanceof RateLimitError) {
    const minutes = Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 60_000))
    const wait = plural(minutes, { one: '# minute', other: '# minutes' })
    return canReset
      ? t`Too many tries. Wait ${wait}, or set a new password.`
      : t`Too many tries. Wait ${wait}.`
  }
  if (error instanceof ApiError && error.code === 'sign_in_failed') return t`Email or password is wrong.`
  if (error instanceof ApiError && error.code === 'wrong_code')
    return t`This code is wrong, too old, or was used before. Wait for the next one.`
  return sentence
}
