import { type Database, type Queryable, sql } from '../db/database.ts'

const firstPauseSeconds = 30
const longestPauseSeconds = 3_600
const keptFor = '30 days'
const batch = 500

/** The right to send a mail, until its lease ends. */
export interface ClaimedMail {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly letter: string
  /** 1 the first time. */
  readonly tries: number
  readonly createdAt: Date
}

/**
 * Claims a mail that is due. A worker that has it for longer than the lease counts as dead. Null where another worker has it,
 * or it no longer waits.
 */
export function claimMail(db: Queryable, id: string, leaseMs: number): Promise<ClaimedMail | null> {
  return db.row<ClaimedMail>(sql`
    update mails set tries = tries + 1, next_try_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    where id = ${id} and state = 'waiting' and next_try_at <= clock_timestamp() and expires_at > clock_timestamp()
    returning id, kind, recipient, letter, tries, created_at as "createdAt"`)
}

/** Notes that the server has taken a mail, or will never take it, and forgets the letter. */
export async function settleMail(
  db: Queryable,
  { id }: Pick<ClaimedMail, 'id'>,
  state: 'sent' | 'refused',
  error: string | null,
): Promise<void> {
  await db.run(sql`
    update mails set state = ${state}, letter = null, error = ${error}, settled_at = clock_timestamp()
    where id = ${id} and state = 'waiting'`)
}

/**
 * Gives a mail that failed another time, after a pause that doubles with each try and is spread at random. Answers the
 * pause in milliseconds; null where the mail is somebody else's by now.
 */
export async function postponeMail(
  db: Queryable,
  { id, tries }: Pick<ClaimedMail, 'id' | 'tries'>,
  error: string,
): Promise<number | null> {
  const row = await db.row<{ ms: number }>(sql`
    update mails set error = ${error}, next_try_at = clock_timestamp() + (0.9 + 0.2 * random()) * interval '1 second'
      * least(${longestPauseSeconds}, ${firstPauseSeconds} * power(2, least(${tries}::int - 1, 20)))
    where id = ${id} and state = 'waiting' and tries = ${tries}
    returning ceil(extract(epoch from next_try_at - clock_timestamp()) * 1000)::int as ms`)
  return row?.ms ?? null
}

/** The mails that are due: those whose worker died, those of a backup, those that were put off. */
export async function listDueMails(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from mails where state = 'waiting' and next_try_at <= clock_timestamp() and expires_at > clock_timestamp()
    order by next_try_at limit ${batch}`)
  return rows.map(({ id }) => id)
}

/** When there are mails that are due or over. */
export const mayHaveDueMails = sql`exists (select from mails where state = 'waiting'
    and (next_try_at <= clock_timestamp() or expires_at <= clock_timestamp()))
  or exists (select from mails where state <> 'waiting' and settled_at < clock_timestamp() - ${keptFor}::interval)`

/** Gives up mails that have waited too long, and deletes those that were settled long ago. */
export async function sweepMails(db: Database): Promise<void> {
  await db.run(sql`
    update mails set state = 'expired', letter = null, settled_at = clock_timestamp()
    where state = 'waiting' and expires_at <= clock_timestamp()`)
  await db.run(sql`
    delete from mails where state <> 'waiting' and settled_at < clock_timestamp() - ${keptFor}::interval`)
}
