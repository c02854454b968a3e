import type { Context } from '../../context.ts'
import { type Database, type Queryable, sql } from '../../db/database.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { JobRun } from '../../jobs/job.ts'
import { customerNetworkOf } from '../../lib/addresses/network.ts'
import { newId } from '../../lib/id.ts'
import { Problem } from '../../lib/problem.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Locale } from '../../words/locales.ts'
import { speechTo } from '../../words/speech.ts'
import { requireEmail } from '../new-user.ts'
import { languageOf } from '../person-language.ts'
import { countedAs, countInWindow } from '../sign-in/sign-in-limit.ts'
import { createReset, linkMinutes, resetLink } from './create-reset.ts'
import { resetLetter } from './letters.ts'

const task = 'request-reset'
/** How many links one address of mail, or one network, may ask for in an hour. */
const limits = { address: { most: 5, minutes: 60 }, network: { most: 30, minutes: 60 } }
const forgottenAfterMinutes = 60

export interface ResetRequest {
  readonly email: string
  /** The language in which the page was shown on which somebody asks. */
  readonly shownLanguage?: Locale | undefined | null
}

/**
 * Notes that somebody asks for a link to set a new password. The answer, and the work for it, is the same whether or not
 * anybody has the address: a worker looks that up. @throws Problem 422, 429 `too_many_resets`
 */
export async function requestReset(
  db: Database,
  { email, shownLanguage = null }: ResetRequest,
  ip: string,
): Promise<void> {
  const address = requireEmail(email)
  const seconds =
    (await countInWindow(db, countedAs(`reset network ${customerNetworkOf(ip)}`), limits.network)) ||
    (await countInWindow(db, countedAs(`reset account ${address.toLowerCase()}`), limits.address))
  if (seconds > 0)
    throw new Problem(
      429,
      'too_many_resets',
      'Too many links were asked for. Look for one in your mail, or wait a while.',
      {
        retryAfterSeconds: seconds,
      },
    )
  const id = newId()
  await db.transaction(async (tx) => {
    await tx.run(
      sql`insert into reset_requests (id, email, shown_language) values (${id}, ${address}, ${shownLanguage})`,
    )
    await enqueueRequest(tx, id)
  })
}

/** Looks up who asked, and mails them a link. Without mail the log tells the operator how to make one. */
export const requestResetTask = {
  name: task,
  run: async (context: Context, { payload }: Pick<JobRun, 'payload'>): Promise<void> => {
    const { id } = payload
    if (typeof id !== 'string') return
    const { db, config, log } = context
    await db.transaction(async (tx) => {
      const user = await takeRequest(tx, id)
      if (user === null) return
      if (config.mail === null) {
        log.warn(
          { email: user.email },
          'Somebody asked for a link to set a new password, and no mail server is set up. Make one with: npm run crier -- people reset-password EMAIL',
        )
        return
      }
      const url = resetLink(context, await createReset(tx, user.id))
      const letter = resetLetter(speechTo(user.language), url)
      await queueMail(tx, context, {
        kind: 'password_reset',
        to: user.email,
        letter,
        livesMinutes: linkMinutes,
      })
    })
  },
}

/** When `continueResets` has something to do. */
export const mayContinueResets = sql`exists (select from reset_requests) or exists (select from password_resets)`

/** Takes up requests whose job was lost, and forgets old ones and links that have ended. */
export async function continueResets({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.run(sql`
    delete from reset_requests
    where created_at < clock_timestamp() - ${forgottenAfterMinutes} * interval '1 minute'`)
  await db.run(sql`delete from password_resets where expires_at < clock_timestamp()`)
  const waiting = await db.rows<{ id: string }>(sql`
    select id from reset_requests where created_at < clock_timestamp() - interval '1 minute'
    order by created_at limit 500`)
  for (const { id } of waiting) await enqueueRequest(db, id)
}

async function enqueueRequest(db: Queryable, id: string): Promise<void> {
  await enqueue(db, { task, key: `reset ${id}`, payload: { id }, mostTries: 5 })
}

/** The person who asked, once. Null where nobody has the address, or another worker took the request. */
async function takeRequest(tx: Queryable, id: string): Promise<Asking | null> {
  const taken = await tx.row<{ email: string; shown_language: string | null }>(
    sql`delete from reset_requests where id = ${id} returning email, shown_language`,
  )
  if (taken === null) return null
  // Anybody may have asked, so a language that is known of the person comes before that of the page.
  return tx.row<Asking>(sql`
    select u.id, u.email, coalesce(${languageOf('u')}, ${taken.shown_language}) as language
    from users u where lower(u.email) = lower(${taken.email})`)
}

interface Asking {
  readonly id: string
  readonly email: string
  readonly language: string | null
}
