import type { DeletePower } from '../connector.ts'
import { makeRequest } from '../kit/json-api.ts'
import { failureOf, failureOfCall, plainHeaders, readRequest } from './api.ts'
import { readSettings, readToken, rulesFor } from './settings.ts'

const undeletable = 'This server lets no other program delete its posts. Delete it there by hand.'

/**
 * Deletes a post (docs.joinmastodon.org, methods/statuses, "Delete a status"). Some servers of the family have no such
 * call and answer 404 to it, as others do for a post that is gone: the post itself is asked for then.
 */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: (account) => (rulesFor(account).hasDelete ? null : undeletable),
  delete: async ({ remoteId }, account, credentials, io) => {
    const { instance } = readSettings(account)
    const token = readToken(credentials)
    const path = `/api/v1/statuses/${encodeURIComponent(remoteId)}`
    const answer = await io.fetch(
      makeRequest(instance, { method: 'DELETE', path, token, headers: plainHeaders }),
    )
    if (answer.status === 200) return
    if (answer.status !== 404 && answer.status !== 410) throw failureOfCall(answer, io.now(), token)
    const standing = await io.fetch(readRequest(instance, path, token))
    if (standing.status === 404 || standing.status === 410) return
    if (standing.status !== 200) throw failureOfCall(standing, io.now(), token)
    throw failureOf('forbidden', undeletable, answer)
  },
}
