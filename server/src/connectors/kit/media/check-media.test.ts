import { describe, expect, test } from 'vitest'
import { describeFitting, describeMedia } from '../../conformance/pictures.ts'
import {
  type DraftMedia,
  type Limits,
  type MediaLimit,
  type MediaLimits,
  mediaLimitsFor,
  type VideoLimit,
} from '../../connector.ts'
import { checkMedia } from './check-media.ts'
import { unlimited, upTo } from './media-limits.ts'

const picture = describeMedia('image', 'image/png')
const video = describeMedia('video', 'video/mp4')
const images: MediaLimit = { ...unlimited, kind: 'image', types: ['image/png'] }
const videos: MediaLimit = { ...unlimited, kind: 'video', types: ['video/mp4'] }

const carousel: MediaLimits = {
  required: true,
  kinds: [images, videos],
  sets: [
    upTo(1, 'image'),
    upTo(1, 'video'),
    { kinds: ['image', 'video'], min: 2, max: 5, most: { video: 2 } },
  ],
  altTextMax: 100,
}

function problems(media: readonly DraftMedia[], limits = carousel) {
  const ways = { network: 'This network', altTextUnit: 'codepoint' } as const
  return checkMedia(media, '/media', limits, ways)
}
function one(limit: Partial<MediaLimit>, medium: DraftMedia) {
  const limits = {
    ...carousel,
    kinds: [
      { ...images, ...limit },
      { ...videos, ...limit, types: videos.types },
    ],
  }
  return problems([medium], limits).map(({ code, detail }) => `${code}: ${detail}`)
}

describe('media together', () => {
  test.each([
    [[picture], null],
    [[video], null],
    [[picture, video, video], null],
    [[picture, picture, picture, picture, picture], null],
    [
      [picture, video, video, video],
      '/media/3 too_many_media: This network shows 2 videos in a post; this one has 3.',
    ],
    [
      Array(6).fill(picture),
      '/media/5 too_many_media: This network shows 5 pictures in a post; this one has 6.',
    ],
    [
      [picture, picture, picture, picture, video, video],
      '/media/5 too_many_media: This network shows 5 media in a post; this one has 6.',
    ],
  ])('must fit one of the sets: %#', (media, expected) => {
    const found = problems(media).map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`)
    expect(found).toEqual(expected === null ? [] : [expected])
  })

  test('may be too few', () => {
    const pairs = { ...carousel, sets: [{ ...upTo(5, 'image', 'video'), min: 2 }] }
    expect(problems([picture], pairs)).toEqual([
      {
        pointer: '/media',
        code: 'too_few_media',
        detail: 'This network shows at least 2 pictures in a post; this one has 1.',
      },
    ])
    expect(problems([picture, video], pairs)).toEqual([])
  })
})

describe('a file', () => {
  const shape = {
    minWidth: 320,
    minHeight: null,
    maxWidth: 1_440,
    maxHeight: null,
    maxPixels: 1_000_000,
    minAspect: 0.8,
    maxAspect: 1.91,
  }

  test.each([
    [{ width: 1_080, height: 565 }, null],
    [{ width: 1_080, height: 1_350 - 425 }, null],
    [
      { width: 319, height: 319 },
      'media_too_small: This network shows pictures of at least 320 × 1 pixels; this one has 319 × 319.',
    ],
    [
      { width: 1_441, height: 1_000 },
      'media_too_large: This network takes pictures of up to 1440 × any number of pixels; this one has 1441 × 1000.',
    ],
    [
      { width: 1_001, height: 1_000 },
      'media_too_large: This network takes pictures of up to 1000000 pixels; this one has 1001 × 1000, which is 1001000.',
    ],
    [
      { width: 400, height: 800 },
      'media_aspect: This network shows pictures that are at least 0.8 times as wide as high; this one is 0.5 times. Crop it.',
    ],
    [
      { width: 800, height: 400 },
      'media_aspect: This network shows pictures that are at most 1.91 times as wide as high; this one is 2 times. Crop it.',
    ],
    [{ width: null, height: null }, null],
  ])('has the shape that the network shows: %j', (size, expected) => {
    expect(one({ shape }, { ...picture, ...size })).toEqual(expected === null ? [] : [expected])
  })

  test('is judged by the part of it that is shown', () => {
    const tall = { ...picture, width: 400, height: 800 }
    expect(one({ shape }, { ...tall, crop: { x: 0, y: 0.25, width: 1, height: 0.5 } })).toEqual([])
    expect(one({ shape }, { ...tall, crop: { x: 0, y: 0, width: 0.5, height: 0.25 } })).toHaveLength(1)
  })

  test('is long enough', () => {
    const limit = { minDurationMs: 3_000 }
    expect(one(limit, { ...video, durationMs: 3_000 })).toEqual([])
    expect(one(limit, { ...video, durationMs: 2_999 })).toEqual([
      'media_too_short: This network shows videos of at least 3 seconds; this one has 2.999.',
    ])
    expect(one(limit, { ...video, durationMs: null })).toEqual([])
  })
})

describe('a video', () => {
  const limit: VideoLimit = {
    codecs: ['h264', 'hevc'],
    audioCodecs: ['aac'],
    maxFrameRate: 60,
    maxBitRate: 25_000_000,
    maxAudioChannels: 2,
    maxSampleRate: 48_000,
    needsFastStart: true,
  }
  const { video: good } = describeFitting({ ...videos, video: limit })
  if (!good?.audio) throw new Error('A fitting video has facts.')
  const { audio } = good
  const found = (facts: Partial<typeof good>) =>
    one({ video: limit }, { ...video, video: { ...good, ...facts } })

  test.each([
    [{}, null],
    [{ codec: 'vp9' }, 'video_codec: This network plays videos of the codec h264 or hevc; this one has vp9.'],
    [
      { frameRate: 60.1 },
      'video_frame_rate: This network plays videos of up to 60 frames a second; this one has 60.1.',
    ],
    [
      { bitRate: 25_000_001 },
      'video_bit_rate: This network plays videos of up to 25000000 bits a second; this one has 25000001.',
    ],
    [
      { audio: { ...audio, codec: 'opus' } },
      'audio_codec: This network plays sound of the codec aac; this one has opus.',
    ],
    [
      { audio: { ...audio, channels: 6 } },
      'audio_channels: This network plays videos of up to 2 channels of sound; this one has 6.',
    ],
    [
      { audio: { ...audio, sampleRate: 96_000 } },
      'audio_sample_rate: This network plays videos of up to 48000 samples of sound a second; this one has 96000.',
    ],
    [
      { isFastStart: false },
      'video_index: The index of this video stands behind its data. Export it for the web, with “fast start”.',
    ],
    [{ audio: null }, null],
    [{ codec: null, frameRate: null, bitRate: null, audio: { ...audio, codec: null } }, null],
  ])('is one that the network plays: %j', (facts, expected) => {
    expect(found(facts)).toEqual(expected === null ? [] : [expected])
  })

  test('whose facts nobody read is not judged', () => {
    expect(one({ video: limit }, { ...video, video: null })).toEqual([])
  })
})

test('an option chooses the placement, and with it the limits; a value that is not named chooses none', () => {
  const story = { ...carousel, sets: [upTo(1, 'image', 'video')] }
  const limits: Limits = {
    text: { max: 10, unit: 'grapheme', also: [], linkCost: null, rules: null },
    media: carousel,
    placements: { option: 'placement', media: { story } },
    threadMax: 1,
    rates: [],
  }
  expect(mediaLimitsFor(limits, { placement: 'story' })).toBe(story)
  for (const options of [{}, { placement: 'feed' }, { placement: 'toString' }, { placement: 3 }])
    expect(mediaLimitsFor(limits, options)).toBe(carousel)
  expect(mediaLimitsFor({ ...limits, placements: null }, { placement: 'story' })).toBe(carousel)
})
