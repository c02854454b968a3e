import type { CallContext } from '../../context.ts'
import { type Sql, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import { partsOf, sentence, word, wordsOf } from '../../lib/text/sentence.ts'
import type { Review, TargetError } from '../../publishing/move.ts'
import { resultStatus } from '../../publishing/post-status.ts'
import type { Exchange } from '../../publishing/worker/calling/exchange.ts'
import { isInState } from '../../targets/state-sql.ts'
import { type State, waitingStates } from '../../targets/states.ts'
import type { Attempt, PostResult, ResultStatus } from './post-result-schema.ts'

/** A root target as it is selected with `resultColumns`, its chain with it. */
export interface ResultRow {
  id: string
  post_id: string
  account_id: string
  platform: string
  username: string
  status: ResultStatus
  scheduled_at: Date
  created_at: Date
  /** `created_at` as the database wrote it. */
  at: string
  updated_at: Date
  /** The root first. */
  chain: LinkRow[]
  attempts: AttemptRow[]
  waits_for: { post_result_id: string; until: string | null } | null
  unpublish: { status: 'pending' | 'done' | 'failed'; error: TargetError | null } | null
  canceled_by: PostResult['canceled_by']
}

interface LinkRow {
  part: 'post' | 'thread' | 'first_comment'
  position: number
  state: State
  hold_reason: string | null
  review: Review | null
  /** How often its network was looked at for it. */
  looks: number
  text: string
  remote_id: string | null
  remote_url: string | null
  published_at: string | null
  error: TargetError | null
  edit: {
    status: 'pending' | 'done' | 'failed'
    caption: string
    asked_at: string
    error: TargetError | null
  } | null
  /** The last edit that was made. */
  edited: { caption: string; at: string } | null
}

interface AttemptRow {
  stage: 'prepare' | 'send' | 'edit'
  part: number
  started_at: string
  ended_at: string | null
  outcome: string
  sends: number
  error: TargetError | null
  evidence: { at: string; what: string; found?: string[] }[]
  exchange: Exchange | null
}

const edit = sql`case when t.state = 'published' then (
  select jsonb_build_object('status', e.status, 'caption', e.text, 'asked_at', e.created_at, 'error', e.error)
  from result_edits e where e.workspace_id = t.workspace_id and e.target_id = t.id order by e.id desc limit 1) end`
const edited = sql`case when t.state = 'published' then (
  select jsonb_build_object('caption', e.text, 'at', e.ended_at) from result_edits e
  where e.workspace_id = t.workspace_id and e.target_id = t.id and e.status = 'done' order by e.id desc limit 1) end`

const chain = sql`(
  select jsonb_agg(jsonb_build_object('part', t.part, 'position', t.position, 'state', t.state,
    'hold_reason', t.hold_reason, 'review', t.review, 'looks', t.looks, 'text', t.content->>'text', 'remote_id', t.remote_id,
    'remote_url', t.remote_url, 'published_at', t.published_at, 'error', t.error, 'edit', ${edit}, 'edited', ${edited}) order by t.position)
  from targets t where t.workspace_id = r.workspace_id and t.post_id = r.post_id and t.root_id = r.id)`

// Lists leave out the bodies, which are most of it.
const attempts = (exchange: Sql) => sql`(
  select coalesce(jsonb_agg(a order by a.started_at, a.part), '[]') from (
    select 'send' as stage, t.position as part, c.first_sent_at as started_at, c.settled_at as ended_at, c.outcome,
      c.sends, c.error, c.evidence, ${exchange} as exchange
    from commits c join targets t on t.workspace_id = c.workspace_id and t.id = c.target_id
    where t.workspace_id = r.workspace_id and t.post_id = r.post_id and t.root_id = r.id
    union all
    select 'prepare', t.position, c.started_at, c.ended_at, 'failed', 0, c.error, '[]', ${exchange}
    from failed_prepares c join targets t on t.workspace_id = c.workspace_id and t.id = c.target_id
    where t.workspace_id = r.workspace_id and t.post_id = r.post_id and t.root_id = r.id
    union all
    select 'edit', t.position, c.created_at, c.ended_at, c.status, c.tries, c.error, '[]', ${exchange}
    from result_edits c join targets t on t.workspace_id = c.workspace_id and t.id = c.target_id
    where c.workspace_id = r.workspace_id and c.post_id = r.post_id and c.root_id = r.id
  ) a)`

// An account has at most one target whose outcome is unknown.
const waitsFor = sql`(
  select jsonb_build_object('post_result_id', o.root_id, 'until', o.next_action_at) from targets o
  where ${isInState('r', waitingStates)} and r.scheduled_at <= crier_now(r.workspace_id, r.mode)
    and o.workspace_id = r.workspace_id and o.account_id = r.account_id and o.state = 'unknown' limit 1)`

const unpublish = sql`(
  select jsonb_build_object('status', u.status, 'error', u.error) from unpublications u
  where u.workspace_id = r.workspace_id and u.target_id = r.id)`

const canceler = sql`(r.canceled_by ->> 'id')::uuid`
const canceledBy = sql`r.canceled_by || jsonb_build_object('name', case r.canceled_by ->> 'kind'
  when 'key' then (select k.name from api_keys k where k.workspace_id = r.workspace_id and k.id = ${canceler})
  else (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = ${canceler}) end)`

const updatedAt = sql`greatest(r.updated_at, (select max(e.updated_at) from result_edits e
  where e.workspace_id = r.workspace_id and e.post_id = r.post_id and e.root_id = r.id))`

/** For `select ${resultColumns} from ${results}`. */
export const resultColumns = columnsWith(
  sql`c.exchange || '{"request_body": null, "response_body": null}'::jsonb`,
)
const wholeColumns = columnsWith(sql`c.exchange`)

function columnsWith(exchange: Sql): Sql {
  return sql`
  r.id, r.post_id, r.account_id, r.platform, a.username, ${resultStatus('r')} as status, r.scheduled_at, r.created_at,
  r.created_at::text as at, ${updatedAt} as updated_at, ${chain} as chain, ${attempts(exchange)} as attempts,
  ${waitsFor} as waits_for, ${unpublish} as unpublish, ${canceledBy} as canceled_by`
}

/** Roots of posts that are there. */
export const results = sql`targets r
  join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id and p.deleted_at is null
  join social_accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id`

/** @throws Problem 404 */
export async function loadResult(call: CallContext, id: string): Promise<PostResult> {
  const row = await call.db.row<ResultRow>(sql`
    select ${wholeColumns} from ${results}
    where r.workspace_id = ${call.workspaceId} and r.mode = ${call.mode} and r.id = ${id} and r.part = 'post'`)
  if (!row) throw notFound('post result')
  return toResult(row)
}

export function toResult(row: ResultRow): PostResult {
  const [root, ...parts] = row.chain
  if (!root) throw new Error(`The result ${row.id} has no root.`)
  const outcomeOf = (link: LinkRow) => showOutcome(link, row)
  const own = outcomeOf(root)
  const hindrance = own.success && row.status !== 'published' ? hinderedBy(parts, row.status) : null
  const its = hindrance && outcomeOf(hindrance)
  return {
    id: row.id,
    post_id: row.post_id,
    social_account_id: row.account_id,
    platform: row.platform,
    ...own,
    status: row.status,
    success: row.status === 'published',
    error: hindrance ? threadError(hindrance, row.status) : own.error,
    held_reason: its?.held_reason ?? own.held_reason,
    review: its?.review ?? own.review,
    maybe_at_work_since: its?.maybe_at_work_since ?? own.maybe_at_work_since,
    waits_for: row.waits_for && {
      reason: 'answer_lost',
      post_result_id: row.waits_for.post_result_id,
      until: zulu(row.waits_for.until),
    },
    caption: textOf(root),
    ...showEdits(root),
    unpublish: row.unpublish,
    canceled_by: row.canceled_by,
    scheduled_at: row.scheduled_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    attempts: row.attempts.map(toAttempt),
    parts: parts.flatMap((link) => {
      const { part, position } = link
      const its = { text: textOf(link), ...outcomeOf(link), ...showEdits(link) }
      return part === 'post' ? [] : [{ part, position, ...its }]
    }),
  }
}

/** The text of a part: the public one, once it is published. */
function textOf({ text, edited }: LinkRow): string {
  return edited?.caption ?? text
}

function showEdits({ edit, edited }: LinkRow) {
  return {
    edited_at: zulu(edited?.at ?? null),
    edit: edit && { ...edit, asked_at: zulu(edit.asked_at) ?? edit.asked_at },
  }
}

function showOutcome(link: LinkRow, { username, attempts }: ResultRow) {
  const status = shownState(link.state, link.hold_reason)
  return {
    status,
    success: status === 'published',
    platform_data: { id: link.remote_id, url: link.remote_url, username },
    published_at: zulu(link.published_at),
    error: link.error,
    held_reason: status === 'held' ? link.hold_reason : null,
    review: link.review && showReview(link.review, link.looks),
    maybe_at_work_since: status === 'published' ? null : unansweredSince(link, attempts),
  }
}

// A network shows a post under the time at which it took it, by a clock of its own.
const aroundMs = 10 * 60_000

function showReview(review: Review, looks: number) {
  const { reason, sent_at, look_at, look_for, looked_at, found, found_urls = [] } = review
  const around = (ms: number) => (sent_at === null ? null : new Date(Date.parse(sent_at) + ms).toISOString())
  return {
    reason,
    sent_at: zulu(sent_at),
    look_at,
    look_for,
    look_from: around(-aroundMs),
    look_to: around(aroundMs),
    looks,
    looked_at: zulu(looked_at),
    found: found.map((id, index) => ({ id, url: found_urls[index] ?? null })),
  }
}

/** When the first request was sent that is not proven to be over. Reading the network does not prove it: a server may be slow. */
function unansweredSince({ position }: LinkRow, attempts: readonly AttemptRow[]): string | null {
  const first = attempts.find(
    ({ stage, part, outcome, evidence }) =>
      stage === 'send' &&
      part === position &&
      (outcome === 'unknown' ||
        (outcome === 'absent' && evidence.some(({ what }) => what === 'person_decided'))),
  )
  return zulu(first?.started_at ?? null)
}

/** A target's state as the API names it. A part that waits for the one before it is pending, not held. */
export function shownState(state: State, holdReason: string | null): ResultStatus {
  switch (state) {
    case 'scheduled':
    case 'preparing':
    case 'ready':
      return 'pending'
    case 'committing':
    case 'unknown':
      return 'publishing'
    case 'held':
      return holdReason === 'parent' ? 'pending' : 'held'
    case 'confirming':
    case 'published':
    case 'failed':
    case 'canceled':
    case 'needs_review':
      return state
  }
}

// The part of a thread that gave a published post its status.
function hinderedBy(parts: readonly LinkRow[], status: ResultStatus): LinkRow | null {
  const ofThread = parts.filter(({ part }) => part === 'thread')
  const states: readonly State[] =
    status === 'failed' ? ['failed', 'canceled'] : status === 'held' ? ['held'] : ['needs_review']
  return ofThread.find(({ state, hold_reason }) => states.includes(state) && hold_reason !== 'parent') ?? null
}

function threadError({ position, error }: LinkRow, status: ResultStatus): TargetError | null {
  if (status !== 'failed') return null
  if (error?.code === 'outcome_unknown') return error
  const part = position + 1
  const words = error
    ? sentence('The post is public, but part {part} of its thread is not: {reason}', {
        part,
        reason: word(wordsOf(error.message, error)),
      })
    : sentence('The post is public, but part {part} of its thread is not.', { part })
  return {
    code: 'thread_incomplete',
    category: error?.category ?? 'chain',
    message: String(words),
    ...partsOf(words),
    retryable: error?.retryable ?? false,
    platform_code: error?.platform_code ?? null,
  }
}

function toAttempt({
  stage,
  part,
  started_at,
  ended_at,
  outcome,
  sends,
  error,
  evidence,
  exchange,
}: AttemptRow): Attempt {
  return {
    stage,
    part,
    started_at: zulu(started_at) ?? started_at,
    ended_at: zulu(ended_at),
    outcome: outcome === 'ok' ? 'published' : outcome,
    sends,
    error,
    exchange,
    notes: evidence.map(({ at, what, found = null }) => ({ at: zulu(at) ?? at, what, found })),
  }
}

// The database writes times in JSON in a form of its own.
function zulu(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString()
}
