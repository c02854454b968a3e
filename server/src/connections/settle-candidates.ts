import type { Candidate } from '../connectors/connector.ts'
import { requireConnector } from '../connectors/of-platform.ts'
import type { Context, Origin } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { type AttemptRow, attemptColumns, sealCandidates } from './connect-attempt.ts'
import { connectProfiles } from './connect-profiles.ts'
import { readReconnected, refuseAnotherProfile } from './reconnected-account.ts'

/** The profiles that a sign-in gave access to, and the person who signed in. */
interface Given {
  readonly candidates: readonly Candidate[]
  readonly from: Origin
}

/**
 * Connects the only profile that a sign-in gave access to, or keeps several to be chosen from. Answers the attempt as it is then.
 * @throws Problem 404 where the account that is connected again is gone; 409 as connectProfiles, `another_profile`; 422 `nothing_to_connect`
 */
export async function settleCandidates(
  tx: Queryable,
  context: Context,
  row: AttemptRow,
  { candidates, from }: Given,
): Promise<AttemptRow> {
  const profile = await onlyProfile(context, tx, row, candidates)
  if (profile === null) return offerCandidates(context, tx, row, candidates)
  const connected = await connectProfiles(tx, context, row, [profile], from)
  return { ...row, status: 'connected', connected }
}

/** The profile to connect, or null where there is a choice. @throws Problem when none can be connected */
async function onlyProfile(
  context: Context,
  tx: Queryable,
  row: AttemptRow,
  candidates: readonly Candidate[],
): Promise<Candidate['profile'] | null> {
  const { name } = requireConnector(context, row.platform)
  const wanted =
    row.account_id === null ? candidates : await onlyReconnected(tx, row, row.account_id, candidates)
  refuseUnusable(name, wanted)
  const [first, second] = wanted
  return second ? null : (first?.profile ?? null)
}

/** Refuses a sign-in at a network of this name that gave access to nothing that can be connected. @throws Problem 422 `nothing_to_connect` */
export function refuseUnusable(network: string, candidates: readonly Candidate[]): void {
  if (candidates.some(({ reason }) => reason === null)) return
  const detail =
    candidates[0]?.reason ??
    sentence('{network} gave access to no profile. Choose one when you sign in.', { network })
  throw new Problem(422, 'nothing_to_connect', detail)
}

async function onlyReconnected(
  tx: Queryable,
  { workspace_id, mode }: AttemptRow,
  accountId: string,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const account = await readReconnected(tx, workspace_id, accountId, mode)
  if (!account) throw new Problem(404, 'not_found', 'The account was disconnected in the meantime.')
  refuseAnotherProfile(
    account,
    candidates.map(({ profile }) => profile),
  )
  return candidates.filter(({ profile }) => profile.externalId === account.external_id)
}

async function offerCandidates(
  { sealer }: Context,
  tx: Queryable,
  row: AttemptRow,
  candidates: readonly Candidate[],
): Promise<AttemptRow> {
  const offered = await tx.row<AttemptRow>(sql`
    update connect_attempts set status = 'choosing', keep = null, candidates = ${sealCandidates(sealer, row, candidates)}
    where workspace_id = ${row.workspace_id} and id = ${row.id}
    returning ${attemptColumns}`)
  if (!offered) throw new Error('An attempt that this transaction has locked is gone.')
  return offered
}
