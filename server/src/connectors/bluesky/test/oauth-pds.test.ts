import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { createOutbound } from '../../../lib/safe-fetch/create-outbound.ts'
import { identifyIo } from '../../conformance/local-network.ts'
import type { Account, Candidate, RedirectIo } from '../../connector.ts'
import { connectByOauth } from '../oauth.ts'
import { decideOnPage, type PageDecision } from './servers/sign-in-person.ts'
import {
  type BlueskyPds,
  type BlueskyPdsAccount,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from './servers/start-pds.ts'
import { failureOf, publish } from './steps.ts'
import { readPosts } from './world.ts'

const outbound = createOutbound({ allow: ['127.0.0.1/32', '::1/128'], internalHosts: new Map() })
let pds: BlueskyPds
let alice: BlueskyPdsAccount

beforeAll(async () => {
  if (!isBlueskyPdsInstalled()) return
  pds = await startBlueskyPds()
  alice = await pds.createAccount({ handle: 'alice.test' })
})
afterAll(async () => {
  await outbound.close()
  await pds?.stop()
})
beforeEach(skipWithoutBlueskyPds)

const io: RedirectIo = {
  ...identifyIo(outbound),
  publicUrl: 'http://127.0.0.1:4747',
  redirectUri: 'http://127.0.0.1:4747/oauth/callback/bluesky',
  state: 'a-state-of-ours',
}

async function signIn(input: JsonObject, decision?: PageDecision): Promise<readonly Candidate[]> {
  const { url, keep } = await connectByOauth.begin({ resolver: pds.url, directory: pds.plcUrl, ...input }, io)
  const back = await decideOnPage(url, alice, decision)
  return connectByOauth.finish(back.searchParams, JSON.parse(JSON.stringify(keep)), io)
}

async function connectAlice(): Promise<{ account: Account; credentials: JsonObject }> {
  const [candidate] = await signIn({ account: 'alice.test' })
  if (!candidate) throw new Error('Nobody signed in.')
  const { externalId, username, settings, credentials } = candidate.profile
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

describe('an account that signs in at its own server', () => {
  test('publishes, renews its tokens, and ends them', async () => {
    const { account, credentials } = await connectAlice()
    expect(account).toMatchObject({ externalId: alice.did, username: 'alice.test' })
    const post = await publish({ outbound, account, credentials }, { text: 'By OAuth' })
    expect(await readPosts(pds.url, alice.did)).toMatchObject([{ uri: post.remoteId }])
    const refreshed = await connectByOauth.refresh(account, credentials, io)
    expect(refreshed.credentials.access_token).not.toBe(credentials.access_token)
    await publish({ outbound, account, credentials: refreshed.credentials }, { text: 'Renewed' })
    await connectByOauth.revoke(account, refreshed.credentials, io)
    const ended = await failureOf(connectByOauth.refresh(account, refreshed.credentials, io))
    expect(ended).toMatchObject({ kind: 'unauthorized', platformCode: 'invalid_grant' })
  })
})

describe('a sign-in', () => {
  test('begins at a server without a name, and takes the account that signed in', async () => {
    const [candidate] = await signIn({ account: pds.url.replace('127.0.0.1', 'localhost') })
    expect(candidate?.profile).toMatchObject({ externalId: alice.did, username: 'alice.test' })
  })

  test('takes a handle as it is copied, and a DID', async () => {
    for (const account of [' \u202a@Alice.Test\u202c ', alice.did])
      expect((await signIn({ account }))[0]?.profile.externalId).toBe(alice.did)
  })

  test('that was refused says so, and one that allows less than everything too', async () => {
    expect((await failureOf(signIn({ account: 'alice.test' }, 'refuse'))).kind).toBe('forbidden')
    const less = await failureOf(signIn({ account: 'alice.test' }, { scope: 'atproto' }))
    expect(less).toMatchObject({ kind: 'forbidden' })
    expect(less.message).toContain('allow everything')
  })

  test('as another account than the one that was named is refused', async () => {
    const bob = await pds.createAccount({ handle: 'bob.test' })
    const { url, keep } = await connectByOauth.begin(
      { resolver: pds.url, directory: pds.plcUrl, account: 'bob.test' },
      io,
    )
    const back = await decideOnPage(url, alice)
    const failure = await failureOf(connectByOauth.finish(back.searchParams, keep, io))
    expect(failure).toMatchObject({ kind: 'invalid' })
    expect(failure.message).toContain('a different account')
    expect(bob.did).not.toBe(alice.did)
  })

  test('trades its code once', async () => {
    const { url, keep } = await connectByOauth.begin(
      { resolver: pds.url, directory: pds.plcUrl, account: 'alice.test' },
      io,
    )
    const back = await decideOnPage(url, alice)
    await connectByOauth.finish(back.searchParams, keep, io)
    const again = await failureOf(connectByOauth.finish(back.searchParams, keep, io))
    expect(again).toMatchObject({ kind: 'invalid', platformCode: 'invalid_grant' })
  })
})

test('a refresh token that was used before ends the sign-in, and the person is asked to connect again', async () => {
  const { account, credentials } = await connectAlice()
  const { credentials: renewed } = await connectByOauth.refresh(account, credentials, io)
  const lost = await failureOf(connectByOauth.refresh(account, credentials, io))
  expect(lost).toMatchObject({ kind: 'unauthorized', platformCode: 'invalid_grant' })
  expect(lost.message).toContain('Connect the account again')
  expect((await failureOf(connectByOauth.refresh(account, renewed, io))).kind).toBe('unauthorized')
})
