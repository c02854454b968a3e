import sharp from 'sharp'
import { type Bench, type Laid, layBench, publishAtOnce } from '../../conformance/bench.ts'
import { describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import type { PublishedPost } from '../../connector.ts'
import { tumblr } from '../connector.ts'
import type { TumblrHouse } from './world.ts'

export { type Bench, failureOf } from '../../conformance/bench.ts'

export const pictures = (house: TumblrHouse, count: number): Promise<Picture[]> =>
  makePictures(count, tumblr.limits(house.account))

/** An animation as far as its only frame goes. */
export async function makeGif(): Promise<Picture> {
  const limit = tumblr.limits(null).media.kinds.find(({ kind }) => kind === 'gif')
  if (!limit) throw new Error('There is no limit for animations.')
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0c9' } })
    .gif()
    .toBuffer()
  return { draft: { ...describeFitting(limit), bytes: bytes.length, width: 40, height: 30 }, bytes }
}

/** Lays out a text, unless media are given. */
export const layOut = (house: TumblrHouse, laid: Laid = {}): Bench => layBench(house, laid)

/** Publishes as far as the answer to the commit. */
export const publish = (house: TumblrHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(layOut(house, laid))
