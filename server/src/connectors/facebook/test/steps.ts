import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeFitting, type Picture } from '../../conformance/pictures.ts'
import { type HandPublished, publishByHand } from '../../conformance/publish-by-hand.ts'
import {
  type CommitStep,
  type Connector,
  type Draft,
  Failure,
  type Io,
  mediaLimitsFor,
  type Step,
} from '../../connector.ts'
import type { PageHouse } from './world.ts'

/** A film of which nobody looks at the bytes, as the placement of a post asks for it. */
export function makeFilm({ connector, account }: PageHouse, options: JsonObject, bytes = 1_000): Picture {
  const limits = mediaLimitsFor(connector.limits(account), options)
  const limit = limits.kinds.find(({ kind }) => kind === 'video')
  if (!limit) throw new Error('No film is shown there.')
  return { draft: { ...describeFitting(limit), bytes }, bytes: randomBytes(bytes) }
}

/** Publishes as the engine does. */
export function publish(
  house: PageHouse,
  draft: Partial<Draft>,
  media: readonly Picture[] = [],
  more: { connector?: Connector; part?: Step['part']; replyTo?: Step['replyTo'] } = {},
): Promise<HandPublished> {
  return publishByHand({
    connector: house.connector,
    account: house.account,
    io: house.io,
    draft: describeDraft({ ...draft, media: media.map((medium) => medium.draft) }),
    media: new Map(media.map(({ draft: { id }, bytes }) => [id, bytes])),
    key: randomBytes(16).toString('hex'),
    replyTo: null,
    hear: () => undefined,
    whileWaiting: async () => undefined,
    ...more,
  })
}

/** A post that is prepared and composed, and its world. */
export interface Ready {
  readonly step: CommitStep
  readonly io: Io
}

export async function readyToSend(
  house: PageHouse,
  draft: Partial<Draft>,
  pictures: readonly Picture[] = [],
  more: Partial<Step> = {},
): Promise<Ready> {
  const media = new Map(pictures.map((picture) => [picture.draft.id, picture.bytes]))
  let secrets: JsonObject = {}
  let step: Step = {
    key: randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account: house.account,
    part: 'post',
    draft: describeDraft({ ...draft, media: pictures.map((picture) => picture.draft) }),
    dueAt: new Date(),
    artefacts: {},
    replyTo: null,
    ...more,
  }
  for (let rounds = 0; rounds < 50; rounds++) {
    const prepared = await house.connector.prepare(step, house.io({ commit: null, media, secrets }))
    step = { ...step, artefacts: prepared.artefacts }
    secrets = prepared.secrets ?? secrets
    if (prepared.outcome === 'pending') continue
    const commit = house.connector.compose(step)
    const sent = { ...step, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    return { step: sent, io: house.io({ commit, media, secrets }) }
  }
  throw new Error('It never was ready.')
}

export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
