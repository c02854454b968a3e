import { type Bench, type Laid as LaidPost, layBench, publishAtOnce } from '../../conformance/bench.ts'
import { makePicture, makePictures, type Picture } from '../../conformance/pictures.ts'
import type { PublishedPost } from '../../connector.ts'
import { reddit } from '../connector.ts'
import { makeVideo, type RedditHouse } from './world.ts'

export { type Bench, failureOf } from '../../conformance/bench.ts'

export interface Laid extends LaidPost {
  /** The picture that the options name as the cover of a video. */
  readonly cover?: Picture
}

export const pictures = (house: RedditHouse, count: number): Promise<Picture[]> =>
  makePictures(count, reddit.limits(house.account))

export const aCover = (house: RedditHouse): Promise<Picture> => makePicture(3, reddit.limits(house.account))

/** Lays out a text, unless media are given; what answers a post is a first comment. */
export async function layOut(house: RedditHouse, { cover, ...laid }: Laid = {}): Promise<Bench> {
  const named = cover ? { cover_image: cover.draft.id } : {}
  return layBench(house, {
    ...laid,
    part: laid.replyTo ? 'first_comment' : 'post',
    options: { ...house.options, ...laid.options, ...named },
    optionMedia: cover ? [cover] : [],
  })
}

export const layOutVideo = async (house: RedditHouse, laid: Laid = {}): Promise<Bench> =>
  layOut(house, { media: [await makeVideo()], ...laid })

/** Publishes as far as the answer to the commit. */
export const publish = async (house: RedditHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(await layOut(house, laid))
