import { describe, expect, it } from 'vitest'
import type { DraftMedia, MediaLimit, VideoFacts, VideoLimit } from '../../connector.ts'
import { faultsOf } from '../media/check-file.ts'
import { anyShape } from '../media/media-limits.ts'
import { describeFit, visibleLosses } from './describe-fit.ts'
import { fitCover } from './fit-media.ts'
import type { Made } from './fitting.ts'
import { planFit } from './plan-fit.ts'
import { planCover } from './plan-video.ts'

const by = { network: 'This network' }
const jpegOnly: MediaLimit = {
  kind: 'image',
  types: ['image/jpeg'],
  maxBytes: 8_000_000,
  minDurationMs: null,
  maxDurationMs: null,
  shape: null,
  video: null,
}
const feed: MediaLimit = {
  ...jpegOnly,
  shape: { ...anyShape, minAspect: 0.8, maxAspect: 1.91, maxWidth: 1_440 },
}
const plays: VideoLimit = {
  codecs: ['h264'],
  audioCodecs: ['aac'],
  maxFrameRate: 60,
  maxBitRate: 25_000_000,
  maxAudioChannels: 2,
  maxSampleRate: 48_000,
  needsFastStart: true,
}
const films: MediaLimit = {
  kind: 'video',
  types: ['video/mp4'],
  maxBytes: 100_000_000,
  minDurationMs: 3_000,
  maxDurationMs: 90_000,
  shape: null,
  video: plays,
}

const picture: DraftMedia = {
  id: 'one',
  kind: 'image',
  mimeType: 'image/jpeg',
  bytes: 500_000,
  width: 1_200,
  height: 1_000,
  durationMs: null,
  altText: '',
  focus: null,
  crop: null,
  video: null,
  pages: null,
  orientation: 1,
  removed: [],
}
const facts: VideoFacts = {
  container: 'mp4',
  codec: 'h264',
  profile: 'high',
  frameRate: 30,
  bitRate: 5_000_000,
  rotation: 0,
  isFastStart: true,
  audio: { codec: 'aac', channels: 2, sampleRate: 48_000, bitRate: 128_000 },
}
const film: DraftMedia = {
  ...picture,
  kind: 'video',
  mimeType: 'video/mp4',
  bytes: 20_000_000,
  width: 1_920,
  height: 1_080,
  durationMs: 32_000,
  video: facts,
}
const gif: DraftMedia = {
  ...picture,
  kind: 'gif',
  mimeType: 'image/gif',
  durationMs: 4_000,
  width: 481,
  height: 321,
}

function mustMake(medium: DraftMedia, kinds: readonly MediaLimit[]): Made {
  const fitting = planFit(medium, kinds)
  if (fitting.outcome !== 'made') throw new Error(`It was not planned: ${JSON.stringify(fitting)}`)
  return fitting
}

describe('a plan for a picture', () => {
  it('leaves alone what a network takes as it is, and what it can do nothing for', () => {
    expect(planFit(picture, [jpegOnly])).toEqual({ outcome: 'as_it_is' })
    expect(planFit(picture, [films])).toEqual({ outcome: 'as_it_is' })
    const document = { ...picture, kind: 'document' as const, mimeType: 'application/pdf' }
    expect(planFit(document, [{ ...jpegOnly, kind: 'document' }])).toEqual({ outcome: 'as_it_is' })
  })

  it('turns upright what lies on its side, but nothing that would stand still then', () => {
    const made = mustMake({ ...picture, orientation: 6 }, [jpegOnly])
    expect(made).toMatchObject({ plan: { mimeType: 'image/jpeg', crop: null, size: null }, needs: null })
    expect(made.result.orientation).toBe(1)
    expect(describeFit({ ...picture, orientation: 6 }, made)).toEqual([
      { change: 'rotate', detail: 'Turned upright.' },
    ])
    expect(planFit({ ...picture, orientation: 6, durationMs: 900 }, [jpegOnly])).toEqual({
      outcome: 'as_it_is',
    })
  })

  it('makes JPEG of what is refused, and says what it takes', () => {
    for (const [mimeType, needs] of [
      ['image/heic', 'heic'],
      ['image/webp', null],
      ['image/png', null],
      ['image/avif', null],
    ] as const) {
      const made = mustMake({ ...picture, mimeType }, [jpegOnly])
      expect(made).toMatchObject({ plan: { mimeType: 'image/jpeg', size: null }, needs })
      expect(made.result).toMatchObject({ mimeType: 'image/jpeg', width: 1_200 })
    }
  })

  it('keeps a transparent picture transparent where that is possible, and gives up details before pixels', () => {
    const all = { ...jpegOnly, types: ['image/jpeg', 'image/png', 'image/webp'] }
    const png = { ...picture, mimeType: 'image/png' }
    expect(mustMake({ ...png, bytes: 9_000_000 }, [all]).plan.mimeType).toBe('image/webp')
    expect(mustMake({ ...png, width: 3_000 }, [{ ...all, shape: feed.shape }]).plan.mimeType).toBe(
      'image/png',
    )
    expect(
      mustMake(
        { ...picture, mimeType: 'image/avif' },
        [all].map((one) => ({ ...one, types: ['image/png'] })),
      ).plan.mimeType,
    ).toBe('image/png')
    expect(planFit(png, [{ ...jpegOnly, types: ['image/avif'] }])).toMatchObject({ outcome: 'unfit' })
  })

  it('pads a shape that is not taken, and crops it where a focus says what to keep', () => {
    const tall = { ...picture, width: 1_080, height: 1_920 }
    const padded = mustMake(tall, [feed])
    expect(padded.plan).toMatchObject({
      crop: null,
      size: { width: 1_012, height: 1_800 },
      pad: { width: 1_440, height: 1_800 },
    })
    expect(visibleLosses(tall, padded).map(({ code }) => code)).toEqual(['media_padded'])
    const cropped = mustMake({ ...tall, focus: { x: 0, y: 1 } }, [feed])
    expect(cropped.plan).toMatchObject({
      crop: { x: 0, y: 0, width: 1, height: 1_350 / 1_920 },
      size: null,
      pad: null,
    })
    expect(visibleLosses({ ...tall, focus: { x: 0, y: 1 } }, cropped).map(({ code }) => code)).toEqual([
      'media_cropped',
    ])
    const wide = mustMake({ ...picture, width: 4_000, height: 1_000, focus: { x: 1, y: 0 } }, [feed])
    expect(wide.plan).toMatchObject({ crop: { x: 2_090 / 4_000 }, size: { width: 1_438, height: 753 } })
  })

  it('cuts by the person’s crop even where everything would fit, and moves the focus with it', () => {
    const crop = { x: 0.5, y: 0, width: 0.5, height: 1 }
    const { plan, result } = mustMake({ ...picture, crop, focus: { x: 0.5, y: 0 } }, [jpegOnly])
    expect(plan).toMatchObject({ crop, size: null, pad: null })
    expect(result).toMatchObject({ width: 600, height: 1_000, crop: null, focus: { x: 0, y: 0 } })
    expect(visibleLosses({ ...picture, crop }, { outcome: 'made', plan, result, needs: null })).toEqual([])
  })

  it('is refused where it has too few pixels, with the numbers', () => {
    const least = { ...jpegOnly, shape: { ...anyShape, minWidth: 320 } }
    const fitting = planFit({ ...picture, width: 200, height: 200 }, [least])
    expect(fitting).toMatchObject({
      outcome: 'unfit',
      why: expect.toSatisfy((why) => String(why).includes('200 × 200')),
    })
  })
})

describe('a plan for a video', () => {
  it('packs a phone’s film anew where its streams are taken, and codes it anew where they are not', () => {
    const mov = { ...film, mimeType: 'video/quicktime', video: { ...facts, container: 'quicktime' as const } }
    expect(mustMake(mov, [films]).plan).toMatchObject({ mimeType: 'video/mp4', remux: true, video: null })
    const late = { ...film, video: { ...facts, isFastStart: false } }
    expect(mustMake(late, [films])).toMatchObject({
      plan: { remux: true },
      result: { video: { isFastStart: true } },
    })
    const hevc = { ...mov, video: { ...facts, codec: 'hevc' } }
    const made = mustMake(hevc, [films])
    expect(made.plan).toMatchObject({
      remux: false,
      video: { codec: 'h264', audioCodec: 'aac', maxFrameRate: null },
    })
    expect(mustMake(hevc, [{ ...films, video: null }]).plan.video).toMatchObject({ codec: 'h264' })
    expect(mustMake(mov, [{ ...films, video: null }]).plan.remux).toBe(true)
    expect(mustMake({ ...mov, video: null }, [films]).plan.video).toMatchObject({ maxFrameRate: 60 })
  })

  it('slows down, quiets down and thins out only what is over its limits', () => {
    const fast = {
      ...film,
      video: {
        ...facts,
        frameRate: 120,
        audio: { codec: 'aac', channels: 6, sampleRate: 96_000, bitRate: null },
      },
    }
    const made = mustMake(fast, [films])
    expect(made.plan.video).toEqual({
      codec: 'h264',
      audioCodec: 'aac',
      maxFrameRate: 60,
      maxBitRate: null,
      maxAudioChannels: 2,
      maxSampleRate: 48_000,
    })
    expect(visibleLosses(fast, made).map(({ code }) => code)).toEqual(['media_frame_rate'])
    expect(planFit({ ...film, video: { ...facts, audio: null } }, [films]).outcome).toBe('as_it_is')
  })

  it('squeezes a film that has too many bytes, with fewer pixels the less room there is', () => {
    const sides = [60, 12, 5].map((megabytes) => {
      const { plan, result } = mustMake(film, [{ ...films, maxBytes: megabytes * 250_000 }])
      const bits = (plan.video?.maxBitRate ?? 0) * 32
      expect(bits).toBeLessThanOrEqual(megabytes * 250_000 * 8)
      return result.height
    })
    expect(sides).toEqual([1_080, 480, 240])
    const fitting = planFit({ ...film, durationMs: 3_600_000 }, [
      { ...films, maxBytes: 10_000_000, maxDurationMs: null },
    ])
    expect(fitting).toMatchObject({
      outcome: 'unfit',
      why: expect.toSatisfy((why) => String(why).includes('3600 seconds')),
    })
  })

  it('never cuts it shorter: a film that is too long stays too long', () => {
    expect(planFit({ ...film, durationMs: 95_000 }, [films])).toEqual({ outcome: 'as_it_is' })
    const long = { ...film, mimeType: 'video/quicktime', durationMs: 95_000 }
    const { result } = mustMake(long, [films])
    expect(faultsOf(result, films, by).map(({ code }) => code)).toEqual(['media_too_long'])
  })

  it('takes a picture of it, within the video', () => {
    const limit = { shape: { ...anyShape, maxWidth: 640 }, maxBytes: 2_000_000 }
    expect(planCover(film, limit, 90_000_000)).toMatchObject({ mimeType: 'image/jpeg', frameAtMs: 31_999 })
    expect(planCover(film, limit, -5)).toMatchObject({ frameAtMs: 0, size: { width: 640, height: 360 } })
  })

  it('becomes the cover that an option names by one of its pictures, and a picture is fitted as in a post', () => {
    const ways = { kinds: [jpegOnly], mayFit: true, network: 'This network' }
    const ofFilm = fitCover(film, '/options/cover', ways)
    expect(ofFilm.media).toMatchObject([{ kind: 'image', mimeType: 'image/jpeg', durationMs: null }])
    expect(ofFilm.fits).toMatchObject([
      { pointer: '/options/cover', needs: 'video', steps: [{ change: 'convert' }] },
    ])
    const png = fitCover({ ...picture, mimeType: 'image/png' }, '/options/cover', ways)
    expect(png.fits).toMatchObject([{ pointer: '/options/cover', result: { mimeType: 'image/jpeg' } }])
    const asItIs = fitCover(film, '/options/cover', { ...ways, mayFit: false })
    expect(asItIs.media).toEqual([film])
    expect([...asItIs.refusals.keys()]).toEqual(['/options/cover'])
  })

  it('makes one of a moving picture where only that is taken', () => {
    const made = mustMake(gif, [jpegOnly, films])
    expect(made).toMatchObject({
      plan: { mimeType: 'video/mp4', size: { width: 480, height: 320 } },
      result: { kind: 'video' },
    })
    expect(visibleLosses(gif, made).map(({ code }) => code)).toEqual(['media_becomes_video'])
    const moving = { ...jpegOnly, kind: 'gif' as const, types: ['image/gif'], maxBytes: 100 }
    expect(planFit(gif, [{ ...moving, maxBytes: null }, films]).outcome).toBe('as_it_is')
    expect(planFit(gif, [moving, jpegOnly])).toMatchObject({ outcome: 'unfit' })
    expect(planFit(gif, [jpegOnly])).toEqual({ outcome: 'as_it_is' })
  })

  it('says of an animation of another type than GIF that it will stand still', () => {
    const moving = { ...picture, mimeType: 'image/webp', durationMs: 400 }
    const made = mustMake(moving, [jpegOnly, films])
    expect(made.result).toMatchObject({ kind: 'image', mimeType: 'image/jpeg', durationMs: null })
    expect(visibleLosses(moving, made).map(({ code }) => code)).toEqual(['media_stands_still'])
    const still = { ...moving, durationMs: null }
    expect(visibleLosses(still, mustMake(still, [jpegOnly]))).toEqual([])
    const webp = { ...jpegOnly, types: ['image/webp'] }
    expect(planFit(moving, [webp])).toEqual({ outcome: 'as_it_is' })
  })
})

describe('every plan', () => {
  it('keeps the limits it was made for, whatever the shape, and is told in words', () => {
    const random = numbers(1)
    let planned = 0
    for (let round = 0; round < 3_000; round += 1) {
      const minAspect = random() < 0.5 ? 0.3 + random() : null
      const shape = {
        ...anyShape,
        maxWidth: random() < 0.5 ? 2 + Math.floor(random() * 3_000) : null,
        maxPixels: random() < 0.3 ? 4 + Math.floor(random() * 3_000_000) : null,
        minAspect,
        maxAspect: random() < 0.5 ? (minAspect ?? 0.5) + random() * 2 : null,
      }
      const isFilm = random() < 0.5
      const medium = {
        ...(isFilm ? film : picture),
        width: 1 + Math.floor(random() * 5_000),
        height: 1 + Math.floor(random() * 5_000),
        focus: random() < 0.5 ? { x: random() * 2 - 1, y: random() * 2 - 1 } : null,
        crop:
          random() < 0.3
            ? { x: random() / 2, y: random() / 2, width: random() / 2, height: random() / 2 }
            : null,
      }
      const limit = isFilm ? { ...films, shape } : { ...jpegOnly, shape }
      const fitting = planFit(medium, [limit])
      if (fitting.outcome === 'made') {
        planned += 1
        expect(faultsOf(fitting.result, limit, by)).toEqual([])
        const { size, pad, crop } = fitting.plan
        expect(Math.max(size?.width ?? 0)).toBeLessThanOrEqual(medium.width)
        if (pad) expect(pad.width >= (size?.width ?? 0) && pad.height >= (size?.height ?? 0)).toBe(true)
        if (crop) expect(crop.x + crop.width).toBeLessThanOrEqual(1 + 1e-9)
        expect(describeFit(medium, fitting).length).toBeGreaterThan(0)
      } else if (fitting.outcome === 'as_it_is') expect(faultsOf(medium, limit, by)).toEqual([])
    }
    // The others are too thin for any allowed shape.
    expect(planned).toBeGreaterThan(1_500)
  })
})

/** Numbers from 0 to 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

it('says of a video that takes longer to convert than Crier works at one that it must be cut', () => {
  const limit = { ...films, maxDurationMs: null, maxBytes: null }
  const long = { ...picture, kind: 'video', mimeType: 'video/webm', durationMs: 13 * 3_600_000 } as const
  expect(planFit(long, [limit])).toEqual({
    outcome: 'unfit',
    why: 'Crier converts videos of up to 12 hours. Cut it into parts.',
  })
  expect(planFit({ ...long, durationMs: 12 * 3_600_000 }, [limit])).toMatchObject({ outcome: 'made' })
})
