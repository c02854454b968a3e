import { sql } from '../db/database.ts'
import { openZone, type Zone } from '../lib/zone/zone.ts'
import type { QueuePlace } from './lock-queue.ts'
import { type Occurrence, occurrencesBetween, type ZonedSlot } from './occurrences.ts'
import { type SlotRow, slotColumns } from './slot.ts'

/** A queue as it is at one moment, with all that decides which of its slots are free. */
export interface QueueState {
  /** By the clock of its mode. */
  readonly now: Date
  readonly zone: Zone
  readonly slots: readonly SlotRow[]
  /** Whether it gives no slots to anybody. */
  readonly isPaused: boolean
  /** The accounts whose posts it gives no slots. */
  readonly pausedAccounts: readonly string[]
}

interface StateRow {
  now: Date
  timezone: string
  pauses: (string | null)[]
}

export async function readQueue({ db, workspaceId, mode }: QueuePlace): Promise<QueueState> {
  const row = await db.row<StateRow>(sql`
    select crier_now(${workspaceId}, ${mode}) as now, timezone,
      array(select account_id from queue_pauses q where q.workspace_id = w.id and q.mode = ${mode}) as pauses
    from workspaces w where id = ${workspaceId}`)
  if (!row) throw new Error('A queue belongs to no workspace.')
  const slots = await db.rows<SlotRow>(sql`
    select ${slotColumns} from queue_slots
    where workspace_id = ${workspaceId} and mode = ${mode} and enabled order by created_at, id`)
  return {
    now: row.now,
    zone: zoneNamed(row.timezone),
    slots,
    isPaused: row.pauses.includes(null),
    pausedAccounts: row.pauses.filter((id) => id !== null),
  }
}

/** Opens a zone whose name was checked when it was stored. A name that Node has dropped since is UTC. */
export function zoneNamed(name: string): Zone {
  const zone = openZone(name) ?? openZone('UTC')
  if (!zone) throw new Error('Node knows no UTC.')
  return zone
}

/** The slots to look for. */
export interface SlotSearch {
  /** The accounts of the post. Null: any, so a slot is free only while no account has taken it. */
  readonly accountIds: readonly string[] | null
  /** The zone of the slots that have none of their own; null: that of the workspace. */
  readonly zone: Zone | null
  readonly from: Date
  readonly to: Date
  readonly most: number
  /** A post that is given another slot: its own counts as free. */
  readonly exceptPostId?: string
}

const weekMs = 7 * 86_400_000

/** The first free slots that suit, in their order, fewer than wanted where there are no more. */
export async function findFreeSlots(
  place: QueuePlace,
  queue: QueueState,
  wanted: SlotSearch,
): Promise<Occurrence[]> {
  const slots = queue.slots
    .filter((slot) => isForAccounts(slot, wanted))
    .map(
      (slot): ZonedSlot => ({
        slot,
        zone: slot.timezone === null ? (wanted.zone ?? queue.zone) : zoneNamed(slot.timezone),
      }),
    )
  if (slots.length === 0) return []
  const isTaken = await readTaken(place, wanted)
  const free: Occurrence[] = []
  for (let from = wanted.from.getTime(); from < wanted.to.getTime(); from += weekMs) {
    const to = new Date(Math.min(from + weekMs, wanted.to.getTime()))
    const found = occurrencesBetween(slots, new Date(from), to)
    free.push(...found.filter((occurrence) => !isTaken(occurrence)))
    if (free.length >= wanted.most) break
  }
  return free.slice(0, wanted.most)
}

/** A slot of one account suits the posts that go to it, also where they go to others too. */
export function isForAccounts(
  { account_id }: Pick<SlotRow, 'account_id'>,
  { accountIds }: Pick<SlotSearch, 'accountIds'>,
) {
  return account_id === null || accountIds === null || accountIds.includes(account_id)
}

/** Tells of an occurrence whether a post that is not canceled holds it on one of the accounts. */
async function readTaken(
  { db, workspaceId, mode }: QueuePlace,
  { accountIds, from, to, exceptPostId }: SlotSearch,
): Promise<(occurrence: Occurrence) => boolean> {
  // The jitter of a slot adds up to an hour.
  const rows = await db.rows<{ slot_id: string; slot_at: Date }>(sql`
    select p.queue_slot_id as slot_id, p.queue_slot_at as slot_at from posts p
    where p.workspace_id = ${workspaceId} and p.mode = ${mode} and p.deleted_at is null and p.queue_slot_id is not null
      and p.queue_slot_at between ${from}::timestamptz - interval '1 hour' and ${to}::timestamptz
      and p.id is distinct from ${exceptPostId ?? null}::uuid
      and exists (select from targets t where t.workspace_id = p.workspace_id and t.post_id = p.id and t.part = 'post'
        and t.state <> 'canceled'
        and (${accountIds}::uuid[] is null or t.account_id = any(${accountIds}::uuid[])))`)
  const taken = new Set(rows.map(({ slot_id, slot_at }) => `${slot_id} ${slot_at.getTime()}`))
  return ({ slotId, slotAt }) => taken.has(`${slotId} ${slotAt.getTime()}`)
}
