import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import {
  type Account,
  type CommitStep,
  Failure,
  type Io,
  type MediaKind,
  type PublishedPost,
  type Settled,
  type Step,
} from '../../connector.ts'
import { slack } from '../connector.ts'
import type { SlackHouse } from './world.ts'

export interface Laid {
  readonly text?: string
  readonly options?: JsonObject
  readonly media?: readonly Picture[]
  readonly part?: Step['part']
  readonly replyTo?: PublishedPost
  readonly account?: Account
}

/** A step of publishing a post, with its files at hand. */
export interface Bench {
  readonly step: Step
  io(commit?: CommitStep): Io
  /** Prepared and composed, ready to be sent. */
  readyToSend(): Promise<CommitStep>
  send(step: CommitStep): ReturnType<typeof slack.commit>
  settle(step: CommitStep, now?: Date): Promise<Settled>
  /** Looks until the files are shown. */
  settleFully(step: CommitStep): Promise<Settled>
}

export const pictures = (house: SlackHouse, count: number): Promise<Picture[]> =>
  makePictures(count, slack.limits(house.account))

/** A file of which the fake reads no more than its bytes. */
export function makeFile(kind: MediaKind, altText = '', bytes = Buffer.from(`a ${kind}`)): Picture {
  const limit = slack.limits(null).media.kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`There is no limit for ${kind}.`)
  return { draft: { ...describeFitting(limit), bytes: bytes.length, altText }, bytes }
}

export function layOut(house: SlackHouse, laid: Laid = {}): Bench {
  const { text = 'A day at sea', options = {}, media: shown = [], part = 'post', replyTo: parent } = laid
  const draft = describeDraft({ text, media: shown.map((one) => one.draft), options })
  const media: MediaBytes = new Map(shown.map(({ draft: { id }, bytes }) => [id, bytes]))
  const step: Step = {
    key: randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account: laid.account ?? house.account,
    part,
    draft,
    dueAt: new Date(),
    artefacts: {},
    replyTo: parent ? { root: parent, parent } : null,
  }
  const io = (commit?: CommitStep) => house.io({ commit: commit?.commit ?? null, media })
  const settle = (sent: CommitStep, now = new Date()) => slack.settle(sent, { ...io(), now: () => now })
  return {
    step,
    io,
    readyToSend: async () => {
      let ready = step
      for (let round = 0; round <= shown.length; round++) {
        const { artefacts } = await slack.prepare(ready, io())
        ready = { ...ready, artefacts: JSON.parse(JSON.stringify(artefacts)) as JsonObject }
      }
      const commit = slack.compose(ready)
      return { ...ready, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    },
    send: (sent) => slack.commit(sent, io(sent)),
    settle,
    settleFully: async (sent) => {
      for (let looks = 0; looks < 50; looks++) {
        const settled = await settle({ ...sent, looks })
        if (settled.outcome !== 'pending') return settled
        await pause(10)
      }
      throw new Error('It stays pending.')
    },
  }
}

/** Publishes until people see it. */
export async function publish(house: SlackHouse, laid: Laid = {}): Promise<PublishedPost> {
  const bench = layOut(house, laid)
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
