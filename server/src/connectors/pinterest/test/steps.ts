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
import { pinterest } from '../connector.ts'
import { makeVideo, type PinterestHouse } from './world.ts'

/** A step of publishing a Pin, with its files and secrets at hand. */
export interface Bench {
  readonly step: Step
  io(commit?: CommitStep): Io
  /** Calls `prepare` once, and stores what it answers. */
  prepareOnce(): Promise<Prepared>
  /** Calls `prepare` until it is ready, or `most` times. */
  prepare(most?: number): Promise<Step>
  /** Prepared and composed, ready to be sent. */
  readyToSend(): Promise<CommitStep>
  send(step: CommitStep): ReturnType<typeof pinterest.commit>
  settle(step: CommitStep): ReturnType<typeof pinterest.settle>
  secrets(): JsonObject
}

export interface Laid {
  readonly text?: string
  readonly options?: JsonObject
  readonly media?: readonly Picture[]
  readonly cover?: Picture
}

export const pictures = (house: PinterestHouse, count: number): Promise<Picture[]> =>
  makePictures(count, pinterest.limits(house.account))

export const aCover = (house: PinterestHouse): Promise<Picture> =>
  makePicture(3, pinterest.limits(house.account))

/** Lays out a draft, with one picture unless other media are given. */
export async function layOut(house: PinterestHouse, laid: Laid = {}): Promise<Bench> {
  const { text = 'A day at sea', options = {}, cover } = laid
  const shown = laid.media ?? (await pictures(house, 1))
  const named = cover ? [cover] : []
  const draft = describeDraft({
    text,
    media: shown.map((one) => one.draft),
    options: { ...house.options, ...options, ...(cover ? { cover_image: cover.draft.id } : {}) },
    optionMedia: named.map((one) => one.draft),
  })
  const media: MediaBytes = new Map([...shown, ...named].map(({ draft: { id }, bytes }) => [id, bytes]))
  const key = randomBytes(16).toString('hex')
  const { account } = house
  const fixed = { key, resultId: 'a-result', account, part: 'post', draft, replyTo: null } as const
  let step: Step = { ...fixed, dueAt: new Date(), artefacts: {} }
  let secrets: JsonObject = {}
  const io = (commit?: CommitStep) => house.io({ commit: commit?.commit ?? null, media, secrets })
  const prepareOnce = async () => {
    const prepared = await pinterest.prepare(step, io())
    secrets = prepared.secrets ?? secrets
    step = { ...step, artefacts: JSON.parse(JSON.stringify(prepared.artefacts)) as JsonObject }
    return prepared
  }
  const prepare = async (most = 20): Promise<Step> => {
    for (let round = 0; round < most; round++) if ((await prepareOnce()).outcome === 'ready') break
    return step
  }
  return {
    step,
    io,
    prepareOnce,
    prepare,
    readyToSend: async () => {
      const ready = await prepare()
      const commit = pinterest.compose(ready)
      return { ...ready, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    },
    send: (sent) => pinterest.commit(sent, io(sent)),
    settle: (sent) => pinterest.settle(sent, io()),
    secrets: () => secrets,
  }
}

export const layOutVideo = async (house: PinterestHouse, laid: Laid = {}): Promise<Bench> =>
  layOut(house, { media: [await makeVideo()], ...laid })

/** Publishes as far as the answer to the commit. */
export async function publish(house: PinterestHouse, laid: Laid = {}): Promise<PublishedPost> {
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
