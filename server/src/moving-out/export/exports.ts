import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { discardStored } from '../../media/stored-files.ts'
import type { Membership } from '../../people/members/require-member.ts'
import { type ExportRow, exportColumns } from './export-rows.ts'
import { enqueueExport } from './export-task.ts'

/** Archives are as large as the media of the workspace, so a few must do. */
const mostKept = 3

/** An export as its owner sees it. */
export interface ExportShown {
  id: string
  status: 'pending' | 'ready' | 'failed'
  size_bytes: number | null
  /** Media whose files were missing on the server, so that they are missing in the archive. */
  missing_files: number | null
  created_at: string
  ready_at: string | null
  /** When it is deleted. */
  expires_at: string | null
}

/**
 * Has everything in a workspace packed into one archive, in the background.
 * @throws Problem 409 `export_under_way` or `too_many_exports`
 */
export async function requestExport(
  tx: Queryable,
  { workspaceId, userId }: Membership,
): Promise<ExportShown> {
  // Two requests that come at once are counted one after the other.
  await tx.run(sql`select from workspaces where id = ${workspaceId} for no key update`)
  const kept = await listExports(tx, workspaceId)
  if (kept.some(({ status }) => status === 'pending'))
    throw new Problem(409, 'export_under_way', 'An export of this workspace is being made. Wait for it.')
  if (kept.filter(({ status }) => status === 'ready').length >= mostKept)
    throw new Problem(
      409,
      'too_many_exports',
      sentence('There are {mostKept} exports of this workspace already. Delete one of them first.', {
        mostKept,
      }),
    )
  const id = newId()
  const row = await tx.row<ExportRow>(sql`
    insert into workspace_exports (workspace_id, id, asked_by) values (${workspaceId}, ${id}, ${userId})
    returning ${exportColumns}`)
  if (row === null) throw new Error('An insert answered no row.')
  await enqueueExport(tx, row)
  return toShown(row)
}

/** The exports of a workspace, the newest first. */
export async function listExports(db: Queryable, workspaceId: string): Promise<ExportShown[]> {
  const rows = await db.rows<ExportRow>(sql`
    select ${exportColumns} from workspace_exports
    where workspace_id = ${workspaceId} and (expires_at is null or expires_at > clock_timestamp())
    order by created_at desc, id desc limit 100`)
  return rows.map(toShown)
}

/** Deletes an export, also one that is being made. Its addresses lead nowhere from then on. @throws Problem 404 */
export async function deleteExport(tx: Queryable, workspaceId: string, id: string): Promise<void> {
  const gone = await tx.row<{ storage_key: string | null }>(sql`
    delete from workspace_exports where workspace_id = ${workspaceId} and id = ${id} returning storage_key`)
  if (!gone) throw notFound('export')
  if (gone.storage_key !== null) await discardStored(tx, workspaceId, gone.storage_key)
}

function toShown({ state, created_at, ready_at, expires_at, ...row }: ExportRow): ExportShown {
  return {
    id: row.id,
    status: state === 'making' || state === 'waiting' ? 'pending' : state,
    size_bytes: row.size_bytes,
    missing_files: row.missing_files,
    created_at: created_at.toISOString(),
    ready_at: ready_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  }
}
