import type { DeletePower } from '../connector.ts'
import { call, tokenOf } from './api.ts'

/** Deletes a post from the feed. The network answers 404 for one that is gone. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }, _account, credentials, io) => {
    await call(io, tokenOf(credentials), 'DELETE', `/posts/${encodeURIComponent(remoteId)}`)
  },
}
