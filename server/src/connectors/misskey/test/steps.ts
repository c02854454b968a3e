import {
  type Bench as AnyBench,
  type Desk,
  type Laid,
  layBench,
  publishAtOnce,
} from '../../conformance/bench.ts'
import { describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import type { CommitStep, Committed, MediaKind, PublishedPost, Settled } from '../../connector.ts'
import { misskey } from '../connector.ts'

export { failureOf, type Laid } from '../../conformance/bench.ts'

type Place = Omit<Desk, 'connector'>

/** A post that is prepared and composed. */
export interface Bench {
  readonly step: CommitStep
  send(): Promise<Committed>
  settle(): Promise<Settled>
}

export const pictures = ({ account }: Place, count: number): Promise<Picture[]> =>
  makePictures(count, misskey.limits(account))

/** A file of which a server reads no more than its beginning. */
export function makeFile(kind: MediaKind, bytes: Buffer): Picture {
  const limit = misskey.limits(null).media.kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`There is no limit for ${kind}.`)
  return { draft: { ...describeFitting(limit), bytes: bytes.length }, bytes }
}

/** A post of which nothing is prepared yet. */
export const begin = ({ account, io }: Place, laid: Laid = {}): AnyBench =>
  layBench({ connector: misskey, account, io }, laid)

export async function layOut(place: Place, laid: Laid = {}): Promise<Bench> {
  const bench = begin(place, laid)
  const step = await bench.readyToSend()
  return { step, send: () => bench.send(step), settle: () => bench.settle(step) }
}

/** Publishes as far as the answer to the commit. */
export const publish = (place: Place, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(begin(place, laid))
