import { type DeletePower, Failure } from '../connector.ts'
import { openCredentials } from './access.ts'
import { failureOf, toRequest, unavailable } from './api.ts'
import { gates } from './gate.ts'
import { collection } from './record.ts'
import { readSettings } from './settings.ts'

/**
 * Deletes the record of a post, and the gate under its key (atproto.com, com.atproto.repo.deleteRecord: a
 * record that is not there is deleted). The gate goes first: after a failure both are deleted again.
 */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }, account, credentials, io) => {
    const { did, service } = readSettings(account)
    const [, rkey] = remoteId.split(`at://${did}/${collection}/`)
    if (!rkey) throw new Failure('invalid', 'This is no post of the account.')
    const access = await openCredentials(credentials, io)
    for (const from of [gates, collection]) {
      const input = { repo: did, collection: from, rkey }
      const answer = await access.fetch(
        toRequest({ service, method: 'com.atproto.repo.deleteRecord', input }),
      )
      if (answer.status !== 200) throw failureOf(answer, io.now(), [access.secret]) ?? unavailable(answer)
    }
  },
}
