import { recordAudit } from '../audit/record-audit.ts'
import { type Database, type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { getWorkspace, type WorkspaceShown } from '../workspaces/get-workspace.ts'
import { requireTimeZone } from '../workspaces/require-time-zone.ts'
import { requireWorkspaceName } from '../workspaces/workspace-name.ts'
import type { Browser } from './sessions/begin-session.ts'

export interface NewWorkspace {
  readonly name: string
  /** The name of a zone of the IANA database. */
  readonly timezone: string
}

/**
 * Makes a workspace that the person owns, as long as they own fewer than `most`.
 * @throws Problem 409 `too_many_workspaces`, 422
 */
export async function makeWorkspace(
  db: Database,
  userId: string,
  { name: givenName, timezone: givenZone }: NewWorkspace,
  { most, mustPay, browser }: { readonly most: number; readonly mustPay: boolean; readonly browser: Browser },
): Promise<WorkspaceShown> {
  const name = requireWorkspaceName(givenName)
  const timezone = requireTimeZone(givenZone)
  return db.transaction(async (tx) => {
    await requireRoom(tx, userId, most)
    const workspaceId = await createWorkspace(tx, name, { timezone, mustPay })
    await tx.run(sql`
      insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'owner')`)
    const place = { workspaceId, mode: null, subjectId: workspaceId, from: browser }
    const actor = { kind: 'user', id: userId } as const
    await recordAudit(tx, { ...place, actor, action: 'workspace.create', details: { name, timezone } })
    return getWorkspace(tx, workspaceId)
  })
}

/** Locks the person, so that requests that come at once are counted one after the other. */
async function requireRoom(tx: Queryable, userId: string, most: number): Promise<void> {
  await tx.run(sql`select from users where id = ${userId} for no key update`)
  const owned = await tx.row<{ count: number }>(
    sql`select count(*) as count from memberships where user_id = ${userId} and role = 'owner'`,
  )
  if ((owned?.count ?? 0) < most) return
  throw new Problem(
    409,
    'too_many_workspaces',
    sentence('You own {most} workspaces already, and may have no more.', { most }),
  )
}
