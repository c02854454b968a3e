import type { MediaLimit } from '../connector.ts'
import type { InstanceLimits } from './settings.ts'
import type { Software } from './software.ts'

/** Pictures that Crier can turn into what an instance takes. */
const readable = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
const videos = ['video/mp4', 'video/quicktime', 'video/webm'] as const

/** The types a picture may be turned into; every server takes JPEG and PNG. */
export function imageTypes({ mimeTypes }: InstanceLimits): string[] {
  const taken = readable.filter((type) => mimeTypes.includes(type))
  return taken.length > 0 ? taken : ['image/jpeg', 'image/png']
}

/**
 * Pictures up to the instance's number, or one moving picture, or one video (docs.joinmastodon.org, user/posting); where
 * they may stand together, up to that number of each.
 */
export function kindsOf(limits: InstanceLimits, { mixesMedia }: Software): MediaLimit[] {
  const { mimeTypes, maxMedia, imageBytes, videoBytes } = limits
  const maxMoving = mixesMedia ? maxMedia : 1
  const taken = videos.filter((type) => mimeTypes.includes(type))
  return [
    { kind: 'image', max: maxMedia, types: readable, maxBytes: null, maxDurationMs: null },
    ...(mimeTypes.includes('image/gif')
      ? [
          {
            kind: 'gif' as const,
            max: maxMoving,
            types: ['image/gif'],
            maxBytes: imageBytes,
            maxDurationMs: null,
          },
        ]
      : []),
    ...(taken.length > 0
      ? [{ kind: 'video' as const, max: maxMoving, types: taken, maxBytes: videoBytes, maxDurationMs: null }]
      : []),
  ]
}
