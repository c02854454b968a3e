import type { Crop } from '../../connectors/connector.ts'
import type { CallContext } from '../../context.ts'
import { empty, type Sql, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import type { LatePolicy } from '../target.ts'
import { leadOf, wakeAfterCommit } from '../timing.ts'

/** A post as one account will publish it, and when. */
export interface NewTarget {
  accountId: string
  platform: string
  /** Null: now. */
  scheduledAt: Date | null
  latePolicy: LatePolicy
  /** The post first, then what is chained to it, in order. */
  parts: readonly TargetContent[]
}

export interface TargetContent {
  part: 'post' | 'thread' | 'first_comment'
  text: string
  media: readonly TargetMedia[]
  /** Valid by the connector's schema, and free of what became parts of its own. */
  options: JsonObject
  /** The media that the options name, each once. */
  optionMedia: readonly TargetMedia[]
  /** Whether media may be changed to fit the limits of the network. */
  mayFitMedia: boolean
}

export interface TargetMedia {
  id: string
  alt_text: string
  focus: { x: number; y: number } | null
  crop: Crop | null
}

/** The targets of one post. */
export interface Acceptance {
  readonly call: CallContext
  readonly postId: string
  readonly targets: readonly NewTarget[]
  /** By account. For an account with an existing root only the chained parts are stored. */
  readonly existingRoots?: ReadonlyMap<string, string>
  /** They wait, held, until a person approves them. */
  readonly awaitsApproval?: boolean
}

/**
 * A1: stores the targets of a post in the transaction that stores the post, and wakes the dispatcher once that is
 * committed. A part that is chained waits, held, for the part before it. For an account with an existing root only the
 * chained parts are stored.
 */
export async function acceptTargets(
  call: CallContext,
  postId: string,
  targets: readonly NewTarget[],
  options: Pick<Acceptance, 'existingRoots' | 'awaitsApproval'> = {},
): Promise<void> {
  const times = await call.db.rows<{ in_ms: number | null }>(
    sql`with ${acceptance([{ call, postId, targets, ...options }], empty)} select ${acceptedInMs} as in_ms`,
  )
  wakeAfterCommit(call, times)
}

/** Completes `with ${acceptance(…)} select ${acceptedInMs} as in_ms`, for `wakeAfterCommit`. */
export const acceptedInMs = sql`(
  select (extract(epoch from min(next_action_at) - clock_timestamp()) * 1000)::float8 from accepted)`

/**
 * A1 for many posts, each in its own workspace and mode, as clauses of a statement such as the one that stores the posts
 * themselves. `only` may join relations that decide whether a target `x` is stored at all.
 */
export function acceptance(posts: readonly Acceptance[], only: Sql): Sql {
  const rows = posts.flatMap(rowsOfPost).map((row, n) => ({ n, ...row }))
  const lead = leadOf(sql`x.content`, posts[0]?.call.context.config.timings.prepareLeadMs ?? 0)
  return sql`
    asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(n int, workspace_id uuid, id uuid, mode text,
        post_id uuid, account_id uuid, platform text, part text, position int, root_id uuid, parent_id uuid,
        scheduled_at timestamptz, late_policy text, content jsonb, awaits boolean)
    ), clocks as materialized (
      select workspace_id, mode, crier_now(workspace_id, mode) as at
      from (select distinct workspace_id, mode from asked) places
    ), accepted as (
      insert into targets (workspace_id, id, mode, post_id, account_id, platform, part, position, root_id, parent_id,
        scheduled_at, late_policy, state, hold_reason, content, awaits_approval, next_action_at)
      select x.workspace_id, x.id, x.mode, x.post_id, x.account_id, x.platform, x.part, x.position, x.root_id, x.parent_id,
        coalesce(x.scheduled_at, clocks.at), x.late_policy,
        case when x.parent_id is null and x.awaits is null then 'scheduled' else 'held' end,
        case when x.parent_id is not null then 'parent' when x.awaits then 'approval' end, x.content, x.awaits is not null,
        case when x.parent_id is null and x.awaits is null then greatest(clock_timestamp(),
          clock_timestamp() + (coalesce(x.scheduled_at, clocks.at) - clocks.at) - ${lead} * interval '1 millisecond') end
      from asked x join clocks on clocks.workspace_id = x.workspace_id and clocks.mode = x.mode ${only}
      order by x.n
      returning next_action_at
    )`
}

function rowsOfPost({ call, postId, targets, existingRoots, awaitsApproval }: Acceptance): JsonObject[] {
  const place = {
    ...{ workspace_id: call.workspaceId, mode: call.mode, post_id: postId },
    ...(awaitsApproval ? { awaits: true } : {}),
  }
  return targets.flatMap((target) =>
    rowsOf(target, existingRoots?.get(target.accountId)).map((row) => ({ ...place, ...row })),
  )
}

function rowsOf(target: NewTarget, existingRoot: string | undefined): JsonObject[] {
  const ids = target.parts.map((_, position) => (position === 0 && existingRoot) || newId())
  const rows = target.parts.map(({ part, ...content }, position) => ({
    id: ids[position] ?? null,
    account_id: target.accountId,
    platform: target.platform,
    part,
    position,
    root_id: ids[0] ?? null,
    parent_id: position === 0 ? null : parentOf(target.parts, ids, position),
    scheduled_at: target.scheduledAt?.toISOString() ?? null,
    late_policy: target.latePolicy,
    content: contentOf(content),
  }))
  return existingRoot ? rows.slice(1) : rows
}

/** As it stands in targets.content; `option_media` only where there are any, `may_fit_media` only where it is false. */
export function contentOf(content: Omit<TargetContent, 'part'>): JsonObject {
  const { text, media, options, optionMedia, mayFitMedia } = content
  const stored = ({ id, alt_text, focus, crop }: TargetMedia) => ({
    ...{ id, alt_text, focus },
    ...(crop ? { crop: { ...crop } } : {}),
  })
  return {
    text,
    media: media.map(stored),
    options,
    ...(optionMedia.length === 0 ? {} : { option_media: optionMedia.map(stored) }),
    ...(mayFitMedia ? {} : { may_fit_media: false }),
  }
}

// A first comment answers the post itself; a part of a thread answers the part before it.
function parentOf(parts: readonly TargetContent[], ids: readonly string[], position: number): string | null {
  if (parts[position]?.part === 'first_comment') return ids[0] ?? null
  const before = parts.findLastIndex((part, index) => index < position && part.part !== 'first_comment')
  return ids[before] ?? null
}
