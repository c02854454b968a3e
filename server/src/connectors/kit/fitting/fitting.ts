import type { Words } from '../../../lib/text/sentence.ts'
import type { DraftMedia, FitPlan } from '../../connector.ts'

/** The way from a file to one that a network takes. */
export type Fitting = AsItIs | Made | Unfit

/** It goes as it is. Where the network does not take it, nothing can be done about that. */
export interface AsItIs {
  readonly outcome: 'as_it_is'
}

export interface Made {
  readonly outcome: 'made'
  readonly plan: FitPlan
  /** The medium as it will be: its bytes are the most that they may be. */
  readonly result: DraftMedia
  /** The program beside Crier that it takes; null where it takes none. */
  readonly needs: 'video' | 'heic' | null
}

/** It breaks limits, and cannot be changed so that it keeps them. */
export interface Unfit {
  readonly outcome: 'unfit'
  readonly why: Words
}
