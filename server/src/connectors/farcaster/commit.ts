import { asObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { CommitStep, Committed, Io, PublishedPost } from '../connector.ts'
import { makeUnknown } from '../kit/json-api.ts'
import { accessOf, keyHeader, readFid, readHash } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { publishedPost } from './casts.ts'
import { dialect, readRefusal } from './refusals.ts'
import { readSettings } from './settings.ts'

/** Sends the cast. Anything but a new cast of the account or a refusal of the list leaves the outcome unknown. @throws Failure */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const access = await accessOf(io.credentials, io)
  const answer = await io.sendOnce(keyHeader(access))
  const post = readNewCast(answer, step)
  if (post) return { outcome: 'published', ...post }
  throw readRefusal(answer, access, io.now()) ?? makeUnknown(dialect, answer)
}

/** The cast that an answer shows; null for one that stood there before ours was sent, which is another one. */
function readNewCast({ status, json }: OutboundAnswer, step: CommitStep): PublishedPost | null {
  const body = status === 200 ? asObject(json) : null
  const cast = asObject(body?.cast)
  const hash = readHash(cast?.hash)
  if (body?.success !== true || hash === null) return null
  if (readFid(asObject(cast?.author)?.fid) !== readSettings(step.account).fid) return null
  return readArtefacts(step.artefacts).seen?.includes(hash) ? null : publishedPost(hash)
}
