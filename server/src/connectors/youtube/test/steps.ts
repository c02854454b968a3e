import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, makePicture, makePictures } from '../../conformance/pictures.ts'
import { type CommitStep, type Draft, Failure, type Io, type Step } from '../../connector.ts'
import { youtube } from '../connector.ts'
import type { YouTubeHouse } from './world.ts'

/** A step of publishing a video of 300,000 bytes, with its files and secrets at hand. */
export interface Bench {
  readonly step: Step
  io(commit?: CommitStep): Io
  /** Calls `prepare` until it is ready, or `most` times. */
  prepare(most?: number): Promise<Step>
  /** Prepared and composed, ready to be sent. */
  readyToSend(): Promise<CommitStep>
  send(step: CommitStep): ReturnType<typeof youtube.commit>
  settle(step: CommitStep): ReturnType<typeof youtube.settle>
  secrets(): JsonObject
}

/** Lays out a draft with a video; `named` names a picture as its thumbnail too. */
export async function layOut(
  house: YouTubeHouse,
  changes: Partial<Draft> = {},
  named = false,
): Promise<Bench> {
  const [video] = await makePictures(1, youtube.limits(house.account))
  const picture = await makePicture(1, youtube.limits(house.account))
  if (!video) throw new Error('There is no video.')
  const draft = describeDraft({
    text: 'A day at sea',
    media: [video.draft],
    ...changes,
    ...(named
      ? { optionMedia: [picture.draft], options: { ...changes.options, thumbnail: picture.draft.id } }
      : {}),
  })
  const media: MediaBytes = new Map([video, picture].map(({ draft: { id }, bytes }) => [id, bytes]))
  const key = randomBytes(16).toString('hex')
  const { account } = house
  const fixed = { key, resultId: 'a-result', account, part: 'post', draft, replyTo: null } as const
  let step: Step = { ...fixed, dueAt: new Date(), artefacts: {} }
  let secrets: JsonObject = {}
  const io = (commit?: CommitStep) => house.io({ commit: commit?.commit ?? null, media, secrets })
  const prepare = async (most = 20): Promise<Step> => {
    for (let round = 0; round < most; round++) {
      const prepared = await youtube.prepare(step, io())
      secrets = prepared.secrets ?? secrets
      step = { ...step, artefacts: prepared.artefacts }
      if (prepared.outcome === 'ready') break
    }
    return step
  }
  return {
    step,
    io,
    prepare,
    readyToSend: async () => {
      const ready = await prepare()
      const commit = youtube.compose(ready)
      return { ...ready, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    },
    send: (sent) => youtube.commit(sent, io(sent)),
    settle: (sent) => youtube.settle(sent, io()),
    secrets: () => secrets,
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
