import { type Queryable, sql } from '../../db/database.ts'
import type { Seen } from '../move.ts'
import { type HoldReason, type LatePolicy, latePolicies, patienceOf } from '../target.ts'

/** May this target go on now, and if not, why and until when. */
export type Gate =
  | { readonly verdict: 'go'; readonly dueInMs: number }
  | { readonly verdict: 'lost' }
  | { readonly verdict: 'hold'; readonly reason: HoldReason }
  | { readonly verdict: 'missed' }
  | { readonly verdict: 'wait'; readonly inMs: number }

/** A target as it was last seen, and how late it may be. */
export interface Waiting {
  readonly seen: Seen
  readonly latePolicy: LatePolicy
}

/** What the database says of a target, its account and its workspace, as `gateFacts` asks it. */
export interface GateFacts {
  state: string
  due_in_ms: number
  account_status: string
  disconnected: boolean
  blocked_ms: number | null
  lapsed: boolean
  paused: boolean
  guarded: boolean
  parent_state: string | null
}

/** What is asked of a target `t`, its account `a` and its workspace `w`, by the database's own clock. */
export const gateFacts = sql`
  t.state, (extract(epoch from t.scheduled_at - crier_now(t.workspace_id, t.mode)) * 1000)::float8 as due_in_ms,
  a.status as account_status, a.disconnected_at is not null as disconnected,
  (extract(epoch from a.blocked_until - clock_timestamp()) * 1000)::float8 as blocked_ms,
  coalesce(w.subscription_ended_at + interval '3 days' < crier_now(t.workspace_id, t.mode), false) as lapsed,
  exists (select from pauses p where (p.platform is null or p.platform = t.platform)
    and (p.workspace_id is null or p.workspace_id = t.workspace_id)) as paused,
  exists (select from guards) as guarded,
  case when t.parent_id is not null then
    (select p.state from targets p where p.workspace_id = t.workspace_id and p.id = t.parent_id) end as parent_state`

export const gatePlace = sql`
  join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
  join workspaces w on w.id = t.workspace_id`

/**
 * Whether another target of the account comes before `t`: one whose publish is in flight, or one that is due earlier and
 * is ready or just being worked on. One that waits for its media or for a try that failed lets others pass.
 */
export const behind = sql`
  exists (select from targets o
    where o.workspace_id = t.workspace_id and o.account_id = t.account_id and o.id <> t.id
      and o.state in ('committing', 'unknown'))
  or exists (select from targets o
    where o.workspace_id = t.workspace_id and o.account_id = t.account_id
      and (o.scheduled_at, o.seq) < (t.scheduled_at, t.seq)
      and o.scheduled_at <= crier_now(o.workspace_id, o.mode)
      and o.state not in ('published', 'failed', 'canceled', 'needs_review')
      and (o.state in ('scheduled', 'ready') or o.state = 'preparing'
        and (o.lease_until > clock_timestamp() or o.next_action_at <= clock_timestamp())))`

/** What stands in the way of a target: a look, which is true only for the moment. */
export async function passGate(db: Queryable, work: Waiting): Promise<Gate> {
  const { workspaceId, id, fence } = work.seen
  const found = await db.row<GateFacts>(sql`
    select ${gateFacts} from targets t ${gatePlace}
    where t.workspace_id = ${workspaceId} and t.id = ${id} and t.fence = ${fence} and t.state = ${work.seen.state}`)
  return found ? judge(found, work.latePolicy) : { verdict: 'lost' }
}

/** A gate, and whether another target of the account comes first. */
export interface Admission {
  readonly gate: Gate
  readonly isBehind: boolean
}

/**
 * The same for many, for their commit-intents: the caller has locked each with its account, so that what is found stays
 * true until its record is durable. A lapsed subscription has three days of grace.
 */
export async function passGates(tx: Queryable, works: readonly Waiting[]): Promise<Admission[]> {
  const asked = works.map(({ seen }) => ({
    workspace_id: seen.workspaceId,
    id: seen.id,
    fence: seen.fence,
    state: seen.state,
  }))
  const found = await tx.rows<GateFacts & { id: string; behind: boolean }>(sql`
    select t.id, ${gateFacts}, ${behind} as behind
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(workspace_id uuid, id uuid, fence bigint, state text)
      join targets t on t.workspace_id = r.workspace_id and t.id = r.id and t.fence = r.fence and t.state = r.state
      ${gatePlace}`)
  const byId = new Map(found.map((row) => [row.id, row]))
  return works.map((work): Admission => {
    const row = byId.get(work.seen.id)
    return row
      ? { gate: judge(row, work.latePolicy), isBehind: row.behind }
      : { gate: { verdict: 'lost' }, isBehind: false }
  })
}

/** What follows from the facts: the first thing that stands in the way. */
export function judge(facts: GateFacts, latePolicy: LatePolicy): Gate {
  if (facts.guarded) return { verdict: 'hold', reason: 'guard' }
  if (facts.disconnected) return { verdict: 'hold', reason: 'disconnected' }
  if (facts.account_status !== 'active') return { verdict: 'hold', reason: 'reconnect' }
  if (facts.lapsed) return { verdict: 'hold', reason: 'subscription' }
  if (facts.paused) return { verdict: 'hold', reason: 'paused' }
  if (facts.parent_state !== null && facts.parent_state !== 'published')
    return { verdict: 'hold', reason: 'parent' }
  const limit = latePolicies[latePolicy]
  if (limit !== null && -facts.due_in_ms > limit) return { verdict: 'missed' }
  if (facts.blocked_ms !== null && facts.blocked_ms > 0) {
    const patienceMs = patienceOf(latePolicy) + facts.due_in_ms
    return patienceMs < 0
      ? { verdict: 'missed' }
      : { verdict: 'wait', inMs: Math.min(facts.blocked_ms, patienceMs + 1) }
  }
  return { verdict: 'go', dueInMs: facts.due_in_ms }
}
