import type { Context } from '../context.ts'
import {
  type AuthorizationRequest,
  answerUrl,
  faultOf,
  type ProgramScope,
  requireNamedAddress,
  scopesAskedFor,
} from './authorization-request.ts'
import type { OauthCode } from './oauth-fault.ts'
import { isDocumentAddress, readProgram } from './read-program.ts'
import { isOfMachine } from './redirect-address.ts'

/** A request as a person is shown it before they agree. */
export interface Authorization {
  readonly name: string
  /** The host whose document describes the program; null for one that registered itself. */
  readonly host: string | null
  /** The host to which the browser is sent back. */
  readonly redirectHost: string
  /** Whether that is the machine of the browser. */
  readonly isOfMachine: boolean
  readonly scopes: readonly ProgramScope[]
  /** Null for a request that a person may agree to. */
  readonly fault: OauthCode | null
  /** The address that tells the program of the fault, or that the person refuses. */
  readonly refusalUrl: string
}

/**
 * Reads what a program asks for, to show it to the person who is signed in.
 * @throws Problem 422 `unknown_program`, `program_unreadable`, `redirect_refused`; 429 `too_many_registrations`
 */
export async function readAuthorization(
  context: Pick<Context, 'db' | 'outbound' | 'config'>,
  request: AuthorizationRequest,
  userId: string,
): Promise<Authorization> {
  const { publicUrl } = context.config
  const program = await readProgram(context, request.client_id, userId)
  requireNamedAddress(program, request)
  const fault = faultOf(request, publicUrl)
  return {
    name: program.name,
    host: isDocumentAddress(program.id) ? new URL(program.id).host : null,
    redirectHost: new URL(request.redirect_uri).host,
    isOfMachine: isOfMachine(request.redirect_uri),
    scopes: scopesAskedFor(request),
    fault,
    refusalUrl: answerUrl(request, publicUrl, { error: fault ?? 'access_denied' }),
  }
}
