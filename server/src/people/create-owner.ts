import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { insertUser, type PreparedUser } from './create-user.ts'

export interface Owner {
  userId: string
  workspaceId: string
}

// Any number that nothing else on this database locks.
const firstOwnerLock = 4_747_002

/** Makes the first owner and their workspace. @throws Problem 409 when there is an owner, or the address is taken */
export async function createOwner(tx: Queryable, user: PreparedUser, timezone?: string): Promise<Owner> {
  await tx.run(sql`select pg_advisory_xact_lock(${firstOwnerLock})`)
  if (await hasOwner(tx)) {
    const detail = 'Crier already has an owner. Create more keys with: npm run --silent crier -- keys create'
    throw new Problem(409, 'owner_exists', detail)
  }
  const userId = await insertUser(tx, user)
  const workspaceId = await createWorkspace(tx, 'My workspace', timezone)
  await tx.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'owner')`)
  return { userId, workspaceId }
}

/** Whether there was an owner here yet. Everybody else came by invitation, and people stay when a workspace is deleted. */
export async function hasOwner(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select 1 from users limit 1`)) !== null
}
