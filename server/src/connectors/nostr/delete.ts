import { sentence, word } from '../../lib/text/sentence.ts'
import { type ConnectIo, type DeletePower, Failure } from '../connector.ts'
import { kinds, type NostrEvent, signEvent } from './event.ts'
import { readRefusal } from './refusals.ts'
import { offerTo, readFrom, secondsOf } from './relay.ts'
import { readKey, readSettings } from './settings.ts'

/**
 * Asks each relay that has the post to delete it. Source: NIP-09: a relay need not, and copies elsewhere stay. It is deleted
 * when no relay of the account shows it any more.
 */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }, account, credentials, io) => {
    const secretKey = readKey(credentials)
    const tags = [
      ['e', remoteId],
      ['k', String(kinds.note)],
    ]
    const event = signEvent(
      { created_at: secondsOf(io.now()), kind: kinds.deletion, tags, content: '' },
      secretKey,
    )
    const { relays } = readSettings(account)
    await Promise.all(relays.map((relay) => deleteAt(relay, remoteId, event, secretKey, io)))
  },
}

async function deleteAt(
  relay: string,
  id: string,
  request: NostrEvent,
  secretKey: string,
  io: ConnectIo,
): Promise<void> {
  const isThere = async () => (await readFrom(relay, { ids: [id] }, secretKey, io)).length > 0
  try {
    if (!(await isThere())) return
    const { isTaken, words } = await offerTo(relay, request, secretKey, io)
    if (!isTaken) throw refusedBy(relay, words)
    if (await isThere()) throw new Failure('forbidden', 'It keeps the post all the same.')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const text = sentence('The relay {relay} did not delete the post. {why}', {
      relay,
      why: word(error.words),
    })
    throw new Failure(error.kind, text, { cause: error })
  }
}

function refusedBy(relay: string, words: string): Failure {
  const { kind } = readRefusal(relay, words)
  // The request is the same for every relay and may be made again.
  return new Failure(
    kind === 'unknown_outcome' ? 'unavailable' : kind,
    sentence('It said: {words}', { words }),
  )
}
