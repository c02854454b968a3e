import { setTimeout as pause } from 'node:timers/promises'
import { chooseCandidates } from '../../connections/choose-candidates.ts'
import type { ConnectAttempt } from '../../connections/connect-attempt.ts'
import { getConnectAttempt } from '../../connections/get-connect-attempt.ts'
import type { CallContext } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import type { CommandInput } from '../cli/command.ts'
import { askForChoice, listCandidates } from './candidate-choice.ts'

/** How often the attempt is read while its person is elsewhere. */
const pollMs = 500

/** The parts of a command's input that a sign-in needs. */
export type SignInInput = Pick<CommandInput, 'report' | 'ask' | 'log'>

/** Runs a verb as the operator, in a transaction of its own. */
export type RunVerb = <Result>(verb: (call: CallContext) => Promise<Result>) => Promise<Result>

/** An attempt that a command follows until the signal comes. */
export interface FollowedAttempt {
  readonly run: RunVerb
  readonly id: string
  /** The ids of the profiles to connect; null where they are to be asked for. */
  readonly choice: readonly string[] | null
  readonly input: SignInInput
  readonly signal: AbortSignal
}

/**
 * Follows an attempt until accounts are connected, or until there is a choice that nobody makes here.
 * @throws Problem when nothing will be connected any more; an AbortError when the signal comes
 */
export async function followAttempt(followed: FollowedAttempt): Promise<ConnectAttempt> {
  const { run, id, signal } = followed
  for (;;) {
    signal.throwIfAborted()
    const attempt = await run((call) => getConnectAttempt(call, id))
    switch (attempt.status) {
      case 'waiting':
      case 'finishing':
        await pause(pollMs, undefined, { signal })
        break
      case 'choosing': {
        const choice = makeChoice(followed, attempt)
        if (choice === null) return attempt
        const chosen = await choice
        if (chosen) return connectChosen(followed, attempt, chosen)
        break
      }
      case 'connected':
        return attempt
      case 'failed':
        throw new Problem(
          422,
          attempt.error?.code ?? 'failed',
          attempt.error?.detail ?? 'The sign-in failed.',
        )
      case 'expired':
        throw new Problem(409, 'sign_in_over', 'The sign-in was not finished in time. Begin again.')
    }
  }
}

/** Takes the ids of the command line, or asks for them; null where neither is possible. */
function makeChoice(
  followed: FollowedAttempt,
  { candidates }: ConnectAttempt,
): Promise<readonly string[] | null> | null {
  const { choice, input } = followed
  const { ask, report } = input
  if (choice !== null) return Promise.resolve(choice)
  if (ask === null) return null
  report(listCandidates(candidates))
  return unlessChosenElsewhere(followed, (signal) => askForChoice(candidates, ask, signal))
}

/** Null if the person chose on the page of the attempt meanwhile, or if its time was over. */
async function unlessChosenElsewhere(
  followed: FollowedAttempt,
  choose: (signal: AbortSignal) => Promise<string[]>,
): Promise<string[] | null> {
  const over = new AbortController()
  const signal = AbortSignal.any([followed.signal, over.signal])
  try {
    return await Promise.race([choose(signal), waitForEnd({ ...followed, signal })])
  } finally {
    over.abort()
  }
}

async function waitForEnd({ run, id, signal }: FollowedAttempt): Promise<null> {
  for (;;) {
    await pause(pollMs, undefined, { signal })
    const { status } = await run((call) => getConnectAttempt(call, id))
    if (status !== 'choosing') return null
  }
}

/** Connects the chosen profiles. @throws Problem 422, after the profiles were listed */
async function connectChosen(
  { run, id, input }: FollowedAttempt,
  { candidates }: ConnectAttempt,
  chosen: readonly string[],
): Promise<ConnectAttempt> {
  try {
    return await run((call) => chooseCandidates(call, id, chosen))
  } catch (error) {
    if (error instanceof Problem) input.report(listCandidates(candidates))
    throw error
  }
}
