import { createHash, timingSafeEqual } from 'node:crypto'
import { hashToken, isTokenOf, makeToken } from '../api-keys/token-form.ts'
import type { Context, Origin } from '../context.ts'
import { type Database, sql } from '../db/database.ts'
import { endAccess } from './end-access.ts'
import { type GivenTokens, type GrantName, giveTokens } from './give-tokens.ts'
import { OauthFault } from './oauth-fault.ts'

/** The things with which a program begins its access. */
export interface CodeRequest {
  readonly code: string
  readonly clientId: string
  readonly verifier: string
  /** Null: it is not sent any more by newer programs (OAuth 2.1). */
  readonly redirectUri: string | null
}

/**
 * Begins the access of a program that comes with its code. A code is good once, for a minute, and for the program that asked for
 * it. Any other use of it ends the access, because somebody else has it as well.
 * @throws OauthFault `invalid_grant`, the same for every reason
 */
export async function exchangeCode(
  { db }: Pick<Context, 'db'>,
  request: CodeRequest,
  from: Origin,
): Promise<GivenTokens> {
  // A text of another form costs no query.
  const isCode = isTokenOf('code', request.code)
  const given = isCode ? await exchange(db, request, from) : null
  if (given === null) throw new OauthFault('invalid_grant', 'This code is not good, or not any more.')
  return given
}

function exchange(db: Database, request: CodeRequest, from: Origin): Promise<GivenTokens | null> {
  return db.transaction(async (tx) => {
    const grant = await tx.row<FoundGrant>(sql`
      select workspace_id as "workspaceId", id, program_id as "programId", redirect_uri as "redirectUri",
        code_challenge as challenge, exchanged_at is not null as "isSpent", code_until > clock_timestamp() as "isInTime"
      from grants where code_hash = ${hashToken(request.code)} for update`)
    if (grant === null) return null
    if (grant.isSpent || !isFor(grant, request)) {
      await endAccess(tx, grant, { reason: 'code_misused', from })
      return null
    }
    if (!grant.isInTime) return null
    await tx.run(sql`
      update grants set exchanged_at = clock_timestamp() where workspace_id = ${grant.workspaceId} and id = ${grant.id}`)
    return giveTokens(tx, grant, { access: makeToken('access'), refresh: makeToken('refresh') })
  })
}

interface FoundGrant extends GrantName {
  readonly programId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly isSpent: boolean
  readonly isInTime: boolean
}

function isFor(grant: FoundGrant, { clientId, redirectUri, verifier }: CodeRequest): boolean {
  const challenge = createHash('sha256').update(verifier).digest()
  return (
    grant.programId === clientId &&
    (redirectUri === null || redirectUri === grant.redirectUri) &&
    timingSafeEqual(challenge, Buffer.from(grant.challenge, 'base64url'))
  )
}
