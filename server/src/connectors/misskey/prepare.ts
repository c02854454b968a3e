import { textOf } from '../../lib/json/json.ts'
import type { Account, Io, Prepared, Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { accessOf } from './api.ts'
import { readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { firstId, listedAtOnce, listNotes } from './own-notes.ts'
import { readSettings } from './settings.ts'
import { uploadMedium } from './upload.ts'

// The drive keeps a file until its owner deletes it, which may have been since.
const freshForMs = 24 * 3_600_000

/**
 * Uploads one medium after the other, and lists the posts that are there already, so that none of them is ever taken for ours.
 * @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { media } = readArtefacts(step.artefacts)
  const kept = keepFreshUploads(media, step.draft.media, io.now(), freshForMs)
  const next = step.draft.media[kept.length]
  if (!next)
    return { outcome: 'ready', artefacts: writeArtefacts({ media: kept, seen: await listSeen(step, io) }) }
  const fitting = await takeFitting(next, limits(step.account), step, io)
  if (fitting.state === 'pending') {
    const artefacts = writeArtefacts({ media: kept, seen: null })
    return { outcome: 'pending', artefacts, againInMs: fitting.againInMs }
  }
  const uploaded = await uploadMedium(step, fitting.medium, kept.length, io)
  const artefacts = writeArtefacts({ media: [...kept, { ...uploaded, mediaId: next.id }], seen: null })
  return { outcome: 'pending', artefacts, againInMs: 0 }
}

/**
 * The newest posts, newest first. They may come from a cache that lacks the last ones, which the database then adds: it is read
 * where posts after a certain one are asked for.
 */
async function listSeen({ account }: Step, io: Io): Promise<string[]> {
  const newest = await listIds(account, null, io)
  const later = await listIds(account, newest[0] ?? firstId, io)
  return [...later.toReversed(), ...newest]
}

async function listIds(account: Account, afterId: string | null, io: Io): Promise<string[]> {
  const { accountId } = readSettings(account)
  const asked = { limit: listedAtOnce(account), afterId }
  const { notes } = await listNotes(accountId, asked, accessOf(account, io.credentials), io)
  return notes.map(({ id }) => textOf(id) ?? '')
}
