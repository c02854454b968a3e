import type { ApprovalMode } from '../callers/roles.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { WeekStart } from './get-workspace.ts'
import { requireWorkspaceName } from './workspace-name.ts'

/** The parts of a workspace that may be changed; one that is left out stays. */
export interface WorkspaceChange {
  readonly name?: string
  readonly undo_seconds?: number
  readonly week_start?: WeekStart
  readonly approval_mode?: ApprovalMode
}

/** Renames a workspace and changes its settings. @throws Problem 422 */
export async function updateWorkspace(
  tx: Queryable,
  workspaceId: string,
  { name, ...settings }: WorkspaceChange,
): Promise<void> {
  const { undo_seconds: undoSeconds, week_start: weekStart, approval_mode: approvalMode } = settings
  const newName = name === undefined ? null : requireWorkspaceName(name)
  await tx.run(sql`
    update workspaces set name = coalesce(${newName}, name), undo_seconds = coalesce(${undoSeconds ?? null}::int, undo_seconds),
      week_start = coalesce(${weekStart ?? null}, week_start),
      approval_mode = coalesce(${approvalMode ?? null}, approval_mode)
    where id = ${workspaceId}`)
}
