import { createHash } from 'node:crypto'
import { accountOf } from '../../../accounts/account-of.ts'
import type { Connector, PublishedPost, Step } from '../../../connectors/connector.ts'
import { requireConnector } from '../../../connectors/of-platform.ts'
import type { Mode } from '../../../context.ts'
import { sql } from '../../../db/database.ts'
import { batchPer } from '../../../lib/concurrency/batch.ts'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import type { State } from '../../../targets/states.ts'
import { loadDraft, type StoredContent } from '../../load-draft.ts'
import type { TargetError } from '../../move.ts'
import type { LatePolicy, Seen } from '../../target.ts'
import type { WorkerContext } from '../worker-context.ts'
import type { Claim } from './claim-due.ts'
import { type Gate, type GateAliases, type GateFacts, gateFacts, gateJoins, judgeGate } from './gate.ts'

/** Everything known about a claimed target: read once after the claim, then carried through its steps. */
export interface Work {
  readonly claim: Claim
  readonly seen: Seen
  readonly mode: Mode
  /** Another target is chained to it, and waits until it is public. */
  readonly isAnswered: boolean
  /** Whether it might go on when it was loaded. */
  readonly gate: Gate
  readonly connector: Connector
  readonly accountId: string
  readonly profileUrl: string
  readonly part: Step['part']
  readonly latePolicy: LatePolicy
  readonly tries: number
  readonly looks: number
  /** A person said that its open commit had no effect. The network is looked at once more before it is sent again. */
  readonly lookFirst: boolean
  readonly lastError: TargetError | null
  /** The time by the database's clock. This machine's clock may be wrong. */
  readonly now: () => Date
  readonly step: Step
}

interface WorkRow extends GateFacts {
  id: string
  fence: number
  post_id: string
  root_id: string
  mode: Mode
  platform: string
  account_id: string
  state: State
  part: Work['part']
  late_policy: LatePolicy
  tries: number
  looks: number
  look_first: boolean
  error: TargetError | null
  due_at: Date
  content: StoredContent
  content_version: number
  artefacts: JsonObject
  is_only_target: boolean
  answered: boolean
  now: Date
  external_id: string
  username: string
  profile_url: string
  settings: JsonObject
  parent: Reference | null
  root: Reference | null
}

interface Reference {
  remote_id: string | null
  remote_url: string | null
  remote_reference: Json
}

/** Null when the claim was lost meanwhile. */
export async function loadWork(context: WorkerContext, claim: Claim): Promise<Work | null> {
  const row = await loadRow(context, claim)
  if (!row) return null
  const connector = requireConnector(context, row.platform)
  return {
    claim,
    seen: {
      workspaceId: claim.workspaceId,
      id: claim.id,
      postId: row.post_id,
      state: row.state,
      fence: claim.fence,
      isOnlyTarget: row.is_only_target,
    },
    mode: row.mode,
    now: clockFrom(row.now),
    isAnswered: row.answered,
    gate: judgeGate(row, row.late_policy),
    connector,
    accountId: row.account_id,
    profileUrl: row.profile_url,
    part: row.part,
    latePolicy: row.late_policy,
    tries: row.tries,
    looks: row.looks,
    lookFirst: row.look_first,
    lastError: row.error,
    step: {
      key: stepKey(claim.id, row.content_version),
      resultId: row.root_id,
      account: accountOf({ ...row, id: row.account_id }),
      part: row.part,
      draft: await loadDraft(context.db, claim.workspaceId, row.content),
      dueAt: row.due_at,
      artefacts: row.artefacts,
      replyTo: replyTo(row),
    },
  }
}

const aliases: GateAliases = { target: 't', account: 'a', workspace: 'w' }

/**
 * The workspace's clock is read before the real one, so that the microseconds between the two can only make `due_at`
 * later, never earlier than was asked for.
 *
 * One lane: a slow statement delays all publishing of this process, and what waits for it becomes the next batch.
 */
const loadRow = batchPer<WorkerContext, Claim, WorkRow | null>(
  { most: 100, lanes: 1 },
  async (context, claims) => {
    const asked = claims.map(({ workspaceId, id, fence }) => ({ workspace_id: workspaceId, id, fence }))
    const rows = await context.db.rows<WorkRow>(sql`
      select clock_timestamp() as now, t.id, t.fence, t.post_id, t.root_id, t.mode, t.platform, t.account_id, t.part,
        t.late_policy, t.tries, t.looks, t.look_first, t.error, t.content, t.content_version, t.artefacts,
        t.scheduled_at - (crier_now(t.workspace_id, t.mode) - clock_timestamp()) as due_at,
        a.external_id, a.username, a.profile_url, a.settings,
        not exists (select from targets o where o.workspace_id = t.workspace_id and o.post_id = t.post_id
          and o.id <> t.id) as is_only_target,
        exists (select from targets o where o.workspace_id = t.workspace_id and o.parent_id = t.id) as answered,
        ${gateFacts(aliases)},
        case when t.parent_id is not null then (select jsonb_build_object('remote_id', p.remote_id,
          'remote_url', p.remote_url, 'remote_reference', p.remote_reference) from targets p
          where p.workspace_id = t.workspace_id and p.id = t.parent_id) end as parent,
        case when t.parent_id is not null then (select jsonb_build_object('remote_id', r.remote_id,
          'remote_url', r.remote_url, 'remote_reference', r.remote_reference) from targets r
          where r.workspace_id = t.workspace_id and r.id = t.root_id) end as root
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as c(workspace_id uuid, id uuid, fence bigint)
        join targets t on t.workspace_id = c.workspace_id and t.id = c.id and t.fence = c.fence
        ${gateJoins(aliases)}`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    // A lost claim may be in the list beside the current claim of its target.
    return claims.map(({ id, fence }) => {
      const row = byId.get(id)
      return row?.fence === fence ? row : null
    })
  },
)

// The monotonic clock carries the time on, because it cannot be set.
function clockFrom(now: Date): () => Date {
  const readAt = performance.now()
  return () => new Date(now.getTime() + performance.now() - readAt)
}

/** Never changes for this content of this target. Connectors make their networks' idempotency keys from it. */
function stepKey(targetId: string, contentVersion: number): string {
  return createHash('sha256').update(`${targetId}:${contentVersion}`).digest('hex').slice(0, 32)
}

function replyTo(row: WorkRow): Step['replyTo'] {
  const parent = row.parent && publishedPost(row.parent)
  const root = row.root && publishedPost(row.root)
  return parent && root ? { parent, root } : null
}

function publishedPost(reference: Reference): PublishedPost | null {
  if (reference.remote_id === null || reference.remote_url === null) return null
  return { remoteId: reference.remote_id, url: reference.remote_url, reference: reference.remote_reference }
}
