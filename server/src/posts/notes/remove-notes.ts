import type { Mode } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { insertEvents } from '../../webhooks/record-event.ts'

/** Removes the notes of a post that is being deleted, and writes the event of each. */
export async function removeNotes(
  tx: Queryable,
  { workspaceId, mode }: { readonly workspaceId: string; readonly mode: Mode },
  postId: string,
): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from post_notes where workspace_id = ${workspaceId} and post_id = ${postId} returning workspace_id, id, post_id
    )
    ${insertEvents(sql`
      select workspace_id, gen_random_uuid() as id, ${mode}::text as mode, 'post_note.deleted' as type, id as subject_id,
        null::bigint as version, jsonb_build_object('id', id, 'post_id', post_id) as data from gone`)}`)
}
