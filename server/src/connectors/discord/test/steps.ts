import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { MediaBytes } from '../../conformance/hand-io.ts'
import { describeDraft, describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import {
  type CommitRequest,
  type CommitStep,
  Failure,
  type Io,
  type MediaKind,
  type PublishedPost,
  type Step,
} from '../../connector.ts'
import { discord } from '../connector.ts'
import type { DiscordHouse } from './world.ts'

export interface Laid {
  readonly text?: string
  readonly options?: JsonObject
  readonly media?: readonly Picture[]
  readonly part?: Step['part']
  readonly replyTo?: PublishedPost
}

/** A post that is prepared and composed, with its files at hand. */
export interface Bench {
  readonly step: CommitStep
  io(commit?: CommitRequest): Io
  send(): ReturnType<typeof discord.commit>
}

export const pictures = (house: DiscordHouse, count: number): Promise<Picture[]> =>
  makePictures(count, discord.limits(house.account))

/** A file of which the fake reads no more than its bytes. */
export function makeFile(kind: MediaKind, bytes = Buffer.from(`a ${kind}`)): Picture {
  const limit = discord.limits(null).media.kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`There is no limit for ${kind}.`)
  return { draft: { ...describeFitting(limit), bytes: bytes.length }, bytes }
}

export async function layOut(house: DiscordHouse, laid: Laid = {}): Promise<Bench> {
  const { text = 'A day at sea', options = {}, media: shown = [], part = 'post', replyTo: parent } = laid
  const draft = describeDraft({ text, media: shown.map((one) => one.draft), options })
  const media: MediaBytes = new Map(shown.map(({ draft: { id }, bytes }) => [id, bytes]))
  const { account } = house
  let step: Step = {
    key: randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account,
    part,
    draft,
    dueAt: new Date(),
    artefacts: {},
    replyTo: parent ? { root: parent, parent } : null,
  }
  const io = (commit?: CommitRequest) => house.io({ commit: commit ?? null, media })
  for (let round = 0; round <= shown.length; round++) {
    const { artefacts } = await discord.prepare(step, io())
    step = { ...step, artefacts: JSON.parse(JSON.stringify(artefacts)) as JsonObject }
  }
  const commit = discord.compose(step)
  const sent: CommitStep = { ...step, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
  return { step: sent, io, send: () => discord.commit(sent, io(commit)) }
}

/** Publishes as far as the answer to the commit. */
export async function publish(house: DiscordHouse, laid: Laid = {}): Promise<PublishedPost> {
  const bench = await layOut(house, laid)
  const sent = await bench.send()
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
