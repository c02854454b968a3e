import { type AccountFacts, accountOf } from '../../accounts/account-of.ts'
import { connectorOf, powerOf } from '../../connectors/of-platform.ts'
import type { CallContext, Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence, type Words, word } from '../../lib/text/sentence.ts'
import { cancelWaiting } from '../../publishing/person/cancel-targets.ts'
import { overtakeEdits } from '../edits/edit-outcome.ts'
import { enqueueUnpublication } from './enqueue-unpublication.ts'

/**
 * Requests the deletion of a post at its networks, and stops every part that still waits. Deletions that failed before
 * are tried again. It is all or nothing: one account whose network cannot delete makes the whole request fail.
 * @throws Problem 409 `already_processing`, `needs_review` or `cannot_unpublish`
 */
export async function beginUnpublishing(call: CallContext, postId: string): Promise<void> {
  const { db, workspaceId, context } = call
  await cancelWaiting(call, postId)
  const results = await findPublicResults(call, postId)
  const reasons = results.flatMap((result) => {
    const detail = whyNot(context, result)
    return detail === null
      ? []
      : [{ social_account_id: result.account_id, platform: result.platform, detail }]
  })
  if (reasons.length > 0) throw cannotUnpublish(reasons)
  await overtakeEdits(db, workspaceId, postId)
  const asked = await db.rows<{ target_id: string }>(sql`
    insert into unpublications as u (workspace_id, target_id, post_id, next_at)
    select ${workspaceId}, id, ${postId}, clock_timestamp() from unnest(${results.map(({ id }) => id)}::uuid[]) as r(id)
    on conflict (workspace_id, target_id) do update set status = 'pending', next_at = excluded.next_at, tries = 0,
      error = null, updated_at = clock_timestamp()
    where u.status = 'failed'
    returning target_id`)
  for (const { target_id: id } of asked) await enqueueUnpublication(db, { workspaceId, id })
}

/** A result of which at least one part is public, with its account. */
interface PublicResult {
  readonly id: string
  readonly account_id: string
  readonly platform: string
  readonly account: AccountFacts
  readonly account_status: string
  readonly is_disconnected: boolean
  /** Whether a person resolved a part as public without giving the network's id. */
  readonly lacks_id: boolean
}

function findPublicResults({ db, workspaceId }: CallContext, postId: string): Promise<PublicResult[]> {
  return db.rows<PublicResult>(sql`
    select t.root_id as id, t.account_id, t.platform, a.status as account_status,
      a.disconnected_at is not null as is_disconnected,
      jsonb_build_object('id', a.id, 'external_id', a.external_id, 'username', a.username, 'settings', a.settings) as account,
      bool_or(t.remote_id = t.remote_url and t.remote_reference = 'null') as lacks_id
    from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where t.workspace_id = ${workspaceId} and t.post_id = ${postId} and t.state = 'published'
    group by t.root_id, t.account_id, t.platform, a.workspace_id, a.id
    order by t.root_id`)
}

/** Why this server cannot delete a result at its network, in a sentence; null where it can. */
function whyNot(context: Context, result: PublicResult): Words | null {
  const { platform, account, account_status: status, is_disconnected: isDisconnected } = result
  const connector = connectorOf(context, platform)
  const power = powerOf(connector, 'delete')
  if (!connector || !power)
    return sentence('Crier cannot delete posts on {network}. Delete this one there by hand.', {
      network: connector?.name ?? platform,
    })
  if (result.lacks_id)
    return sentence('The id that {network} gave this post is not known. Delete it there by hand.', {
      network: connector.name,
    })
  if (isDisconnected || status !== 'active') return 'The account is not connected. Connect it again first.'
  return power.refusal(accountOf(account))
}

interface Reason {
  readonly social_account_id: string
  readonly platform: string
  readonly detail: Words
}

function cannotUnpublish(reasons: readonly Reason[]): Problem {
  const [first = '', ...others] = new Map(reasons.map(({ detail }) => [String(detail), detail])).values()
  const details = others.length === 0 ? word(first) : [first, ...others].join(' ')
  return new Problem(409, 'cannot_unpublish', sentence('{details} Nothing was changed.', { details }), {
    extra: { accounts: reasons.map(({ social_account_id: id }) => id), reasons },
  })
}
