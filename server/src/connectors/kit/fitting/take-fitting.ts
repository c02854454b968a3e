import {
  type DraftMedia,
  Failure,
  type Io,
  type Limits,
  mediaLimitsFor,
  type Rendition,
  type Step,
} from '../../connector.ts'
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
  if (!draft.mayFit) return { state: 'ready', medium }
  const fitting = planFit(medium, mediaLimitsFor(limits, draft.options).kinds)
  switch (fitting.outcome) {
    case 'as_it_is':
      return { state: 'ready', medium }
    case 'unfit':
      throw new Failure('invalid', `The file cannot be made to fit. ${fitting.why}`)
    case 'made': {
      const rendition = await media.rendition(medium.id, fitting.plan)
      if (rendition.state === 'pending') return rendition
      const { altText } = medium
      const { focus, crop } = fitting.result
      return { state: 'ready', medium: { ...rendition.medium, altText, focus, crop } }
    }
  }
}
