import type { Config } from '../../../config.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import { newId } from '../../../lib/id.ts'
import { invalid, Problem } from '../../../lib/problem.ts'
import { sentence } from '../../../lib/text/sentence.ts'
import type { Locale } from '../../../words/locales.ts'
import { type AddressOwner, type MadeAddress, newCalendarSecret } from './calendar-address.ts'

export interface NewAddress {
  readonly name: string
  /** Empty: the posts of all accounts. */
  readonly accountIds: readonly string[]
  readonly language: Locale
}

const mostAddresses = 20

/** Makes an address by which the plan of a workspace is read as a calendar. @throws Problem 409, 422 */
export async function createCalendarAddress(
  tx: Queryable,
  config: Pick<Config, 'publicUrl'>,
  owner: AddressOwner,
  { name, accountIds, language }: NewAddress,
): Promise<MadeAddress> {
  await requireAccounts(tx, owner, accountIds)
  await requireRoom(tx, owner)
  const id = newId()
  const { url, hash } = newCalendarSecret(config)
  await tx.run(sql`
    insert into calendar_addresses (workspace_id, id, user_id, name, account_ids, language, secret_hash)
    values (${owner.workspaceId}, ${id}, ${owner.userId}, ${name}, ${[...accountIds]}::uuid[], ${language}, ${hash})`)
  return { id, url }
}

/** Only accounts of live posts are offered: a calendar has no others. */
async function requireAccounts(
  tx: Queryable,
  { workspaceId }: AddressOwner,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx.rows<{ id: string }>(sql`
    select id from social_accounts where workspace_id = ${workspaceId} and mode = 'live' and id = any(${[...ids]}::uuid[])`)
  const known = new Set(rows.map(({ id }) => id))
  const problems = ids.flatMap((id, index) => {
    const detail = 'There is no live account with this id.'
    const pointer = `/social_account_ids/${index}`
    return known.has(id.toLowerCase()) ? [] : [{ pointer, code: 'account_not_found', detail }]
  })
  if (problems.length > 0) throw invalid(problems)
}

async function requireRoom(tx: Queryable, { workspaceId, userId }: AddressOwner): Promise<void> {
  // Two that are made at once are counted one after the other.
  const lock = `calendar addresses ${workspaceId} ${userId}`
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from calendar_addresses where workspace_id = ${workspaceId} and user_id = ${userId}`)
  if ((row?.count ?? 0) < mostAddresses) return
  const detail = sentence('You have {most} calendar addresses in this workspace already. Remove one first.', {
    most: mostAddresses,
  })
  throw new Problem(409, 'too_many_calendar_addresses', detail)
}
