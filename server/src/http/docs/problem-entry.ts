import type { Explained } from '../../publishing/error-catalog.ts'

/** The cause and cure of a problem, with the status it is answered with. */
export interface ProblemEntry extends Explained {
  readonly status: number
}
