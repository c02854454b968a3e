import { Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { accessOf } from './api.ts'
import { type Artefacts, readArtefacts, writeArtefacts } from './artefacts.ts'
import { findArticle, makeDraft } from './articles.ts'

/** A community takes one write a second of a key. Source: rack_attack.rb of Forem, `api_write_throttle`. */
const pauseMs = 1_100

/**
 * Makes the draft, whose number is stored before anything else happens, and sees that it still stands. One that somebody deleted
 * meanwhile is made again, once: a community that does not show what it takes would get drafts without end. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  if (step.part !== 'post') throw new Failure('invalid', 'An article stands by itself.')
  const access = accessOf(step.account, io.credentials)
  const { articleId, isMadeAgain } = readArtefacts(step.artefacts)
  if (articleId === null)
    return pending({ articleId: await makeDraft(step, access, io), isMadeAgain }, pauseMs)
  const standing = await findArticle(({ id }) => id === articleId, access, io)
  if (standing) return { outcome: 'ready', artefacts: writeArtefacts({ articleId, isMadeAgain }) }
  if (isMadeAgain) throw new Failure('unavailable', 'The community does not show the draft that it took.')
  return pending({ articleId: null, isMadeAgain: true }, 0)
}

function pending(artefacts: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(artefacts), againInMs }
}
