import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, makePictures } from '../../conformance/pictures.ts'
import {
  type CommitStep,
  Failure,
  type Io,
  type PublishedPost,
  type Settled,
  type Step,
} from '../../connector.ts'
import { googleBusiness } from '../connector.ts'
import type { BusinessHouse } from './world.ts'

/** A step of publishing a post, with its files at hand. */
export interface Bench {
  readonly step: Step
  io(commit?: CommitStep): Io
  prepare(): Promise<Step>
  /** Prepared and composed, ready to be sent. */
  readyToSend(): Promise<CommitStep>
  send(step: CommitStep): ReturnType<typeof googleBusiness.commit>
  settle(step: CommitStep, now?: Date): Promise<Settled>
  /** Looks until Google has looked at the post. */
  settleFully(step: CommitStep): Promise<Settled>
}

export interface Laid {
  readonly text?: string
  readonly options?: JsonObject
  readonly photos?: number
}

/** Lays out a draft of a text, with photos where some are asked for. */
export async function layOut(house: BusinessHouse, laid: Laid = {}): Promise<Bench> {
  const { text = 'A day at sea', options = {}, photos = 0 } = laid
  const shown = await makePictures(photos, googleBusiness.limits(house.account))
  const draft = describeDraft({ text, media: shown.map((one) => one.draft), options })
  const media: MediaBytes = new Map(shown.map(({ draft: { id }, bytes }) => [id, bytes]))
  const key = randomBytes(16).toString('hex')
  const { account } = house
  const fixed = { key, resultId: 'a-result', account, part: 'post', draft, replyTo: null } as const
  const step: Step = { ...fixed, dueAt: new Date(), artefacts: {} }
  const io = (commit?: CommitStep) => house.io({ commit: commit?.commit ?? null, media })
  const prepare = async (): Promise<Step> => {
    const { outcome, artefacts } = await googleBusiness.prepare(step, io())
    if (outcome !== 'ready') throw new Error('It was not ready.')
    return { ...step, artefacts: JSON.parse(JSON.stringify(artefacts)) as JsonObject }
  }
  const settle = (sent: CommitStep, now = new Date()) =>
    googleBusiness.settle(sent, { ...io(), now: () => now })
  return {
    step,
    io,
    prepare,
    readyToSend: async () => {
      const ready = await prepare()
      const commit = googleBusiness.compose(ready)
      return { ...ready, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    },
    send: (sent) => googleBusiness.commit(sent, io(sent)),
    settle,
    settleFully: async (sent) => {
      for (let looks = 0; looks < 50; looks++) {
        const settled = await settle({ ...sent, looks })
        if (settled.outcome !== 'pending') return settled
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error('It stays pending.')
    },
  }
}

/** Publishes until people see it. */
export async function publish(house: BusinessHouse, laid: Laid = {}): Promise<PublishedPost> {
  const bench = await layOut(house, laid)
  const sent = await bench.readyToSend()
  const committed = await bench.send(sent)
  if (committed.outcome === 'published') return committed
  const settled = await bench.settleFully({ ...sent, ref: committed.ref })
  if (settled.outcome !== 'published') throw new Error(`It is ${settled.outcome}.`)
  return settled
}

export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
