import { createHash } from 'node:crypto'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { customerNetworkOf } from '../../lib/network.ts'
import { Problem } from '../../lib/problem.ts'

/** Sign-ins that one network may fail in a window. */
const mostOfNetwork = 30
const windowMinutes = 15
/** Sign-ins that one address of mail may fail before each further one has to wait. */
const mostOfAccount = 10
const longestWaitMinutes = 60
/** An address of mail for which nobody tried to sign in for so long starts anew. */
const forgottenAfterHours = 2

/**
 * Counts a sign-in before its password is looked at: against the network that it comes from, and against the address of
 * mail, whether or not somebody has it. Beyond the limit of an address the wait doubles each time.
 * @throws Problem 429 `too_many_sign_ins`; one that must wait is not counted
 */
export async function countSignIn(db: Queryable, email: string, ip: string): Promise<void> {
  const seconds =
    (await countInWindow(db, networkSubject(ip))) || (await countAndBackOff(db, accountSubject(email)))
  if (seconds === 0) return
  throw new Problem(
    429,
    'too_many_sign_ins',
    'There were too many sign-ins. Wait a while before you try again.',
    { retryAfterSeconds: seconds },
  )
}

/** Takes back what was counted of a sign-in, because it succeeded. */
export async function forgetSignIn(db: Queryable, email: string, ip: string): Promise<void> {
  await db.run(sql`delete from sign_in_counts where subject = ${accountSubject(email)}`)
  await db.run(
    sql`update sign_in_counts set count = count - 1 where subject = ${networkSubject(ip)} and count > 0`,
  )
}

/** Answers the seconds to wait, 0 where it was counted. */
async function countInWindow(db: Queryable, subject: Buffer): Promise<number> {
  const isOver = sql`c.since < clock_timestamp() - ${`${windowMinutes} minutes`}::interval`
  return count(db, subject, {
    isFresh: isOver,
    isAllowed: sql`c.count < ${mostOfNetwork}`,
    nextAt: sql`c.since + ${`${windowMinutes} minutes`}::interval`,
  })
}

/** Answers the seconds to wait, 0 where it was counted. */
async function countAndBackOff(db: Queryable, subject: Buffer): Promise<number> {
  const minutes = sql`least(${longestWaitMinutes}, power(2, least(c.count - ${mostOfAccount}, 10)))`
  const nextAt = sql`c.last_at + interval '1 minute' * ${minutes}`
  return count(db, subject, {
    isFresh: sql`c.last_at < clock_timestamp() - ${`${forgottenAfterHours} hours`}::interval`,
    isAllowed: sql`(c.count < ${mostOfAccount} or ${nextAt} < clock_timestamp())`,
    nextAt,
  })
}

interface Rule {
  /** Whether the count of a row begins anew. */
  readonly isFresh: Sql
  readonly isAllowed: Sql
  readonly nextAt: Sql
}

async function count(db: Queryable, subject: Buffer, { isFresh, isAllowed, nextAt }: Rule): Promise<number> {
  const counted = await db.run(sql`
    insert into sign_in_counts as c (subject, count) values (${subject}, 1)
    on conflict (subject) do update set
      count = case when ${isFresh} then 1 else c.count + 1 end,
      since = case when ${isFresh} then clock_timestamp() else c.since end,
      last_at = clock_timestamp()
    where ${isFresh} or ${isAllowed}`)
  if (counted > 0) return 0
  const row = await db.row<{ seconds: number }>(sql`
    select ceil(extract(epoch from ${nextAt} - clock_timestamp()))::int as seconds
    from sign_in_counts c where c.subject = ${subject}`)
  return Math.max(1, row?.seconds ?? 1)
}

function accountSubject(email: string): Buffer {
  return hashOf(`account ${email.trim().toLowerCase()}`)
}

function networkSubject(ip: string): Buffer {
  return hashOf(`network ${customerNetworkOf(ip)}`)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
