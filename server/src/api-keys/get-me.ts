import type { CallContext, KeyScope, Mode } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'

export interface Me {
  mode: Mode
  key: {
    id: string
    name: string
    last4: string
    scopes: KeyScope[]
    expires_at: string | null
    created_at: string
  }
  user: { id: string; email: string }
  workspace: { id: string; name: string; timezone: string; subscription: 'active' | 'inactive' }
}

/** The caller's key, the person who made it and its workspace. @throws Problem 404 for a caller without a key */
export async function getMe(call: CallContext): Promise<Me> {
  const { caller } = call
  if (caller.kind !== 'key') throw notFound('API key')
  const row = await call.db.row<Row>(sql`
    select k.name, k.last4, k.scopes, k.expires_at, k.created_at, u.email,
      w.name as workspace_name, w.timezone, w.subscription
    from api_keys k join users u on u.id = k.user_id join workspaces w on w.id = k.workspace_id
    where k.workspace_id = ${call.workspaceId} and k.id = ${caller.keyId}`)
  if (!row) throw notFound('API key')
  return {
    mode: call.mode,
    key: {
      id: caller.keyId,
      name: row.name,
      last4: row.last4,
      scopes: row.scopes,
      expires_at: row.expires_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    },
    user: { id: caller.userId, email: row.email },
    workspace: {
      id: call.workspaceId,
      name: row.workspace_name,
      timezone: row.timezone,
      subscription: row.subscription,
    },
  }
}

interface Row {
  name: string
  last4: string
  scopes: KeyScope[]
  expires_at: Date | null
  created_at: Date
  email: string
  workspace_name: string
  timezone: string
  subscription: 'active' | 'inactive'
}
