import { asObject, textOf } from '../../lib/json/json.ts'
import type { DeletePower } from '../connector.ts'
import { sendMessage } from './api.ts'
import { readSettings, receiverOf } from './settings.ts'

const cannot =
  'This receiver was connected without saying that it deletes posts. Delete the post there by hand, or connect the account again.'

/** Tells the receiver to delete a post. Nothing else is known of one whose address a person gave. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: (account) => (readSettings(account).deletes ? null : cannot),
  delete: ({ remoteId: id, reference }, account, credentials, io) => {
    const url = textOf(asObject(reference)?.url)
    const data = { id, url, account: { id: account.id, name: account.username } }
    return sendMessage('post.delete', data, receiverOf(account, credentials), io)
  },
}
