import type { Words } from '../lib/text/sentence.ts'

/** A medium of a draft, with the facts by which a network takes or refuses it. */
export interface DraftMedia {
  /** The id of the medium, or of a rendition of it. */
  readonly id: string
  readonly kind: MediaKind
  readonly mimeType: string
  readonly bytes: number
  /** Pixels as it is seen upright; null for documents. */
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
  readonly altText: string
  /** The point to keep in view when cropping, from -1 to 1 on each axis, as Mastodon counts. */
  readonly focus: { readonly x: number; readonly y: number } | null
  /** The part to be shown; null for all of it. */
  readonly crop: Crop | null
  /** Null for everything that is no video, and for a video that was uploaded before its facts were read. */
  readonly video: VideoFacts | null
  /** The pages of a document, where they could be counted. */
  readonly pages: number | null
  /** By which of eight turns the pixels of a picture are to be shown, as EXIF counts; 1 for all that is stored upright. */
  readonly orientation: number
  /** The parts that its file had, and that nobody is sent. */
  readonly removed: readonly RemovedPart[]
}

/** The place where it was taken; bytes that do not belong to such a file. */
export type RemovedPart = 'location' | 'foreign'

export type MediaKind = 'image' | 'gif' | 'video' | 'document'

/** A part of a picture as it is seen upright, as shares of its width and height from the top left: each from 0 to 1. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface VideoFacts {
  readonly container: 'mp4' | 'quicktime' | 'webm'
  /** Such as `h264`, `hevc`, `vp9`, `av1`; null for one that nobody could name. */
  readonly codec: string | null
  /** Such as `high`; null where none is written down. */
  readonly profile: string | null
  /** Frames in a second, averaged over all of it. */
  readonly frameRate: number | null
  /** Bits in a second, of picture and sound together. */
  readonly bitRate: number | null
  /** Degrees clockwise by which a player turns the stored picture. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Whether the index comes before the data, so that playing can begin before all has come. */
  readonly isFastStart: boolean
  readonly audio: {
    /** Such as `aac`, `opus`, `mp3`. */
    readonly codec: string | null
    readonly channels: number
    readonly sampleRate: number
    readonly bitRate: number | null
  } | null
}

/** The media of a target, read by their ids or by the ids of their renditions. Each call may throw Failure. */
export interface MediaSource {
  /** The bytes as a stream. */
  open(id: string, range: { start: number; end: number } | null): Promise<ReadableStream<Uint8Array>>
  /** An image made to fit: turned upright, without metadata, scaled and compressed only as far as needed. */
  fitImage(id: string, fit: ImageFit): Promise<FittedImage>
  /**
   * A medium as a plan changes it: made once, stored, and the same for every target that asks for the same plan. It is
   * `pending` while it is being made, with its share from 0 to 1. @throws Failure `invalid` where it cannot be made
   */
  rendition(id: string, plan: FitPlan): Promise<Rendition>
  /**
   * An address on our own host under which the network may fetch the medium without a key: unguessable, of this attempt
   * alone, and gone some time after it. `reader` is the address of a network that may be somebody's own: one that is not on the
   * public internet need not reach us from there. @throws Failure `invalid` where the network cannot reach this server
   */
  publicUrl(id: string, reader?: string): Promise<string>
  /**
   * The address of a medium that anybody who knows it may read for as long as the medium is kept, for networks that show it from
   * there; `reader` as in `publicUrl`. @throws Failure `invalid` where it cannot be reached, and for a rendition, which goes by itself
   */
  lastingUrl(id: string, reader?: string): Promise<string>
  /** When something first fetched a medium by an address of `publicUrl`; null while nothing has. */
  fetchedAt(url: string): Promise<Date | null>
  /** An image of a stranger made to fit, such as one a page shows of itself: always redrawn. @throws Failure `invalid` */
  fitBytes(bytes: Uint8Array, fit: ImageFit): Promise<FittedImage>
}

export interface ImageFit {
  readonly maxBytes: number
  /** Pixels on the longer side. */
  readonly maxSide: number
  readonly types: readonly string[]
}

export interface FittedImage {
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly width: number
  readonly height: number
}

/** The changes that make a file fit a network, in the order in which they are made. Equal plans have equal results. */
export interface FitPlan {
  /** The result's type. */
  readonly mimeType: string
  readonly crop: Crop | null
  /** Pixels to scale down to; null keeps them. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Pixels of a background to pad to, with the picture in the middle; null pads nothing. */
  readonly pad: { readonly width: number; readonly height: number } | null
  /** The most bytes of the result; null where any number will do. */
  readonly maxBytes: number | null
  /** Null for pictures, and for a video whose streams stay as they are. */
  readonly video: {
    readonly codec: string
    readonly audioCodec: string
    readonly maxFrameRate: number | null
    readonly maxBitRate: number | null
    readonly maxAudioChannels: number | null
    readonly maxSampleRate: number | null
  } | null
  /** Whether only the order of a video's parts changes, so that its index comes first. */
  readonly remux: boolean
  /** The moment of a video whose picture is taken in place of it, in milliseconds; null for the video itself. */
  readonly frameAtMs: number | null
}

/** A medium that will be changed to fit the network, as `check` found it. */
export interface MediaFit {
  /** Into the draft, such as `/media/2`. */
  readonly pointer: string
  /** The limit that it breaks as it is, in words; null where it is only cropped, turned or stripped. */
  readonly why: Words | null
  /** The changes for people, in the order in which they are made. */
  readonly steps: readonly FitStep[]
  /** The medium as it will be: its bytes are the most that they may be. */
  readonly result: DraftMedia
  /** The program beside Crier that makes it; null where Crier does. */
  readonly needs: 'video' | 'heic' | null
}

export interface FitStep {
  readonly change: FitChange
  readonly detail: Words
}

export type FitChange =
  | 'strip'
  | 'rotate'
  | 'crop'
  | 'resize'
  | 'pad'
  | 'convert'
  | 'transcode'
  | 'frame_rate'
  | 'bit_rate'
  | 'sound'
  | 'repack'
  | 'compress'

export type Rendition =
  | { readonly state: 'ready'; readonly medium: DraftMedia }
  | { readonly state: 'pending'; readonly againInMs: number; readonly progress: number | null }
