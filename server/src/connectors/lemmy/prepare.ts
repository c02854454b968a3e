import { Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { type Access, accessOf } from './api.ts'
import { type Artefacts, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { findCommunity } from './community.ts'
import { readName } from './names.ts'
import { listOwn } from './own-posts.ts'
import { uploadPicture } from './upload.ts'

// A server keeps a picture until its owner deletes it, which may have been since.
const freshForMs = 24 * 3_600_000

/**
 * Goes one step: finds the community, or uploads a picture. At last it lists the own posts in the community, or the own comments below the
 * post, so that none of them is ever taken for ours. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const access = accessOf(step.account, io.credentials)
  const known = readArtefacts(step.artefacts)
  if (!step.replyTo && known.communityId === null)
    return pending({ ...known, ...(await findCommunity(step, access, io)) }, 0)
  const { media } = step.draft
  const kept = keepFreshUploads(known.media, media, io.now(), freshForMs)
  const next = media[kept.length]
  if (!next) return lookAround(step, { ...known, media: kept }, access, io)
  const fitting = await takeFitting(next, limits(step.account), step, io)
  if (fitting.state === 'pending') return pending({ ...known, media: kept }, fitting.againInMs)
  const uploaded = await uploadPicture(step, fitting.medium, next.id, io)
  return pending({ ...known, media: [...kept, uploaded] }, 0)
}

async function lookAround(step: Step, known: Artefacts, access: Access, io: Io): Promise<Prepared> {
  const place = placeOf(step, known)
  const { things } = await listOwn(place, step.account, null, access, io)
  return {
    outcome: 'ready',
    artefacts: writeArtefacts({ ...known, seen: things.map(({ remoteId }) => remoteId) }),
  }
}

/** The list in which a part of a post will stand. @throws Failure */
export function placeOf({ replyTo }: Pick<Step, 'replyTo'>, { communityId }: Artefacts) {
  if (replyTo) return { kind: 'comment', postId: readName(replyTo.root).id } as const
  if (communityId === null) throw new Failure('invalid', 'A post here needs a community.')
  return { kind: 'post', communityId } as const
}

function pending(known: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(known), againInMs }
}
