import { fromWithin } from '../../audit/record-audit.ts'
import { askToConnect, beginConnect } from '../../connections/begin-connect.ts'
import type { ConnectAttempt } from '../../connections/connect-attempt.ts'
import { deleteConnectAttempt } from '../../connections/delete-connect-attempt.ts'
import type { CallContext, Caller } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { findOwner } from '../../people/find-owner.ts'
import { readAccounts, toJson, toLine } from '../account-rows.ts'
import { type Outcome, UsageError } from '../cli/command.ts'
import { listenForInterruption } from '../cli/interruption.ts'
import { listCandidates } from './candidate-choice.ts'
import type { ConnectPlace } from './connect-place.ts'
import { type FollowedAttempt, followAttempt, type RunVerb, type SignInInput } from './follow-attempt.ts'
import { requireServer } from './require-server.ts'
import type { FilledWay } from './way-options.ts'

/**
 * Connects accounts by a redirect: tells the page to open, waits until the person is back, and lets choose where there is
 * a choice. A sign-in that ends otherwise leaves no attempt behind.
 * @throws StartError without a running server; UsageError when it is interrupted; Problem
 */
export async function connectByRedirect(
  place: ConnectPlace,
  { connect: { way }, fields, choice }: FilledWay,
  input: SignInInput,
): Promise<Outcome> {
  await requireServer(place.context.config)
  const run = await verbsOf(place)
  const begun = await askToConnect(place, { platform: place.platform, way, fields })
  using interruption = listenForInterruption()
  const { signal } = interruption
  const { id, url } = await run((call) => beginConnect(call, begun))
  const followed: FollowedAttempt = { run, id, choice, input, signal }
  try {
    input.report(`Open this page in the browser of the person who signs in:\n\n  ${url}\n`)
    const attempt = await followAttempt(followed)
    if (attempt.status === 'connected') return await describeConnected(place, attempt)
    await forget(followed)
    return describeChoice(attempt)
  } catch (error) {
    await forget(followed)
    throw signal.aborted ? new UsageError('Canceled. The sign-in is over.') : error
  }
}

/** Lets verbs run as the operator, each in a transaction of its own. */
async function verbsOf({ context, workspaceId, mode }: ConnectPlace): Promise<RunVerb> {
  const userId = await findOwner(context.db, workspaceId)
  const caller: Caller = { kind: 'operator', userId, scopes: 'all' }
  return async (verb) => {
    const after: (() => void)[] = []
    const afterCommit = (work: () => void) => after.push(work)
    const result = await context.db.transaction((db) => {
      const place = { context, db, workspaceId, mode, caller, from: fromWithin }
      const call: CallContext = { ...place, request: null, afterCommit }
      return verb(call)
    })
    for (const work of after) work()
    return result
  }
}

/** Deletes the attempt, so that nobody goes on with it. Without an answer of the database it ends by itself, in time. */
async function forget({ run, id, input }: FollowedAttempt): Promise<void> {
  try {
    await run((call) => deleteConnectAttempt(call, id))
  } catch (error) {
    const isGone = error instanceof Problem && error.status === 404
    if (!isGone) input.log.warn({ err: error }, 'the sign-in could not be deleted; it expires by itself')
  }
}

async function describeConnected(
  { context, workspaceId }: ConnectPlace,
  { social_accounts: ids }: ConnectAttempt,
): Promise<Outcome> {
  const accounts = (await readAccounts(context.db, workspaceId)).filter(({ id }) => ids.includes(id))
  return { data: { data: accounts.map(toJson) }, text: accounts.map(toLine).join('\n') }
}

function describeChoice({ candidates }: ConnectAttempt): Outcome {
  return {
    data: { candidates: candidates.map((candidate) => ({ ...candidate })) },
    text: listCandidates(candidates),
    warning:
      'The sign-in gave several profiles, and nothing was connected. Run the command again with --choose and the ids of those to connect.',
    isBad: true,
  }
}
