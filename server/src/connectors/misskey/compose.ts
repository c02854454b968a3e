import type { Json, JsonObject } from '../../lib/json/json.ts'
import type { CommitRequest, Step } from '../connector.ts'
import { addressOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

/** The one request that makes a post. Pure. Source: the endpoint `notes/create`. */
export function compose(step: Step): CommitRequest {
  const { media, seen } = readArtefacts(step.artefacts)
  if (media.length !== step.draft.media.length || seen === null)
    throw new Error('This post is composed before it is prepared.')
  const ids = media.map(({ id }) => id)
  return {
    method: 'POST',
    url: addressOf(readSettings(step.account).instance, 'notes/create'),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(makeNote(step, ids)),
  }
}

// Only options that were chosen are sent, so that the server's own defaults hold. A poll belongs to the first post alone.
function makeNote({ draft, replyTo }: Step, fileIds: readonly string[]): JsonObject {
  const { visibility, localOnly, channel, spoilerText, poll } = readChoices(draft.options)
  const note: Record<string, Json> = {}
  // An empty text is refused, although files need none.
  if (draft.text.trim() !== '') note.text = draft.text.toWellFormed()
  if (fileIds.length > 0) note.fileIds = fileIds
  if (replyTo !== null) note.replyId = replyTo.parent.remoteId
  if (visibility !== null) note.visibility = visibility
  if (localOnly !== null) note.localOnly = localOnly
  if (channel !== null) note.channelId = channel
  if (spoilerText !== '') note.cw = spoilerText.toWellFormed()
  if (poll && replyTo === null)
    note.poll = {
      choices: poll.options.map((option) => option.toWellFormed()),
      expiredAfter: poll.seconds * 1_000,
      multiple: poll.multiple,
    }
  return note
}
