import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { EditPower } from '../connector.ts'
import { makeRequest } from '../kit/json-api.ts'
import { failureOf, failureOfCall, mustBeObject, plainHeaders, readRequest } from './api.ts'
import { readChoices } from './options.ts'
import { readSettings, readToken, rulesFor } from './settings.ts'

const uneditable = 'This server lets no other program change its posts. Correct it there by hand.'
const pollBegins =
  'A post with a poll cannot be corrected: the server would begin its poll anew, without the votes.'

/**
 * Changes the text of a post (docs.joinmastodon.org, methods/statuses, "Edit a status"). An edit says all of a post: its
 * media, its warning and its language would go if they were left out, so they are read first and said again.
 */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: ({ options, part }, account) => {
    if (!rulesFor(account).hasEdit) return uneditable
    return part === 'post' && readChoices(options).poll ? pollBegins : null
  },
  edit: async ({ post, text }, account, credentials, io) => {
    const { instance } = readSettings(account)
    const token = readToken(credentials)
    const path = `/api/v1/statuses/${encodeURIComponent(post.remoteId)}`
    const standing = await io.fetch(readRequest(instance, path, token))
    if (standing.status === 404 || standing.status === 410) return 'gone'
    if (standing.status !== 200) throw failureOfCall(standing, io.now(), token)
    const shown = mustBeObject(standing)
    if (asObject(shown.poll)) throw failureOf('forbidden', pollBegins, standing)
    const plain = rulesFor(account).saysPlain ? { content_type: 'text/plain' } : {}
    const json = { status: text.toWellFormed(), ...restOf(shown), ...plain }
    const answer = await io.fetch(
      makeRequest(instance, { method: 'PUT', path, token, headers: plainHeaders, json }),
    )
    if (answer.status === 200) return 'edited'
    // The post was there a moment ago, so the server has no such call.
    if (answer.status === 404 || answer.status === 405) throw failureOf('forbidden', uneditable, answer)
    throw failureOfCall(answer, io.now(), token)
  },
}

/** Everything of a post that stays as it is. */
function restOf(shown: JsonObject): JsonObject {
  const media = isArray(shown.media_attachments) ? shown.media_attachments : []
  const ids = media.flatMap((each) => textOf(asObject(each)?.id) ?? [])
  const language = textOf(shown.language)
  return {
    media_ids: ids,
    spoiler_text: textOf(shown.spoiler_text) ?? '',
    sensitive: shown.sensitive === true,
    ...(language === null ? {} : { language }),
  }
}
