import { type Queryable, raw, type Sql, sql } from '../../../db/database.ts'
import { isInState, isNotInState } from '../../../targets/state-sql.ts'
import { inFlightStates, settledStates } from '../../../targets/states.ts'
import type { Seen } from '../../target.ts'
import { type HoldReason, type LatePolicy, latePolicies, patienceOf } from '../../target.ts'

/** May this target go on now, and if not, why and until when. */
export type Gate =
  | { readonly verdict: 'go'; readonly dueInMs: number }
  | { readonly verdict: 'lost' }
  | { readonly verdict: 'hold'; readonly reason: HoldReason }
  | { readonly verdict: 'missed' }
  | { readonly verdict: 'wait'; readonly inMs: number }

/** A target as it was last seen, and how late it may be. */
export interface GatedTarget {
  readonly seen: Seen
  readonly latePolicy: LatePolicy
}

/** The facts of a target, its account and its workspace that decide, as `gateFacts` selects them. */
export interface GateFacts {
  state: string
  due_in_ms: number
  account_status: string
  disconnected: boolean
  blocked_ms: number | null
  lapsed: boolean
  /** By a pause, or because the workspace was deleted. */
  paused: boolean
  guarded: boolean
  parent_state: string | null
}

/** The names by which a statement knows a target, its account and its workspace. */
export interface GateAliases {
  readonly target: string
  readonly account: string
  readonly workspace: string
}

/** Selects the facts of a target that `gateJoins` has joined with its account and workspace. */
export function gateFacts({ target, account, workspace }: GateAliases): Sql {
  const [t, a, w] = [raw(target), raw(account), raw(workspace)]
  return sql`
    ${t}.state,
    (extract(epoch from ${t}.scheduled_at - crier_now(${t}.workspace_id, ${t}.mode)) * 1000)::float8 as due_in_ms,
    ${a}.status as account_status, ${a}.disconnected_at is not null as disconnected,
    (extract(epoch from ${a}.blocked_until - clock_timestamp()) * 1000)::float8 as blocked_ms,
    coalesce(${w}.subscription_ended_at + interval '3 days' < crier_now(${t}.workspace_id, ${t}.mode)
      and (${t}.mode = 'live' or isfinite(${w}.subscription_ended_at)), false) as lapsed,
    ${w}.purge_at is not null or exists (select from pauses p where (p.platform is null or p.platform = ${t}.platform)
      and (p.workspace_id is null or p.workspace_id = ${t}.workspace_id)) as paused,
    exists (select from guards) as guarded,
    case when ${t}.parent_id is not null then (select p.state from targets p
      where p.workspace_id = ${t}.workspace_id and p.id = ${t}.parent_id) end as parent_state`
}

export function gateJoins({ target, account, workspace }: GateAliases): Sql {
  const [t, a, w] = [raw(target), raw(account), raw(workspace)]
  return sql`
    join social_accounts ${a} on ${a}.workspace_id = ${t}.workspace_id and ${a}.id = ${t}.account_id
    join workspaces ${w} on ${w}.id = ${t}.workspace_id`
}

/**
 * Whether another target of the account comes before the target `t`: one whose publish is in flight, or one that is due
 * earlier and is ready or just being worked on. A target that waits for its media, or for a try that failed, lets others
 * pass.
 */
export function isBehind(target: string): Sql {
  const t = raw(target)
  return sql`
    exists (select from targets o
      where o.workspace_id = ${t}.workspace_id and o.account_id = ${t}.account_id and o.id <> ${t}.id
        and ${isInState('o', inFlightStates)})
    or exists (select from targets o
      where o.workspace_id = ${t}.workspace_id and o.account_id = ${t}.account_id
        and (o.scheduled_at, o.seq) < (${t}.scheduled_at, ${t}.seq)
        and o.scheduled_at <= crier_now(o.workspace_id, o.mode)
        and ${isNotInState('o', settledStates)}
        and (o.state in ('scheduled', 'ready') or o.state = 'preparing'
          and (o.lease_until > clock_timestamp() or o.next_action_at <= clock_timestamp())))`
}

const aliases: GateAliases = { target: 't', account: 'a', workspace: 'w' }

/** Looks for a reason why a target may not go on. The answer holds only for this moment. */
export async function passGate(db: Queryable, work: GatedTarget): Promise<Gate> {
  const { workspaceId, id, fence, state } = work.seen
  const found = await db.row<GateFacts>(sql`
    select ${gateFacts(aliases)} from targets t ${gateJoins(aliases)}
    where t.workspace_id = ${workspaceId} and t.id = ${id} and t.fence = ${fence} and t.state = ${state}`)
  return found ? judgeGate(found, work.latePolicy) : { verdict: 'lost' }
}

/** A gate, and whether another target of the account comes first. */
export interface Admission {
  readonly gate: Gate
  readonly isBehind: boolean
}

/**
 * Looks at many targets for their commits. The caller has locked each with its account, so the answers stay true until
 * the records of the commits are durable. A lapsed subscription has three days of grace. Where there never was one, test data
 * go out and live data do not.
 */
export async function passGates(tx: Queryable, works: readonly GatedTarget[]): Promise<Admission[]> {
  const wanted = works.map(({ seen }) => ({
    workspace_id: seen.workspaceId,
    id: seen.id,
    fence: seen.fence,
    state: seen.state,
  }))
  const found = await tx.rows<GateFacts & { id: string; fence: number; behind: boolean }>(sql`
    select t.id, t.fence, ${gateFacts(aliases)}, ${isBehind('t')} as behind
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r(workspace_id uuid, id uuid, fence bigint, state text)
      join targets t on t.workspace_id = r.workspace_id and t.id = r.id and t.fence = r.fence and t.state = r.state
      ${gateJoins(aliases)}`)
  const byId = new Map(found.map((row) => [row.id, row]))
  return works.map(({ seen, latePolicy }): Admission => {
    const row = byId.get(seen.id)
    // A lost claim may be in the list beside the current claim of its target.
    return row?.fence === seen.fence
      ? { gate: judgeGate(row, latePolicy), isBehind: row.behind }
      : { gate: { verdict: 'lost' }, isBehind: false }
  })
}

/** Decides by the facts: the first reason counts. */
export function judgeGate(facts: GateFacts, latePolicy: LatePolicy): Gate {
  if (facts.guarded) return { verdict: 'hold', reason: 'guard' }
  if (facts.disconnected) return { verdict: 'hold', reason: 'disconnected' }
  if (facts.account_status === 'blocked') return { verdict: 'hold', reason: 'blocked' }
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
