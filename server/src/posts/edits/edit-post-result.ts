import { accountOf } from '../../accounts/account-of.ts'
import { actorOf } from '../../callers/actor-of.ts'
import type { Connector, EditPower } from '../../connectors/connector.ts'
import { connectorOf, powerOf } from '../../connectors/of-platform.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import { sentence, type Words, word } from '../../lib/text/sentence.ts'
import { mustAskApproval } from '../require-publish.ts'
import type { PostResult } from '../results/post-result-schema.ts'
import { loadResult } from '../results/result-row.ts'
import { checkEdit, type WantedEdit } from './check-edit.ts'
import { enqueueEdit } from './enqueue-edit.ts'
import { type FoundPart, lockPart } from './lock-part.ts'

/**
 * Has the text of a public result changed at its network, in the background. Nothing else of the post changes there, and the
 * post here keeps the words with which it was published.
 * @throws Problem 404; 409 `not_published`, `cannot_edit`, `being_unpublished`, `edit_under_way` or `edit_needs_approval`; 422
 */
export async function editPostResult(call: CallContext, id: string, wanted: WantedEdit): Promise<PostResult> {
  const { db, workspaceId, caller } = call
  const { postId, found } = await lockPart(call, id, wanted.part ?? 0)
  if (mustAskApproval(caller)) throw needsApproval()
  const { connector, power } = requireEditable(call, found)
  await refuseWhileChanging(call, postId, id)
  const problems = await checkEdit(call, { connector, power, ...found }, wanted)
  if (problems.length > 0) throw invalid(problems)
  const editId = newId()
  const { kind, id: actorId } = actorOf(caller)
  await db.run(sql`
    insert into result_edits (workspace_id, id, root_id, target_id, post_id, text, options, next_at, actor_kind, actor_id)
    values (${workspaceId}, ${editId}, ${id}, ${found.id}, ${postId}, ${wanted.caption},
      ${JSON.stringify(wanted.options ?? {})}::jsonb, clock_timestamp(), ${kind}, ${actorId})`)
  await enqueueEdit(db, { workspaceId, id: editId })
  return loadResult(call, id)
}

/** @throws Problem 409 `not_published` or `cannot_edit` */
function requireEditable(
  { context }: CallContext,
  found: FoundPart,
): { connector: Connector; power: EditPower } {
  const { platform, part, content, account, remote_id: remoteId, remote_url: url } = found
  if (found.state !== 'published') {
    const detail = 'This is not public, so there is nothing to correct at the network.'
    throw new Problem(409, 'not_published', `${detail} Change the post itself as long as it waits.`)
  }
  const connector = connectorOf(context, platform)
  const power = powerOf(connector, 'edit')
  const name = connector?.name ?? platform
  if (!connector || !power) {
    throw cannotEdit(
      sentence('A post on {network} cannot be changed once it is public. Delete it, then post it anew.', {
        network: name,
      }),
    )
  }
  const lacksId = remoteId === null || url === null || (remoteId === url && found.remote_reference === null)
  if (lacksId)
    throw cannotEdit(
      sentence('The id that {network} gave this post is not known. Correct it there by hand.', {
        network: name,
      }),
    )
  if (found.is_disconnected || found.account_status !== 'active')
    throw cannotEdit('The account is not connected. Connect it again first.')
  const post = { remoteId, url, reference: found.remote_reference }
  const refusal = power.refusal({ post, part, options: content.options }, accountOf(account))
  if (refusal !== null) throw cannotEdit(refusal)
  return { connector, power }
}

/** @throws Problem 409 `being_unpublished` or `edit_under_way` */
async function refuseWhileChanging(call: CallContext, postId: string, id: string): Promise<void> {
  const { db, workspaceId } = call
  const row = await db.row<{ leaving: boolean; editing: boolean }>(sql`
    select exists (select from unpublications where workspace_id = ${workspaceId} and post_id = ${postId}
        and (status = 'pending' or (status = 'done' and target_id = ${id}))) as leaving,
      exists (select from result_edits where workspace_id = ${workspaceId} and root_id = ${id}
        and status = 'pending') as editing`)
  if (row?.leaving)
    throw new Problem(
      409,
      'being_unpublished',
      'This post is being deleted at its networks. Nothing was changed.',
    )
  if (row?.editing) {
    const detail = 'Another edit of this result is under way. Ask again once it is done or has failed.'
    throw new Problem(409, 'edit_under_way', detail)
  }
}

function cannotEdit(detail: Words): Problem {
  return new Problem(409, 'cannot_edit', sentence('{detail} Nothing was changed.', { detail: word(detail) }))
}

function needsApproval(): Problem {
  const detail =
    'In this workspace your words need another person’s approval before they are public, and an edit would be public at once. Ask somebody who may publish without approval.'
  return new Problem(409, 'edit_needs_approval', detail)
}
