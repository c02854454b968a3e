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

/** A sentence about a sign-in at the identity provider that came back with a problem. */
export function useProblemWords(code: string | null): string | null {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = {
    address_not_verified: t`Your identity provider does not say that your address is yours. Sign in another way, then join it under Security.`,
    identity_taken: t`Somebody else here signs in with this identity.`,
    link_first: t`There is an account with this address. Sign in with its password, then join the identity under Security.`,
    oidc_refused: t`Your identity provider sent you back without a sign-in. Try again.`,
    oidc_unavailable: t`Your identity provider can't be reached. Try again later, or sign in another way.`,
    sign_up_closed: t`Nobody here has this identity. Ask the owner for an invitation.`,
  }
  if (code === null || code === 'second_factor_needed') return null
  return words[code] ?? t`The sign-in didn't work. Try again.`
}
