import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../lib/id.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import {
  type Account,
  type CommitRequest,
  type Connector,
  type Draft,
  Failure,
  type Io,
  longestCommitMs,
  type PublishedPost,
  repeatableForMs,
  type Step,
} from '../connector.ts'
import type { IoFactory, MediaBytes } from './hand-io.ts'

export interface HandPublishing {
  connector: Connector
  account: Account
  io: IoFactory
  draft: Draft
  media: MediaBytes
  /** The target's key: 32 hex digits. */
  key: string
  replyTo: Step['replyTo']
  /** Left out: the post itself, or a part of a thread where it answers one. */
  part?: Step['part']
  /** Told every error and every commit, for those who look for secrets in them. */
  hear: (what: unknown) => void
  /** Called each time `prepare` asks for patience. */
  whileWaiting: () => Promise<void>
}

/** A drive with the secrets that were prepared last. */
type Prepared = HandPublishing & { secrets: JsonObject }

export type HandPublished =
  | { outcome: 'published'; post: PublishedPost; sends: number; waits: number }
  | { outcome: 'failed'; failure: Failure; sends: number; waits: number }
  /** A person would have to say what became of it. */
  | { outcome: 'asked'; why: 'several' | 'not_found'; sends: number; waits: number }

const mostSends = 8
const mostWaits = 200
const looksBeforeAsking = 4
// The engine repeats after a quarantine; eight sends in one go would be none.
const repeatAfterMs = 250

/**
 * Publishes one draft as the engine would: prepare, compose, commit, settle, with the same rules for sending again, and
 * without its database. A connector that leaves its role (a commit that makes another call, a settle that sends) is
 * found out by an error.
 */
export async function publishByHand(drive: HandPublishing): Promise<HandPublished> {
  const tally = { sends: 0, waits: 0 }
  try {
    for (;;) {
      const { step, secrets } = await prepareByHand(drive, tally)
      const ended = await commitAndSettle({ ...drive, secrets }, step, tally)
      if (ended !== 'absent') return { ...ended, ...tally }
      if (tally.sends > mostSends) throw new Error(`It was sent ${tally.sends} times.`)
    }
  } catch (error) {
    drive.hear(error)
    if (error instanceof Failure) return { outcome: 'failed', failure: error, ...tally }
    throw error
  }
}

interface Tally {
  sends: number
  waits: number
}

type Ended =
  | { outcome: 'published'; post: PublishedPost }
  | { outcome: 'failed'; failure: Failure }
  | { outcome: 'asked'; why: 'several' | 'not_found' }

async function prepareByHand(
  drive: HandPublishing,
  tally: Tally,
): Promise<{ step: Step; secrets: JsonObject }> {
  const { connector, account, draft, key, replyTo } = drive
  const dueAt = new Date()
  const resultId = newId()
  let artefacts: JsonObject = {}
  let secrets: JsonObject = {}
  for (let round = 0; round < mostWaits; round++) {
    const part = drive.part ?? (replyTo === null ? 'post' : 'thread')
    const step: Step = { key, resultId, account, part, draft, dueAt, artefacts, replyTo }
    const world = { ...drive, secrets }
    const prepared = await watchStep(world, 'prepare', null, (io) => connector.prepare(step, io))
    // Stored artefacts have been through JSON.
    artefacts = JSON.parse(JSON.stringify(prepared.artefacts)) as JsonObject
    secrets = prepared.secrets ?? secrets
    refuseShownSecrets(artefacts, secrets)
    if (prepared.outcome === 'ready') return { step: { ...step, artefacts }, secrets }
    tally.waits++
    await drive.whileWaiting()
    await pause(Math.min(prepared.againInMs, 250))
  }
  throw new Error(`It was not ready after ${mostWaits} rounds.`)
}

/** Operators read what is stored of a target: its artefacts and its commit. @throws when a secret is among them */
function refuseShownSecrets(stored: unknown, secrets: JsonObject): void {
  const text = JSON.stringify(stored)
  const shown = Object.entries(secrets).find(([, value]) => text.includes(JSON.stringify(value).slice(1, -1)))
  if (shown) throw new Error(`The secret ${shown[0]} stands in what is stored.`)
}

async function commitAndSettle(drive: Prepared, step: Step, tally: Tally): Promise<Ended | 'absent'> {
  const commit = composeTwice(drive, step)
  const firstSentAt = new Date()
  let ambiguous = false
  for (let sends = 1; sends <= mostSends; sends++) {
    tally.sends++
    const sent = { ...step, commit, firstSentAt, sends, ref: null, looks: 0 }
    let ref: string | null = null
    try {
      const answer = await watchStep(drive, 'commit', commit, (io) => drive.connector.commit(sent, io))
      if (answer.outcome === 'published') return { outcome: 'published', post: answer }
      ref = answer.ref
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      drive.hear(error)
      if (error.kind !== 'unknown_outcome' && !ambiguous) return { outcome: 'failed', failure: error }
      ambiguous = true
    }
    const settled = await settleByHand(drive, { ...sent, ref })
    if (settled !== 'repeat') return settled
    refuseUnsafeRepeat(drive, firstSentAt)
    await pause(repeatAfterMs)
  }
  throw new Error(`It was sent ${mostSends} times and is still not settled.`)
}

function composeTwice({ connector, hear, secrets }: Prepared, step: Step): CommitRequest {
  const commit = connector.compose(step)
  const text = JSON.stringify(commit)
  if (JSON.stringify(connector.compose(step)) !== text)
    throw new Error('compose is not pure: it gave two commits.')
  refuseShownSecrets(text, secrets)
  refuseUnheldTimeout(commit)
  hear(text)
  return JSON.parse(text) as CommitRequest
}

/** The engine waits at most two minutes for an answer; a connector that counts on more would lose answers. */
function refuseUnheldTimeout({ timeoutMs }: CommitRequest): void {
  if (timeoutMs === undefined || (timeoutMs > 0 && timeoutMs <= longestCommitMs)) return
  throw new Error(`A commit waits for up to ${longestCommitMs} ms, not for ${timeoutMs}.`)
}

async function settleByHand(
  drive: Prepared,
  sent: Parameters<Connector['settle']>[0],
): Promise<Ended | 'absent' | 'repeat'> {
  let nothing = 0
  for (let looks = 0; looks < mostWaits; looks++) {
    const step = { ...sent, looks: nothing }
    const settled = await watchStep(drive, 'settle', sent.commit, (io) => drive.connector.settle(step, io))
    switch (settled.outcome) {
      case 'published':
        return { outcome: 'published', post: settled }
      case 'rejected':
        drive.hear(settled.failure)
        return { outcome: 'failed', failure: settled.failure }
      case 'absent':
        refuseUnprovenAbsence(drive)
        return 'absent'
      case 'repeat':
        return 'repeat'
      case 'several':
        return { outcome: 'asked', why: 'several' }
      case 'not_found':
        nothing++
        if (nothing >= looksBeforeAsking || isBlind(drive)) return { outcome: 'asked', why: 'not_found' }
        await pause(20)
        break
      case 'pending':
        await pause(Math.min(settled.againInMs, 250))
    }
  }
  throw new Error(`It was not settled after ${mostWaits} looks.`)
}

function isBlind({ connector, account, draft }: HandPublishing): boolean {
  return connector.networkClass(account, draft).class === 'blind'
}

function refuseUnsafeRepeat({ connector, account, draft }: HandPublishing, firstSentAt: Date): void {
  const network = connector.networkClass(account, draft)
  const age = Date.now() - firstSentAt.getTime()
  if (age < repeatableForMs(network)) return
  throw new Error(`A commit may not be repeated on a network of class ${network.class} after ${age} ms.`)
}

/** Nothing that can be read on such a network proves that a post is not there. */
function refuseUnprovenAbsence({ connector, account, draft }: HandPublishing): void {
  const network = connector.networkClass(account, draft)
  if (repeatableForMs(network) === Number.POSITIVE_INFINITY) return
  throw new Error(`A network of class ${network.class} cannot prove that nothing is public.`)
}

type StepName = 'prepare' | 'commit' | 'settle'

/** Runs one step and finds out whether it made a call that is not its to make, even if it swallowed our complaint. */
async function watchStep<Result>(
  drive: Prepared,
  name: StepName,
  commit: CommitRequest | null,
  run: (io: Io) => Promise<Result>,
): Promise<Result> {
  const io = drive.io({ commit, media: drive.media, secrets: drive.secrets })
  const calls = { fetch: 0, sendOnce: 0 }
  const watched: Io = {
    ...io,
    fetch: (request, within) => {
      calls.fetch++
      return name === 'commit'
        ? Promise.reject(new Error('A commit makes no other call.'))
        : io.fetch(request, within)
    },
    sendOnce: (credentials) => {
      calls.sendOnce++
      const allowed = name === 'commit' && calls.sendOnce === 1
      return allowed
        ? io.sendOnce(credentials)
        : Promise.reject(new Error(`${name} sent the commit once too often.`))
    },
  }
  try {
    return await run(watched)
  } finally {
    if (calls.sendOnce > (name === 'commit' ? 1 : 0))
      drive.hear(new Misstep(`${name} called sendOnce too often.`))
    if (name === 'commit' && calls.fetch > 0) drive.hear(new Misstep('commit called fetch.'))
  }
}

/** A call that a connector made outside its role. */
export class Misstep extends Error {
  override name = 'Misstep'
}
