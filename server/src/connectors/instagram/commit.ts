import { asObject } from '../../lib/json/json.ts'
import type { CommitRequest, CommitStep, Committed, Io, Step } from '../connector.ts'
import { doubtfulRef, isDoubtful } from '../kit/doubtful-refusal.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { graphs, pathOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readPost } from './own-posts.ts'
import { readSettings, readToken } from './settings.ts'

/** The one request that makes a container public, or a comment. Pure. */
export function compose({ account, draft, part, artefacts, replyTo }: Step): CommitRequest {
  const { version, container } = readArtefacts(artefacts)
  const { origin } = graphs[readSettings(account).login]
  const to = (path: string, json: object): CommitRequest => ({
    method: 'POST',
    url: `${origin}/${version}${path}`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  if (part === 'first_comment') {
    if (!replyTo) throw new Error('A first comment stands below a post.')
    return to(`${pathOf(replyTo.parent.remoteId)}/comments`, { message: draft.text.toWellFormed() })
  }
  if (!container) throw new Error('This post is composed before it is prepared.')
  return to(`${pathOf(account.externalId)}/media_publish`, { creation_id: container.id })
}

/**
 * Publishes. The address of a post is read afterwards, by `settle`. Anything but an id or a listed refusal leaves the
 * outcome unknown: the container then shows it, also after a refusal that may be none.
 * @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const { dialect, readRefusal } = graphs[readSettings(step.account).login]
  const answer = await io.sendOnce(bearer(token))
  const body = answer.status === 200 ? asObject(answer.json) : null
  const post = body && readPost(body, step)
  if (post && step.part === 'first_comment') return { outcome: 'published', ...post }
  if (post) return { outcome: 'accepted', ref: post.remoteId, againInMs: 0 }
  const refusal = readRefusal(answer, io.now(), [token])
  const isCertain = refusal !== null && refusal.kind !== 'unavailable' && !isDoubtful(refusal)
  if (isCertain) throw refusal
  // A comment has no container that could be asked.
  const mayAsk = refusal !== null && isDoubtful(refusal) && step.part !== 'first_comment'
  if (mayAsk) return { outcome: 'accepted', ref: doubtfulRef, againInMs: 0 }
  throw makeUnknown(dialect, answer)
}
