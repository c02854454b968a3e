import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, describeMedia, makePictures } from '../../conformance/pictures.ts'
import { type CommitStep, type Draft, Failure, type Io, type Step } from '../../connector.ts'
import { tiktok } from '../connector.ts'
import type { TikTokHouse } from './world.ts'

/** A step of publishing, with its files and secrets at hand. */
export interface Bench {
  readonly step: Step
  io(commit?: CommitStep): Io
  /** Calls `prepare` until it is ready, or `most` times. */
  prepare(most?: number): Promise<Step>
  /** Prepared and composed, ready to be sent. */
  readyToSend(): Promise<CommitStep>
  send(step: CommitStep): ReturnType<typeof tiktok.commit>
  settle(step: CommitStep): ReturnType<typeof tiktok.settle>
  /** The step of a post that was accepted. */
  accepted(): Promise<CommitStep>
  secrets(): JsonObject
}

/** A video of as many bytes, of which only the description and the bytes exist. */
function makeFilm(size: number, durationMs: number) {
  const draft = {
    ...describeMedia('video', 'video/mp4'),
    width: 1_080,
    height: 1_920,
    bytes: size,
    durationMs,
  }
  return { draft, bytes: Buffer.alloc(size, 7) }
}

interface Content {
  /** The bytes of a video; left out, it is a small one. */
  readonly bytes?: number
  readonly durationMs?: number
  /** The number of photos, in place of a video. */
  readonly photos?: number
}

/** Lays out a public post of a video, or of photos. */
export async function layOut(
  house: TikTokHouse,
  changes: Partial<Draft> = {},
  { bytes = 300_000, durationMs = 9_000, photos = 0 }: Content = {},
): Promise<Bench> {
  const pictures =
    photos > 0 ? await makePictures(photos, tiktok.limits(house.account)) : [makeFilm(bytes, durationMs)]
  const draft = describeDraft({
    text: 'A day at sea',
    media: pictures.map((picture) => picture.draft),
    ...changes,
    options: { ...house.options, ...changes.options },
  })
  const media: MediaBytes = new Map(pictures.map((picture) => [picture.draft.id, picture.bytes]))
  const key = randomBytes(16).toString('hex')
  const { account } = house
  const fixed = { key, resultId: 'a-result', account, part: 'post', draft, replyTo: null } as const
  let step: Step = { ...fixed, dueAt: new Date(), artefacts: {} }
  let secrets: JsonObject = {}
  const io = (commit?: CommitStep) => house.io({ commit: commit?.commit ?? null, media, secrets })
  const prepare = async (most = 20): Promise<Step> => {
    for (let round = 0; round < most; round++) {
      const prepared = await tiktok.prepare(step, io())
      secrets = prepared.secrets ?? secrets
      step = { ...step, artefacts: prepared.artefacts }
      if (prepared.outcome === 'ready') break
    }
    return step
  }
  const readyToSend = async (): Promise<CommitStep> => {
    const ready = await prepare()
    const commit = tiktok.compose(ready)
    return { ...ready, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
  }
  return {
    step,
    io,
    prepare,
    readyToSend,
    send: (sent) => tiktok.commit(sent, io(sent)),
    settle: (sent) => tiktok.settle(sent, io()),
    accepted: async () => {
      const sent = await readyToSend()
      const committed = await tiktok.commit(sent, io(sent))
      if (committed.outcome !== 'accepted') throw new Error('It was not accepted.')
      return { ...sent, ref: committed.ref }
    },
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
