import { type Laid, layBench, publishAtOnce } from '../../conformance/bench.ts'
import { describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import type { CommitStep, Committed, Io, MediaKind, PublishedPost } from '../../connector.ts'
import { discord } from '../connector.ts'
import type { DiscordHouse } from './world.ts'

export { failureOf, type Laid } from '../../conformance/bench.ts'

/** A post that is prepared and composed, with its files at hand. */
export interface Bench {
  readonly step: CommitStep
  io(): Io
  send(): Promise<Committed>
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
  const bench = layBench(house, laid)
  const step = await bench.readyToSend()
  return { step, io: () => bench.io(), send: () => bench.send(step) }
}

/** Publishes as far as the answer to the commit. */
export const publish = (house: DiscordHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(layBench(house, laid))
