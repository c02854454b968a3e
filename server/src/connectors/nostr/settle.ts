import { type CommitStep, Failure, type Io, type Settled } from '../connector.ts'
import { postOf } from './commit.ts'
import type { NostrEvent } from './event.ts'
import { signedEvent } from './prepare.ts'
import { omissionOf, type Refusal, readRefusal } from './refusals.ts'
import { offerTo, readFrom } from './relay.ts'
import { readKey } from './settings.ts'

/**
 * Looks for the event at all relays where nobody knows whether one has it. Then it is given to each of them once more, which
 * changes nothing where it is, and those that do not take it are told. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const event = signedEvent(step)
  const relays = relaysOf(step)
  const secretKey = readKey(io.credentials)
  if (step.ref === null && !(await isAnywhere(event, relays, secretKey, io))) return { outcome: 'repeat' }
  const offered = await Promise.all(relays.map((relay) => offer(relay, event, secretKey, io)))
  const omitted = offered.filter((refusal) => refusal !== null).map(omissionOf)
  return { outcome: 'published', ...postOf(event, step), omitted }
}

/** The relays that the commit went to, which may be others than those of the account today. */
function relaysOf({ commit: { url, alsoTo = [] } }: CommitStep): string[] {
  return [url, ...alsoTo]
}

/** @throws Failure `unavailable` where no relay could be asked */
async function isAnywhere(
  { id }: NostrEvent,
  relays: readonly string[],
  secretKey: string,
  io: Io,
): Promise<boolean> {
  const looked = await Promise.allSettled(
    relays.map((relay) => readFrom(relay, { ids: [id] }, secretKey, io)),
  )
  const found = looked.filter((one) => one.status === 'fulfilled')
  if (found.length === 0) throw new Failure('unavailable', 'No relay says whether it has the post.')
  return found.some(({ value }) => value.some((event) => event.id === id))
}

/** Null where the relay has the event now. */
async function offer(relay: string, event: NostrEvent, secretKey: string, io: Io): Promise<Refusal | null> {
  try {
    const { isTaken, words } = await offerTo(relay, event, secretKey, io)
    return isTaken ? null : readRefusal(relay, words)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { relay, words: error.message, kind: error.kind }
  }
}
