import type { EditPower } from '../connector.ts'
import { call, tokenOf } from './api.ts'

/** Changes the text of a post in the feed. The network answers 404 for one that is gone. */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: () => null,
  edit: async ({ post, text }, _account, credentials, io) => {
    const body = { type: 'application/json', content: JSON.stringify({ text }) }
    const path = `/posts/${encodeURIComponent(post.remoteId)}`
    return (await call(io, tokenOf(credentials), 'PATCH', path, body)) === null ? 'gone' : 'edited'
  },
}
