import { asObject } from '../../lib/json/json.ts'
import {
  type CommitRequest,
  type CommitStep,
  type Committed,
  Failure,
  type Io,
  type Step,
} from '../connector.ts'
import { bearer } from '../kit/json-api.ts'
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
 * outcome unknown: the container then says what became of it. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const { dialect, readRefusal } = graphs[readSettings(step.account).login]
  const answer = await io.sendOnce(bearer(token))
  const said = answer.status === 200 ? asObject(answer.json) : null
  const post = said && readPost(said, step)
  if (post && step.part === 'first_comment') return { outcome: 'published', ...post }
  if (post) return { outcome: 'accepted', ref: post.remoteId, againInMs: 0 }
  const refusal = readRefusal(answer, io.now(), [token])
  if (refusal && refusal.kind !== 'unavailable') throw refusal
  const text = `Instagram answered with status ${answer.status}; the post may be public.`
  throw new Failure('unknown_outcome', text, { platformCode: dialect.code(answer) })
}
