import { sentence } from '../../lib/text/sentence.ts'
import type { EditPower } from '../connector.ts'
import { callLinkedinUnchecked, mustSucceed } from './api.ts'
import { toLittleText } from './little-text.ts'
import { isGranted, isOrganization, readCredentials } from './settings.ts'

/** Changes the words of a post. Source: learn.microsoft.com/linkedin, Posts API, "Update Posts". */
export const edits: EditPower = {
  power: 'edit',
  options: [],
  refusal: ({ part }, account) => {
    if (part === 'first_comment') return 'A comment on LinkedIn is corrected there by hand.'
    const scope = isOrganization(account) ? 'w_organization_social' : 'w_member_social'
    if (isGranted(account, scope)) return null
    return sentence('The sign-in did not give the permission {scope}. Connect the account again.', { scope })
  },
  edit: async ({ post, text }, _account, credentials, io) => {
    const { accessToken } = readCredentials(credentials)
    const call = {
      method: 'POST',
      path: `/rest/posts/${encodeURIComponent(post.remoteId)}`,
      headers: { 'x-restli-method': 'PARTIAL_UPDATE' },
      json: { patch: { $set: { commentary: toLittleText(text.toWellFormed()) } } },
    } as const
    const answer = await callLinkedinUnchecked(call, accessToken, io)
    if (answer.status === 404) return 'gone'
    mustSucceed(answer, accessToken, io)
    return 'edited'
  },
}
