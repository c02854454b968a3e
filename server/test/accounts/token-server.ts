import { createServer } from 'node:http'
import Type from 'typebox'
import { type ConnectIo, type Connector, Failure, type Profile } from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'

/** A network whose tokens are renewed with a refresh token that is good for one use, as most networks have it. */
export interface TokenServer {
  readonly connector: Connector
  /** Where its tokens are renewed. */
  readonly renewUrl: string
  /** How often it was asked to renew. */
  readonly renewals: () => number
  /** From now on it refuses every refresh token. */
  refuse(): void
  /** From now on it does not answer. */
  vanish(): void
  /** It answers no earlier than that. */
  delay(until: Promise<void>): void
  /** From now on it reports this profile when it renews; until then it reports no change. */
  tell(profile: Profile): void
  close(): Promise<void>
}

export async function startTokenServer(): Promise<TokenServer> {
  let served: Profile | null = null
  let [renewals, current, mode] = [0, 1, 'good' as 'good' | 'refusing' | 'gone']
  let delayed: Promise<void> = Promise.resolve()
  const server = createServer((request, response) => {
    if (mode === 'gone') return void response.destroy()
    if (request.url === '/sign-in') return void response.end(JSON.stringify({ secret: 'token-1' }))
    renewals += 1
    const isGood = mode === 'good' && request.headers.authorization === `token-${current}`
    if (isGood) current += 1
    // Slow enough that all who would ask at the same time do.
    setTimeout(() => {
      void delayed.then(() => {
        response.statusCode = isGood ? 200 : 401
        response.end(JSON.stringify({ secret: `token-${current}` }))
      })
    }, 100)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    connector: connectorFor(url, () => served),
    renewUrl: `${url}/renew`,
    renewals: () => renewals,
    refuse: () => {
      mode = 'refusing'
    },
    vanish: () => {
      mode = 'gone'
    },
    delay: (until) => {
      delayed = until
    },
    tell: (profile) => {
      served = profile
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function connectorFor(url: string, served: () => Profile | null): Connector {
  const ask = async (io: ConnectIo, path: string, authorization: string) => {
    const answer = await io.fetch({ method: 'POST', url: url + path, headers: { authorization }, body: null })
    if (answer.status !== 200) throw new Failure('unauthorized', 'The token is not good any more.')
    return answer.json as JsonObject
  }
  return {
    ...sandbox,
    platform: 'renewing',
    name: 'Renewing',
    modes: ['live'],
    connect: [
      {
        kind: 'form',
        needsApp: false,
        needs: [],
        way: 'password',
        fields: Type.Object(
          { handle: Type.String({ minLength: 3 }), password: Type.String({ format: 'password' }) },
          { additionalProperties: false },
        ),
        identify: async ({ handle, password }, io) => ({
          externalId: String(handle),
          username: String(handle),
          displayName: String(handle),
          avatarUrl: null,
          profileUrl: `${url}/${String(handle)}`,
          settings: {},
          credentials: await ask(io, password === 'right' ? '/sign-in' : '/renew', 'wrong'),
          expiresAt: new Date('2030-01-01T00:00:00Z'),
        }),
        refresh: async (_account, { secret }, io) => ({
          credentials: await ask(io, '/renew', String(secret)),
          expiresAt: new Date('2031-01-01T00:00:00Z'),
          profile: served(),
        }),
        revoke: async () => undefined,
      },
    ],
  }
}
