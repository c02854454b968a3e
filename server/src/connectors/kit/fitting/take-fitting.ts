import { sentence, word } from '../../../lib/text/sentence.ts'
import {
  type DraftMedia,
  Failure,
  type Io,
  type Limits,
  type MediaLimit,
  mediaLimitsFor,
  type Rendition,
  type Step,
} from '../../connector.ts'
import type { Fitting } from './fitting.ts'
import { planCoverOf } from './plan-cover.ts'
import { planFit } from './plan-fit.ts'

/**
 * A medium of a draft as its network takes it: the medium itself, or a rendition by the plan that `check` showed. A
 * connector whose answer is `pending` asks to be called again, and one whose answer is `ready` uploads that medium, which
 * has the alt text of the draft.
 * @throws Failure `invalid` where it cannot be made to fit
 */
export async function takeFitting(
  medium: DraftMedia,
  limits: Limits,
  { draft }: Pick<Step, 'draft'>,
  { media }: Pick<Io, 'media'>,
): Promise<Rendition> {
  return take(medium, planFit(medium, mediaLimitsFor(limits, draft.options).kinds), draft.mayFit, media)
}

/**
 * Takes the picture that an option names as its network takes it, by the plan of `fitCover` and as `takeFitting` does.
 * @throws Failure `invalid` where it cannot be made to fit
 */
export async function takeCover(
  medium: DraftMedia,
  kinds: readonly MediaLimit[],
  { draft }: Pick<Step, 'draft'>,
  { media }: Pick<Io, 'media'>,
): Promise<Rendition> {
  return take(medium, planCoverOf(medium, kinds), draft.mayFit, media)
}

async function take(
  medium: DraftMedia,
  fitting: Fitting,
  mayFit: boolean,
  media: Io['media'],
): Promise<Rendition> {
  if (!mayFit) return { state: 'ready', medium }
  switch (fitting.outcome) {
    case 'as_it_is':
      return { state: 'ready', medium }
    case 'unfit':
      throw new Failure(
        'invalid',
        sentence('The file cannot be made to fit. {why}', { why: word(fitting.why) }),
      )
    case 'made': {
      const rendition = await media.rendition(medium.id, fitting.plan)
      if (rendition.state === 'pending') return rendition
      const { altText } = medium
      const { focus, crop } = fitting.result
      return { state: 'ready', medium: { ...rendition.medium, altText, focus, crop } }
    }
  }
}
