import Type, { type Static } from 'typebox'
import { type Database, type Queryable, sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import { admitCommit } from './admit-commit.ts'
import type { TokenHolder } from './open-profile.ts'
import { Refusal } from './refusal.ts'
import { spendBehavior } from './spend-behavior.ts'
import { isPublic } from './stored-posts.ts'
import { checkText } from './submission.ts'

export const editBody = Type.Object({ text: Type.String() }, { additionalProperties: false })

/** The answer to an edit: `broken` is 500, and the other two are no answer at all. */
export type EditOutcome = 'edited' | 'broken' | 'dropped' | 'hung'

/**
 * Gives a post of a profile another text; its media and its place in a thread stay. The behaviours of the profile treat it as
 * they treat a commit. @throws Refusal 401, 403, 404, 422, 429
 */
export async function editPost(
  db: Database,
  holder: TokenHolder,
  id: string,
  { text }: Static<typeof editBody>,
): Promise<EditOutcome> {
  const profileId = holder.profile.id
  const decided = await db.transaction(async (tx) => {
    await tx.run(sql`select 1 from sandbox_profiles where id = ${profileId} for update`)
    try {
      return await change(tx, holder, id, text)
    } catch (error) {
      // A refusal that ended the token or began a rate limit is stored all the same.
      if (error instanceof Refusal) return error
      throw error
    }
  })
  if (decided instanceof Refusal) throw decided
  return decided
}

async function change(tx: Queryable, holder: TokenHolder, id: string, text: string): Promise<EditOutcome> {
  const profileId = holder.profile.id
  if ((await admitCommit(tx, holder)) === 'drop') return 'dropped'
  const post = isId(id)
    ? await tx.row<{ has_media: boolean }>(sql`
        select media <> '[]' as has_media from sandbox_posts
        where profile_id = ${profileId} and id = ${id} and ${isPublic}`)
    : null
  if (!post) throw new Refusal(404, 'post_not_found', 'There is no such post.')
  checkText(text, post.has_media)
  if (await spendBehavior(tx, profileId, ['refuse']))
    throw new Refusal(422, 'refused', 'The network does not want this text.')
  // A commit that is sent again with its key still names the first text.
  await tx.run(sql`
    update sandbox_posts set first_text = coalesce(first_text, text), text = ${text}, edited_at = clock_timestamp()
    where profile_id = ${profileId} and id = ${id} and text <> ${text}`)
  const spent = await spendBehavior(tx, profileId, ['drop_answer', 'error_after_accept', 'hang'])
  switch (spent?.behavior) {
    case 'drop_answer':
      return 'dropped'
    case 'error_after_accept':
      return 'broken'
    case 'hang':
      return 'hung'
    default:
      return 'edited'
  }
}
