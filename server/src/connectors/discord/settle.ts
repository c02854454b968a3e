import type { CommitStep, Io, PublishedPost, Settled } from '../connector.ts'
import { earliestWithRoom, matchOwnPosts } from '../kit/match-own-posts.ts'
import { accessOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { crosspost, mayCrosspost } from './crosspost.ts'
import { isOurs, publishedAs, readAfter } from './own-messages.ts'
import { readSettings } from './settings.ts'

/**
 * Looks for our message among those of the channel after a lost answer, and claims nothing where none matches. A webhook reads
 * nothing but messages whose id it knows. A message that is found is published to followers, if that is wished. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  if (step.ref !== null) return crosspost(step.ref, step, io)
  if (readSettings(step.account).sender === 'webhook') return { outcome: 'not_found' }
  const settled = await matchOwnPosts({ list: () => listOurs(step, io), before: null })
  if (settled.outcome === 'published' && mayCrosspost(step)) return crosspost(settled.remoteId, step, io)
  return settled
}

const mostPages = 10

async function listOurs(step: CommitStep, io: Io): Promise<{ isFull: boolean; ours: PublishedPost[] }> {
  const { account, artefacts, firstSentAt } = step
  const access = accessOf(account, io.credentials)
  const ours: PublishedPost[] = []
  let after = readArtefacts(artefacts).newest ?? snowflakeAt(firstSentAt)
  for (let page = 0; page < mostPages; page++) {
    const { answer, messages, isFull } = await readAfter(after, account, access, io)
    const earliest = earliestWithRoom(firstSentAt, answer, io.now())
    for (const message of messages)
      if (isOurs(message, step, earliest)) ours.push(publishedAs(message.id, account))
    const last = messages.at(-1)
    if (!isFull || !last || BigInt(last.id) <= BigInt(after)) return { isFull: false, ours }
    after = last.id
  }
  return { isFull: true, ours }
}

/** Source: docs.discord.com/developers/reference, Snowflakes. */
const discordEpochMs = 1_420_070_400_000n
const clockLeewayMs = 10n * 60_000n

/** An id from a while before a time: a channel that was empty may have got messages of others since. */
function snowflakeAt(time: Date): string {
  const since = BigInt(time.getTime()) - discordEpochMs - clockLeewayMs
  return String((since > 0n ? since : 0n) << 22n)
}
