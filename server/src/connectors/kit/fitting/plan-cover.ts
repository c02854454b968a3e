import type { DraftMedia, MediaLimit } from '../../connector.ts'
import type { Fitting } from './fitting.ts'
import { focusWithin } from './frame.ts'
import { lastingFaults, planFit } from './plan-fit.ts'
import { planCover } from './plan-video.ts'

/** The first pictures of many videos are black. */
const latestMs = 3_000

/**
 * Plans the picture that an option names, such as a cover. A picture is fitted as in a post, and of a video one frame is taken.
 * Other kinds stay as they are. Pure, as `planFit` is.
 */
export function planCoverOf(medium: DraftMedia, kinds: readonly MediaLimit[]): Fitting {
  const limit = kinds.find(({ kind }) => kind === 'image')
  if (!limit || medium.kind !== 'video') return planFit(medium, kinds)
  const atMs = Math.min(latestMs, Math.floor((medium.durationMs ?? 0) / 3))
  const plan = planCover(medium, limit, atMs)
  const { width, height } = plan.pad ?? plan.size ?? medium
  const result: DraftMedia = {
    ...medium,
    kind: 'image',
    mimeType: plan.mimeType,
    bytes: Math.min(medium.bytes, limit.maxBytes ?? medium.bytes),
    width,
    height,
    durationMs: null,
    crop: null,
    focus: focusWithin(medium.focus, plan.crop),
    video: null,
    orientation: 1,
  }
  const [left] = lastingFaults(result, limit)
  return left ? { outcome: 'unfit', why: left.detail } : { outcome: 'made', plan, result, needs: 'video' }
}
