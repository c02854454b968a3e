import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, Candidate, RedirectIo } from '../../connector.ts'
import { index } from '../measure.ts'
import { connectByOauth } from '../oauth.ts'
import { clientDocuments } from '../oauth-client.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'
import type { FakeDecision } from './fake-authorization.ts'
import type { FakeAccount } from './fake-world.ts'

/** A fake server, a person on it, and a Crier whose documents it reads. */
export interface OauthHouse {
  readonly fake: FakeBluesky
  readonly alice: FakeAccount
  readonly outbound: Outbound
  readonly io: RedirectIo
  /** Begins a sign-in as alice, unless `input` names another. */
  begin(input?: JsonObject): Promise<{ url: string; keep: JsonObject }>
  /** Goes the whole way. */
  signIn(decision?: Partial<FakeDecision>): Promise<readonly Candidate[]>
  connect(): Promise<{ account: Account; credentials: JsonObject }>
  close(): Promise<void>
}

export async function openOauthHouse(): Promise<OauthHouse> {
  const fake = await startFakeBluesky()
  const outbound = localOutbound({ [index]: fake.url })
  const alice = fake.createAccount('alice.test')
  const own = identifyIo(outbound)
  const redirectUri = `${own.publicUrl}/oauth/callback/bluesky`
  const io = { ...own, redirectUri, state: 'a-state-of-ours' }
  fake.authorization.readDocument = (url) => clientDocuments.read(new URL(url).pathname, io)
  const begin = (input: JsonObject = {}) =>
    connectByOauth.begin({ account: 'alice.test', resolver: fake.url, directory: fake.url, ...input }, io)
  const signIn = async (decision: Partial<FakeDecision> = {}) => {
    const { url, keep } = await begin()
    const back = fake.authorization.decide(url, { did: alice.did, ...decision })
    return connectByOauth.finish(back.searchParams, keep, io)
  }
  const connect = async () => {
    const [candidate] = await signIn()
    if (!candidate) throw new Error('Nobody signed in.')
    const { externalId, username, settings, credentials } = candidate.profile
    return { account: { id: 'an-account', externalId, username, settings }, credentials }
  }
  const close = async () => {
    await outbound.close()
    await fake.close()
  }
  return { fake, alice, outbound, io, begin, signIn, connect, close }
}

/** A house for the promises of a sign-in by redirect. */
export async function redirectHouse(): Promise<RedirectConformance> {
  const { fake, alice, io, close } = await openOauthHouse()
  fake.authorization.readDocument = async (url) => ({
    ...(await clientDocuments.read(new URL(url).pathname, io)),
    // The suite is sent back to an address of its own.
    redirect_uris: ['https://crier.example.org/oauth/callback/some'],
  })
  return {
    connect: connectByOauth,
    io,
    input: { account: 'alice.test', resolver: fake.url, directory: fake.url },
    person: {
      agree: async (url) => fake.authorization.decide(url, { did: alice.did }),
      refuse: async (url) => fake.authorization.decide(url, { did: alice.did, isRefused: true }),
    },
    close,
  }
}
