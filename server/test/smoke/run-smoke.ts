import { randomBytes } from 'node:crypto'
import { handIo } from '../../src/connectors/conformance/hand-io.ts'
import type { MediaHost } from '../../src/connectors/conformance/media-host.ts'
import { describeDraft, mostOf, type Picture } from '../../src/connectors/conformance/pictures.ts'
import { publishByHand } from '../../src/connectors/conformance/publish-by-hand.ts'
import type { Account, ConnectIo, Connector, PublishedPost } from '../../src/connectors/connector.ts'
import { powerOf } from '../../src/connectors/of-platform.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import type { Outbound } from '../../src/lib/safe-fetch/outbound.ts'
import { createJournal, type Entry, secretsIn } from './journal.ts'

/** An account on a network, and what is published there. */
export interface Smoke {
  readonly connector: Connector
  readonly account: Account
  readonly credentials: JsonObject
  readonly outbound: Outbound
  readonly pictures: readonly Picture[]
  /** Null where no program of this machine makes one. */
  readonly video: Picture | null
  /** Options that every post of the network needs. */
  readonly options: JsonObject
  /** Secrets that are not in the credentials, such as those of the operator's app. */
  readonly otherSecrets: readonly string[]
  /** The parts of the io that need an installation; left out where the connector uses none of them. */
  readonly installation?: Pick<ConnectIo, 'app' | 'registration' | 'publicUrl'>
  /** Left out: networks that fetch media are on this machine. */
  readonly mediaHost?: MediaHost
  /** Called each time the network asks for patience. */
  readonly whileWaiting: () => Promise<void>
  tell(sentence: string): void
}

export interface SmokeReport {
  readonly entries: readonly Entry[]
  /** Steps that did not work, each with its reason. */
  readonly failures: readonly string[]
  /** Posts that are still public, because the network or a failure left them there. */
  readonly left: readonly PublishedPost[]
}

/**
 * Publishes a text, a picture, several pictures and a video as far as the network takes them, then deletes all of it again,
 * also after a step that failed.
 */
export async function runSmoke(smoke: Smoke): Promise<SmokeReport> {
  const journal = createJournal([...secretsIn(smoke.credentials), ...smoke.otherSecrets])
  const outbound = journal.record(smoke.outbound)
  const failures: string[] = []
  const posts: PublishedPost[] = []
  for (const { step, media } of stepsOf(smoke)) {
    journal.begin(step)
    smoke.tell(`${step} …`)
    const published = await publish({ ...smoke, outbound }, step, media)
    if ('remoteId' in published) posts.push(published)
    else failures.push(`${step}: ${published.why}`)
  }
  journal.begin('delete')
  const left = await deleteAll({ ...smoke, outbound }, posts.toReversed(), failures)
  return { entries: journal.entries, failures, left }
}

function stepsOf({
  connector,
  account,
  pictures,
  video,
}: Smoke): { step: string; media: readonly Picture[] }[] {
  const limits = connector.limits(account).media
  const most = Math.min(mostOf(limits, 'image'), pictures.length)
  return [
    ...(limits.required ? [] : [{ step: 'text', media: [] }]),
    ...(most > 0 ? [{ step: 'image', media: pictures.slice(0, 1) }] : []),
    ...(most > 1 ? [{ step: 'images', media: pictures.slice(0, most) }] : []),
    ...(video && mostOf(limits, 'video') > 0 ? [{ step: 'video', media: [video] }] : []),
  ]
}

async function publish(
  smoke: Smoke,
  step: string,
  media: readonly Picture[],
): Promise<PublishedPost | { why: string }> {
  const { connector, account, credentials, outbound, options, whileWaiting } = smoke
  const draft = describeDraft({
    text: `A test of Crier: ${step}. It is deleted in a moment. ${randomBytes(3).toString('hex')}`,
    media: media.map((medium) => medium.draft),
    options,
  })
  const [problem] = connector.check(draft, account).problems
  if (problem) return { why: String(problem.detail) }
  const driven = await publishByHand({
    connector,
    account,
    io: (needs) => ({
      ...handIo(outbound, credentials, 60_000, smoke.mediaHost)(needs),
      ...smoke.installation,
    }),
    draft,
    media: new Map(media.map((medium) => [medium.draft.id, medium.bytes])),
    key: randomBytes(16).toString('hex'),
    replyTo: null,
    hear: () => undefined,
    whileWaiting,
  })
  if (driven.outcome === 'published') return driven.post
  return { why: driven.outcome === 'failed' ? driven.failure.message : 'Nobody knows whether it is public.' }
}

async function deleteAll(
  { connector, account, credentials, outbound, installation }: Smoke,
  posts: readonly PublishedPost[],
  failures: string[],
): Promise<PublishedPost[]> {
  const power = powerOf(connector, 'delete')
  const refusal = power ? power.refusal(account) : 'Crier cannot delete posts there.'
  if (!power || refusal !== null) {
    failures.push(`delete: ${refusal}`)
    return [...posts]
  }
  const left: PublishedPost[] = []
  for (const post of posts) {
    const io = {
      ...handIo(outbound, credentials, 60_000)({ commit: null, media: new Map() }),
      ...installation,
    }
    try {
      await power.delete(post, account, credentials, io)
    } catch (error) {
      failures.push(`delete: ${error instanceof Error ? error.message : String(error)}`)
      left.push(post)
    }
  }
  return left
}
