import { type Words, word } from '../../../lib/text/sentence.ts'
import type { DraftMedia, MediaLimit } from '../../connector.ts'
import { durationFaults, type Fault, faultsOf } from '../media/check-file.ts'
import type { Fitting, Made, Unfit } from './fitting.ts'
import { planPicture } from './plan-picture.ts'
import { planVideo } from './plan-video.ts'

/**
 * Plans the changes that make a medium keep the limits of its kind. Pure: equal media and limits have equal plans. Times are
 * never changed: a video that is too long stays too long.
 */
export function planFit(medium: DraftMedia, kinds: readonly MediaLimit[]): Fitting {
  const limit = kinds.find(({ kind }) => kind === medium.kind)
  switch (medium.kind) {
    case 'image':
      return limit && (medium.crop || isAskew(medium) || isBroken(medium, limit))
        ? verify(planPicture(medium, limit), limit)
        : asItIs
    case 'video':
      return limit && (medium.crop || isBroken(medium, limit))
        ? verify(planVideo(medium, limit), limit)
        : asItIs
    case 'gif':
      return planMoving(medium, limit, kinds)
    case 'document':
      return asItIs
  }
}

const asItIs = { outcome: 'as_it_is' } as const

/** A moving picture goes as it is, or as a video: made smaller it would be a still one. */
function planMoving(medium: DraftMedia, own: MediaLimit | undefined, kinds: readonly MediaLimit[]): Fitting {
  if (own && !isBroken(medium, own)) return asItIs
  const video = kinds.find(({ kind }) => kind === 'video')
  if (video) return verify(planVideo(medium, video), video)
  if (!own) return asItIs
  return { outcome: 'unfit', why: 'A moving picture cannot be made smaller without standing still.' }
}

/** Not every network turns a picture as its notes say. One that moves would stand still if it were redrawn. */
function isAskew({ orientation, durationMs }: DraftMedia): boolean {
  return orientation !== 1 && durationMs === null
}

/** Whether changes might help. */
function isBroken(medium: DraftMedia, limit: MediaLimit): boolean {
  return lastingFaults(medium, limit).length > 0
}

/** A result that still breaks a limit is none. */
function verify(made: Made | Unfit, limit: MediaLimit): Fitting {
  if (made.outcome === 'unfit') return made
  const [left] = lastingFaults(made.result, limit)
  return left ? { outcome: 'unfit', why: left.detail } : made
}

/** The limits that a file breaks, besides those of time. */
export function lastingFaults(
  medium: DraftMedia,
  limit: MediaLimit,
  network: Words = word('The network'),
): Fault[] {
  const ofTime = durationFaults(medium, limit, { network }).map(({ code }) => code)
  return faultsOf(medium, limit, { network }).filter(({ code }) => !ofTime.includes(code))
}
