import { isKeyGone } from '../api-keys/find-maker.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { type FieldProblem, type Notice, notFound, showNotices } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { writeWallTime } from '../lib/zone/wall-time.ts'
import { openZone, type Zone } from '../lib/zone/zone.ts'
import type { NewPostBody } from '../posts/post-body.ts'
import type { NewRecurrenceBody } from './recurrence-body.ts'
import type { Recurrence, RecurrenceState } from './recurrence-schema.ts'
import type { Rule, Schedule } from './rule.ts'
import { timesBetween } from './times.ts'

/** The content of each post of a recurrence, as it is stored. */
export type StoredContent = Required<
  Pick<
    NewPostBody,
    | 'caption'
    | 'social_accounts'
    | 'platform_configurations'
    | 'account_configurations'
    | 'external_id'
    | 'metadata'
    | 'tags'
    | 'processing_enabled'
  >
> & {
  media: Recurrence['media']
  social_accounts: string[]
  late_policy: NonNullable<NewRecurrenceBody['late_policy']>
}

export type StoredVariation = Recurrence['variations'][number]

/** A recurrence as the database has it. */
export interface RecurrenceRow {
  readonly id: string
  readonly user_id: string
  readonly content: StoredContent
  readonly variations: readonly StoredVariation[]
  readonly account_ids: readonly string[]
  readonly media_ids: readonly string[]
  readonly rule: Rule
  readonly timezone: string
  readonly starts_on: string
  readonly ends_on: string | null
  readonly ends_after: number | null
  readonly is_paused: boolean
  readonly warnings: readonly Notice[]
  readonly fault: Notice | null
  readonly turns: number
  readonly planned_until: Date
  readonly next_at: Date | null
  readonly missed: number
  readonly last_missed_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** The columns of RecurrenceRow, for `from recurrences r`. */
export const recurrenceColumns = sql`
  r.id, r.user_id, r.content, r.variations, r.account_ids, r.media_ids, r.rule, r.timezone,
  r.starts_on::text as starts_on, r.ends_on::text as ends_on, r.ends_after, r.is_paused, r.warnings, r.fault, r.turns,
  r.planned_until, r.next_at, r.missed, r.last_missed_at, r.created_at, r.updated_at`

/** A recurrence with the posts to come and what stands in its way, as the answer shows it. */
export interface ShownRow extends RecurrenceRow {
  readonly coming: readonly { readonly at: string; readonly post_id: string }[]
  readonly planned: number
  /** Accounts of it that are connected no more. */
  readonly gone_accounts: readonly string[]
  /** Media of it that were deleted. */
  readonly gone_media: number
  readonly has_left: boolean
  /** Whether the key with which it was made holds no more. */
  readonly is_key_gone: boolean
  /** The status that the last event told; null for one from before there were such events. */
  readonly told_status: RecurrenceState | null
}

/** How many times to come an answer shows. */
const shownTimes = 5

/** Further columns of ShownRow, for `from recurrences r`. */
export const shownColumns = sql`
  ${recurrenceColumns}, r.told_status,
  coalesce((select json_agg(c) from (
    select p.scheduled_at as at, p.id as post_id from recurrence_occurrences o
      join posts p on p.workspace_id = o.workspace_id and p.id = o.post_id and p.deleted_at is null
    where o.workspace_id = r.workspace_id and o.recurrence_id = r.id
      and p.scheduled_at > crier_now(r.workspace_id, r.mode)
      and exists (select from targets t where t.workspace_id = p.workspace_id and t.post_id = p.id and t.state <> 'canceled')
    order by p.scheduled_at limit ${shownTimes}) c), '[]') as coming,
  (select count(*)::int from recurrence_occurrences o
      join posts p on p.workspace_id = o.workspace_id and p.id = o.post_id and p.deleted_at is null
    where o.workspace_id = r.workspace_id and o.recurrence_id = r.id
      and p.scheduled_at > crier_now(r.workspace_id, r.mode)
      and exists (select from targets t where t.workspace_id = p.workspace_id and t.post_id = p.id and t.state <> 'canceled'))
    as planned,
  array(select a.id from social_accounts a where a.workspace_id = r.workspace_id and a.id = any(r.account_ids)
    and a.disconnected_at is not null order by a.id) as gone_accounts,
  (select count(*)::int from unnest(r.media_ids) medium where not exists (
    select from media m where m.workspace_id = r.workspace_id and m.id = medium)) as gone_media,
  not exists (select from memberships m where m.workspace_id = r.workspace_id and m.user_id = r.user_id) as has_left,
  ${isKeyGone(sql`r`)} as is_key_gone`

/** @throws Problem 404 */
export async function loadRecurrence(
  call: Pick<CallContext, 'db' | 'workspaceId' | 'mode'>,
  id: string,
): Promise<ShownRow> {
  const row = await call.db.row<ShownRow>(sql`
    select ${shownColumns} from recurrences r
    where r.workspace_id = ${call.workspaceId} and r.mode = ${call.mode} and r.id = ${id}`)
  if (!row) throw notFound('recurrence')
  return row
}

/**
 * Locks a recurrence until this transaction ends, before the posts of it: who plans, changes or deletes it waits.
 * @throws Problem 404
 */
export async function lockRecurrence(call: CallContext, id: string): Promise<RecurrenceRow> {
  const row = await call.db.row<RecurrenceRow>(sql`
    select ${recurrenceColumns} from recurrences r
    where r.workspace_id = ${call.workspaceId} and r.mode = ${call.mode} and r.id = ${id} for update`)
  if (!row) throw notFound('recurrence')
  return row
}

export function scheduleOf(
  row: Pick<RecurrenceRow, 'rule' | 'timezone' | 'starts_on' | 'ends_on'>,
): Schedule {
  return { rule: row.rule, zone: zoneOf(row), startsOn: row.starts_on, endsOn: row.ends_on }
}

/** The zone of a recurrence, whose name was checked when it was stored. A name that Node has dropped since is UTC. */
function zoneOf({ timezone }: Pick<RecurrenceRow, 'timezone'>): Zone {
  const zone = openZone(timezone) ?? openZone('UTC')
  if (!zone) throw new Error('Node knows no UTC.')
  return zone
}

/** The request for the post that has this turn, from 0, without its time. */
export function contentOfTurn(
  { content, variations }: Pick<RecurrenceRow, 'content' | 'variations'>,
  turn: number,
): StoredContent {
  return { ...content, ...variations[turn % Math.max(variations.length, 1)] }
}

export function showRecurrence(row: ShownRow): Recurrence {
  const problems = problemsOf(row)
  const times = nextTimes(row)
  return {
    id: row.id,
    status: stateOf(row, { isFaulty: problems.length > 0, isOver: times.length === 0 }),
    ...row.content,
    variations: [...row.variations],
    rule: row.rule,
    timezone: row.timezone,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    ends_after: row.ends_after,
    next_times: times,
    planned: row.planned,
    turns: row.turns,
    missed: row.missed,
    last_missed_at: row.last_missed_at?.toISOString() ?? null,
    problems,
    warnings: [...row.warnings],
    author: row.user_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function stateOf(
  { is_paused }: RecurrenceRow,
  { isFaulty, isOver }: { isFaulty: boolean; isOver: boolean },
): RecurrenceState {
  if (is_paused) return 'paused'
  if (isOver) return 'ended'
  return isFaulty ? 'needs_attention' : 'active'
}

/** The posts that are there first, then the times that have none yet. */
function nextTimes(row: ShownRow): Recurrence['next_times'] {
  const zone = zoneOf(row)
  const local = (at: Date) => ({
    at: at.toISOString(),
    local_time: writeWallTime(zone.wallAt(at.getTime())),
  })
  const made = row.coming.map(({ at, post_id }) => ({ ...local(new Date(at)), post_id }))
  if (row.is_paused || row.next_at === null) return made
  const room = row.ends_after === null ? shownTimes : row.ends_after - row.turns
  const open = timesBetween(
    scheduleOf(row),
    row.next_at.getTime() - 1,
    Number.POSITIVE_INFINITY,
    Math.min(shownTimes - made.length, room),
  )
  return [...made, ...open.map(({ at }) => ({ ...local(new Date(at)), post_id: null }))]
}

/** The reasons why its posts cannot be made, or will be held. */
function problemsOf(row: ShownRow): Notice[] {
  const found: FieldProblem[] = row.gone_accounts.map((account) => ({
    pointer: `/social_accounts/${row.content.social_accounts.indexOf(account)}`,
    code: 'account_disconnected',
    detail: 'An account of it was disconnected. Connect it again, or take it out.',
    social_account_id: account,
  }))
  if (row.gone_media > 0)
    found.push({
      pointer: '/media',
      code: 'media_not_found',
      detail: sentence('Media of it were deleted: {count}. Name others in their place.', {
        count: row.gone_media,
      }),
    })
  if (row.has_left)
    found.push({
      pointer: '',
      code: 'author_left',
      detail: 'The person in whose name its posts are made has left. Save it once to make them in yours.',
    })
  else if (row.is_key_gone)
    found.push({
      pointer: '',
      code: 'author_key_gone',
      detail:
        'The key or the program that made it may not act here any more. Save it once to make its posts in your name.',
    })
  const known = new Set(found.map(({ code }) => code))
  const isKnown =
    row.fault === null ||
    known.has(row.fault.code) ||
    (row.fault.code === 'account_not_found' && known.has('account_disconnected'))
  return [...showNotices(found), ...(isKnown || row.fault === null ? [] : [row.fault])]
}
