import type { DraftMedia, MediaLimit, MediaSet, Shape } from '../connector.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
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

/** The most pixels on the longer side. The limit is on all pixels together, so that it depends on the shape. */
export function longestSide({ width, height }: DraftMedia, { imageMatrixLimit }: InstanceLimits): number {
  if (width === null || height === null) return Math.floor(Math.sqrt(imageMatrixLimit))
  const longest = Math.max(width, height)
  return Math.floor(longest * Math.min(1, Math.sqrt(imageMatrixLimit / (width * height))))
}

/** The kinds that an instance takes. */
export function kindsOf(limits: InstanceLimits): MediaLimit[] {
  const { supportedMimeTypes, imageSizeLimit, imageMatrixLimit, videoSizeLimit, videoMatrixLimit } = limits
  const gifs = supportedMimeTypes.filter((type) => type === 'image/gif')
  const films = videos.filter((type) => supportedMimeTypes.includes(type))
  const pictures = { ...unlimited, maxBytes: imageSizeLimit, shape: withPixels(imageMatrixLimit) }
  const kinds: MediaLimit[] = [
    { ...pictures, kind: 'image', types: imageTypes(limits) },
    { ...pictures, kind: 'gif', types: gifs },
    {
      ...unlimited,
      kind: 'video',
      types: films,
      maxBytes: videoSizeLimit,
      shape: withPixels(videoMatrixLimit),
    },
  ]
  return kinds.filter(({ types }) => types.length > 0)
}

/**
 * Pictures up to the instance's number, or one moving picture, or one video (docs.joinmastodon.org, user/posting); where
 * they may stand together, that number of any of them.
 */
export function setsOf(limits: InstanceLimits, { mixesMedia }: Software): MediaSet[] {
  const kinds = kindsOf(limits).map(({ kind }) => kind)
  const most = limits.maxMediaAttachments
  return mixesMedia ? [upTo(most, ...kinds)] : kinds.map((kind) => upTo(kind === 'image' ? most : 1, kind))
}

function withPixels(maxPixels: number): Shape {
  return { ...anyShape, maxPixels }
}
