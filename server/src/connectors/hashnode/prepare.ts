import { Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { type Artefacts, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { makeDraft } from './draft.ts'
import { readToken } from './settings.ts'
import { uploadPicture } from './upload.ts'

// Hashnode does not say that it drops pictures which no article shows.
const freshForMs = 7 * 24 * 3_600_000

/**
 * Uploads one picture, and wants to be called again until all are there. Then it makes the draft, which is never made anew: one that is gone may have
 * been published by hand. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  if (step.part !== 'post') throw new Failure('invalid', 'An article stands by itself.')
  const token = readToken(io.credentials)
  const kept = readArtefacts(step.artefacts)
  if (kept.draftId !== null) return { outcome: 'ready', artefacts: writeArtefacts(kept) }
  const media = keepFreshUploads(kept.media, step.draft.media, io.now(), freshForMs)
  const next = step.draft.media[media.length]
  if (next) {
    const fitting = await takeFitting(next, limits(step.account), step, io)
    if (fitting.state === 'pending') return pending({ ...kept, media }, fitting.againInMs)
    const uploaded = await uploadPicture(fitting.medium, token, io)
    return pending({ ...kept, media: [...media, { ...uploaded, mediaId: next.id }] }, 0)
  }
  const draftId = await makeDraft(step, media, token, io)
  return { outcome: 'ready', artefacts: writeArtefacts({ media, draftId }) }
}

function pending(artefacts: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(artefacts), againInMs }
}
