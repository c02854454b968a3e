import type { Io, Prepared, Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { listNewest } from './own-posts.ts'
import { mayRead, readingToken } from './settings.ts'
import { uploadMedium } from './upload.ts'

/** VK takes three calls in a second from a person, and an upload is two of them. */
const pauseMs = 300

/**
 * Uploads one medium in each call, and at last lists the newest posts of the wall, so that none of them is ever taken for ours. A photo
 * or a document shows nowhere before the post. A video stands among those of the account at once, so it waits for its time.
 * @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { draft, account, dueAt } = step
  const known = { ...readArtefacts(step.artefacts), seen: null }
  const pending = (media: typeof known.media, againInMs: number): Prepared => ({
    outcome: 'pending',
    artefacts: writeArtefacts({ ...known, media }),
    againInMs,
  })
  const medium = draft.media[known.media.length]
  if (medium) {
    const made = await takeFitting(medium, limits(account), step, io)
    if (made.state === 'pending') return pending(known.media, made.againInMs)
    const { kind } = made.medium
    const waitMs = dueAt.getTime() - io.now().getTime()
    if (kind === 'video' && waitMs > 0) return pending(known.media, waitMs)
    const attachment = await uploadMedium(step, made.medium, io)
    return pending([...known.media, { kind, attachment }], pauseMs)
  }
  const seen = mayRead(account)
    ? (await listNewest(step, readingToken(io.credentials), io)).items.map(({ id }) => id)
    : []
  return { outcome: 'ready', artefacts: writeArtefacts({ ...known, seen }) }
}
