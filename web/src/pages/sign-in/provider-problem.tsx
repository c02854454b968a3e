import { useLingui } from '@lingui/react/macro'
import { Note } from '../outside/outside.tsx'

/** Says why a sign-in at the identity provider came back without one. */
export function ProviderProblem({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = {
    address_not_verified: t`Your identity provider does not say that your address is yours. Sign in another way, then join it under Security.`,
    identity_taken: t`Somebody else here signs in with this identity.`,
    link_first: t`There is an account with this address. Sign in with its password, then join the identity under Security.`,
    oidc_refused: t`Your identity provider sent you back without a sign-in. Try again.`,
    oidc_unavailable: t`Your identity provider can't be reached. Try again later, or sign in another way.`,
    sign_up_closed: t`Nobody here has this identity. Ask the owner for an invitation.`,
  }
  if (code === 'second_factor_needed') return null
  return <Note tone="brass">{words[code] ?? t`The sign-in didn't work. Try again.`}</Note>
}
