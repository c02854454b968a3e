import { type Queryable, sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import { Refusal } from './refusal.ts'

/**
 * Deletes a post of a profile. Answers to it stay, as answers to nothing. Its key stays its own, so that a request that is
 * sent again makes no second post. @throws Refusal 404
 */
export async function deletePost(db: Queryable, profileId: string, id: string): Promise<void> {
  const deleted = isId(id)
    ? await db.run(sql`
        update sandbox_posts set deleted_at = clock_timestamp()
        where profile_id = ${profileId} and id = ${id} and deleted_at is null`)
    : 0
  if (deleted === 0) throw new Refusal(404, 'post_not_found', 'There is no such post.')
}
