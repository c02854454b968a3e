import type { JsonObject } from '../../lib/json/json.ts'
import type { CommitRequest, Step } from '../connector.ts'
import { jsonType, origin } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { metadataOf } from './metadata.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'
import { escapeText } from './text.ts'

const timeoutMs = 60_000

/** The one request that makes a post: a message, or the sharing of files with their text. Pure. */
export function compose(step: Step): CommitRequest {
  const { files } = readArtefacts(step.artefacts)
  if (files.length !== step.draft.media.length)
    throw new Error('This post is composed before it is prepared.')
  const ids = files.map(({ fileId }) => ({ id: fileId }))
  const [method, content] =
    ids.length > 0
      ? ['files.completeUploadExternal', { files: ids, ...describeSharing(step) }]
      : ['chat.postMessage', describeMessage(step)]
  return {
    method: 'POST',
    url: `${origin}/api/${method}`,
    headers: { accept: 'application/json', ...jsonType },
    body: JSON.stringify(content),
    timeoutMs,
  }
}

/** Only choices that were made are said, so that Slack's own settings hold. Source: docs.slack.dev/reference/methods/chat.postMessage. */
function describeMessage({ account, draft, replyTo, key }: Step): JsonObject {
  const { unfurlLinks, unfurlMedia, replyBroadcast } = readChoices(draft.options)
  return {
    channel: readSettings(account).channelId,
    text: escapeText(draft.text),
    ...(unfurlLinks === null ? {} : { unfurl_links: unfurlLinks }),
    ...(unfurlMedia === null ? {} : { unfurl_media: unfurlMedia }),
    ...threadOf(replyTo),
    ...(replyTo && replyBroadcast ? { reply_broadcast: true } : {}),
    metadata: metadataOf(key),
  }
}

/** Source: docs.slack.dev/reference/methods/files.completeUploadExternal. */
function describeSharing({ account, draft, replyTo }: Step): JsonObject {
  return {
    channel_id: readSettings(account).channelId,
    ...(draft.text === '' ? {} : { initial_comment: escapeText(draft.text) }),
    ...threadOf(replyTo),
  }
}

/** Each answer names the first message of its thread, never the one before it. */
function threadOf(replyTo: Step['replyTo']): JsonObject {
  return replyTo ? { thread_ts: replyTo.root.remoteId } : {}
}
