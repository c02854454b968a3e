import type { CommitRequest, Step } from '../connector.ts'
import { headersOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { writeMessage } from './message.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

/** The message that makes a post. Its address and its signature are added when it is sent. Pure. */
export function compose({ key, resultId, account, draft, dueAt, artefacts }: Step): CommitRequest {
  const { files, urls } = readArtefacts(artefacts)
  if (urls.length !== draft.media.length) throw new Error('This post is composed before it is prepared.')
  const media = files.map(({ mediaId: _, mimeType, durationMs, ...file }, index) => ({
    url: urls[index] ?? '',
    ...file,
    mime_type: mimeType,
    duration_ms: durationMs,
    alt_text: draft.media[index]?.altText ?? '',
  }))
  return {
    method: 'POST',
    url: readSettings(account).origin,
    secretUrl: 'address',
    headers: headersOf(key),
    body: writeMessage('post.publish', dueAt, {
      id: key,
      post_result_id: resultId,
      account: { id: account.id, name: account.username },
      scheduled_at: dueAt.toISOString(),
      text: draft.text,
      ...readChoices(draft.options),
      media,
    }),
  }
}
