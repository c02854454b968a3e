import { describe, expect, it } from 'vitest'
import type { FitPlan } from '../../connectors/connector.ts'
import { type MeasuredVideo, videoNumbers } from './video-numbers.ts'

const streams = {
  ...{ codec: 'h264', audioCodec: 'aac', maxFrameRate: null, maxBitRate: null },
  ...{ maxAudioChannels: null, maxSampleRate: null },
}
const plain: FitPlan = {
  ...{
    mimeType: 'video/mp4',
    crop: null,
    size: null,
    pad: null,
    maxBytes: null,
    remux: false,
    frameAtMs: null,
  },
  video: streams,
}
const video: MeasuredVideo = {
  ...{ width: 1920, height: 1080, durationMs: 60_000, frameRate: 30 },
  audio: { channels: 2, sampleRate: 48_000 },
}

const numbersOf = (facts: Partial<MeasuredVideo>, plan: Partial<FitPlan> = {}, tighter = 1) =>
  videoNumbers({ ...video, ...facts }, { ...plain, ...plan }, tighter)

describe('the numbers of a video', () => {
  it('keep its size and rate where the plan limits nothing', () => {
    expect(numbersOf({})).toEqual({
      size: { width: 1920, height: 1080 },
      pad: null,
      frameRate: 30,
      videoBits: 9_000_000,
      audio: { bits: 160_000, channels: 2, sampleRate: 48_000 },
    })
  })

  it.each([
    [1, 1, 2, 2],
    [7680, 4320, 7680, 4320],
    [641, 361, 640, 360],
    [1, 1000, 2, 1000],
  ])('are even: %i × %i', (width, height, evenWidth, evenHeight) => {
    expect(numbersOf({ width, height })?.size).toEqual({ width: evenWidth, height: evenHeight })
  })

  it('follow the crop, the size and the background of the plan', () => {
    const crop = { x: 0.25, y: 0, width: 0.5, height: 1 }
    expect(numbersOf({}, { crop })?.size).toEqual({ width: 960, height: 1080 })
    const padded = numbersOf({}, { size: { width: 720, height: 405 }, pad: { width: 720, height: 720 } })
    expect(padded).toMatchObject({ size: { width: 720, height: 404 }, pad: { width: 720, height: 720 } })
  })

  it.each([
    [60, 30, 30],
    [50, 30, 25],
    [59.94, 30, 29.97],
    [24, 30, 24],
    [29.995, null, 30],
    [240, null, 60],
    [1_000, 60, 1_000 / 17],
    [0.1, null, 5],
    [null, null, 30],
  ])('divide a rate of %s by a whole number to keep below %s', (frameRate, maxFrameRate, wanted) => {
    expect(numbersOf({ frameRate }, { video: { ...streams, maxFrameRate } })?.frameRate).toBeCloseTo(
      wanted,
      2,
    )
  })

  it('spread the bytes of the plan over its length', () => {
    const numbers = numbersOf({}, { maxBytes: 5_000_000 })
    const bytes = (((numbers?.videoBits ?? 0) + (numbers?.audio?.bits ?? 0)) * 60) / 8
    expect(bytes).toBeGreaterThan(4_400_000)
    expect(bytes).toBeLessThan(5_000_000)
    expect(numbersOf({}, { maxBytes: 5_000_000 }, 0.5)?.videoBits).toBeLessThan(
      (numbers?.videoBits ?? 0) / 1.9,
    )
  })

  it('do not exist where the bytes are too few', () => {
    expect(numbersOf({ durationMs: 36_000_000 }, { maxBytes: 8_000_000 })).toBeNull()
    expect(numbersOf({ durationMs: 0 }, { maxBytes: 1_000 })).toBeNull()
  })

  it('know no sound that AAC and the plan do not', () => {
    const sound = (audio: MeasuredVideo['audio'], more = {}) =>
      numbersOf({ audio }, { video: { ...streams, ...more } })?.audio
    expect(sound({ channels: 6, sampleRate: 96_000 })).toMatchObject({ channels: 2, sampleRate: 48_000 })
    expect(sound({ channels: 0, sampleRate: 0 })).toMatchObject({ channels: 1, sampleRate: 8_000 })
    expect(
      sound({ channels: 2, sampleRate: 48_000 }, { maxSampleRate: 44_100, maxAudioChannels: 1 }),
    ).toMatchObject({
      channels: 1,
      sampleRate: 44_100,
    })
    expect(sound(null)).toBeNull()
  })
})
