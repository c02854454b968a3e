import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A person of the identity provider, as it tells of them. */
export interface ProvidersPerson {
  readonly subject: string
  readonly email?: string
  readonly isEmailVerified?: boolean
}

/** The real oidc-provider, whose login page signs in whom the test says without a question. */
export interface OidcServer {
  readonly issuer: string
  /** Who is at its login page from now on; null says no. */
  who: ProvidersPerson | null
  /** How long ago it says that it asked them, for the sign-ins at its login page from now on. */
  askedSecondsAgo: number
  /** How often somebody was at its login page. */
  readonly asked: number
  close(): Promise<void>
}

export const oidcClient = { id: 'crier', secret: 'a secret of the client of forty letters or so' }

/** Starts one on a port that is known before, because it belongs to the issuer. */
export async function startOidcServer(port: number, redirectUri: string): Promise<OidcServer> {
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, ProvidersPerson>()
  const provider = createProvider(issuer, redirectUri, people)
  const answer = provider.callback()
  const own: { who: ProvidersPerson | null; askedSecondsAgo: number; asked: number } = {
    who: null,
    askedSecondsAgo: 0,
    asked: 0,
  }
  const http = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const { who, askedSecondsAgo } = own
    own.asked += 1
    if (who) people.set(who.subject, who)
    const ts = Math.floor(Date.now() / 1_000) - askedSecondsAgo
    const result = who ? { login: { accountId: who.subject, ts } } : { error: 'access_denied' }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  await listen(http, port)
  return {
    issuer,
    get who() {
      return own.who
    },
    set who(person) {
      own.who = person
    },
    get askedSecondsAgo() {
      return own.askedSecondsAgo
    },
    set askedSecondsAgo(seconds) {
      own.askedSecondsAgo = seconds
    },
    get asked() {
      return own.asked
    },
    close: () => close(http),
  }
}

function createProvider(
  issuer: string,
  redirectUri: string,
  people: ReadonlyMap<string, ProvidersPerson>,
): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [redirectUri],
        require_auth_time: true,
      },
    ],
    cookies: { keys: ['a key for the cookies of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, subject) => {
      const person = people.get(subject)
      if (!person) return undefined
      const { email, isEmailVerified } = person
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          ...(email === undefined ? {} : { email }),
          ...(isEmailVerified === undefined ? {} : { email_verified: isEmailVerified }),
        }),
      }
    },
    // Nobody is asked whether Crier may know them.
    loadExistingGrant: async ({ oidc: { client, session, provider: own } }) => {
      const grant = new own.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  return provider
}

/** A server that stands in place of an identity provider and answers each path as a test says. */
export interface FalseProvider {
  readonly issuer: string
  readonly answers: Map<string, () => { status?: number; type?: string; body: string | Buffer }>
  close(): Promise<void>
}

export async function startFalseProvider(): Promise<FalseProvider> {
  const answers: FalseProvider['answers'] = new Map()
  const http = createServer((request, response) => {
    const made = answers.get((request.url ?? '').split('?')[0] ?? '')?.()
    response.writeHead(made ? (made.status ?? 200) : 404, {
      'content-type': made?.type ?? 'application/json',
    })
    response.end(made?.body ?? '{}')
  })
  const port = await listen(http, 0)
  return { issuer: `http://127.0.0.1:${port}`, answers, close: () => close(http) }
}

function listen(http: Server, port: number): Promise<number> {
  return new Promise((resolve) => {
    http.listen(port, '127.0.0.1', () => resolve((http.address() as AddressInfo).port))
  })
}

function close(http: Server): Promise<void> {
  http.closeAllConnections()
  return new Promise((resolve) => {
    http.close(() => resolve())
  })
}
