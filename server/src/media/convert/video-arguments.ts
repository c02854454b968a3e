import type { Crop, FitPlan } from '../../connectors/connector.ts'
import { evenSize, type Size, sizeOf, type VideoNumbers } from './video-numbers.ts'

/** A video to be read, of a type that was found in its bytes. */
export interface VideoFile {
  readonly path: string
  /** The type that its bytes are of; ffmpeg does not get to guess another. */
  readonly mimeType: string
}

/** Decoders of the codecs that cameras, telephones, editors and browsers write. Nothing else of ffmpeg is let near a file. */
const decoders = [
  'h264 hevc av1 libdav1d libaom-av1 vp8 vp9 libvpx libvpx-vp9 mpeg4 h263 mjpeg prores dnxhd gif',
  'aac aac_fixed mp3 mp3float opus libopus vorbis libvorbis ac3 eac3 alac flac amrnb libopencore_amrnb',
  'pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_u8 pcm_s8 pcm_alaw pcm_mulaw',
]
  .join(' ')
  .replaceAll(' ', ',')
/** 8K with a margin; one of 8,192 × 8,192 decodes within the memory that it may take. */
const mostPixels = 70_000_000

export interface VideoOptions {
  readonly threads: number
  /** Whether its high dynamic range is to become an ordinary one. */
  readonly toneMap: boolean
}

/** The arguments by which ffmpeg re-encodes a video: H.264 and AAC in an MP4 whose index comes first. */
export function videoArguments(
  file: VideoFile,
  plan: FitPlan,
  numbers: VideoNumbers,
  options: VideoOptions,
  output: string,
): string[] {
  const { videoBits, frameRate, audio } = numbers
  const filters = [`fps=${frameRate.toFixed(5)}`, ...pictureFilters(plan.crop, numbers, options.toneMap)]
  return [
    ...inputArguments(file, options.threads, null),
    ...['-map', '0:V:0', ...(audio ? ['-map', '0:a:0?'] : ['-an']), '-sn', '-dn'],
    ...['-filter_threads', '1', '-vf', [...filters, 'format=yuv420p', 'setsar=1'].join(',')],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '20'],
    ...['-maxrate', String(videoBits), '-bufsize', String(videoBits), '-threads', String(options.threads)],
    // A network that cuts a video into pieces needs a place to cut every few seconds.
    ...['-g', String(Math.max(1, Math.round(frameRate * 2)))],
    ...(audio
      ? [
          '-c:a',
          'aac',
          '-b:a',
          String(audio.bits),
          '-ac',
          String(audio.channels),
          '-ar',
          String(audio.sampleRate),
        ]
      : []),
    ...movieArguments(output),
  ]
}

/** The arguments by which ffmpeg puts the streams of a video, as they are, into an MP4 whose index comes first. */
export function remuxArguments(file: VideoFile, output: string): string[] {
  return [
    ...inputArguments(file, 1, null),
    ...['-map', '0:V:0', '-map', '0:a:0?', '-sn', '-dn', '-c', 'copy'],
    ...movieArguments(output),
  ]
}

/** The arguments by which ffmpeg draws one picture of a video as a JPEG. */
export function frameArguments(
  file: VideoFile,
  plan: FitPlan,
  video: Size,
  atMs: number,
  options: VideoOptions,
  output: string,
): string[] {
  const size = evenSize(sizeOf(video, plan))
  const pad = plan.pad && evenSize(plan.pad)
  const filters = pictureFilters(plan.crop, { size, pad }, options.toneMap)
  return [
    ...inputArguments(file, options.threads, atMs),
    ...['-map', '0:V:0', '-an', '-sn', '-dn', '-frames:v', '1'],
    ...['-filter_threads', '1', '-vf', [...filters, 'format=yuvj420p', 'setsar=1'].join(',')],
    ...['-c:v', 'mjpeg', '-q:v', '2', '-threads', '1', ...withoutNotes],
    ...['-f', 'mjpeg', `file:${output}`],
  ]
}

/** The formats of types as ffmpeg calls them. Every other type is a movie. */
const formats: Readonly<Record<string, string>> = { 'video/webm': 'matroska', 'image/gif': 'gif' }

/**
 * Nothing but this file is opened, as nothing but the type that was found: a list of files, a reference within a video or a
 * subtitle leads nowhere.
 */
function inputArguments({ path, mimeType }: VideoFile, threads: number, atMs: number | null): string[] {
  const format = formats[mimeType] ?? 'mov'
  const isMovie = format === 'mov'
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
    ...['-progress', 'pipe:1', '-stats_period', '1', '-nostats'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', format],
    ...['-codec_whitelist', decoders, '-max_pixels', String(mostPixels), '-threads', String(threads)],
    ...(isMovie ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
    ...(atMs === null ? [] : ['-ss', (atMs / 1_000).toFixed(3)]),
    ...['-f', format, '-i', `file:${path}`],
  ]
}

/** No title, no place, no chapters, and no name and number of the program that made it. */
const withoutNotes = [
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
  ...['-flags:v', '+bitexact', '-flags:a', '+bitexact'],
]

function movieArguments(output: string): string[] {
  return [...withoutNotes, '-movflags', '+faststart', '-f', 'mp4', `file:${output}`]
}

/** ffmpeg turns the picture upright before these. Scaling to the size as it is seen makes its pixels square as well. */
function pictureFilters(
  crop: Crop | null,
  { size, pad }: { readonly size: Size; readonly pad: Size | null },
  toneMap: boolean,
): string[] {
  return [
    ...(crop ? [cropFilter(crop)] : []),
    `scale=${size.width}:${size.height}:flags=bicubic`,
    ...(toneMap ? [toneMapping] : []),
    ...(pad ? [`pad=${pad.width}:${pad.height}:(ow-iw)/2:(oh-ih)/2:color=black`] : []),
  ]
}

function cropFilter({ x, y, width, height }: Crop): string {
  const shares = [`iw*${share(width)}`, `ih*${share(height)}`, `iw*${share(x)}`, `ih*${share(y)}`]
  return `crop=${shares.join(':')}`
}

function share(value: number): string {
  return Math.min(1, Math.max(0, value)).toFixed(6)
}

const toneMapping = [
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709',
  'tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv',
].join(',')
