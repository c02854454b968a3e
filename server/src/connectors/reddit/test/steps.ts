import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, makePicture, makePictures, type Picture } from '../../conformance/pictures.ts'
import {
  type CommitStep,
  Failure,
  type Io,
  type Prepared,
  type PublishedPost,
  type Step,
} from '../../connector.ts'
import { reddit } from '../connector.ts'
import { makeVideo, type RedditHouse } from './world.ts'

/** A step of publishing, with its files at hand. */
export interface Bench {
  readonly step: Step
  io(commit?: CommitStep): Io
  /** Calls `prepare` once, and stores what it answers. */
  prepareOnce(): Promise<Prepared>
  /** Calls `prepare` until it is ready. */
  prepare(): Promise<Step>
  /** Prepared and composed, ready to be sent. */
  readyToSend(): Promise<CommitStep>
  send(step: CommitStep): ReturnType<typeof reddit.commit>
  settle(step: CommitStep, now?: Date): ReturnType<typeof reddit.settle>
}

export interface Laid {
  readonly text?: string
  readonly options?: JsonObject
  readonly media?: readonly Picture[]
  readonly cover?: Picture
  readonly replyTo?: PublishedPost
  readonly mayFit?: boolean
}

export const pictures = (house: RedditHouse, count: number): Promise<Picture[]> =>
  makePictures(count, reddit.limits(house.account))

export const aCover = (house: RedditHouse): Promise<Picture> => makePicture(3, reddit.limits(house.account))

/** Lays out a text, unless media are given. */
export async function layOut(house: RedditHouse, laid: Laid = {}): Promise<Bench> {
  const { text = 'A day at sea', options = {}, cover, media: shown = [], replyTo, mayFit = true } = laid
  const named = cover ? [cover] : []
  const draft = describeDraft({
    text,
    mayFit,
    media: shown.map((one) => one.draft),
    options: { ...house.options, ...options, ...(cover ? { cover_image: cover.draft.id } : {}) },
    optionMedia: named.map((one) => one.draft),
  })
  const media: MediaBytes = new Map([...shown, ...named].map(({ draft: { id }, bytes }) => [id, bytes]))
  const key = randomBytes(16).toString('hex')
  const { account } = house
  const parent = replyTo ? { root: replyTo, parent: replyTo } : null
  const part = replyTo ? 'first_comment' : 'post'
  const fixed = { key, resultId: 'a-result', account, part, draft, replyTo: parent } as const
  let step: Step = { ...fixed, dueAt: new Date(), artefacts: {} }
  const io = (commit?: CommitStep) => house.io({ commit: commit?.commit ?? null, media, secrets: {} })
  const prepareOnce = async () => {
    const prepared = await reddit.prepare(step, io())
    step = { ...step, artefacts: JSON.parse(JSON.stringify(prepared.artefacts)) as JsonObject }
    return prepared
  }
  const prepare = async (): Promise<Step> => {
    for (let round = 0; round < 60; round++) if ((await prepareOnce()).outcome === 'ready') break
    return step
  }
  return {
    step,
    io,
    prepareOnce,
    prepare,
    readyToSend: async () => {
      const ready = await prepare()
      const commit = reddit.compose(ready)
      return { ...ready, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    },
    send: (sent) => reddit.commit(sent, io(sent)),
    settle: (sent, now) => reddit.settle(sent, now ? { ...io(), now: () => now } : io()),
  }
}

export const layOutVideo = async (house: RedditHouse, laid: Laid = {}): Promise<Bench> =>
  layOut(house, { media: [await makeVideo()], ...laid })

/** Publishes as far as the answer to the commit. */
export async function publish(house: RedditHouse, laid: Laid = {}): Promise<PublishedPost> {
  const bench = await layOut(house, laid)
  const sent = await bench.send(await bench.readyToSend())
  if (sent.outcome !== 'published') throw new Error('It was not published.')
  return sent
}

export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
