import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { requireBrowser } from './browser-of-attempt.ts'
import { connectChosen } from './choose-candidates.ts'
import { type AttemptRow, attemptColumns, hashSecret, newSecret, openKept } from './connect-attempt.ts'

/** The page of the network, and the secret that the browser keeps until it comes back. */
export interface Departure {
  readonly url: string
  readonly secret: string
}

/**
 * Lets a person who has read who will be able to publish go on to the network. The attempt belongs to this browser from
 * now on, the last one in which somebody agreed. @throws Problem 409 `sign_in_over`
 */
export async function continueConnect({ db, sealer }: Context, id: string): Promise<Departure> {
  const secret = newSecret()
  const row = await db.row<AttemptRow>(sql`
    update connect_attempts set browser_hash = ${hashSecret(secret)}
    where id = ${id} and status = 'waiting' and expires_at > clock_timestamp()
    returning ${attemptColumns}`)
  if (!row)
    throw new Problem(
      409,
      'sign_in_over',
      'This sign-in is over. Begin a new one from your accounts, or from the link that you were given.',
    )
  return { url: openKept(sealer, row).url, secret }
}

/** Connects the profiles that the person chose on our page. @throws Problem 403, 404, 409, 422 */
export async function chooseInBrowser(
  context: Context,
  id: string,
  secret: string | null,
  externalIds: readonly string[],
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await findAttemptById(tx, id)
    requireBrowser(row, secret)
    await connectChosen(tx, context, row, externalIds)
  })
  context.wake(0)
}

async function findAttemptById(tx: Queryable, id: string): Promise<AttemptRow> {
  const row = await tx.row<AttemptRow>(sql`
    select ${attemptColumns} from connect_attempts where id = ${id} for update`)
  if (row) return row
  throw new Problem(404, 'not_found', 'There is no such sign-in any more.')
}
