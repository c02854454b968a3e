import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import {
  type Account,
  type CommitRequest,
  type CommitStep,
  type Draft,
  Failure,
  type Io,
  type MediaKind,
  type PublishedPost,
  type Step,
} from '../../connector.ts'
import { wordpress } from '../connector.ts'

/** A connected account and the way to its site. */
export interface Desk {
  readonly account: Account
  io(needs: { commit: CommitRequest | null; media: MediaBytes }): Io
}

export interface Laid {
  readonly text?: string
  readonly options?: JsonObject
  readonly media?: readonly Picture[]
  readonly part?: Step['part']
  readonly replyTo?: PublishedPost
  readonly key?: string
}

/** A post that is prepared and composed. */
export interface Bench {
  readonly step: CommitStep
  io(commit?: CommitRequest): Io
  send(): ReturnType<typeof wordpress.commit>
  settle(): ReturnType<typeof wordpress.settle>
}

export const pictures = (desk: Desk, count: number): Promise<Picture[]> =>
  makePictures(count, wordpress.limits(desk.account))

/** A file of which a site reads no more than its beginning. */
export function makeFile(kind: MediaKind, bytes: Buffer): Picture {
  const limit = wordpress.limits(null).media.kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`There is no limit for ${kind}.`)
  return { draft: { ...describeFitting(limit), bytes: bytes.length }, bytes }
}

export const filmBytes = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2mp41 a film'),
])
export const pdfBytes = Buffer.from('%PDF-1.4\n%%EOF')

export function firstStep({ account }: Desk, laid: Laid = {}): { step: Step; media: MediaBytes } {
  const { text = 'A day at sea', options = {}, media: shown = [], part = 'post', replyTo: parent } = laid
  const draft: Draft = describeDraft({ text, media: shown.map((one) => one.draft), options })
  const media: MediaBytes = new Map(shown.map(({ draft: { id }, bytes }) => [id, bytes]))
  const step: Step = {
    key: laid.key ?? randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account,
    part,
    draft,
    dueAt: new Date(),
    artefacts: {},
    replyTo: parent ? { root: parent, parent } : null,
  }
  return { step, media }
}

/** Prepares as the engine does, for as many rounds as it takes. */
export async function layOut(desk: Desk, laid: Laid = {}): Promise<Bench> {
  const { step: first, media } = firstStep(desk, laid)
  const io = (commit?: CommitRequest) => desk.io({ commit: commit ?? null, media })
  let step = first
  for (;;) {
    const { artefacts, outcome } = await wordpress.prepare(step, io())
    step = { ...step, artefacts: JSON.parse(JSON.stringify(artefacts)) as JsonObject }
    if (outcome === 'ready') break
  }
  const commit = wordpress.compose(step)
  const sent: CommitStep = { ...step, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
  return {
    step: sent,
    io,
    send: () => wordpress.commit(sent, io(commit)),
    settle: () => wordpress.settle(sent, io(commit)),
  }
}

/** Publishes as far as the answer to the commit. */
export async function publish(desk: Desk, laid: Laid = {}): Promise<PublishedPost> {
  const sent = await (await layOut(desk, laid)).send()
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
