import { type Desk, type Laid, layBench, publishAtOnce } from '../../conformance/bench.ts'
import { makePictures, type Picture } from '../../conformance/pictures.ts'
import type { CommitStep, Committed, PublishedPost, Settled } from '../../connector.ts'
import { farcaster } from '../connector.ts'

export { failureOf, type Laid } from '../../conformance/bench.ts'

type Place = Omit<Desk, 'connector'>

export const pictures = ({ account }: Place, count: number): Promise<Picture[]> =>
  makePictures(count, farcaster.limits(account))

/** A cast of which nothing is prepared yet. */
export const begin = ({ account, io }: Place, laid: Laid = {}) =>
  layBench({ connector: farcaster, account, io }, laid)

/** A cast that is prepared and composed. */
export async function layOut(place: Place, laid: Laid = {}) {
  const bench = begin(place, laid)
  const step: CommitStep = await bench.readyToSend()
  const send = (): Promise<Committed> => bench.send(step)
  const settle = (): Promise<Settled> => bench.settle(step)
  return { step, send, settle }
}

/** Publishes as far as the answer to the commit. */
export const publish = (place: Place, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(begin(place, laid))
