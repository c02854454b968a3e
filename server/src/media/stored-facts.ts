import type { DraftMedia, RemovedPart, VideoFacts } from '../connectors/connector.ts'
import type { MediaFacts, PictureFacts } from './probe/probed.ts'

/** The facts of a video as the API shows them and the database keeps them. */
export interface StoredVideo {
  container: VideoFacts['container']
  codec: string | null
  profile: string | null
  frame_rate: number | null
  bit_rate: number | null
  rotation: VideoFacts['rotation']
  is_fast_start: boolean
  is_hdr: boolean
  audio: {
    codec: string | null
    channels: number
    sample_rate: number
    bit_rate: number | null
  } | null
}

/** The facts of a picture as the API shows them and the database keeps them. */
export interface StoredPicture {
  frames: number
  has_alpha: boolean
  color_space: PictureFacts['colorSpace']
  bit_depth: number | null
  orientation: number
}

/** The content of `media.facts`; null in the rows of media from before. */
export interface StoredFacts {
  video: StoredVideo | null
  pages: number | null
  picture: StoredPicture | null
  /** Missing in the rows of media from before it was noted. */
  removed?: readonly RemovedPart[]
}

/** The facts of a file as the database keeps them. */
export function storeFacts({ video, isHdr, pages, picture, removed }: MediaFacts): StoredFacts {
  return {
    video: video && storeVideo(video, isHdr),
    pages,
    picture: picture && {
      frames: picture.frames,
      has_alpha: picture.hasAlpha,
      color_space: picture.colorSpace,
      bit_depth: picture.bitDepth,
      orientation: picture.orientation,
    },
    removed,
  }
}

function storeVideo(video: VideoFacts, isHdr: boolean): StoredVideo {
  const { container, codec, profile, rotation, audio } = video
  return {
    container,
    codec,
    profile,
    frame_rate: video.frameRate,
    bit_rate: video.bitRate,
    rotation,
    is_fast_start: video.isFastStart,
    is_hdr: isHdr,
    audio: audio && {
      codec: audio.codec,
      channels: audio.channels,
      sample_rate: audio.sampleRate,
      bit_rate: audio.bitRate,
    },
  }
}

/** The facts of a row that connectors get with a medium. */
export function draftFacts(
  stored: StoredFacts | null,
): Pick<DraftMedia, 'video' | 'pages' | 'orientation' | 'removed'> {
  const { video = null, pages = null, picture = null, removed = [] } = stored ?? {}
  return { video: video && videoOf(video), pages, orientation: picture?.orientation ?? 1, removed }
}

function videoOf({ container, codec, profile, rotation, audio, ...video }: StoredVideo): VideoFacts {
  return {
    container,
    codec,
    profile,
    frameRate: video.frame_rate,
    bitRate: video.bit_rate,
    rotation,
    isFastStart: video.is_fast_start,
    audio: audio && {
      codec: audio.codec,
      channels: audio.channels,
      sampleRate: audio.sample_rate,
      bitRate: audio.bit_rate,
    },
  }
}
