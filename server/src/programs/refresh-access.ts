import { hashToken, isTokenOf, nextToken } from '../api-keys/token-form.ts'
import type { Context, KeyScope, Origin } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { endAccess } from './end-access.ts'
import { type GivenTokens, type GrantName, giveTokens } from './give-tokens.ts'
import { OauthFault } from './oauth-fault.ts'

/**
 * How long a refresh token that was given for the next one still gets that same answer, because the first answer may be lost, and
 * a program may ask from several places at once. Beyond it, or once the next one was used, the token is in two hands.
 */
export const graceSeconds = 30

/** The things with which a program goes on. */
export interface RefreshRequest {
  readonly token: string
  readonly clientId: string
}

/**
 * Gives a program its next access token and its next refresh token for the refresh token that it has. A spent one ends the access
 * for whoever holds any of its tokens.
 * @throws OauthFault `invalid_grant`, the same for every reason
 */
export async function refreshAccess(
  context: Pick<Context, 'db' | 'secretKeys'>,
  request: RefreshRequest,
  from: Origin,
): Promise<GivenTokens> {
  // A text of another form costs no query.
  const given = isTokenOf('refresh', request.token) ? await refresh(context, request, from) : null
  if (given === null)
    throw new OauthFault('invalid_grant', 'This refresh token is not good, or not any more.')
  return given
}

function refresh(
  { db, secretKeys }: Pick<Context, 'db' | 'secretKeys'>,
  { token, clientId }: RefreshRequest,
  from: Origin,
): Promise<GivenTokens | null> {
  return db.transaction(async (tx) => {
    const grant = await lockGrant(tx, token)
    // A statement of its own: it sees what another request has done while this one waited for the lock.
    const found = grant && (await findRefresh(tx, token))
    if (grant === null || found === null || grant.programId !== clientId) return null
    if (!found.isSpent) {
      await tx.run(sql`update grant_tokens set spent_at = clock_timestamp() where hash = ${hashToken(token)}`)
      return giveTokens(tx, grant, {
        access: nextToken(secretKeys.current, 'access', token),
        refresh: nextToken(secretKeys.current, 'refresh', token),
      })
    }
    const again = found.isInGrace ? await findAnswer(tx, grant, secretKeys.all, token) : null
    if (again === null) await endAccess(tx, grant, { reason: 'refresh_token_reused', from })
    return again
  })
}

async function lockGrant(tx: Queryable, token: string): Promise<(GrantName & { programId: string }) | null> {
  return tx.row(sql`
    select g.workspace_id as "workspaceId", g.id, g.program_id as "programId" from grants g
    where (g.workspace_id, g.id) = (
      select workspace_id, grant_id from grant_tokens where hash = ${hashToken(token)} and kind = 'refresh')
    for update`)
}

function findRefresh(tx: Queryable, token: string): Promise<{ isSpent: boolean; isInGrace: boolean } | null> {
  return tx.row(sql`
    select spent_at is not null as "isSpent",
      coalesce(spent_at > clock_timestamp() - ${graceSeconds} * interval '1 second', false) as "isInGrace"
    from grant_tokens where hash = ${hashToken(token)} and expires_at > clock_timestamp()`)
}

/** The answer that was given for a token, while nothing has followed it. */
async function findAnswer(
  tx: Queryable,
  { workspaceId, id }: GrantName,
  secretKeys: readonly Buffer[],
  token: string,
): Promise<GivenTokens | null> {
  for (const key of secretKeys) {
    const [access, refresh] = [nextToken(key, 'access', token), nextToken(key, 'refresh', token)]
    const row = await tx.row<{ seconds: number; scopes: KeyScope[] }>(sql`
      select extract(epoch from a.expires_at - clock_timestamp())::int as seconds, k.scopes
      from grant_tokens r
      join grant_tokens a on a.hash = ${hashToken(access)}
      join api_keys k on k.workspace_id = r.workspace_id and k.id = r.grant_id
      where r.hash = ${hashToken(refresh)} and r.workspace_id = ${workspaceId} and r.grant_id = ${id} and r.spent_at is null
        and k.revoked_at is null`)
    if (row !== null) return { access, refresh, expiresInSeconds: row.seconds, scopes: row.scopes }
  }
  return null
}
