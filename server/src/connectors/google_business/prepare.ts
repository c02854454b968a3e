import type { Io, Prepared, Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { idOf, readPosts } from './own-posts.ts'
import { readToken } from './settings.ts'

/**
 * Makes the photo fit, lists the newest posts of the location, so that none of them is ever taken for ours, and asks for an
 * address of the photo. Google fetches it when it gets the post. A location that is not there is found by the list. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const [medium] = step.draft.media
  const made = medium && (await takeFitting(medium, limits(step.account), step, io))
  if (made?.state === 'pending')
    return { outcome: 'pending', artefacts: step.artefacts, againInMs: made.againInMs }
  const { posts } = await readPosts(step.account, readToken(io.credentials), io)
  const seen = posts.flatMap((post) => idOf(post) ?? [])
  const photo = made ? await io.media.publicUrl(made.medium.id) : null
  return { outcome: 'ready', artefacts: writeArtefacts({ photo, seen }) }
}
