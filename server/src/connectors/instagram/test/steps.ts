import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, makePictures, type Picture } from '../../conformance/pictures.ts'
import { type HandPublished, publishByHand } from '../../conformance/publish-by-hand.ts'
import type { PublishedPost } from '../../connector.ts'
import { limits } from '../check.ts'
import { type InstagramHouse, makeVideo } from './world.ts'

export const pictures = (count: number): Promise<Picture[]> => makePictures(count, limits(null))
export const videos = (count: number): Promise<Picture[]> =>
  Promise.all(Array.from({ length: count }, makeVideo))

interface PublishRequest {
  readonly text?: string
  readonly media?: readonly Picture[]
  readonly options?: JsonObject
  readonly cover?: Picture
  readonly below?: PublishedPost
}

/** Publishes as the engine does. */
export function publish(
  house: InstagramHouse,
  { text = 'Hello', media = [], options = {}, cover, below }: PublishRequest,
): Promise<HandPublished> {
  const all = cover ? [...media, cover] : media
  return publishByHand({
    connector: house.connector,
    account: house.account,
    io: house.io,
    draft: describeDraft({
      text,
      media: media.map(({ draft }) => draft),
      options: cover ? { ...options, cover_image: cover.draft.id } : options,
      optionMedia: cover ? [cover.draft] : [],
    }),
    media: new Map(all.map(({ draft, bytes }) => [draft.id, bytes])),
    key: randomBytes(16).toString('hex'),
    replyTo: below ? { root: below, parent: below } : null,
    ...(below ? { part: 'first_comment' as const } : {}),
    hear: () => undefined,
    whileWaiting: async () => undefined,
  })
}

export async function mustPublish(house: InstagramHouse, request: PublishRequest): Promise<PublishedPost> {
  const driven = await publish(house, request)
  if (driven.outcome !== 'published') throw new Error(`It was not published: ${JSON.stringify(driven)}`)
  return driven.post
}
