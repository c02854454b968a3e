import { type Bench, type Laid as LaidPost, layBench, publishFully } from '../../conformance/bench.ts'
import { makePictures } from '../../conformance/pictures.ts'
import type { PublishedPost } from '../../connector.ts'
import { googleBusiness } from '../connector.ts'
import type { BusinessHouse } from './world.ts'

export { failureOf } from '../../conformance/bench.ts'

export interface Laid extends Pick<LaidPost, 'text' | 'options'> {
  readonly photos?: number
}

/** Lays out a draft of a text, with photos where some are asked for. */
export async function layOut(house: BusinessHouse, { photos = 0, ...laid }: Laid = {}): Promise<Bench> {
  return layBench(house, { ...laid, media: await makePictures(photos, googleBusiness.limits(house.account)) })
}

/** Publishes until people see it. */
export const publish = async (house: BusinessHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishFully(await layOut(house, laid))
