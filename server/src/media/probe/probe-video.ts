import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { VideoFacts } from '../../connectors/connector.ts'
import type { ByteSource } from '../../lib/containers/byte-source.ts'
import { scanMovie } from '../../lib/containers/movie.ts'
import { Damaged, type Scan } from '../../lib/containers/scan.ts'
import { scanWebm } from '../../lib/containers/webm.ts'
import { longestSide } from '../../lib/images/open-image.ts'
import type { MediaType } from '../media-type.ts'
import { noFacts, type Probed, Refused, removedBy } from './probed.ts'
import { codecName, videoProfile } from './video-names.ts'

/** Longer than any network shows. */
const longestMs = 24 * 3_600_000
const readAheadBytes = 4 * 1024 * 1024
/** The rate of a film is taken from so many frames at its beginning. */
const countedFrames = 300

/**
 * Measures a video by its container.
 * @throws Refused, Damaged
 */
export async function probeVideo(path: string, file: ByteSource, type: MediaType): Promise<Probed> {
  const { cleaned, isFastStart, ...scan } = await scanContainer(file, type)
  const { width, height, durationMs, isHdr, ...found } = await measureVideo(path)
  if (!(width >= 1 && height >= 1 && durationMs >= 0))
    throw new Damaged('The video has no size or no length.')
  if (Math.max(width, height) > longestSide) {
    throw new Refused(
      'media_too_large',
      `The video is ${width} × ${height}; a side may have at most ${longestSide} pixels.`,
    )
  }
  if (durationMs > longestMs) throw new Refused('media_too_large', 'The video is longer than 24 hours.')
  const bitRate = durationMs === 0 ? null : Math.round((file.size * 8_000) / durationMs)
  const video = { container: containerOf(type), ...found, bitRate, isFastStart }
  const facts = { ...noFacts, video, isHdr, removed: removedBy(scan) }
  return { kind: 'video', width, height, durationMs, facts, cleaned }
}

async function scanContainer(file: ByteSource, type: MediaType): Promise<Scan & { isFastStart: boolean }> {
  // A player of WebM needs no index to begin.
  return type.format === 'webm' ? { ...(await scanWebm(file)), isFastStart: true } : scanMovie(file)
}

function containerOf({ mimeType }: MediaType): VideoFacts['container'] {
  if (mimeType === 'video/webm') return 'webm'
  return mimeType === 'video/quicktime' ? 'quicktime' : 'mp4'
}

type Measured = Pick<VideoFacts, 'codec' | 'profile' | 'frameRate' | 'rotation' | 'audio'> & {
  readonly width: number
  readonly height: number
  readonly durationMs: number
  readonly isHdr: boolean
}

async function measureVideo(path: string): Promise<Measured> {
  // Most children never see a video, and loading its reader takes 0.1 s.
  const { FilePathSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
  const input = new Input({
    source: new FilePathSource(path, { maxCacheSize: readAheadBytes }),
    formats: [MP4, QTFF, WEBM],
  })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Damaged('It has no picture.')
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
    const sound = await input.getPrimaryAudioTrack()
    return {
      ...(await measurePicture(track)),
      durationMs: Math.round(seconds * 1_000),
      audio: sound && (await measureSound(sound)),
    }
  } catch (error) {
    if (error instanceof Damaged) throw error
    const why = error instanceof Error ? error.message.slice(0, 200) : 'no reason'
    throw new Damaged(`The file cannot be read (${why}).`, { cause: error })
  } finally {
    input.dispose()
  }
}

async function measurePicture(track: InputVideoTrack): Promise<Omit<Measured, 'durationMs' | 'audio'>> {
  const codec = codecName(await track.getCodec(), await track.getInternalCodecId())
  const { averagePacketRate } = await track.computePacketStats(countedFrames)
  const { transfer } = await track.getColorSpace()
  return {
    width: Math.round(await track.getDisplayWidth()),
    height: Math.round(await track.getDisplayHeight()),
    codec,
    profile: videoProfile(await track.getCodecParameterString()),
    frameRate: positive(averagePacketRate),
    rotation: await track.getRotation(),
    isHdr: transfer === 'pq' || transfer === 'hlg',
  }
}

async function measureSound(track: InputAudioTrack): Promise<VideoFacts['audio']> {
  const bitRate = (await track.getAverageBitrate()) ?? (await track.getBitrate())
  return {
    codec: codecName(await track.getCodec(), await track.getInternalCodecId()),
    channels: await track.getNumberOfChannels(),
    sampleRate: await track.getSampleRate(),
    bitRate: bitRate === null ? null : Math.round(bitRate),
  }
}

function positive(value: number): number | null {
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1_000) / 1_000 : null
}
