import type { Connector } from '../server/src/connectors/connector.ts'
import { Failure } from '../server/src/connectors/connector.ts'
import { sandbox } from '../server/src/connectors/sandbox/connector.ts'

export const nullPlatform = 'null'

/**
 * The least a connector can be: nothing to prepare, one small request, an answer that is the post. So what is measured
 * is the engine. Everything but publishing, which no figure touches, is the sandbox's.
 */
export function createNullConnector(networkUrl: string): Connector {
  return {
    ...sandbox,
    platform: nullPlatform,
    name: 'Null',
    modes: ['live'],
    connect: sandbox.connect.map((way) => ({
      ...way,
      refresh: async (_account, credentials) => ({ credentials, expiresAt: null, profile: null }),
    })),
    networkClass: () => ({ class: 'key', heldForMs: null }),
    prepare: async () => ({ outcome: 'ready', artefacts: {} }),
    compose: ({ key, draft }) => ({
      method: 'POST',
      url: `${networkUrl}/posts`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ text: draft.text }),
    }),
    commit: async (_step, io) => {
      const answer = await io.sendOnce({ authorization: `Bearer ${String(io.credentials.token)}` })
      const id = answer.headers['x-post-id']
      if (answer.status !== 201 || id === undefined)
        throw new Failure('unknown_outcome', `The network answered ${answer.status}.`)
      return { outcome: 'published', remoteId: id, url: `${networkUrl}/posts/${id}`, reference: null }
    },
    settle: async () => ({ outcome: 'repeat' }),
  }
}
