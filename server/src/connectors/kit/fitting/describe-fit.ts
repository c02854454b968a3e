import { sentence, type Words } from '../../../lib/text/sentence.ts'
import type { Crop, DraftMedia, FitStep, RemovedPart } from '../../connector.ts'
import type { Made } from './fitting.ts'

/** A change that people see, and may not expect. */
export interface VisibleLoss {
  readonly code: string
  readonly detail: Words
}

/** A moving picture that is redrawn. */
const standsStill: VisibleLoss = {
  code: 'media_stands_still',
  detail: 'It moves, and only its first picture is published. Upload a GIF or a video to keep the movement.',
}

/** The changes of a plan for people, in the order in which they are made. */
export function describeFit(medium: DraftMedia, { plan, result }: Made): FitStep[] {
  const steps = describeRemoved(medium)
  const say = (change: FitStep['change'], detail: Words) => steps.push({ change, detail })
  if (isTurned(medium, plan)) say('rotate', 'Turned upright.')
  if (plan.crop) {
    say('crop', medium.crop ? 'Cropped to the part that was chosen.' : 'Cropped around its focus.')
  }
  if (plan.size)
    say(
      'resize',
      sentence('Scaled to {width} × {height} pixels.', { width: plan.size.width, height: plan.size.height }),
    )
  if (plan.pad)
    say(
      'pad',
      sentence('A border is added: {width} × {height} pixels.', {
        width: plan.pad.width,
        height: plan.pad.height,
      }),
    )
  if (medium.kind === 'gif' && result.kind === 'video') say('convert', 'The moving picture becomes a video.')
  else if (plan.frameAtMs !== null) say('convert', 'A picture of the video is taken.')
  else if (plan.mimeType !== medium.mimeType)
    say('convert', sentence('{before} becomes {after}.', { before: medium.mimeType, after: plan.mimeType }))
  if (plan.video) sayVideo(plan.video, say)
  if (plan.remux) say('repack', 'Packed anew, with its index at the beginning. Picture and sound stay.')
  if (plan.maxBytes !== null && medium.bytes > plan.maxBytes && plan.frameAtMs === null)
    say('compress', sentence('Compressed to {maxBytes} bytes or less.', { maxBytes: plan.maxBytes }))
  return steps
}

/** The parts of a file that were removed when it came in, so that nobody is sent them, whatever else is done to it. */
export function describeRemoved({ removed }: DraftMedia): FitStep[] {
  return removed.map((part) => ({ change: 'strip', detail: removedWords[part] }))
}

const removedWords: Readonly<Record<RemovedPart, string>> = {
  location: 'The place where it was taken is left out.',
  foreign: 'Bytes that do not belong to such a file are left out.',
}

/** A video that is only repackaged keeps the note by which players turn it. */
function isTurned({ orientation, video }: DraftMedia, { remux }: Made['plan']): boolean {
  return orientation !== 1 || (video !== null && video.rotation !== 0 && !remux)
}

function sayVideo(
  video: NonNullable<Made['plan']['video']>,
  say: (change: FitStep['change'], detail: Words) => void,
): void {
  say(
    'transcode',
    sentence('Coded anew as {codec} with {audioCodec}.', {
      codec: video.codec,
      audioCodec: video.audioCodec,
    }),
  )
  if (video.maxFrameRate !== null)
    say(
      'frame_rate',
      sentence('At most {maxFrameRate} frames a second.', { maxFrameRate: video.maxFrameRate }),
    )
  if (video.maxBitRate !== null)
    say('bit_rate', sentence('At most {rate} kbit/s.', { rate: Math.round(video.maxBitRate / 1_000) }))
  if (video.maxAudioChannels !== null)
    say(
      'sound',
      sentence('At most {maxAudioChannels} channels of sound.', { maxAudioChannels: video.maxAudioChannels }),
    )
  if (video.maxSampleRate !== null)
    say('sound', sentence('Sound of at most {maxSampleRate} Hz.', { maxSampleRate: video.maxSampleRate }))
}

/** The losses that somebody would see. A crop that the person chose is none. */
export function visibleLosses(medium: DraftMedia, { plan, result }: Made): VisibleLoss[] {
  const losses: VisibleLoss[] = []
  const say = (code: string, detail: Words) => losses.push({ code, detail })
  const { width, height } = result
  if (isCutFurther(plan.crop, medium.crop))
    say(
      'media_cropped',
      sentence('It is cropped around its focus, to {width} × {height} pixels.', {
        width: width ?? 0,
        height: height ?? 0,
      }),
    )
  if (plan.pad)
    say('media_padded', `It gets a border, because its shape is not taken. Crop it to avoid that.`)
  if (medium.kind === 'gif' && result.kind === 'video')
    say('media_becomes_video', 'The moving picture is published as a video.')
  if (medium.kind === 'image' && result.kind === 'image' && medium.durationMs !== null)
    losses.push(standsStill)
  const rate = plan.video?.maxFrameRate ?? null
  if (rate !== null && medium.video?.frameRate != null)
    say(
      'media_frame_rate',
      sentence('It is published with {rate} frames a second in place of {frameRate}.', {
        rate,
        frameRate: Math.round(medium.video.frameRate),
      }),
    )
  return losses
}

// The shares of a crop in whole pixels differ a little from those that were asked for.
function isCutFurther(made: Crop | null, wanted: Crop | null): boolean {
  if (!made) return false
  const { width, height } = wanted ?? { width: 1, height: 1 }
  return made.width < 0.98 * width || made.height < 0.98 * height
}
