import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import { type CommitStep, type Draft, Failure, type Step } from '../../connector.ts'
import { linkedin } from '../connector.ts'
import type { LinkedinHouse } from './world.ts'

const noMedia: MediaBytes = new Map()

/** A step of publishing that has not begun. */
export function stepOf({ account }: LinkedinHouse, draft: Partial<Draft>, more: Partial<Step> = {}): Step {
  return {
    key: randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account,
    part: 'post',
    draft: describeDraft({ text: 'Hello', ...draft }),
    dueAt: new Date(),
    artefacts: {},
    replyTo: null,
    ...more,
  }
}

/** Prepares a step to its end, as often as that takes, and composes its commit. */
export async function readyToSend(
  house: LinkedinHouse,
  step: Step,
  media: MediaBytes = noMedia,
): Promise<CommitStep & { rounds: number }> {
  let artefacts = step.artefacts
  let secrets: JsonObject = {}
  for (let rounds = 1; rounds < 50; rounds++) {
    const prepared = await linkedin.prepare(
      { ...step, artefacts },
      house.io({ commit: null, media, secrets }),
    )
    artefacts = prepared.artefacts
    secrets = prepared.secrets ?? secrets
    if (prepared.outcome === 'pending') continue
    const commit = linkedin.compose({ ...step, artefacts })
    return { ...step, artefacts, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0, rounds }
  }
  throw new Error('It is never ready.')
}

export function send(house: LinkedinHouse, step: CommitStep) {
  return linkedin.commit(step, house.io({ commit: step.commit, media: noMedia }))
}

export function settle(house: LinkedinHouse, step: CommitStep) {
  return linkedin.settle(step, house.io({ commit: step.commit, media: noMedia }))
}

/** Publishes a text, or fails the test. */
export async function publish(house: LinkedinHouse, step: Step) {
  const committed = await send(house, await readyToSend(house, step))
  if (committed.outcome !== 'published') throw new Error('It was not published.')
  const { outcome: _, ...post } = committed
  return post
}

export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
