import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { type FieldProblem, invalid } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { readClockTime } from '../lib/zone/wall-time.ts'
import { openZone } from '../lib/zone/zone.ts'
import { type Weekday, weekdays } from './slot.ts'

/** The members of a slot as a request gives them. */
export interface SlotInput {
  weekdays?: Weekday[]
  time?: string
  timezone?: string | null
  social_account_id?: string | null
  jitter_minutes?: number
  enabled?: boolean
}

/** The columns that a request sets; a member left out sets none. */
export interface SlotValues {
  weekdays?: number[]
  minute?: number
  timezone?: string | null
  account_id?: string | null
  jitter_minutes?: number
  enabled?: boolean
}

/** Reads the members of a slot. @throws Problem 422 with everything that is wrong */
export async function readSlot(call: CallContext, input: SlotInput): Promise<SlotValues> {
  const problems: FieldProblem[] = []
  const values: SlotValues = {}
  if (input.weekdays) values.weekdays = input.weekdays.map((day) => weekdays.indexOf(day) + 1)
  if (input.time !== undefined) {
    const minute = readClockTime(input.time)
    const detail = 'A time is given as hours and minutes from 00:00 to 23:59.'
    if (minute === null) problems.push({ pointer: '/time', code: 'wrong_format', detail })
    else values.minute = minute
  }
  if (input.timezone !== undefined) {
    const zone = input.timezone === null ? null : openZone(input.timezone)
    if (input.timezone !== null && zone === null) problems.push(unknownZone('/timezone', input.timezone))
    values.timezone = zone?.name ?? null
  }
  if (input.social_account_id !== undefined) {
    values.account_id = input.social_account_id?.toLowerCase() ?? null
    if (values.account_id !== null && !(await isAccount(call, values.account_id)))
      problems.push(unknownAccount('/social_account_id', values.account_id))
  }
  if (input.jitter_minutes !== undefined) values.jitter_minutes = input.jitter_minutes
  if (input.enabled !== undefined) values.enabled = input.enabled
  if (problems.length > 0) throw invalid(problems)
  return values
}

export function unknownZone(pointer: string, name: string): FieldProblem {
  const detail = sentence(
    '"{name}" is no time zone. Name one as the IANA database does, such as Europe/Berlin.',
    { name: name.slice(0, 40) },
  )
  return { pointer, code: 'timezone_unknown', detail }
}

export function unknownAccount(pointer: string, id: string): FieldProblem {
  return {
    pointer,
    code: 'account_not_found',
    detail: sentence('There is no connected social account {id}.', { id }),
  }
}

/** Whether an account of this workspace and mode is connected. */
export async function isAccount({ db, workspaceId, mode }: CallContext, id: string): Promise<boolean> {
  const found = await db.row(sql`
    select id from social_accounts
    where workspace_id = ${workspaceId} and mode = ${mode} and id = ${id} and disconnected_at is null`)
  return found !== null
}
