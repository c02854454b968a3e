import type { DraftMedia, DraftProblem, MediaFit, MediaLimit } from '../../connector.ts'
import { describeFit, visibleLosses } from './describe-fit.ts'
import type { Made } from './fitting.ts'
import { lastingFaults, planFit } from './plan-fit.ts'

/** The media of one post as they will be sent. */
export interface FittedMedia {
  readonly media: readonly DraftMedia[]
  readonly fits: readonly MediaFit[]
  /** Losses that somebody would see. */
  readonly warnings: readonly DraftProblem[]
  /** Why a medium is not made to fit, by its pointer. */
  readonly refusals: ReadonlyMap<string, string>
}

/** Plans all media of one post. Those that need no change, and those that no change helps, stay as they are. */
export function fitMedia(
  media: readonly DraftMedia[],
  at: string,
  { kinds, mayFit, network }: { kinds: readonly MediaLimit[]; mayFit: boolean; network: string },
): FittedMedia {
  const refusals = new Map<string, string>()
  const fits: MediaFit[] = []
  const warnings: DraftProblem[] = []
  const shown = media.map((medium, index) => {
    const pointer = `${at}/${index}`
    const fitting = planFit(medium, kinds)
    if (fitting.outcome === 'unfit') refusals.set(pointer, fitting.why)
    if (fitting.outcome !== 'made') return medium
    if (!mayFit) {
      refusals.set(pointer, 'It is not made to fit, because processing_enabled is false.')
      if (medium.crop) warnings.push({ pointer, ...cropNotApplied })
      return { ...medium, crop: null }
    }
    fits.push(toFit(medium, pointer, fitting, kinds, network))
    warnings.push(...visibleLosses(medium, fitting).map((loss) => ({ pointer, ...loss })))
    return fitting.result
  })
  return { media: shown, fits, warnings, refusals }
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
  network: string,
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
  refusals: ReadonlyMap<string, string>,
): DraftProblem[] {
  return problems.map((problem) => {
    const why = refusals.get(problem.pointer)
    return why === undefined || problem.detail === why
      ? problem
      : { ...problem, detail: `${problem.detail} ${why}` }
  })
}
