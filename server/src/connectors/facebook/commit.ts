import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep, Committed, Io, PublishedPost } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { graph, site } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { isVideo, kindOf } from './options.ts'
import { readToken } from './settings.ts'

// Facebook begins to process a video when it is published, which takes a while.
const firstLookMs = 5_000

/**
 * Sends the post. Anything but an answer that names it, or a refusal that is listed, leaves the outcome unknown.
 * @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const done = answer.status === 200 ? readDone(step, asObject(answer.json)) : null
  if (done) return done
  throw graph.readRefusal(answer, io.now(), [token]) ?? makeUnknown(graph.dialect, answer)
}

function readDone(step: CommitStep, body: JsonObject | null): Committed | null {
  if (body === null) return null
  if (step.part !== 'first_comment' && isVideo(kindOf(step.draft))) {
    const ref = textOf(body.post_id) ?? readArtefacts(step.artefacts).video?.id ?? ''
    return body.success === true ? { outcome: 'accepted', ref, againInMs: firstLookMs } : null
  }
  const id = textOf(body.id) ?? textOf(body.post_id)
  return id === null ? null : { outcome: 'published', ...postOf(id) }
}

/** A post of the feed, a story or a comment: Facebook leads from its id to its page. */
export function postOf(id: string): PublishedPost {
  return { remoteId: id, url: `${site}/${encodeURIComponent(id)}`, reference: null }
}
