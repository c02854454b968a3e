import sharp from 'sharp'
import { type Bench, type Laid, layBench, publishAtOnce } from '../../conformance/bench.ts'
import { describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import type { PublishedPost } from '../../connector.ts'
import { vk } from '../connector.ts'
import type { VkHouse } from './world.ts'

export { type Bench, failureOf } from '../../conformance/bench.ts'

export const pictures = (house: VkHouse, count: number): Promise<Picture[]> =>
  makePictures(count, vk.limits(house.account))

/** An animation as far as its only frame goes. */
export async function makeGif(): Promise<Picture> {
  const limit = vk.limits(null).media.kinds.find(({ kind }) => kind === 'gif')
  if (!limit) throw new Error('There is no limit for animations.')
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0c9' } })
    .gif()
    .toBuffer()
  return { draft: { ...describeFitting(limit), bytes: bytes.length, width: 40, height: 30 }, bytes }
}

/** Lays out a text, unless media are given. */
export const layOut = (house: VkHouse, laid: Laid = {}): Bench => layBench(house, laid)

/** Publishes as far as the answer to the commit. */
export const publish = (house: VkHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(layOut(house, laid))
