import { type Database, sql } from '../../src/db/database.ts'
import type { ClassName, NetworkLog } from './network.ts'
import type { CommitChange, Transition } from './witness.ts'

/** A post as its author knows it: only what the API has acknowledged. */
export interface AskedPost {
  /** Stands in its text. */
  readonly number: number
  id: string
  readonly profiles: readonly string[]
  /** The words of the last change that was acknowledged. */
  text: string
  /** Every time it was given, in order. */
  readonly dues: Due[]
  /** When its creation and its last change were acknowledged. */
  settledAt: number
  canceledAt: number | null
}

/** A time to go out at, and while it may have been in force: from its request until the answer to the next one. */
export interface Due {
  /** 0: at once. */
  readonly at: number
  readonly from: number
  until: number | null
}

export interface TargetFact {
  id: string
  post_id: string
  profile: string
  network_class: ClassName
  state: string
  /** Microseconds since 1970, as exact as the order of posts is. */
  due_us: number
  seq: number
  remote_id: string | null
  failed_prepares: number
}

export interface CommitFact {
  target_id: string
  outcome: string
  sends: number
  created_at: Date
}

export interface EventFact {
  subject_id: string
  type: string
}

/** All that is compared: what was asked, what Crier says, and what the network knows. */
export interface GateFacts extends NetworkLog {
  readonly asked: readonly AskedPost[]
  readonly targets: readonly TargetFact[]
  readonly commits: readonly CommitFact[]
  readonly transitions: readonly Transition[]
  readonly commitChanges: readonly CommitChange[]
  readonly events: readonly EventFact[]
  /** The targets that were counted as published. */
  readonly counted: readonly string[]
  /** Workers lost the database while they held targets. */
  readonly linksWereCut?: boolean
}

export async function gatherFacts(
  db: Database,
  asked: readonly AskedPost[],
  { arrivals, posts }: NetworkLog,
): Promise<GateFacts> {
  const ids = asked.map((post) => post.id)
  return {
    asked,
    arrivals,
    posts,
    targets: await db.rows<TargetFact>(sql`
      select t.id, t.post_id, a.external_id as profile, replace(substr(t.platform, 7), '-', '_') as network_class,
        t.state, (extract(epoch from t.scheduled_at) * 1000000)::bigint as due_us, t.seq, t.remote_id,
        (select count(*)::int from failed_prepares f where f.target_id = t.id) as failed_prepares
      from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
      where t.post_id = any(${ids}::uuid[])`),
    commits: await db.rows<CommitFact>(sql`
      select c.target_id, c.outcome, c.sends, c.created_at
      from commits c join targets t on t.workspace_id = c.workspace_id and t.id = c.target_id
      where t.post_id = any(${ids}::uuid[]) order by c.created_at`),
    transitions: await db.rows<Transition>(sql`
      select p.target_id, p.at, p.from_state, p.to_state, p.from_fence, p.to_fence, p.by_whom, p.owner
      from proof_transitions p join targets t on t.id = p.target_id
      where t.post_id = any(${ids}::uuid[]) order by p.number`),
    commitChanges: await db.rows<CommitChange>(sql`
      select p.target_id, p.from_outcome, p.to_outcome
      from proof_commit_changes p join targets t on t.id = p.target_id
      where t.post_id = any(${ids}::uuid[]) order by p.number`),
    events: await db.rows<EventFact>(sql`select subject_id, type from events where type like 'post%'`),
    counted: (await db.rows<{ target_id: string }>(sql`select target_id from usage`)).map(
      (row) => row.target_id,
    ),
  }
}

/** How many targets still have something before them. */
export async function countOpen(db: Database): Promise<number> {
  const row = await db.row<{ open: number }>(sql`
    select count(*)::int as open from targets
    where state not in ('published', 'failed', 'canceled', 'needs_review')`)
  return row?.open ?? 0
}
