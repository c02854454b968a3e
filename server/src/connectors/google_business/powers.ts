import type { DeletePower, EditPower, PublishedPost } from '../connector.ts'
import { askGoogle, isGone, mustSucceed, origins } from './api.ts'
import { pathOf, readToken } from './settings.ts'

/** Deletes a post. Source: developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/delete. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const token = readToken(credentials)
    const call = { method: 'DELETE', path: pathOfPost(post, account) } as const
    const answer = await askGoogle(origins.posts, call, token, io)
    if (!isGone(answer)) mustSucceed(answer, token, io)
  },
}

/** Changes the text of a post. Source: developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/patch. */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: () => null,
  edit: async ({ post, text }, account, credentials, io) => {
    const token = readToken(credentials)
    const answer = await askGoogle(
      origins.posts,
      {
        method: 'PATCH',
        path: pathOfPost(post, account),
        query: { updateMask: 'summary' },
        json: { summary: text.toWellFormed() },
      },
      token,
      io,
    )
    if (isGone(answer)) return 'gone'
    mustSucceed(answer, token, io)
    return 'edited'
  },
}

function pathOfPost({ remoteId }: PublishedPost, account: Parameters<typeof pathOf>[0]): string {
  return `${pathOf(account)}/localPosts/${encodeURIComponent(remoteId)}`
}
