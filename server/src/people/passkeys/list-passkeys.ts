import { type Queryable, sql } from '../../db/database.ts'

export interface PasskeyShown {
  id: string
  name: string
  /** Whether it is kept on more than one device. */
  is_synced: boolean
  created_at: string
  last_used_at: string | null
}

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyShown[]> {
  const rows = await db.rows<PasskeyRow>(sql`
    select id, name, is_synced, created_at, last_used_at from passkeys
    where user_id = ${userId} order by created_at, id`)
  return rows.map(toPasskeyShown)
}

export interface PasskeyRow {
  id: string
  name: string
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
}

export function toPasskeyShown({ created_at, last_used_at, ...row }: PasskeyRow): PasskeyShown {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}
