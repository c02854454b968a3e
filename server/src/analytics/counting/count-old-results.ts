import { type Database, type Queryable, sql } from '../../db/database.ts'
import { countResults, type ResultKey } from './count-results.ts'

const onePage = 1_000
/** One run ends after so many pages, so that new results do not wait. */
const mostPages = 20

/** Until everything from before is counted. */
export const mayCountOldResults = sql`not coalesce((select is_done from counted_results limit 1), false)`

/** Counts results from before analytics, in the order of their keys. It goes on where it stopped, whatever died in between. */
export async function countOldResults(db: Database, signal: AbortSignal): Promise<void> {
  for (let page = 0; page < mostPages && !signal.aborted; page += 1) if (await countPage(db)) return
}

/** Before every id. */
const first = '00000000-0000-0000-0000-000000000000'

/** Answers whether nothing is left, or another process counts. */
async function countPage(db: Database): Promise<boolean> {
  const state = await db.row<{ is_done: boolean }>(sql`select is_done from counted_results`)
  if (state?.is_done) return true
  if (!state) await begin(db)
  return db.transaction(async (tx) => {
    const last = await tx.row<{ last_workspace: string; last_result: string }>(sql`
      select last_workspace, last_result from counted_results where not is_done for update skip locked`)
    if (!last) return true
    const keys = await tx.rows<ResultKey>(sql`
      select workspace_id, id from targets
      where (workspace_id, id) > (${last.last_workspace}::uuid, ${last.last_result}::uuid)
      order by workspace_id, id limit ${onePage}`)
    await countResults(tx, keys)
    const end = keys.at(-1)
    // At the end no id of a workspace stays behind, which may be deleted one day.
    await tx.run(sql`
      update counted_results set is_done = ${end === undefined},
        last_workspace = ${end?.workspace_id ?? first}, last_result = ${end?.id ?? first}`)
    return end === undefined
  })
}

async function begin(db: Queryable): Promise<void> {
  await db.run(sql`
    insert into counted_results (last_workspace, last_result) values (${first}, ${first}) on conflict do nothing`)
}
