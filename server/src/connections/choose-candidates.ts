import type { CallContext, Context, Origin } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { type FieldProblem, invalid, Problem } from '../lib/problem.ts'
import {
  type AttemptRow,
  type ConnectAttempt,
  findAttempt,
  openCandidates,
  toConnectAttempt,
} from './connect-attempt.ts'
import { connectProfiles } from './connect-profiles.ts'

/**
 * Connects the chosen profiles of a sign-in, all of them or none, and forgets the others with their credentials.
 * @throws Problem 404; 409 `nothing_to_choose`, `connected_elsewhere`, `link_used`; 422
 */
export async function chooseCandidates(
  call: CallContext,
  id: string,
  externalIds: readonly string[],
): Promise<ConnectAttempt> {
  const row = await findAttempt(call, id, sql`for update`)
  const connected = await connectChosen(call.db, call.context, row, { externalIds, from: call.from })
  call.afterCommit(() => call.context.wake(0))
  return toConnectAttempt(call.context, { ...row, status: 'connected', connected })
}

/** Connects them for an attempt whose row this transaction has locked. Answers the ids of the accounts. */
export async function connectChosen(
  tx: Queryable,
  context: Context,
  row: AttemptRow,
  { externalIds, from }: { readonly externalIds: readonly string[]; readonly from: Origin },
): Promise<string[]> {
  if (row.status !== 'choosing') throw nothingToChoose(row)
  const candidates = openCandidates(context.sealer, row)
  const wrong: FieldProblem[] = []
  const chosen = [...new Set(externalIds)].flatMap((externalId, index) => {
    const pointer = `/external_ids/${index}`
    const found = candidates.find(({ profile }) => profile.externalId === externalId)
    if (found?.reason === null) return [found.profile]
    wrong.push(
      found
        ? { pointer, code: 'cannot_be_connected', detail: found.reason ?? '' }
        : { pointer, code: 'unknown_candidate', detail: 'The sign-in gave no access to such a profile.' },
    )
    return []
  })
  if (wrong.length > 0) throw invalid(wrong)
  return connectProfiles(tx, context, row, chosen, from)
}

function nothingToChoose({ status }: AttemptRow): Problem {
  const details: Record<AttemptRow['status'], string> = {
    waiting: 'Nobody has signed in yet.',
    finishing: 'The network is still being asked. Try again in a moment.',
    choosing: '',
    connected: 'The choice has been made already.',
    failed: 'The sign-in failed. Begin a new one.',
    expired: 'The time to choose is over. Begin a new sign-in.',
  }
  return new Problem(409, 'nothing_to_choose', details[status])
}
