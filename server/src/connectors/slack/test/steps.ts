import { type Bench, type Laid, layBench, publishFully } from '../../conformance/bench.ts'
import { describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import type { MediaKind, PublishedPost } from '../../connector.ts'
import { slack } from '../connector.ts'
import type { SlackHouse } from './world.ts'

export { failureOf, type Laid } from '../../conformance/bench.ts'

export const pictures = (house: SlackHouse, count: number): Promise<Picture[]> =>
  makePictures(count, slack.limits(house.account))

/** A file of which the fake reads no more than its bytes. */
export function makeFile(kind: MediaKind, altText = '', bytes = Buffer.from(`a ${kind}`)): Picture {
  const limit = slack.limits(null).media.kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`There is no limit for ${kind}.`)
  return { draft: { ...describeFitting(limit), bytes: bytes.length, altText }, bytes }
}

export const layOut = (house: SlackHouse, laid: Laid = {}): Bench => layBench(house, laid)

/** Publishes until people see it. */
export const publish = (house: SlackHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishFully(layBench(house, laid))
