import type { JsonObject } from '../../lib/json/json.ts'
import type { CommitRequest, Step } from '../connector.ts'
import { addressOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { numberOf } from './comments.ts'
import { inlineOf } from './content.ts'
import { placeOf, readChoices } from './options.ts'
import { readSettings } from './settings.ts'

// Plugins send mail and tell other services before the site answers.
const timeoutMs = 60_000
/** The members of the answer that are read: the whole post may be larger than an answer that we take. */
const fields = 'id,link,status'

/** The one request that makes the draft public, or a comment. The first can be repeated. Pure. */
export function compose({ account, draft, part, artefacts, replyTo }: Step): CommitRequest {
  const { apiRoot } = readSettings(account)
  const { postId, seen } = readArtefacts(artefacts)
  const to = (path: string, json: JsonObject): CommitRequest => ({
    method: 'POST',
    url: addressOf(apiRoot, path, { _fields: fields }),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(json),
    timeoutMs,
  })
  if (part === 'first_comment') {
    if (!replyTo || seen === null) throw new Error('A first comment stands below a post.')
    const post = numberOf(replyTo.parent)
    return to('/wp/v2/comments', { post, content: inlineOf(draft.text.trim()) })
  }
  if (postId === null) throw new Error('This post is composed before it is prepared.')
  const { visibility, slug, sticky } = readChoices(draft.options)
  return to(`/wp/v2/${placeOf(draft.options)}/${postId}`, {
    status: visibility === 'private' ? 'private' : 'publish',
    // Without one the site makes it of the title: the name by which the draft was found is nobody's address.
    slug: slug?.toWellFormed() ?? '',
    ...(sticky ? { sticky } : {}),
  })
}
