import { type Sentence, sentence, type Words, word } from '../../../lib/text/sentence.ts'
import type { DraftProblem, VideoFacts, VideoLimit } from '../../connector.ts'

/** Finds what a network's player cannot play. A fact that nobody could read is not judged. */
export function checkVideo(
  facts: VideoFacts,
  limit: VideoLimit,
  { network }: { readonly network: Words },
): Omit<DraftProblem, 'pointer'>[] {
  const { audio } = facts
  return [
    ...notIn('video_codec', facts.codec, limit.codecs, (named) =>
      sentence('{network} plays videos of the codec {taken}; this one has {found}.', { network, ...named }),
    ),
    ...over('video_frame_rate', facts.frameRate, limit.maxFrameRate, word('frames a second'), network),
    ...over('video_bit_rate', facts.bitRate, limit.maxBitRate, word('bits a second'), network),
    ...notIn('audio_codec', audio?.codec, limit.audioCodecs, (named) =>
      sentence('{network} plays sound of the codec {taken}; this one has {found}.', { network, ...named }),
    ),
    ...over('audio_channels', audio?.channels, limit.maxAudioChannels, word('channels of sound'), network),
    ...over(
      'audio_sample_rate',
      audio?.sampleRate,
      limit.maxSampleRate,
      word('samples of sound a second'),
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
  say: (named: { readonly taken: readonly string[]; readonly found: string }) => Words,
): Omit<DraftProblem, 'pointer'>[] {
  if (found === null || found === undefined || taken.includes(found)) return []
  return [{ code, detail: say({ taken, found }) }]
}

function over(
  code: string,
  found: number | null | undefined,
  most: number | null,
  unit: Sentence,
  network: Words,
): Omit<DraftProblem, 'pointer'>[] {
  if (found === null || found === undefined || most === null || found <= most) return []
  const rounded = Number(found.toFixed(2))
  return [
    {
      code,
      detail: sentence('{network} plays videos of up to {max} {unit}; this one has {count}.', {
        network,
        max: most,
        unit,
        count: rounded,
      }),
    },
  ]
}
