import type { Identified } from '../connectors/connector.ts'
import type { CallContext } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { notFound, Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'

/** The account that somebody connects again: no other profile will do. */
export interface ReconnectedAccount {
  readonly id: string
  readonly platform: string
  readonly external_id: string
  readonly username: string
  /** The way in which it was connected last, if that is known. */
  readonly way: string | null
}

/** Finds the account to connect again. @throws Problem 404 */
export async function findReconnected(call: CallContext, id: string): Promise<ReconnectedAccount> {
  const { db, workspaceId, mode } = call
  const account = await readReconnected(db, workspaceId, id, mode)
  if (!account) throw notFound('social account')
  return account
}

/** Null where the account was disconnected meanwhile. */
export function readReconnected(
  db: Queryable,
  workspaceId: string,
  id: string,
  mode: string,
): Promise<ReconnectedAccount | null> {
  return db.row<ReconnectedAccount>(sql`
    select a.id, a.platform, a.external_id, a.username, c.way
    from social_accounts a left join connections c on c.workspace_id = a.workspace_id and c.account_id = a.id
    where a.workspace_id = ${workspaceId} and a.id = ${id} and a.mode = ${mode} and a.disconnected_at is null`)
}

/** Refuses a sign-in that gave access to other profiles only. @throws Problem 409 `another_profile` */
export function refuseAnotherProfile(
  account: ReconnectedAccount | null,
  profiles: readonly Identified[],
): void {
  if (!account || profiles.some(({ externalId }) => externalId === account.external_id)) return
  const signedIn = profiles.map(({ username }) => username).join(', ') || 'nobody'
  throw new Problem(
    409,
    'another_profile',
    sentence(
      'You signed in as {signedIn}, not {username}. Nothing changed. Sign in as {username}, or connect the other profile as an account of its own.',
      { signedIn, username: account.username },
    ),
  )
}
