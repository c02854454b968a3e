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
 * out whatever it does to their size. A network that takes no pictures gets videos in place of them.
 */
export function makePictures(count: number, limits: Limits): Promise<Picture[]> {
  const limit = limits.media.kinds.find(({ kind }) => kind === 'video')
  const isFilmed = limit !== undefined && mostOf(limits.media, 'image') === 0
  const make = isFilmed ? (index: number) => makeVideo(index, limit) : makePicture
  return Promise.all(Array.from({ length: count }, (_, index) => make(index, limits, count)))
}

/** One picture of so many, also for a network whose posts show none: a cover. */
export async function makePicture(index: number, limits: Limits, count = index + 1): Promise<Picture> {
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

// More than a network takes in one part of an upload.
const videoBytes = 300_000

/** A video as far as its head goes: a size, and bytes that differ from those of the others. */
async function makeVideo(index: number, { shape, minDurationMs }: MediaLimit): Promise<Picture> {
  const height = Math.max(320, shape?.minHeight ?? 0, shape?.minWidth ?? 0)
  const width = height + 40 * index
  const bytes = Buffer.alloc(videoBytes, index)
  bytes.set(makeHead(width, height))
  const described = describeMedia('video', 'video/mp4')
  const durationMs = Math.max(described.durationMs ?? 0, minDurationMs ?? 0)
  return { draft: { ...described, width, height, durationMs, bytes: bytes.length }, bytes }
}

/** The boxes `ftyp` and `tkhd` of an MP4, as far as they say that it is one, and its size. */
function makeHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(24 + sizeAt + 8)
  head.writeUInt32BE(24, 0)
  head.write('ftypisom', 4, 'latin1')
  head.writeUInt32BE(head.length - 24, 24)
  head.write('tkhd', 28, 'latin1')
  head.writeUInt32BE(width * 0x1_00_00, 24 + sizeAt)
  head.writeUInt32BE(height * 0x1_00_00, 24 + sizeAt + 4)
  return head
}

// A box of version 0 tells the size at its end, in whole pixels and parts of them (ISO/IEC 14496-12, 8.3.2).
const sizeAt = 84

/** The size of a video, as its first track tells it. */
export function sizeOfVideo(bytes: Uint8Array): { width: number; height: number } {
  const file = Buffer.from(bytes)
  const at = file.indexOf('tkhd', 0, 'latin1') - 4 + sizeAt
  return { width: file.readUInt16BE(at), height: file.readUInt16BE(at + 4) }
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
    orientation: 1,
    removed: [],
  }
}

/** A draft of which a test says only what it is about. */
export function describeDraft(facts: Partial<Draft>): Draft {
  return { text: '', media: [], options: {}, thread: [], optionMedia: [], mayFit: true, ...facts }
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
