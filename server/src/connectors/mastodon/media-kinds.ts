import type { MediaLimit } from '../connector.ts'
import type { InstanceLimits } from './settings.ts'
import type { Software } from './software.ts'

/** Pictures that Crier can turn into what an instance takes. */
const readable = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
const videos = ['video/mp4', 'video/quicktime', 'video/webm'] as const

/** The types a picture may be turned into; every server takes JPEG and PNG. */
export function imageTypes({ supportedMimeTypes }: InstanceLimits): string[] {
  const taken = readable.filter((type) => supportedMimeTypes.includes(type))
  return taken.length > 0 ? taken : ['image/jpeg', 'image/png']
}

/**
 * Pictures up to the instance's number, or one moving picture, or one video (docs.joinmastodon.org, user/posting); where
 * they may stand together, up to that number of each.
 */
export function kindsOf(said: InstanceLimits, { mixesMedia }: Software): MediaLimit[] {
  const { supportedMimeTypes, maxMediaAttachments: most } = said
  const moving = { max: mixesMedia ? most : 1, maxDurationMs: null }
  const gifs = supportedMimeTypes.filter((type) => type === 'image/gif')
  const films = videos.filter((type) => supportedMimeTypes.includes(type))
  const kinds: MediaLimit[] = [
    { kind: 'image', max: most, types: readable, maxBytes: null, maxDurationMs: null },
    { kind: 'gif', types: gifs, maxBytes: said.imageSizeLimit, ...moving },
    { kind: 'video', types: films, maxBytes: said.videoSizeLimit, ...moving },
  ]
  return kinds.filter(({ types }) => types.length > 0)
}
