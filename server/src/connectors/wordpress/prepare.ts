import { Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { type Access, accessOf } from './api.ts'
import { type Artefacts, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { listOwnComments, numberOf } from './comments.ts'
import { isPublic, makeDraft, readPost } from './draft.ts'
import { placeOf, readChoices } from './options.ts'
import { findCategory, findOrCreateTag } from './terms.ts'
import { uploadMedium } from './upload.ts'

// A site keeps its files; only its owner deletes one.
const freshForMs = 7 * 24 * 3_600_000

/**
 * Uploads one medium or finds one category or tag, and wants to be called again until all are there. Then it makes a draft, whose
 * number is stored before anything else happens, and sees that it still stands. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const access = accessOf(step.account, io.credentials)
  const kept = readArtefacts(step.artefacts)
  if (step.part === 'first_comment') return prepareComment(step, kept, access, io)
  const media = keepFreshUploads(kept.media, step.draft.media, io.now(), freshForMs)
  // A draft shows the files that it was made with.
  const postId = media.length < kept.media.length ? null : kept.postId
  const now = { ...kept, media, postId }
  if (now.postId !== null) return seeDraft(now.postId, now, step, access, io)
  const next = step.draft.media[media.length]
  if (next) {
    const fitting = await takeFitting(next, limits(step.account), step, io)
    if (fitting.state === 'pending') return pending(now, fitting.againInMs)
    const uploaded = await uploadMedium(step, media.length, fitting.medium, access, io)
    return pending({ ...now, media: [...media, { ...uploaded, mediaId: next.id }] }, 0)
  }
  const named = await findNextTerm(step, now, access, io)
  if (named) return pending(named, 0)
  return pending({ ...now, postId: await makeDraft(step, now, access, io) }, 0)
}

function pending(artefacts: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(artefacts), againInMs }
}

/** One more category or tag; null where all are found. */
async function findNextTerm(
  { draft }: Step,
  kept: Artefacts,
  access: Access,
  io: Io,
): Promise<Artefacts | null> {
  const wanted = readChoices(draft.options)
  const categories = kept.categories ?? []
  const category = wanted.categories[categories.length]
  if (category !== undefined)
    return { ...kept, categories: [...categories, await findCategory(category, access, io)] }
  const tags = kept.tags ?? []
  const tag = wanted.tags[tags.length]
  if (tag === undefined) return null
  return { ...kept, tags: [...tags, await findOrCreateTag(tag, access, io)] }
}

/** A draft that somebody deleted meanwhile is made again. */
async function seeDraft(
  postId: number,
  kept: Artefacts,
  step: Step,
  access: Access,
  io: Io,
): Promise<Prepared> {
  const post = await readPost(placeOf(step.draft.options), postId, access, io)
  const stands = post !== null && (post.status === 'draft' || isPublic(post))
  if (stands) return { outcome: 'ready', artefacts: writeArtefacts(kept) }
  return pending({ ...kept, postId: null }, 0)
}

async function prepareComment(step: Step, kept: Artefacts, access: Access, io: Io): Promise<Prepared> {
  if (!step.replyTo) throw new Failure('invalid', 'A first comment stands below a post.')
  const comments = await listOwnComments(numberOf(step.replyTo.parent), step.account, access, io)
  const seen = comments.map(({ id }) => id)
  return { outcome: 'ready', artefacts: writeArtefacts({ ...kept, seen }) }
}
