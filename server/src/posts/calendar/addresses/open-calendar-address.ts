import { createGuessLimit, type GuessLimit } from '../../../api-keys/guess-limit.ts'
import { takeAllowance } from '../../../api-keys/take-allowance.ts'
import type { Context } from '../../../context.ts'
import { sql } from '../../../db/database.ts'
import { notFound, Problem } from '../../../lib/problem.ts'
import type { Locale } from '../../../words/locales.ts'
import { hashOfFileName } from './calendar-address.ts'

/** The calendar behind an address. */
export interface OpenedAddress {
  readonly workspaceId: string
  readonly id: string
  readonly name: string
  readonly accountIds: readonly string[]
  readonly language: Locale
}

/** How often one address may be read in a minute. Programs ask every few minutes at most, on each device of a person. */
const mostReads = 30

const guesses = new WeakMap<Context['config'], GuessLimit>()

/**
 * Finds the calendar by the last part of its address, counts the reading and notes it. A secret is looked up by its hash alone, so
 * that the time tells nothing about it, also where its network address has sent too many that are none: the fetchers of a provider
 * share theirs. It opens nothing once its person has left the workspace, or while that is deleted.
 * @throws Problem 404, 429
 */
export async function openCalendarAddress(
  { db, config }: Pick<Context, 'db' | 'config'>,
  fileName: string,
  ip: string,
): Promise<OpenedAddress> {
  const hash = hashOfFileName(fileName)
  const found =
    hash &&
    (await db.row<OpenedAddress & { isNoted: boolean }>(sql`
      select c.workspace_id as "workspaceId", c.id, c.name, c.account_ids as "accountIds", c.language,
        coalesce(c.last_read_at > clock_timestamp() - interval '10 minutes', false) as "isNoted"
      from calendar_addresses c
      join memberships m on m.workspace_id = c.workspace_id and m.user_id = c.user_id
      join workspaces w on w.id = c.workspace_id and w.purge_at is null
      where c.secret_hash = ${hash}`))
  if (!found) throw unknownAddress(config, ip)
  const { workspaceId, id, isNoted } = found
  const taken = await takeAllowance(db, { workspaceId, limitKey: id }, mostReads, 1)
  if (taken.granted === 0) throw readTooOften(taken.resetMs)
  if (!isNoted)
    await db.run(sql`
      update calendar_addresses set last_read_at = clock_timestamp() where workspace_id = ${workspaceId} and id = ${id}`)
  return found
}

function readTooOften(resetMs: number): Problem {
  const detail = 'This calendar was read too often within a minute. Read it again in the next one.'
  return tooOften(detail, resetMs)
}

/** 404, or 429 where too many such addresses came from there within a minute. */
function unknownAddress(config: Context['config'], ip: string): Problem {
  const limit = guesses.get(config) ?? createGuessLimit()
  guesses.set(config, limit)
  const closedForMs = limit.closedForMs(ip)
  limit.count(ip)
  if (closedForMs === null) return notFound('calendar')
  return tooOften('Too many addresses of calendars that do not exist were asked for from there.', closedForMs)
}

function tooOften(detail: string, forMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(forMs / 1_000))
  return new Problem(429, 'calendar_read_too_often', detail, { retryAfterSeconds })
}
