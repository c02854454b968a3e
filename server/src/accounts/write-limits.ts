import type { Limits, MediaLimit, MediaLimits, TextRules } from '../connectors/connector.ts'

/** Limits as the API writes them. */
export type WrittenLimits = ReturnType<typeof writeLimits>

/** `left` holds how many posts each rate still allows now; it is empty where no account is looked at. */
export function writeLimits({ text, media, placements, threadMax, rates }: Limits, left: readonly number[]) {
  return {
    text: {
      max: text.max,
      unit: text.unit,
      also: [...text.also],
      link_cost: text.linkCost,
      ...writeTextRules(text.rules),
    },
    media: writeMediaLimits(media),
    placements: placements && {
      option: placements.option,
      media: Object.fromEntries(
        Object.entries(placements.media).map(([value, limits]) => [value, writeMediaLimits(limits)]),
      ),
    },
    thread_max: threadMax,
    rates: rates.map(({ per, posts, everyMs }, index) => ({
      per,
      posts,
      every_seconds: everyMs / 1_000,
      remaining: left[index] ?? null,
    })),
  }
}

function writeTextRules(rules: TextRules | null) {
  const { weights = null, links = null, mentions = null, fields = [] } = rules ?? {}
  return {
    weights: weights && { ...weights, light: weights.light.map(([first, last]) => ({ first, last })) },
    links: links && { form: links.form, only: links.only && { ...links.only } },
    mentions: mentions && {
      pattern: mentions.pattern,
      flags: mentions.flags,
      in_links: mentions.inLinks,
    },
    fields: fields.map(({ option, label, max, unit, countsWithText }) => ({
      option,
      label,
      max,
      unit,
      counts_with_text: countsWithText,
    })),
  }
}

function writeMediaLimits({ required, altTextMax, sets, kinds }: MediaLimits) {
  return {
    required,
    alt_text_max: altTextMax,
    sets: sets.map(({ kinds, min, max, most }) => ({ kinds: [...kinds], min, max, most: { ...most } })),
    kinds: kinds.map(writeMediaLimit),
  }
}

function writeMediaLimit({ kind, types, maxBytes, minDurationMs, maxDurationMs, shape, video }: MediaLimit) {
  return {
    kind,
    types: [...types],
    max_bytes: maxBytes,
    min_duration_ms: minDurationMs,
    max_duration_ms: maxDurationMs,
    shape: shape && {
      min_width: shape.minWidth,
      min_height: shape.minHeight,
      max_width: shape.maxWidth,
      max_height: shape.maxHeight,
      max_pixels: shape.maxPixels,
      min_aspect: shape.minAspect,
      max_aspect: shape.maxAspect,
    },
    video: video && {
      codecs: [...video.codecs],
      audio_codecs: [...video.audioCodecs],
      max_frame_rate: video.maxFrameRate,
      max_bit_rate: video.maxBitRate,
      max_audio_channels: video.maxAudioChannels,
      max_sample_rate: video.maxSampleRate,
      needs_fast_start: video.needsFastStart,
    },
  }
}
