import type { ApprovalMode } from '../callers/roles.ts'
import { type Queryable, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'

export const weekStarts = ['locale', 'monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof weekStarts)[number]

/** A workspace with its settings, as its members see it. */
export interface WorkspaceShown {
  id: string
  name: string
  timezone: string
  subscription: 'active' | 'inactive'
  /** For how long "publish now" waits, so that it can be undone. */
  undo_seconds: number
  week_start: WeekStart
  /** Whose posts wait for approval. */
  approval_mode: ApprovalMode
  /** When its data go for good; null unless it was deleted. */
  purge_at: string | null
  created_at: string
}

/** @throws Problem 404 */
export async function getWorkspace(db: Queryable, workspaceId: string): Promise<WorkspaceShown> {
  const row = await db.row<WorkspaceRow>(sql`
    select id, name, timezone, subscription, undo_seconds, week_start, approval_mode, purge_at, created_at
    from workspaces where id = ${workspaceId}`)
  if (row === null) throw notFound('workspace')
  return {
    ...row,
    purge_at: row.purge_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

interface WorkspaceRow extends Omit<WorkspaceShown, 'purge_at' | 'created_at'> {
  purge_at: Date | null
  created_at: Date
}
