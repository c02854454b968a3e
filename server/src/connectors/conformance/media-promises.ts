import { expect } from 'vitest'
import type { JsonObject } from '../../lib/json/json.ts'
import type { DraftMedia, MediaLimit, MediaLimits, MediaSet, Shape, VideoLimit } from '../connector.ts'
import { type Checkable, problemPointers } from './checking.ts'
import { describeFitting, mostOf } from './pictures.ts'

interface MediaPromise {
  readonly title: string
  keep(house: Checkable): Promise<void>
}

/** Each limit of media is found when it is broken by one, and accepted when it is met, in every placement. */
export const mediaPromises: readonly MediaPromise[] = [
  {
    title:
      'accepts each set of media when it is full, and finds one more or fewer, and kinds that share no set',
    keep: async (house) => {
      for (const postKind of postKindsOf(house)) {
        for (const set of postKind.limits.sets) {
          expect(findIn(house, postKind, fill(postKind.limits, set)), `a full set of ${set.kinds}`).toEqual(
            [],
          )
          expectTooFew(house, postKind, set)
        }
        for (const { kind } of postKind.limits.kinds) {
          const tooMany = mediaOf(postKind.limits, kind, mostOf(postKind.limits, kind) + 1)
          expect(findIn(house, postKind, tooMany).some(isAboutMedia), `one ${kind} too many`).toBe(true)
        }
        expectApart(house, postKind)
      }
    },
  },
  {
    title: 'finds an alt text that is too long, a type the network does not take, and a file too large',
    keep: async (house) => {
      for (const postKind of postKindsOf(house)) {
        for (const limit of postKind.limits.kinds) {
          const breaks = breaksOf(house, postKind, limit)
          const { altTextMax } = postKind.limits
          expect(breaks({ altText: 'a'.repeat(altTextMax) }), 'an alt text at its limit').toBe(false)
          expect(breaks({ altText: 'a'.repeat(altTextMax + 1) }), 'an alt text over it').toBe(true)
          expect(breaks({ mimeType: 'image/x-unheard-of' }), 'a type unheard of').toBe(true)
          if (limit.maxBytes === null) continue
          expect(breaks({ bytes: limit.maxBytes }), `${limit.kind} at its limit of bytes`).toBe(false)
          expect(breaks({ bytes: limit.maxBytes + 1 }), `${limit.kind} over its limit of bytes`).toBe(true)
        }
      }
    },
  },
  {
    title:
      'finds media that are too long, too short, of the wrong shape, or that no player of the network plays',
    keep: async (house) => {
      for (const postKind of postKindsOf(house)) {
        for (const limit of postKind.limits.kinds) {
          const breaks = breaksOf(house, postKind, limit)
          expect(breaks({}), `${limit.kind} within its limits`).toBe(false)
          for (const [name, fault] of faultsOf(limit))
            expect(breaks(fault), `${limit.kind}: ${name}`).toBe(true)
        }
      }
    },
  },
]

/** The limits of media under one choice of the option that chooses the placement. */
interface PostKind {
  readonly limits: MediaLimits
  readonly options: JsonObject
}

function postKindsOf({ connector, account, options }: Checkable): PostKind[] {
  const { media, placements } = connector.limits(account)
  const chosen = Object.entries(placements?.media ?? {}).map(([value, limits]) => ({
    limits,
    options: { ...options, [placements?.option ?? '']: value },
  }))
  return [{ limits: media, options }, ...chosen]
}

function findIn(house: Checkable, { options }: PostKind, media: readonly DraftMedia[]): string[] {
  return problemPointers(house, { media, options })
}

function isAboutMedia(pointer: string): boolean {
  return pointer.startsWith('/media')
}

/** Whether a medium that keeps every limit of its kind, changed like this, is found. */
function breaksOf(house: Checkable, postKind: PostKind, limit: MediaLimit) {
  const others = restOfSmallestSet(postKind.limits, limit)
  return (change: Partial<DraftMedia>): boolean =>
    findIn(house, postKind, [{ ...describeFitting(limit), ...change }, ...others]).some((pointer) =>
      pointer.startsWith('/media/0'),
    )
}

function restOfSmallestSet({ sets }: MediaLimits, limit: MediaLimit): DraftMedia[] {
  const least = Math.min(...sets.filter(({ kinds }) => kinds.includes(limit.kind)).map(({ min }) => min))
  return Array.from({ length: least - 1 }, () => describeFitting(limit))
}

function mediaOf({ kinds }: MediaLimits, kind: DraftMedia['kind'], count: number): DraftMedia[] {
  const limit = kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`A set names ${kind}, which has no limit of its own.`)
  return Array.from({ length: count }, () => describeFitting(limit))
}

/** As many media as a set takes, with as much of each of its kinds as it takes. */
function fill(limits: MediaLimits, { kinds, max, most }: MediaSet): DraftMedia[] {
  const rarest = [...kinds].sort((one, other) => (most[one] ?? max) - (most[other] ?? max))
  return rarest.flatMap((kind) => mediaOf(limits, kind, Math.min(most[kind] ?? max, max))).slice(0, max)
}

function expectTooFew(house: Checkable, postKind: PostKind, { kinds, min }: MediaSet): void {
  const [kind] = kinds
  const isTaken = postKind.limits.sets.some(
    (set) => kind && set.kinds.includes(kind) && set.min < min && set.max >= min - 1,
  )
  if (!kind || min < 2 || isTaken) return
  const found = findIn(house, postKind, mediaOf(postKind.limits, kind, min - 1))
  expect(found.some(isAboutMedia), `fewer than ${min} of ${kind}`).toBe(true)
}

function expectApart(house: Checkable, postKind: PostKind): void {
  const kinds = postKind.limits.kinds.map(({ kind }) => kind)
  for (const one of kinds) {
    for (const other of kinds) {
      if (postKind.limits.sets.some((set) => set.kinds.includes(one) && set.kinds.includes(other))) continue
      const media = [...mediaOf(postKind.limits, one, 1), ...mediaOf(postKind.limits, other, 1)]
      expect(findIn(house, postKind, media).some(isAboutMedia), `${one} beside ${other}`).toBe(true)
    }
  }
}

/** Changes by which a medium breaks one limit after the other. */
function faultsOf(limit: MediaLimit): [string, Partial<DraftMedia>][] {
  const { minDurationMs, maxDurationMs, shape, video } = limit
  const faults: [string, Partial<DraftMedia>][] = []
  if (minDurationMs !== null) faults.push(['too short', { durationMs: minDurationMs - 1 }])
  if (maxDurationMs !== null) faults.push(['too long', { durationMs: maxDurationMs + 1 }])
  const fitting = describeFitting(limit)
  return [
    ...faults,
    ...(shape ? wrongShapes(fitting, shape) : []),
    ...(video ? wrongVideos(fitting, video) : []),
  ]
}

function wrongShapes({ width, height }: DraftMedia, shape: Shape): [string, Partial<DraftMedia>][] {
  const { minWidth, minHeight, maxWidth, maxHeight, maxPixels, minAspect, maxAspect } = shape
  const [wide, high] = [width ?? 1, height ?? 1]
  const shapes: [string, number | null, { width: number; height: number }][] = [
    ['too narrow', minWidth, { width: (minWidth ?? 0) - 1, height: high }],
    ['too low', minHeight, { width: wide, height: (minHeight ?? 0) - 1 }],
    ['too wide', maxWidth, { width: (maxWidth ?? 0) + 1, height: high }],
    ['too high', maxHeight, { width: wide, height: (maxHeight ?? 0) + 1 }],
    ['too many pixels', maxPixels, { width: (maxPixels ?? 0) + 1, height: 1 }],
    ['a ratio too narrow', minAspect, { width: Math.floor(high * (minAspect ?? 0) * 0.9), height: high }],
    ['a ratio too wide', maxAspect, { width: Math.ceil(high * (maxAspect ?? 0) * 1.1), height: high }],
  ]
  return shapes.flatMap(([name, bound, fault]): [string, Partial<DraftMedia>][] =>
    bound === null ? [] : [[name, fault]],
  )
}

function wrongVideos({ video: facts }: DraftMedia, limit: VideoLimit): [string, Partial<DraftMedia>][] {
  if (!facts) return []
  const { audio } = facts
  const videos: [string, unknown, Partial<typeof facts>][] = [
    ['a codec unheard of', true, { codec: 'unheard_of' }],
    ['sound of a codec unheard of', audio, { audio: audio && { ...audio, codec: 'unheard_of' } }],
    ['too many frames', limit.maxFrameRate, { frameRate: (limit.maxFrameRate ?? 0) + 1 }],
    ['too many bits', limit.maxBitRate, { bitRate: (limit.maxBitRate ?? 0) + 1 }],
    [
      'too many channels',
      limit.maxAudioChannels,
      { audio: audio && { ...audio, channels: (limit.maxAudioChannels ?? 0) + 1 } },
    ],
    [
      'too many samples',
      limit.maxSampleRate,
      { audio: audio && { ...audio, sampleRate: (limit.maxSampleRate ?? 0) + 1 } },
    ],
    ['its index behind its data', limit.needsFastStart || null, { isFastStart: false }],
  ]
  return videos.flatMap(([name, bound, fault]): [string, Partial<DraftMedia>][] =>
    bound === null ? [] : [[name, { video: { ...facts, ...fault } }]],
  )
}
