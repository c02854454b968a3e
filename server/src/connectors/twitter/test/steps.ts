import { randomBytes } from 'node:crypto'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import {
  type CommitStep,
  type Committed,
  type Draft,
  Failure,
  type Prepared,
  type Step,
} from '../../connector.ts'
import { twitter } from '../connector.ts'
import type { XHouse } from './world.ts'

const nothing: MediaBytes = new Map()

/** A step before anything is prepared. */
export function stepOf({ account }: XHouse, draft: Partial<Draft>, replyTo: Step['replyTo'] = null): Step {
  return {
    key: randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account,
    part: replyTo ? 'thread' : 'post',
    draft: describeDraft(draft),
    dueAt: new Date(),
    artefacts: {},
    replyTo,
  }
}

/** One call of `prepare`. */
export function prepareOnce(house: XHouse, step: Step, media = nothing): Promise<Prepared> {
  return twitter.prepare(step, house.io({ commit: null, media }))
}

/** Calls `prepare` until it is ready; answers the step that may be sent. */
export async function readyToSend(
  house: XHouse,
  draft: Partial<Draft>,
  media = nothing,
  replyTo: Step['replyTo'] = null,
): Promise<CommitStep> {
  let step = stepOf(house, draft, replyTo)
  for (let round = 0; round < 50; round++) {
    const { outcome, artefacts } = await prepareOnce(house, step, media)
    step = { ...step, artefacts }
    if (outcome === 'ready') {
      const commit = twitter.compose(step)
      return { ...step, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    }
  }
  throw new Error('It was never ready.')
}

export function send(house: XHouse, step: CommitStep): Promise<Committed> {
  return twitter.commit(step, house.io({ commit: step.commit, media: nothing }))
}

export function look(house: XHouse, step: CommitStep) {
  return twitter.settle(step, house.io({ commit: step.commit, media: nothing }))
}

export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
