import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { program } from '../lib/process/program.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { insertUser, type PreparedUser } from './new-user.ts'

export interface Owner {
  userId: string
  workspaceId: string
}

// Any number that nothing else on this database locks.
const firstOwnerLock = 4_747_002

/** Makes the first owner and their workspace, which is the operator's own and pays nothing. @throws Problem 409 when there is an owner, or the address is taken */
export async function createOwner(tx: Queryable, user: PreparedUser, timezone?: string): Promise<Owner> {
  await tx.run(sql`select pg_advisory_xact_lock(${firstOwnerLock})`)
  if (await hasOwner(tx)) {
    const detail = `Crier already has an owner. Create more keys with: ${program} keys create`
    throw new Problem(409, 'owner_exists', detail)
  }
  const userId = await insertUser(tx, user)
  const workspaceId = await createWorkspace(tx, 'My workspace', { timezone })
  await tx.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'owner')`)
  await storeOwner(tx, userId)
  return { userId, workspaceId }
}

/** Makes a person the owner of the server, in the place of nobody or of one who is gone. */
export async function storeOwner(tx: Queryable, userId: string): Promise<void> {
  await tx.run(sql`
    insert into instance (name, value) values ('owner', ${userId})
    on conflict (name) do update set value = excluded.value`)
}

/** Whether there was an owner here yet. People stay when a workspace is deleted, and so does the owner. */
export async function hasOwner(db: Queryable): Promise<boolean> {
  return (await findInstanceOwner(db)) !== null
}

/** The person who set the server up; null before that. Signing up first does not make a person the owner. */
export async function findInstanceOwner(db: Queryable): Promise<string | null> {
  const found = await db.row<{ id: string }>(sql`
    select u.id from instance i join users u on u.id = i.value::uuid where i.name = 'owner'`)
  return found?.id ?? null
}
