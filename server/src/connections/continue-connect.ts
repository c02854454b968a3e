import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { notFound, Problem } from '../lib/problem.ts'
import { type AttemptBrowser, requireBrowser, requireSession } from './browser-of-attempt.ts'
import { connectChosen } from './choose-candidates.ts'
import {
  type AttemptRow,
  attemptColumns,
  hashSecret,
  newSecret,
  openAttemptSecrets,
} from './connect-attempt.ts'
import { requireMayConnect } from './require-may-connect.ts'

/** The page of the network, and the secret that the browser keeps until it comes back. */
export interface Departure {
  readonly url: string
  readonly secret: string
}

/** A browser in which a person goes on to the network. */
interface Departing extends Pick<AttemptBrowser, 'findSessionId'> {
  /**
   * The person, in the app, which shows no page on which they agree: only an attempt that somebody of their workspaces began in a
   * session may go on.
   */
  readonly personId?: string
}

/**
 * Lets a person who has read who will be able to publish go on to the network. The attempt belongs to this browser from
 * now on, the last one in which somebody agreed.
 * @throws Problem 403 `another_session`, `may_not_connect`; 404; 409 `sign_in_over`
 */
export async function continueConnect(
  { db, sealer }: Context,
  id: string,
  browser: Departing,
): Promise<Departure> {
  if (browser.personId !== undefined) await requireColleague(db, id, browser.personId)
  await requireOwnAttempt(db, id, browser)
  const secret = newSecret()
  const row = await db.row<AttemptRow>(sql`
    update connect_attempts set browser_hash = ${hashSecret(secret)}
    where id = ${id} and status = 'waiting' and expires_at > crier_now(workspace_id, mode)
    returning ${attemptColumns}`)
  if (!row)
    throw new Problem(
      409,
      'sign_in_over',
      'This sign-in is over. Begin a new one from your accounts, or from the link that you were given.',
    )
  return { url: openAttemptSecrets(sealer, row).url, secret }
}

/** Gives an attempt whose profiles are to be chosen to the browser in which its person filled in a form of ours. Answers the secret. */
export async function keepInBrowser(
  { db }: Pick<Context, 'db'>,
  { workspace_id, id }: Pick<AttemptRow, 'workspace_id' | 'id'>,
): Promise<string> {
  const secret = newSecret()
  await db.run(sql`
    update connect_attempts set browser_hash = ${hashSecret(secret)}
    where workspace_id = ${workspace_id} and id = ${id} and status = 'choosing'`)
  return secret
}

/** Connects the profiles that the person chose on our page. @throws Problem 403, 404, 409, 422 */
export async function chooseInBrowser(
  context: Context,
  id: string,
  browser: AttemptBrowser,
  externalIds: readonly string[],
): Promise<void> {
  await requireOwnAttempt(context.db, id, browser)
  await context.db.transaction(async (tx) => {
    const row = await findAttemptById(tx, id)
    requireBrowser(row, browser.secretOf(id))
    await connectChosen(tx, context, row, { externalIds, from: browser.from })
  })
  context.wake(0)
}

/** @throws Problem 404 for an attempt of a workspace in which the person is not, as for one that never was */
async function requireColleague(db: Queryable, id: string, personId: string): Promise<void> {
  const found = await db.row(sql`
    select from connect_attempts c join memberships m on m.workspace_id = c.workspace_id
    where c.id = ${id} and c.session_id is not null and m.user_id = ${personId}`)
  if (!found) throw notFound('connect attempt')
}

/** The session and the beginner of an attempt never change, so they are read before a transaction is opened. */
async function requireOwnAttempt(
  db: Queryable,
  id: string,
  browser: Pick<AttemptBrowser, 'findSessionId'>,
): Promise<void> {
  const found = await db.row<AttemptRow>(sql`select ${attemptColumns} from connect_attempts where id = ${id}`)
  if (!found) return
  await requireSession(found, browser)
  await requireMayConnect(db, found)
}

async function findAttemptById(tx: Queryable, id: string): Promise<AttemptRow> {
  const row = await tx.row<AttemptRow>(sql`
    select ${attemptColumns} from connect_attempts where id = ${id} for update`)
  if (row) return row
  throw new Problem(404, 'not_found', 'There is no such sign-in any more.')
}
