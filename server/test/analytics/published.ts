import { countNewResults } from '../../src/analytics/counting/count-new-results.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { recordEvent } from '../../src/webhooks/record-event.ts'
import type { House } from '../house.ts'
import { until } from '../stories/until.ts'

/** A result to be seeded. Times are in hours before now. */
export interface Seeded {
  readonly accountId: string
  readonly hoursAgo?: number
  readonly lateMs?: number
  readonly state?: 'published' | 'failed'
  readonly mode?: 'live' | 'test'
  readonly workspaceId?: string
}

/** Stores a post with one result, as publishing leaves it behind, with its event; answers the id of the result. */
export async function seedResult(house: House, seeded: Seeded): Promise<string> {
  const { accountId, hoursAgo = 0, lateMs = 0, state = 'published', mode = 'live' } = seeded
  const workspaceId = seeded.workspaceId ?? house.workspaceId
  const [postId, id] = [newId(), newId()]
  const at = sql`clock_timestamp() - ${hoursAgo}::float8 * interval '1 hour'`
  await house.db.run(sql`
    insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, late_policy)
    values (${workspaceId}, ${postId}, ${mode}, ${postId}, 'words', array[${accountId}]::uuid[], false, 'publish_24h')`)
  await house.db.run(sql`
    insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy, state,
      content, next_action_at)
    select ${workspaceId}, ${id}, ${mode}, ${postId}, ${accountId}, platform, ${id},
      ${at} - ${lateMs}::float8 * interval '1 millisecond', 'publish_24h', 'scheduled',
      '{"text": "words", "media": [], "options": {}}', clock_timestamp() + interval '1 day'
    from social_accounts where workspace_id = ${workspaceId} and id = ${accountId}`)
  await end(house, workspaceId, id, state, hoursAgo)
  return id
}

/** Brings a result to its end, with the event that says so. */
export async function end(
  house: House,
  workspaceId: string,
  id: string,
  state: 'published' | 'failed',
  hoursAgo = 0,
): Promise<void> {
  const at = sql`clock_timestamp() - ${hoursAgo}::float8 * interval '1 hour'`
  await house.db.run(sql`
    update targets set state = ${state}, next_action_at = null, updated_at = ${at},
      remote_id = case when ${state} = 'published' then 'remote ' || id end,
      remote_url = case when ${state} = 'published' then 'https://n.example/' || id end,
      remote_reference = case when ${state} = 'published' then '{}'::jsonb end,
      published_at = case when ${state} = 'published' then ${at} end
    where workspace_id = ${workspaceId} and id = ${id}`)
  const row = await house.db.row<{
    mode: 'live' | 'test'
    post_id: string
    account_id: string
    platform: string
  }>(sql`
    select mode, post_id, account_id, platform from targets where workspace_id = ${workspaceId} and id = ${id}`)
  if (!row) throw new Error('There is no such result.')
  const { mode, post_id, account_id: social_account_id, platform } = row
  const data = {
    id,
    post_id,
    social_account_id,
    platform,
    status: state,
    success: state === 'published',
    url: null,
    error: null,
  }
  await recordEvent(house.db, { workspaceId, mode, type: `post_result.${state}`, subjectId: id, data })
}

/** Counts every result that has ended, as the worker does. A transaction of anybody holds the events back for a moment. */
export async function countAll(house: House): Promise<void> {
  const { signal } = new AbortController()
  const countOnce = async () => {
    await countNewResults(house.context, signal)
    const row = await house.db.row<{ left: number }>(sql`
      select count(*)::int as left from targets r
      left join result_figures f on f.workspace_id = r.workspace_id and f.post_result_id = r.id
      where r.part = 'post' and r.state in ('published', 'failed') and f.outcome is distinct from r.state`)
    return row?.left
  }
  await until(countOnce, (left) => left === 0, 30_000)
}

/** Sets when a result is to be measured. */
export async function makeDue(house: House, id: string): Promise<void> {
  await house.db.run(sql`
    update result_figures set next_at = clock_timestamp() - interval '1 second' where post_result_id = ${id}`)
  await house.db.run(sql`
    update figure_turns set due_at = clock_timestamp() - interval '1 second'
    where account_id = (select account_id from result_figures where post_result_id = ${id})`)
}
