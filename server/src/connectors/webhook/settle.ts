import type { CommitStep, Settled } from '../connector.ts'
import { readArtefacts } from './artefacts.ts'

/** A receiver is asked nothing. One that knows a repeated message may be sent it again. */
export async function settle({ artefacts }: CommitStep): Promise<Settled> {
  return { outcome: readArtefacts(artefacts).knowsRepeats ? 'repeat' : 'not_found' }
}
