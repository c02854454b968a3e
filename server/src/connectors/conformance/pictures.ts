import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type {
  Draft,
  DraftMedia,
  Limits,
  MediaKind,
  MediaLimit,
  MediaLimits,
  Shape,
  VideoFacts,
  VideoLimit,
} from '../connector.ts'

export interface Picture {
  draft: DraftMedia
  bytes: Uint8Array
}

/**
 * Pictures no two of which have the same proportions, so that a network that shows one in place of another is found
 * out whatever it does to their size.
 */
export function makePictures(count: number, limits: Limits): Promise<Picture[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => makePicture(index, count, limits)))
}

async function makePicture(index: number, count: number, limits: Limits): Promise<Picture> {
  const { types = [], shape } = limits.media.kinds.find((kind) => kind.kind === 'image') ?? {}
  const format = types.includes('image/jpeg') ? 'jpeg' : 'png'
  const size = sizeOf(index, count, shape?.maxAspect ?? Number.POSITIVE_INFINITY)
  const background = { r: (index * 53) % 256, g: (index * 101) % 256, b: 128 }
  const bytes = await sharp({ create: { ...size, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
  const draft = {
    ...describeMedia('image', `image/${format}`),
    ...size,
    bytes: bytes.length,
    altText: `Picture ${index + 1}: a plain colour, ${size.width} by ${size.height}`,
  }
  return { draft, bytes }
}

/** Wider and wider, from a square; in smaller steps where the widest of all would be too wide for the network. */
function sizeOf(index: number, count: number, maxAspect: number): { width: number; height: number } {
  const [height, step] = [320, 40]
  const widest = height * (maxAspect - 0.01)
  const isFitting = height + step * (count - 1) <= widest
  const wider = isFitting ? step * index : Math.floor(((widest - height) * index) / Math.max(1, count - 1))
  return { width: height + wider, height }
}

/** A medium of which only the description exists, for checks. */
export function describeMedia(kind: MediaKind, mimeType: string): DraftMedia {
  const durationMs = kind === 'video' ? 2_000 : null
  return {
    id: randomUUID(),
    kind,
    mimeType,
    bytes: 1_000,
    width: 320,
    height: 320,
    durationMs,
    altText: '',
    focus: null,
    crop: null,
    video: null,
    pages: null,
  }
}

/** A draft of which a test says only what it is about. */
export function describeDraft(said: Partial<Draft>): Draft {
  return { text: '', media: [], options: {}, thread: [], optionMedia: [], mayFit: true, ...said }
}

/** A medium that keeps to everything a limit says of a file, of which only the description exists. */
export function describeFitting(limit: MediaLimit): DraftMedia {
  const { kind, types, minDurationMs, maxDurationMs, shape, video } = limit
  const medium = describeMedia(kind, types[0] ?? 'image/png')
  const durationMs = Math.min(Math.max(medium.durationMs ?? 0, minDurationMs ?? 0), maxDurationMs ?? 2_000)
  return {
    ...medium,
    ...(medium.durationMs === null ? {} : { durationMs }),
    ...(shape ? sizeIn(shape) : {}),
    video: video && factsIn(video),
  }
}

function sizeIn({ minWidth, minHeight, minAspect, maxAspect }: Shape): { width: number; height: number } {
  const aspect = Math.min(Math.max(1, minAspect ?? 0), maxAspect ?? 1)
  const height = Math.ceil(Math.max(320, minHeight ?? 0, (minWidth ?? 0) / aspect))
  return { width: Math.round(height * aspect), height }
}

function factsIn({ codecs, audioCodecs, maxAudioChannels, maxSampleRate }: VideoLimit): VideoFacts {
  return {
    container: 'mp4',
    codec: codecs[0] ?? null,
    profile: null,
    frameRate: 24,
    bitRate: 100_000,
    rotation: 0,
    isFastStart: true,
    audio: {
      codec: audioCodecs[0] ?? null,
      channels: Math.min(2, maxAudioChannels ?? 2),
      sampleRate: Math.min(44_100, maxSampleRate ?? 44_100),
      bitRate: null,
    },
  }
}

/** The most media of a kind that one post may hold. */
export function mostOf({ sets: all }: MediaLimits, kind: MediaKind): number {
  const sets = all.filter(({ kinds }) => kinds.includes(kind))
  return Math.max(0, ...sets.map(({ max, most }) => Math.min(most[kind] ?? max, max)))
}
