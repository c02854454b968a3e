import type { Config } from '../../config.ts'
import { program } from '../../lib/process/program.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'

export interface WaysIn {
  sign_up: 'open' | 'closed'
  passkeys: boolean
  reset_by_mail: boolean
  oidc: { name: string } | null
  operator_command: string
}

/** How people can sign in to this server. */
export function listWaysIn({ publicUrl, signup, oidc, mail }: Config): WaysIn {
  return {
    sign_up: signup,
    passkeys: relyingPartyOf(publicUrl) !== null,
    reset_by_mail: mail !== null,
    oidc: oidc && { name: oidc.name },
    operator_command: program,
  }
}
