import type { Json, JsonObject } from '../../lib/json/json.ts'
import type { CommitRequest, Step } from '../connector.ts'
import { plainHeaders } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readSettings, rulesFor } from './settings.ts'

/** The one request that makes a post, under the target's own key. Pure. */
export function compose(step: Step): CommitRequest {
  const { media } = readArtefacts(step.artefacts)
  if (media.length !== step.draft.media.length || media.some(({ isReady }) => !isReady))
    throw new Error('This post is composed before it is prepared.')
  const ids = media.map(({ id }) => id)
  return {
    method: 'POST',
    url: new URL('/api/v1/statuses', readSettings(step.account).instance).href,
    headers: { ...plainHeaders, 'content-type': 'application/json', 'idempotency-key': step.key },
    body: JSON.stringify(makeStatus(step, ids)),
  }
}

// Only options that were chosen are sent, so the account's own defaults hold. A poll belongs to the first post alone.
function makeStatus({ draft, replyTo, account }: Step, mediaIds: readonly string[]): JsonObject {
  const { visibility, spoilerText, sensitive, language, poll } = readChoices(draft.options)
  const body: Record<string, Json> = {}
  // Some refuse an empty text, although media need none.
  if (draft.text !== '' || mediaIds.length === 0) body.status = draft.text.toWellFormed()
  if (mediaIds.length > 0) body.media_ids = mediaIds
  if (replyTo !== null) body.in_reply_to_id = replyTo.parent.remoteId
  if (visibility !== null) body.visibility = visibility
  if (spoilerText !== '') body.spoiler_text = spoilerText.toWellFormed()
  if (sensitive !== null) body.sensitive = sensitive
  if (language !== null) body.language = language
  if (rulesFor(account).saysPlain) body.content_type = 'text/plain'
  if (poll && replyTo === null)
    body.poll = {
      options: poll.options.map((option) => option.toWellFormed()),
      expires_in: poll.seconds,
      multiple: poll.multiple,
    }
  return body
}
