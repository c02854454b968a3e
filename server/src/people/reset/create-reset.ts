import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { createSessionToken, hashSessionToken } from '../sessions/session-token.ts'

/** How long a link to set a new password may be used. */
export const linkMinutes = 60

/** Makes the secret of a link to set a new password. It is stored as a hash, and the person’s older links end. */
export async function createReset(tx: Queryable, userId: string): Promise<string> {
  const token = createSessionToken()
  await tx.run(sql`
    insert into password_resets (user_id, token_hash, expires_at)
    values (${userId}, ${hashSessionToken(token)}, clock_timestamp() + ${linkMinutes} * interval '1 minute')
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = clock_timestamp(),
      expires_at = excluded.expires_at`)
  return token
}

/** The address of the page at which the person sets the password. */
export function resetLink({ config }: Pick<Context, 'config'>, token: string): string {
  return `${config.publicUrl}/reset/${token}`
}
