import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'

const batch = 1_000
/** A program that nobody has let in yet, and one that nobody uses any more. */
const unusedDays = 7
const forgottenDays = 180

/**
 * Deletes tokens whose time is over, agreements whose program never came, and programs that nobody uses. An access that was used
 * stays in the list of keys, for its name stands at what it made. Answers how many rows it deleted.
 */
export async function sweepPrograms({ db }: Pick<Context, 'db'>): Promise<number> {
  const tokens = await db.run(sql`
    delete from grant_tokens where hash in (
      select hash from grant_tokens where expires_at < clock_timestamp() limit ${batch})`)
  const agreements = await db.run(sql`
    delete from api_keys where (workspace_id, id) in (
      select workspace_id, id from grants
      where exchanged_at is null and code_until < clock_timestamp() - interval '1 day' limit ${batch})`)
  const programs = await db.run(sql`
    delete from programs where id in (
      select p.id from programs p
      where coalesce(p.used_at, p.read_at) < clock_timestamp() - ${unusedDays} * interval '1 day'
        and (p.used_at is null or p.used_at < clock_timestamp() - ${forgottenDays} * interval '1 day')
        and not exists (
          select from grants g join api_keys k on k.workspace_id = g.workspace_id and k.id = g.id
          where g.program_id = p.id and k.revoked_at is null and k.expires_at > clock_timestamp())
      order by coalesce(p.used_at, p.read_at) limit ${batch})`)
  return tokens + agreements + programs
}
