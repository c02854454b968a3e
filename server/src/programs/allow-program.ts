import { hashToken, makeToken } from '../api-keys/token-form.ts'
import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { invalid, Problem } from '../lib/problem.ts'
import {
  type AuthorizationRequest,
  answerUrl,
  faultOf,
  type ProgramScope,
  requireNamedAddress,
  scopesAskedFor,
} from './authorization-request.ts'
import { findProgram } from './read-program.ts'

/** A code is used by a program at once. */
const codeSeconds = 60

/** A person's yes to what a program asks for. */
export interface Agreement {
  readonly workspaceId: string
  readonly userId: string
  readonly request: AuthorizationRequest
  readonly mode: Mode
  readonly scopes: readonly ProgramScope[]
}

/** An access that was given, and the address that brings its code to the program. */
export interface GivenAccess {
  readonly id: string
  readonly url: string
}

/**
 * Lets a program use Crier in the name of a person, within what it asked for. Its access begins when it comes with the code.
 * Everything is judged again, because a page may send what it likes.
 * @throws Problem 422 `unknown_program`, `redirect_refused`, `authorization_refused`
 */
export async function allowProgram(
  tx: Queryable,
  publicUrl: string,
  { workspaceId, userId, request, mode, scopes }: Agreement,
): Promise<GivenAccess> {
  const program = await findProgram(tx, request.client_id)
  requireNamedAddress(program, request)
  if (faultOf(request, publicUrl) !== null)
    throw new Problem(422, 'authorization_refused', 'The program asks in a way that Crier does not answer.')
  const asked = scopesAskedFor(request)
  if (!scopes.includes('read') || !scopes.every((scope) => asked.includes(scope)))
    throw invalid([
      {
        pointer: '/scopes',
        code: 'invalid_value',
        detail: 'Allow reading, and no more than the program asks for.',
      },
    ])
  const id = newId()
  const code = makeToken('code')
  const until = sql`clock_timestamp() + ${codeSeconds} * interval '1 second'`
  await tx.run(sql`
    insert into api_keys (workspace_id, id, user_id, mode, name, scopes, hash, last4, expires_at, by_operator)
    values (${workspaceId}, ${id}, ${userId}, ${mode}, ${program.name}, ${[...scopes]}::text[], null, '', ${until}, false)`)
  await tx.run(sql`
    insert into grants (workspace_id, id, program_id, redirect_uri, code_hash, code_challenge, code_until)
    values (${workspaceId}, ${id}, ${program.id}, ${request.redirect_uri}, ${hashToken(code)},
      ${request.code_challenge ?? ''}, ${until})`)
  await tx.run(sql`update programs set used_at = clock_timestamp() where id = ${program.id}`)
  return { id, url: answerUrl(request, publicUrl, { code }) }
}
