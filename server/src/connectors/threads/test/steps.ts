import { randomBytes } from 'node:crypto'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, type Picture } from '../../conformance/pictures.ts'
import { type CommitStep, type Draft, Failure, type Io, type Settled, type Step } from '../../connector.ts'
import { threads } from '../connector.ts'
import type { ThreadsHouse } from './world.ts'

/** The steps of publishing one by one, in a house. */
export interface Steps {
  readonly step: Step
  io(commit?: CommitStep): Io
  /** Calls `prepare` until it is ready. @throws Failure */
  prepared(): Promise<Step>
  /** Prepared and composed, ready to be sent. */
  readyToSend(): Promise<CommitStep>
  settle(sent: CommitStep, more?: Partial<CommitStep>): Promise<Settled>
}

export function stepsOf(
  house: ThreadsHouse,
  draft: Partial<Draft>,
  pictures: readonly Picture[] = [],
  replyTo: Step['replyTo'] = null,
): Steps {
  const media: MediaBytes = new Map(pictures.map((picture) => [picture.draft.id, picture.bytes]))
  const step: Step = {
    key: randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account: house.account,
    part: replyTo ? 'thread' : 'post',
    draft: describeDraft({ media: pictures.map((picture) => picture.draft), ...draft }),
    dueAt: new Date(),
    artefacts: {},
    replyTo,
  }
  const io = (sent?: CommitStep) => house.io({ commit: sent?.commit ?? null, media })
  const prepared = async () => {
    let current = step
    for (let round = 0; round < 50; round++) {
      const { outcome, artefacts } = await threads.prepare(current, io())
      current = { ...current, artefacts }
      if (outcome === 'ready') return current
    }
    throw new Error('It was never ready.')
  }
  return {
    step,
    io,
    prepared,
    readyToSend: async () => {
      const ready = await prepared()
      const commit = threads.compose(ready)
      return { ...ready, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    },
    settle: (sent, more = {}) => threads.settle({ ...sent, ...more }, io(sent)),
  }
}

export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
