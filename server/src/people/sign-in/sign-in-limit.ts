import { createHash } from 'node:crypto'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { customerNetworkOf } from '../../lib/addresses/network.ts'
import { Problem } from '../../lib/problem.ts'

/** Sign-ins that one network may fail in a window. */
const mostOfNetwork = 30
const windowMinutes = 15
/** Sign-ins that one address of mail may fail before each further one has to wait. */
const mostOfAccount = 10
const longestWaitMinutes = 60
/** The count of an address of mail starts again after this time without a sign-in. */
const forgottenAfterHours = 2

/**
 * Counts a sign-in before its password is looked at: against the network that it comes from, and against the address of
 * mail, whether or not somebody has it. Beyond the limit of an address the wait doubles each time.
 * @throws Problem 429 `too_many_sign_ins`; one that must wait is not counted
 */
export async function countSignIn(db: Queryable, email: string, ip: string): Promise<void> {
  refuseUntil(
    (await countInWindow(db, networkSubject(ip), ofNetwork)) ||
      (await countAndBackOff(db, accountSubject(email))),
  )
}

/**
 * Counts a sign-in that names no address of mail, such as one by passkey, against its network alone: nothing of it can be
 * guessed. @throws Problem 429 `too_many_sign_ins`
 */
export async function countNetwork(db: Queryable, ip: string): Promise<void> {
  refuseUntil(await countInWindow(db, networkSubject(ip), ofNetwork))
}

/** Takes back what was counted of a sign-in, because it succeeded. */
export async function forgetSignIn(db: Queryable, email: string, ip: string): Promise<void> {
  await db.run(sql`delete from sign_in_counts where subject = ${accountSubject(email)}`)
  await forgetNetwork(db, ip)
}

/** Takes back what was counted of a sign-in against its network, and nothing else. */
export async function forgetNetwork(db: Queryable, ip: string): Promise<void> {
  await db.run(
    sql`update sign_in_counts set count = count - 1 where subject = ${networkSubject(ip)} and count > 0`,
  )
}

/** @throws Problem 429 unless there is nothing to wait for */
function refuseUntil(seconds: number): void {
  if (seconds === 0) return
  throw new Problem(
    429,
    'too_many_sign_ins',
    'There were too many sign-ins. Wait a while before you try again.',
    { retryAfterSeconds: seconds },
  )
}

const ofNetwork: Window = { most: mostOfNetwork, minutes: windowMinutes }

/** The most sign-ins of a subject within a time, which begins with the first of them. */
export interface Window {
  readonly most: number
  readonly minutes: number
}

/** Counts one more of a subject. Answers the seconds to wait, 0 where it was counted. */
export async function countInWindow(
  db: Queryable,
  subject: Buffer,
  { most, minutes }: Window,
): Promise<number> {
  const isOver = sql`c.since < clock_timestamp() - ${`${minutes} minutes`}::interval`
  return count(db, subject, {
    isFresh: isOver,
    isAllowed: sql`c.count < ${most}`,
    nextAt: sql`c.since + ${`${minutes} minutes`}::interval`,
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
  /** Whether the count of a row starts again. */
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
  return countedAs(`account ${email.trim().toLowerCase()}`)
}

function networkSubject(ip: string): Buffer {
  return countedAs(`network ${customerNetworkOf(ip)}`)
}

/** The name under which something is counted. It is stored as a hash, so that the counts reveal no address. */
export function countedAs(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
