import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { JobRun } from '../../jobs/job.ts'
import { claimExport, listUnfinished } from './export-rows.ts'
import { makeExport } from './make-export.ts'

const task = 'export-workspace'

// A large export takes long, and must not take the places of all jobs of a process.
const underWay = new WeakSet<Context['storage']>()

/** Makes the export that a job names. It may run twice: the claim lets one of them work. */
export const exportTask = {
  name: task,
  run: async (context: Context, { payload, signal }: Pick<JobRun, 'payload' | 'signal'>): Promise<void> => {
    const { workspace_id: workspaceId, id } = payload
    if (typeof workspaceId !== 'string' || typeof id !== 'string') return
    // The chore asks again once there is room.
    if (underWay.has(context.storage)) return
    underWay.add(context.storage)
    try {
      const claim = await claimExport(context.db, workspaceId, id)
      if (claim) await makeExport(context, claim, signal)
    } finally {
      underWay.delete(context.storage)
    }
  },
}

/** Has an export made by whichever process works. The row of the export says whether it still waits. */
export async function enqueueExport(
  db: Queryable,
  { workspace_id, id }: { workspace_id: string; id: string },
): Promise<void> {
  await enqueue(db, { task, key: `export ${id}`, payload: { workspace_id, id }, mostTries: 1 })
}

/** Takes up exports whose worker died, and those that a backup brought back without their jobs. */
export async function continueExports({ db }: Pick<Context, 'db'>): Promise<number> {
  const unfinished = await listUnfinished(db)
  for (const row of unfinished) await enqueueExport(db, row)
  return unfinished.length
}

/** Forgets exports a week after they were ready or given up. Their files are left to the sweep of the media. */
export async function sweepExports({ db }: Pick<Context, 'db'>): Promise<number> {
  return db.run(sql`
    with gone as (
      delete from workspace_exports where (workspace_id, id) in (
        select workspace_id, id from workspace_exports where expires_at < clock_timestamp() limit 500
        for update skip locked)
      returning workspace_id, storage_key
    ), noted as (
      insert into discarded_files (workspace_id, storage_key)
      select workspace_id, storage_key from gone where storage_key is not null on conflict do nothing)
    delete from workspace_exports where false`)
}
