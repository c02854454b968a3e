import { hashToken } from '../api-keys/token-form.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context, Mode, Origin } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import type { GrantName } from './give-tokens.ts'

/** Why an access ends that no person ended. */
type EndReason = 'code_misused' | 'refresh_token_reused' | 'given_back'

/** Ends the access of a program for good: within a second no process takes any of its tokens. @throws Problem 404 */
export async function endProgram(tx: Queryable, { workspaceId, id }: GrantName): Promise<void> {
  const ended = await tx.run(sql`
    update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp())
    where workspace_id = ${workspaceId} and id = ${id} and exists (
      select from grants g where g.workspace_id = api_keys.workspace_id and g.id = api_keys.id)`)
  if (ended === 0) throw notFound('program')
}

/** Ends an access because of what was sent for it. An access that has ended already stays as it is. */
export async function endAccess(
  tx: Queryable,
  { workspaceId, id }: GrantName,
  { reason, from }: { readonly reason: EndReason; readonly from: Origin },
): Promise<void> {
  const ended = await tx.row<{ mode: Mode; name: string }>(sql`
    update api_keys set revoked_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id} and revoked_at is null returning mode, name`)
  if (ended === null) return
  const { mode, name } = ended
  const subject = { action: 'program.end', workspaceId, subjectId: id } as const
  await recordAudit(tx, { ...subject, mode, actor: { kind: 'key', id }, from, details: { name, reason } })
}

/**
 * Ends the access that a token belongs to, for the program that gives it back (RFC 7009), whichever of its tokens it is. A token
 * that nobody knows is no error. A token of another program is left alone.
 */
export async function giveBackToken(
  { db }: Pick<Context, 'db'>,
  { token, clientId }: { readonly token: string; readonly clientId: string | null },
  from: Origin,
): Promise<void> {
  await db.transaction(async (tx) => {
    const grant = await tx.row<GrantName>(sql`
      select g.workspace_id as "workspaceId", g.id from grant_tokens t
      join grants g on g.workspace_id = t.workspace_id and g.id = t.grant_id
      where t.hash = ${hashToken(token)} and (${clientId}::text is null or g.program_id = ${clientId})`)
    if (grant !== null) await endAccess(tx, grant, { reason: 'given_back', from })
  })
}
