import { asObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { DeletePower } from '../connector.ts'
import { callLinkedinUnchecked, mustSucceed } from './api.ts'
import { commentsPath } from './own-posts.ts'
import { isGranted, isOrganization, readCredentials } from './settings.ts'

/** Deletes posts and comments. Source: learn.microsoft.com/linkedin, Posts API and Comments API. */
export const deletes: DeletePower = {
  power: 'delete',
  refusal: (account) => {
    const scope = isOrganization(account) ? 'w_organization_social' : 'w_member_social'
    if (isGranted(account, scope)) return null
    return sentence('The sign-in did not give the permission {scope}. Connect the account again.', { scope })
  },
  delete: async ({ remoteId, reference }, { externalId }, credentials, io) => {
    const { accessToken } = readCredentials(credentials)
    const postUrn = textOf(asObject(reference)?.post)
    const commentId = /,(\d+)\)$/.exec(remoteId)?.[1]
    const call =
      postUrn !== null && commentId !== undefined
        ? { path: `${commentsPath(postUrn)}/${commentId}`, query: { actor: externalId } }
        : { path: `/rest/posts/${encodeURIComponent(remoteId)}` }
    const headers = { 'x-restli-method': 'DELETE' }
    const answer = await callLinkedinUnchecked({ method: 'DELETE', ...call, headers }, accessToken, io)
    // A post that is gone already is deleted.
    if (answer.status !== 404) mustSucceed(answer, accessToken, io)
  },
}
