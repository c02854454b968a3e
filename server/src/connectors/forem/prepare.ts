import { Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { accessOf } from './api.ts'
import { readArtefacts, writeArtefacts } from './artefacts.ts'
import { findArticle, makeDraft } from './articles.ts'

/** A community takes one write a second of a key. Source: rack_attack.rb of Forem, `api_write_throttle`. */
const pauseMs = 1_100

/**
 * Makes the draft, whose number is stored before anything else happens, and sees that it still stands. One that somebody deleted
 * meanwhile is made again. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  if (step.part !== 'post') throw new Failure('invalid', 'An article stands by itself.')
  const access = accessOf(step.account, io.credentials)
  const { articleId } = readArtefacts(step.artefacts)
  if (articleId === null) return pending(await makeDraft(step, access, io), pauseMs)
  const standing = await findArticle(({ id }) => id === articleId, access, io)
  return standing ? { outcome: 'ready', artefacts: writeArtefacts({ articleId }) } : pending(null, 0)
}

function pending(articleId: number | null, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts({ articleId }), againInMs }
}
