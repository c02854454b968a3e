import { sentence, type Words, word } from '../../../lib/text/sentence.ts'
import type { DraftMedia, DraftProblem, MediaFit, MediaLimit } from '../../connector.ts'
import { describeFit, describeRemoved, visibleLosses } from './describe-fit.ts'
import type { Fitting, Made } from './fitting.ts'
import { planCoverOf } from './plan-cover.ts'
import { lastingFaults, planFit } from './plan-fit.ts'

/** The media of one post as they will be sent. */
export interface FittedMedia {
  readonly media: readonly DraftMedia[]
  readonly fits: readonly MediaFit[]
  /** Losses that somebody would see. */
  readonly warnings: readonly DraftProblem[]
  /** Why a medium is not made to fit, by its pointer. */
  readonly refusals: ReadonlyMap<string, Words>
}

/** How a network takes media. */
export interface Ways {
  readonly kinds: readonly MediaLimit[]
  readonly mayFit: boolean
  readonly network: Words
}

/** Plans all media of one post. A medium that needs no change, or that no change helps, stays as it is. */
export function fitMedia(media: readonly DraftMedia[], at: string, ways: Ways): FittedMedia {
  return together(media.map((medium, index) => fitOne(medium, `${at}/${index}`, ways, planFit)))
}

/** Plans a medium that an option names and that is shown as a picture, such as a cover: of a video one frame is taken. */
export function fitCover(medium: DraftMedia, pointer: string, ways: Ways): FittedMedia {
  return together([fitOne(medium, pointer, ways, planCoverOf)])
}

function together(fitted: readonly FittedMedia[]): FittedMedia {
  return {
    media: fitted.flatMap(({ media }) => media),
    fits: fitted.flatMap(({ fits }) => fits),
    warnings: fitted.flatMap(({ warnings }) => warnings),
    refusals: new Map(fitted.flatMap(({ refusals }) => [...refusals])),
  }
}

function fitOne(
  medium: DraftMedia,
  pointer: string,
  ways: Ways,
  plan: (medium: DraftMedia, kinds: readonly MediaLimit[]) => Fitting,
): FittedMedia {
  const { kinds, mayFit, network } = ways
  const fitting = plan(medium, kinds)
  const steps = describeRemoved(medium)
  const unchanged = {
    media: [medium],
    fits: steps.length > 0 ? [{ pointer, why: null, steps, result: medium, needs: null }] : [],
    warnings: [],
    refusals: new Map<string, Words>(),
  }
  if (fitting.outcome === 'unfit') return { ...unchanged, refusals: new Map([[pointer, fitting.why]]) }
  if (fitting.outcome === 'as_it_is') return unchanged
  if (!mayFit) {
    return {
      ...unchanged,
      media: [{ ...medium, crop: null }],
      warnings: medium.crop ? [{ pointer, ...cropNotApplied }] : [],
      refusals: new Map([[pointer, 'It is not made to fit, because processing_enabled is false.']]),
    }
  }
  return {
    ...unchanged,
    media: [fitting.result],
    fits: [toFit(medium, pointer, fitting, kinds, network)],
    warnings: visibleLosses(medium, fitting).map((loss) => ({ pointer, ...loss })),
  }
}

const cropNotApplied = {
  code: 'crop_not_applied',
  detail: 'It is published whole: a crop changes the file, and processing_enabled is false.',
}

function toFit(
  medium: DraftMedia,
  pointer: string,
  made: Made,
  kinds: readonly MediaLimit[],
  network: Words,
): MediaFit {
  const limit = kinds.find(({ kind }) => kind === medium.kind)
  const [fault] = limit ? lastingFaults(medium, limit, network) : []
  return {
    pointer,
    why: fault?.detail ?? null,
    steps: describeFit(medium, made),
    result: made.result,
    needs: made.needs,
  }
}

/** Adds to each problem of a medium the reason why it is not made to fit. */
export function explainRefusals(
  problems: readonly DraftProblem[],
  refusals: ReadonlyMap<string, Words>,
): DraftProblem[] {
  return problems.map((problem) => {
    const why = refusals.get(problem.pointer)
    return why === undefined || String(problem.detail) === String(why)
      ? problem
      : { ...problem, detail: sentence('{detail} {why}', { detail: word(problem.detail), why: word(why) }) }
  })
}
