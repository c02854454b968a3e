import type { Candidate } from '../connectors/connector.ts'
import { requireConnector, wayOf } from '../connectors/of-platform.ts'
import type { Context, Origin } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { partsOf } from '../lib/text/sentence.ts'
import { pageOfAttempt } from './attempt-link.ts'
import { type AttemptBrowser, requireBrowser, requireSession } from './browser-of-attempt.ts'
import { callbackUrl } from './callback-url.ts'
import {
  type AttemptRow,
  attemptColumns,
  endAttempt,
  hashSecret,
  openAttemptSecrets,
} from './connect-attempt.ts'
import { requireMayConnect } from './require-may-connect.ts'
import { settleCandidates } from './settle-candidates.ts'
import { askNetwork, createSignInIo } from './sign-in.ts'

/** A person who comes back from a network. */
export interface Callback extends AttemptBrowser {
  readonly platform: string
  readonly query: URLSearchParams
}

/**
 * Trades what a network sent back for access, once, and connects the profile if there is no choice. A process that is
 * killed on the way leaves no account: the attempt expires. Answers the page of the attempt, which says how it went.
 * @throws Problem 400 `sign_in_unknown`, 403 `another_browser`, `another_session`, `may_not_connect`
 */
export async function finishConnect(context: Context, callback: Callback): Promise<string> {
  const { db } = context
  const found = await findByState(db, callback)
  requireBrowser(found, callback.secretOf(found.id))
  await requireSession(found, callback)
  // The code is not traded if the access could not be kept.
  await requireMayConnect(db, found)
  const row = await claimAttempt(db, found)
  if (!row) return pageOfAttempt(context, found)
  try {
    const candidates = await askForCandidates(context, row, callback.query)
    await settleAttempt(context, row, candidates, callback.from)
  } catch (error) {
    const problem = error instanceof Problem ? error : broken
    await failAttempt(db, row, problem)
    if (problem === broken) throw error
  }
  return pageOfAttempt(context, row)
}

const broken = new Problem(500, 'internal_error', 'Crier itself failed. Begin the sign-in again.')

async function findByState(db: Queryable, { platform, query }: Callback): Promise<AttemptRow> {
  const states = query.getAll('state')
  const [state = ''] = states
  const row = await db.row<AttemptRow>(sql`
    select ${attemptColumns} from connect_attempts
    where state_hash = ${hashSecret(state)} and platform = ${platform}`)
  if (row && states.length === 1) return row
  throw new Problem(
    400,
    'sign_in_unknown',
    'This sign-in was not begun here, or it is long over. Nothing was connected. Begin again where you began, from your accounts or from the link that you were given.',
  )
}

/**
 * Null unless this call is the first. Only here, and so once at most, another ten minutes begin, in which there is time to
 * choose: no attempt lives for more than twenty.
 *
 * Without the condition on the status: two callbacks arrive at once, both find the attempt waiting, and both trade the
 * code, which makes careful networks revoke the access that the first one got.
 */
function claimAttempt(db: Queryable, { workspace_id, id }: AttemptRow): Promise<AttemptRow | null> {
  return db.row<AttemptRow>(sql`
    update connect_attempts set status = 'finishing',
      expires_at = crier_now(workspace_id, mode) + interval '10 minutes'
    where workspace_id = ${workspace_id} and id = ${id} and status = 'waiting'
      and expires_at > crier_now(workspace_id, mode)
    returning ${attemptColumns}`)
}

function askForCandidates(
  context: Context,
  row: AttemptRow,
  query: URLSearchParams,
): Promise<readonly Candidate[]> {
  const connector = requireConnector(context, row.platform)
  const { keep, state } = openAttemptSecrets(context.sealer, row)
  const signIn = createSignInIo(context, connector, { workspaceId: row.workspace_id, mode: row.mode })
  const io = { ...signIn, state, redirectUri: callbackUrl(context.config.publicUrl, row.platform) }
  return askNetwork(connector, 'sign-in', () => {
    const connect = wayOf(connector, row.way)
    if (connect.kind !== 'redirect') throw new Error(`${row.way} is no way by redirect.`)
    return connect.finish(query, keep, io)
  })
}

async function settleAttempt(
  context: Context,
  { workspace_id, id }: AttemptRow,
  candidates: readonly Candidate[],
  from: Origin,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await tx.row<AttemptRow>(sql`
      select ${attemptColumns} from connect_attempts
      where workspace_id = ${workspace_id} and id = ${id} for update`)
    // The attempt was deleted or expired during the call to the network, so its result is of no use.
    if (row?.status !== 'finishing') return
    await settleCandidates(tx, context, row, { candidates, from })
  })
  context.wake(0)
}

async function failAttempt(db: Queryable, row: AttemptRow, { code, message, words }: Problem): Promise<void> {
  await endAttempt(db, row, { error: { code, detail: message, ...partsOf(words) } })
}
