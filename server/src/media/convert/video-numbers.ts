import type { FitPlan } from '../../connectors/connector.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A video as it is about to be redrawn. */
export interface VideoNumbers {
  /** Pixels of the picture, both even, as H.264 with its halved colours needs them. */
  readonly size: Size
  /** Pixels of the background around it, both even; null for none. */
  readonly pad: Size | null
  /** Frames in a second. */
  readonly frameRate: number
  /** Bits in a second that the picture may take. */
  readonly videoBits: number
  /** Null for a video without sound. */
  readonly audio: { readonly bits: number; readonly channels: number; readonly sampleRate: number } | null
}

/** The facts of a video that its numbers depend on. */
export interface MeasuredVideo extends Size {
  readonly durationMs: number
  readonly frameRate: number | null
  readonly audio: { readonly channels: number; readonly sampleRate: number } | null
}

// Bits in a second at 30 frames, for pictures of up to so many pixels. Eyes see no difference above them in H.264, and the
// networks re-encode what they are sent.
const ladder: readonly (readonly [pixels: number, bits: number])[] = [
  [426 * 240, 700_000],
  [640 * 360, 1_200_000],
  [854 * 480, 2_500_000],
  [1280 * 720, 5_000_000],
  [1920 * 1080, 9_000_000],
  [2560 * 1440, 16_000_000],
]
const mostBits = 30_000_000
/** Above this rate a second has half as many bits again. */
const usualFrameRate = 32
const [slowestFrames, fastestFrames, unknownFrames] = [5, 60, 30]
/** Less is no picture any more. */
const leastVideoBits = 50_000
const leastAudioBits = 24_000
/** The share of a limit that is aimed at: an encoder keeps to it only within a second. */
const share = 0.94
/** The index of a frame, and of a packet of sound, takes about so many bits. */
const indexBits = 8 * 16
const soundPackets = 48

/** The smallest length that a budget of bytes is spread over. */
const leastSeconds = 1

/**
 * Works out the size, the rate and the bits of a video by a plan.
 * `tighter` is below 1 for another try after one that became too large.
 * Null when the bytes do not suffice for so long a video.
 */
export function videoNumbers(facts: MeasuredVideo, plan: FitPlan, tighter = 1): VideoNumbers | null {
  const size = evenSize(sizeOf(facts, plan))
  const pad = plan.pad === null ? null : evenSize(largerOf(plan.pad, size))
  const frameRate = frameRateOf(facts.frameRate, plan.video?.maxFrameRate ?? null)
  const budget = budgetOf(facts.durationMs, frameRate, plan) * tighter
  const audio = facts.audio && audioOf(facts.audio, plan, budget)
  const videoBits = Math.floor(Math.min(bitsFor(pad ?? size, frameRate), budget - (audio?.bits ?? 0)))
  if (videoBits < leastVideoBits) return null
  return { size, pad, frameRate, videoBits, audio }
}

/** The pixels of the picture, cropped and scaled. */
export function sizeOf({ width, height }: Size, { crop, size }: Pick<FitPlan, 'crop' | 'size'>): Size {
  return size ?? { width: width * (crop?.width ?? 1), height: height * (crop?.height ?? 1) }
}

/** Rounded down, so that it stays below every limit; at least two pixels. */
export function evenSize({ width, height }: Size): Size {
  const even = (side: number) => Math.max(2, 2 * Math.floor((side + 0.01) / 2))
  return { width: even(width), height: even(height) }
}

function largerOf(one: Size, other: Size): Size {
  return { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) }
}

/** A rate over the limit is divided by a whole number: 50 frames become 25 and not 30, which would stutter. */
function frameRateOf(found: number | null, most: number | null): number {
  const isKnown = found !== null && Number.isFinite(found) && found > 0
  const rate = Math.max(slowestFrames, isKnown ? usualRate(found) : unknownFrames)
  const limit = Math.min(most ?? fastestFrames, fastestFrames)
  return rate <= limit * 1.001 ? rate : rate / Math.ceil(rate / (limit * 1.001))
}

const usualRates = [24_000 / 1_001, 24, 25, 30_000 / 1_001, 30, 50, 60_000 / 1_001, 60]

/** A rate that was counted over some seconds, as it is meant: 29.995 frames a second are 30. */
function usualRate(counted: number): number {
  const nearest = usualRates.toSorted((one, other) => Math.abs(one - counted) - Math.abs(other - counted))[0]
  return nearest !== undefined && Math.abs(nearest - counted) < nearest * 0.005 ? nearest : counted
}

/** Bits in a second for picture and sound, so that the file keeps the plan's limits. */
function budgetOf(durationMs: number, frameRate: number, { maxBytes, video }: FitPlan): number {
  const seconds = Math.max(leastSeconds, durationMs / 1_000)
  const byBytes =
    maxBytes === null
      ? Number.POSITIVE_INFINITY
      : (maxBytes * 8 * share) / seconds - (frameRate + soundPackets) * indexBits
  return Math.min(byBytes, (video?.maxBitRate ?? Number.POSITIVE_INFINITY) * share)
}

function audioOf(found: NonNullable<MeasuredVideo['audio']>, { video }: FitPlan, budget: number) {
  const channels = Math.min(found.channels, video?.maxAudioChannels ?? 2, 2)
  const usual = channels === 1 ? 96_000 : 160_000
  const bits = Math.floor(Math.max(leastAudioBits, Math.min(usual, budget * 0.15)))
  return {
    bits,
    channels: Math.max(1, channels),
    sampleRate: sampleRateOf(found.sampleRate, video?.maxSampleRate ?? null),
  }
}

const sampleRates = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]

/** The rate it has, if AAC knows it and it is allowed, or the next one below. */
function sampleRateOf(found: number, most: number | null): number {
  const limit = Math.min(found, most ?? found)
  return sampleRates.find((rate) => rate <= limit) ?? 8_000
}

function bitsFor({ width, height }: Size, frameRate: number): number {
  const [, bits] = ladder.find(([pixels]) => width * height <= pixels * 1.02) ?? [0, mostBits]
  return frameRate > usualFrameRate ? bits * 1.5 : bits
}
