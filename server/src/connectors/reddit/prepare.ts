import { asObject, textOf } from '../../lib/json/json.ts'
import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeCover, takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { type Access, accessOf, askReddit } from './api.ts'
import { type Artefacts, readArtefacts, writeArtefacts } from './artefacts.ts'
import { coverKinds, limits } from './check.ts'
import { askCommunity } from './community.ts'
import { coverOf, kindOf } from './options.ts'
import { readOwn } from './own-posts.ts'
import { upload } from './upload.ts'

// How long Reddit keeps files that no post shows is not documented.
const freshForMs = 3_600_000

/**
 * Goes one step: asks the community for its rules, makes a file fit or uploads it. At last it lists the own posts, or the own
 * comments, so that none of them is ever taken for ours. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const access = accessOf(step.account, io.credentials)
  try {
    return await goOn(step, access, io)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'forbidden') await refuseSuspended(access, io)
    throw error
  }
}

async function goOn(step: Step, access: Access, io: Io): Promise<Prepared> {
  const known = readArtefacts(step.artefacts)
  if (step.replyTo) return lookAround(step, known, access, io)
  if (!known.isAdmitted) {
    const { flairId } = await askCommunity(step, access, io)
    return pending({ ...known, isAdmitted: true, flairId }, 0)
  }
  const { media } = step.draft
  const kept = keepFreshUploads(known.media, media, io.now(), freshForMs)
  const next = media[kept.length]
  if (next) return uploadNext(step, next, { ...known, media: kept }, access, io)
  if (kindOf(step.draft) !== 'video' || known.cover) return lookAround(step, known, access, io)
  return uploadCover(step, known, access, io)
}

async function uploadNext(
  step: Step,
  medium: DraftMedia,
  known: Artefacts,
  access: Access,
  io: Io,
): Promise<Prepared> {
  const made = await takeFitting(medium, limits(step.account), step, io)
  if (made.state === 'pending') return pending(known, made.againInMs)
  const uploaded = await upload(made.medium, medium.id, access, io)
  // A cover is as old as its video.
  return pending({ ...known, media: [...known.media, uploaded], cover: null }, 0)
}

/** Reddit shows no video without a cover: the picture that is named, or a frame of the video. */
async function uploadCover(step: Step, known: Artefacts, access: Access, io: Io): Promise<Prepared> {
  const { draft } = step
  const named = coverOf(draft)
  const of = named ?? draft.media[0]
  if (!of) throw new Error('A cover is that of a video.')
  // A frame changes nothing of the video that it is taken of.
  const made = await takeCover(of, coverKinds, { draft: { ...draft, mayFit: draft.mayFit || !named } }, io)
  if (made.state === 'pending') return pending(known, made.againInMs)
  return pending({ ...known, cover: await upload(made.medium, of.id, access, io) }, 0)
}

async function lookAround(step: Step, known: Artefacts, access: Access, io: Io): Promise<Prepared> {
  const { things } = await readOwn(step, access, io)
  const seen = things.map(({ id }) => textOf(id)).filter((id) => id !== null)
  return { outcome: 'ready', artefacts: writeArtefacts({ ...known, seen }) }
}

function pending(known: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(known), againInMs }
}

/** Almost everything is forbidden to a suspended account, but to read that it is suspended. */
async function refuseSuspended(access: Access, io: Io): Promise<void> {
  const { status, json } = await askReddit({ path: '/api/v1/me' }, access, io)
  if (status !== 200 || asObject(json)?.is_suspended !== true) return
  throw new Failure(
    'account_blocked',
    'Reddit has suspended this account. Its owner finds out why on Reddit.',
  )
}
