import { type Bench, type Laid as LaidPost, layBench, publishAtOnce } from '../../conformance/bench.ts'
import { makePicture, makePictures, type Picture } from '../../conformance/pictures.ts'
import type { PublishedPost } from '../../connector.ts'
import { pinterest } from '../connector.ts'
import { makeVideo, type PinterestHouse } from './world.ts'

export { type Bench, failureOf } from '../../conformance/bench.ts'

export interface Laid extends LaidPost {
  /** The picture that the options name as the cover of a video. */
  readonly cover?: Picture
}

export const pictures = (house: PinterestHouse, count: number): Promise<Picture[]> =>
  makePictures(count, pinterest.limits(house.account))

export const aCover = (house: PinterestHouse): Promise<Picture> =>
  makePicture(3, pinterest.limits(house.account))

/** Lays out a draft, with one picture unless other media are given. */
export async function layOut(house: PinterestHouse, { cover, ...laid }: Laid = {}): Promise<Bench> {
  const named = cover ? { cover_image: cover.draft.id } : {}
  return layBench(house, {
    ...laid,
    media: laid.media ?? (await pictures(house, 1)),
    options: { ...house.options, ...laid.options, ...named },
    optionMedia: cover ? [cover] : [],
  })
}

export const layOutVideo = async (house: PinterestHouse, laid: Laid = {}): Promise<Bench> =>
  layOut(house, { media: [await makeVideo()], ...laid })

/** Publishes as far as the answer to the commit. */
export const publish = async (house: PinterestHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(await layOut(house, laid))
