import { asObject, textOf } from '../../lib/json/json.ts'
import type { CommitRequest, CommitStep, Committed, Io, Step } from '../connector.ts'
import { doubtfulRef, isDoubtful } from '../kit/doubtful-refusal.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { readContainers } from '../kit/media/media-containers.ts'
import { formType, graph, origin, version } from './api.ts'
import { readToken } from './settings.ts'

/** The word that a container is to be published. Pure. */
export function compose({ artefacts }: Step): CommitRequest {
  const { post } = readContainers(artefacts)
  if (!post) throw new Error('This post is composed before it is prepared.')
  return {
    method: 'POST',
    url: `${origin}/${version}/me/threads_publish`,
    headers: { accept: 'application/json', 'content-type': formType },
    body: new URLSearchParams({ creation_id: post.id }).toString(),
  }
}

/**
 * Publishes the container. The answer names the post without its address, which `settle` reads. Anything but a name or a
 * listed refusal leaves the outcome unknown; a refusal that may be none is settled by the container. @throws Failure
 */
export async function commit(_step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const id = answer.status === 200 ? textOf(asObject(answer.json)?.id) : null
  if (id !== null) return { outcome: 'accepted', ref: id, againInMs: 0 }
  const refusal = graph.readRefusal(answer, io.now(), [token])
  if (refusal && isDoubtful(refusal)) return { outcome: 'accepted', ref: doubtfulRef, againInMs: 0 }
  throw refusal && refusal.kind !== 'unavailable' ? refusal : makeUnknown(graph.dialect, answer)
}
