import { sentence, type Words } from '../../../lib/text/sentence.ts'
import {
  type DraftMedia,
  type FitPlan,
  type MediaLimit,
  mostConvertedMs,
  type Shape,
  type VideoFacts,
  type VideoLimit,
} from '../../connector.ts'
import { faultsOf } from '../media/check-file.ts'
import type { Made, Unfit } from './fitting.ts'
import { findFrame, focusWithin } from './frame.ts'

/** The video that Crier makes. */
const made = { mimeType: 'video/mp4', codec: 'h264', audioCodec: 'aac' } as const

/** Codecs that keep their streams when they are packed as MP4, and that every player of MP4 knows. */
const plainCodecs = ['h264']
const packedCodecs = ['h264', 'hevc', 'av1']
const packedAudio = ['aac', 'mp3']

/** Faults that a new order of the parts removes, or that nothing does. */
const repackedAway = ['media_type', 'video_index', 'media_too_long', 'media_too_short']

/** Below this, picture and sound together are no longer worth looking at. */
const leastBitRate = 250_000
/** The bits in a second that a shorter side needs to look well, and the share that containers and bursts take. */
const ladder = [
  { side: 1_080, bitRate: 3_000_000 },
  { side: 720, bitRate: 1_500_000 },
  { side: 540, bitRate: 900_000 },
  { side: 480, bitRate: 600_000 },
  { side: 360, bitRate: 350_000 },
  { side: 240, bitRate: 0 },
] as const
const usableShare = 0.92

/**
 * Plans a video, or a moving picture that becomes one: repackaged where that suffices, else re-encoded. It is never cut
 * shorter.
 */
export function planVideo(medium: DraftMedia, limit: MediaLimit): Made | Unfit {
  const { types } = limit
  if (!types.includes(made.mimeType)) {
    return {
      outcome: 'unfit',
      why: sentence('Crier makes {mimeType}, and the network takes {types}.', {
        mimeType: made.mimeType,
        types,
      }),
    }
  }
  if ((medium.durationMs ?? 0) > mostConvertedMs) {
    const why = sentence('Crier converts videos of up to {hours} hours. Cut it into parts.', {
      hours: mostConvertedMs / 3_600_000,
    })
    return { outcome: 'unfit', why }
  }
  return isRepacked(medium, limit) ? repack(medium) : codeAnew(medium, limit)
}

function isRepacked(medium: DraftMedia, limit: MediaLimit): boolean {
  const { kind, video, crop } = medium
  if (kind !== 'video' || crop !== null || video?.codec == null) return false
  const others = faultsOf(medium, limit, { network: 'The network' })
  const codecs = limit.video ? packedCodecs : plainCodecs
  const isSoundKept = !video.audio || packedAudio.includes(video.audio.codec ?? '')
  return (
    others.every(({ code }) => repackedAway.includes(code)) && codecs.includes(video.codec) && isSoundKept
  )
}

function repack(medium: DraftMedia): Made {
  const video = medium.video && { ...medium.video, container: 'mp4' as const, isFastStart: true }
  return {
    outcome: 'made',
    plan: { ...nothing, mimeType: made.mimeType, remux: true },
    result: { ...medium, mimeType: made.mimeType, video },
    needs: 'video',
  }
}

const nothing: Omit<FitPlan, 'mimeType'> = {
  crop: null,
  size: null,
  pad: null,
  maxBytes: null,
  video: null,
  remux: false,
  frameAtMs: null,
}

function codeAnew(medium: DraftMedia, limit: MediaLimit): Made | Unfit {
  const missing = missingCodec(limit.video)
  if (missing !== null) return { outcome: 'unfit', why: missing }
  const cap = capOf(medium, limit)
  if (cap !== null && cap < leastBitRate) return { outcome: 'unfit', why: tooLong(medium, cap) }
  const maxShortSide = cap === null ? null : shortSideFor(cap)
  const frame = findFrame(medium, { shape: limit.shape, maxShortSide, step: 2 })
  const { crop = null, size = null, pad = null, width = medium.width, height = medium.height } = frame ?? {}
  const video = changesOf(medium.video, limit.video, cap)
  return {
    outcome: 'made',
    plan: { ...nothing, mimeType: made.mimeType, crop, size, pad, maxBytes: limit.maxBytes, video },
    result: {
      ...medium,
      kind: 'video',
      mimeType: made.mimeType,
      bytes: Math.min(medium.bytes, limit.maxBytes ?? medium.bytes),
      width,
      height,
      crop: null,
      focus: focusWithin(medium.focus, crop),
      video: factsAfter(medium.video, video),
    },
    needs: 'video',
  }
}

function missingCodec(limit: VideoLimit | null): Words | null {
  if (limit === null || (limit.codecs.includes(made.codec) && limit.audioCodecs.includes(made.audioCodec)))
    return null
  return sentence('Crier makes {codec} with {audioCodec}, and the network plays {codecs}.', {
    codec: made.codec,
    audioCodec: made.audioCodec,
    codecs: [...limit.codecs, ...limit.audioCodecs],
  })
}

/** The most bits in a second, where the video as it is has more; null where it may stay as good as it is. */
function capOf(
  { bytes, durationMs, video, kind }: DraftMedia,
  { maxBytes, video: limit }: MediaLimit,
): number | null {
  if (durationMs === null || durationMs === 0) return limit?.maxBitRate ?? null
  const seconds = durationMs / 1_000
  const byBytes = maxBytes === null ? null : Math.floor((maxBytes * 8 * usableShare) / seconds)
  const caps = [byBytes, limit?.maxBitRate ?? null].filter((cap) => cap !== null)
  const cap = Math.min(...caps)
  // A moving picture takes far more as GIF than as video.
  const own = kind === 'video' ? (video?.bitRate ?? (bytes * 8) / seconds) : leastBitRate
  const isOver = kind === 'video' && maxBytes !== null && bytes > maxBytes
  return caps.length > 0 && (isOver || own > cap || cap < leastBitRate) ? cap : null
}

function tooLong({ durationMs }: DraftMedia, cap: number): Words {
  const seconds = Math.ceil((durationMs ?? 0) / 1_000)
  return sentence(
    'Its {seconds} seconds would have to be squeezed to {rate} kbit/s. Upload a shorter video.',
    { seconds, rate: kilo(cap) },
  )
}

function shortSideFor(cap: number): number | null {
  const rung = ladder.find(({ bitRate }) => cap >= bitRate)
  return cap >= 2 * ladder[0].bitRate ? null : (rung?.side ?? null)
}

function changesOf(
  facts: VideoFacts | null,
  limit: VideoLimit | null,
  maxBitRate: number | null,
): NonNullable<FitPlan['video']> {
  // A limit stands in the plan only where the video may be over it, so that networks share what can be shared.
  const over = (most: number | null, has: number | null | undefined) =>
    most !== null && (has == null || has > most) ? most : null
  return {
    codec: made.codec,
    audioCodec: made.audioCodec,
    maxFrameRate: over(limit?.maxFrameRate ?? null, facts?.frameRate),
    maxBitRate,
    maxAudioChannels:
      facts && !facts.audio ? null : over(limit?.maxAudioChannels ?? null, facts?.audio?.channels),
    maxSampleRate:
      facts && !facts.audio ? null : over(limit?.maxSampleRate ?? null, facts?.audio?.sampleRate),
  }
}

function factsAfter(facts: VideoFacts | null, changes: NonNullable<FitPlan['video']>): VideoFacts | null {
  if (!facts) return null
  const least = (has: number | null, most: number | null) =>
    has === null || most === null ? (has ?? most) : Math.min(has, most)
  const { audio } = facts
  return {
    container: 'mp4',
    codec: changes.codec,
    profile: null,
    frameRate: least(facts.frameRate, changes.maxFrameRate),
    bitRate: least(facts.bitRate, changes.maxBitRate),
    rotation: 0,
    isFastStart: true,
    audio: audio && {
      codec: changes.audioCodec,
      channels: Math.min(audio.channels, changes.maxAudioChannels ?? audio.channels),
      sampleRate: Math.min(audio.sampleRate, changes.maxSampleRate ?? audio.sampleRate),
      bitRate: null,
    },
  }
}

function kilo(bitRate: number): number {
  return Math.round(bitRate / 1_000)
}

/** A picture of a video, such as its cover: the one at a moment, within the shape and the bytes of a limit for pictures. */
export function planCover(
  medium: DraftMedia,
  limit: { readonly shape: Shape | null; readonly maxBytes: number | null },
  atMs: number,
): FitPlan {
  const latest = Math.max(0, (medium.durationMs ?? atMs) - 1)
  const frame = findFrame(medium, { shape: limit.shape, maxShortSide: null, step: 1 })
  const { crop = null, size = null, pad = null } = frame ?? {}
  const frameAtMs = Math.max(0, Math.min(Math.floor(atMs), latest))
  return { ...nothing, mimeType: 'image/jpeg', crop, size, pad, maxBytes: limit.maxBytes, frameAtMs }
}
