import { randomBytes } from 'node:crypto'
import { newId } from '../../../lib/id.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo, type MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import { type Account, type CommitStep, type Draft, Failure, type Io, type Step } from '../../connector.ts'
import { bluesky } from '../connector.ts'

/** An account whose posts are taken through their steps by hand. */
export interface ByHand {
  readonly outbound: Outbound
  readonly account: Account
  readonly credentials: JsonObject
  readonly media?: MediaBytes
}

export function stepOf({ account }: ByHand, draft: Partial<Draft>, more: Partial<Step> = {}): Step {
  return {
    key: randomBytes(16).toString('hex'),
    resultId: newId(),
    account,
    draft: describeDraft(draft),
    dueAt: new Date(0),
    artefacts: {},
    replyTo: null,
    part: 'post',
    ...more,
  }
}

/** The step with everything that is invisible done; `change` alters the world it sees. */
export async function prepareWhole(
  hand: ByHand,
  draft: Partial<Draft>,
  more: Partial<Step> = {},
  change: (io: Io) => Io = (io) => io,
): Promise<CommitStep> {
  let step = stepOf(hand, draft, more)
  const { outbound, credentials, media = new Map() } = hand
  for (;;) {
    const answer = await bluesky.prepare(step, change(handIo(outbound, credentials)({ commit: null, media })))
    step = { ...step, artefacts: JSON.parse(JSON.stringify(answer.artefacts)) }
    if (answer.outcome === 'ready') return composed(step)
  }
}

export function composed(step: Step): CommitStep {
  return { ...step, commit: bluesky.compose(step), firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
}

export function commitOf({ outbound, credentials }: ByHand, step: CommitStep) {
  return bluesky.commit(step, handIo(outbound, credentials)({ commit: step.commit, media: new Map() }))
}

export function settleOf({ outbound, credentials }: ByHand, step: CommitStep) {
  return bluesky.settle(step, handIo(outbound, credentials)({ commit: step.commit, media: new Map() }))
}

/** Prepares, sends and answers the post. */
export async function publish(hand: ByHand, draft: Partial<Draft>, more: Partial<Step> = {}) {
  const answer = await commitOf(hand, await prepareWhole(hand, draft, more))
  if (answer.outcome !== 'published') throw new Error('It was not published.')
  return answer
}

export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error(`It did not fail as it should: ${error}`)
}
