import type { CallContext, Caller, KeyScope, Mode } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'

export interface Me {
  mode: Mode
  /** Null for a person who is signed in. */
  key: {
    id: string
    name: string
    last4: string
    scopes: KeyScope[]
    expires_at: string | null
    created_at: string
  } | null
  user: { id: string; email: string }
  workspace: { id: string; name: string; timezone: string; subscription: 'active' | 'inactive' }
}

/** The caller's key, the person who made it or is signed in, and the workspace. @throws Problem 404 */
export async function getMe(call: CallContext): Promise<Me> {
  const { caller, workspaceId } = call
  const row = await call.db.row<MeRow>(sql`
    select u.email, w.name as workspace_name, w.timezone, w.subscription
    from users u, workspaces w where u.id = ${caller.userId} and w.id = ${workspaceId}`)
  if (!row) throw notFound('person')
  return {
    mode: call.mode,
    key: await findOwnKey(call, caller),
    user: { id: caller.userId, email: row.email },
    workspace: {
      id: workspaceId,
      name: row.workspace_name,
      timezone: row.timezone,
      subscription: row.subscription,
    },
  }
}

async function findOwnKey({ db, workspaceId }: CallContext, caller: Caller): Promise<Me['key']> {
  if (caller.kind !== 'key') return null
  const row = await db.row<KeyRow>(sql`
    select name, last4, scopes, expires_at, created_at
    from api_keys where workspace_id = ${workspaceId} and id = ${caller.keyId}`)
  if (!row) throw notFound('API key')
  const { name, last4, scopes, expires_at, created_at } = row
  return {
    id: caller.keyId,
    name,
    last4,
    scopes,
    expires_at: expires_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}

interface MeRow {
  email: string
  workspace_name: string
  timezone: string
  subscription: 'active' | 'inactive'
}

interface KeyRow {
  name: string
  last4: string
  scopes: KeyScope[]
  expires_at: Date | null
  created_at: Date
}
