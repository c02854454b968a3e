import type { DraftProblem, VideoFacts, VideoLimit } from '../../connector.ts'

/** Finds what a network's player cannot play. A fact that nobody could read is not judged. */
export function checkVideo(
  facts: VideoFacts,
  limit: VideoLimit,
  { network }: { readonly network: string },
): Omit<DraftProblem, 'pointer'>[] {
  const { audio } = facts
  return [
    ...notIn('video_codec', facts.codec, limit.codecs, `${network} plays videos of`),
    ...over('video_frame_rate', facts.frameRate, limit.maxFrameRate, 'frames a second', network),
    ...over('video_bit_rate', facts.bitRate, limit.maxBitRate, 'bits a second', network),
    ...notIn('audio_codec', audio?.codec, limit.audioCodecs, `${network} plays sound of`),
    ...over('audio_channels', audio?.channels, limit.maxAudioChannels, 'channels of sound', network),
    ...over(
      'audio_sample_rate',
      audio?.sampleRate,
      limit.maxSampleRate,
      'samples of sound a second',
      network,
    ),
    ...(limit.needsFastStart && !facts.isFastStart ? [slowStart] : []),
  ]
}

const slowStart = {
  code: 'video_index',
  detail: 'The index of this video stands behind its data. Export it for the web, with “fast start”.',
}

function notIn(
  code: string,
  found: string | null | undefined,
  taken: readonly string[],
  beginning: string,
): Omit<DraftProblem, 'pointer'>[] {
  if (found === null || found === undefined || taken.includes(found)) return []
  const named = new Intl.ListFormat('en', { type: 'disjunction' }).format(taken)
  return [{ code, detail: `${beginning} the codec ${named}; this one has ${found}.` }]
}

function over(
  code: string,
  found: number | null | undefined,
  most: number | null,
  unit: string,
  network: string,
): Omit<DraftProblem, 'pointer'>[] {
  if (found === null || found === undefined || most === null || found <= most) return []
  const rounded = Number(found.toFixed(2))
  return [{ code, detail: `${network} plays videos of up to ${most} ${unit}; this one has ${rounded}.` }]
}
