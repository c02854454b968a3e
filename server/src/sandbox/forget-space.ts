import { type Queryable, raw, sql } from '../db/database.ts'

// Keeps a statement to a moment. Answers are deleted before what they answer to, because those refer to it.
const batch = 500

/** Deletes every profile of a space with all that it published, for good. May be repeated where it was broken off. */
export async function forgetSpace(db: Queryable, space: string): Promise<void> {
  const profiles = sql`select id from sandbox_profiles where space = ${space}`
  for (const [table, order] of [
    ['sandbox_arrivals', 'id'],
    ['sandbox_containers', 'id'],
    ['sandbox_posts', 'depth desc'],
    ['sandbox_media', 'id'],
    ['sandbox_tokens', 'hash'],
  ] as const)
    while (
      (await db.run(sql`
        delete from ${raw(table)} where ctid = any(array(
          select ctid from ${raw(table)} where profile_id in (${profiles}) order by ${raw(order)} limit ${batch}))`)) >
      0
    );
  await db.run(sql`delete from sandbox_profiles where space = ${space}`)
  await db.run(sql`delete from sandbox_authorizations where space = ${space}`)
}
