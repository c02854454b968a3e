import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreeToAll } from '../../../../test/consent.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectIo } from '../../connector.ts'
import { FakeOAuth } from '../fakes/fake-oauth.ts'
import { type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import { beginByState, finishByState } from './oauth-by-state.ts'
import { type CodeFlow, clientWith, oauthDialect, plainOAuth } from './oauth-server.ts'

const redirectUri = 'https://crier.example.org/oauth/callback/some'
const outbound = localOutbound()
const oauth = new FakeOAuth({ people: ['alice'], scopes: ['read'], pkce: 'ignored', sendsIssuer: false })

let network: FakeServer
let flow: CodeFlow
beforeAll(async () => {
  network = await startFakeServer({ routes: oauth.routes, internalError: null })
  const { id, secret } = oauth.register({ redirectUris: [redirectUri] })
  const server = {
    ...plainOAuth,
    dialect: oauthDialect('The network'),
    authorizeUrl: `${network.url}/oauth/authorize`,
    tokenUrl: `${network.url}/oauth/token`,
    usesPkce: false,
  }
  flow = { server, client: clientWith(id, secret, 'post'), scopes: ['read'] }
})
afterAll(async () => {
  await outbound.close()
  await network.close()
})

const ioOf = (state: string): RedirectIo => ({ ...identifyIo(outbound), redirectUri, state })

test('a sign-in without PKCE keeps its state, and ends with it', async () => {
  const { url, keep } = await beginByState(flow, ioOf('ours'))
  expect(keep).toEqual({ state: 'ours' })
  const { searchParams } = await agreeToAll(url)
  const { accessToken } = await finishByState(flow, searchParams, keep, ioOf('ours'))
  expect(accessToken).not.toBe('')
})

test.each([{ state: 'theirs' }, {}])(
  'a code is not traded with what another sign-in kept: %j',
  async (keep) => {
    const { url } = await beginByState(flow, ioOf('ours'))
    const { searchParams } = await agreeToAll(url)
    const before = network.calls.length
    await expect(finishByState(flow, searchParams, keep, ioOf('ours'))).rejects.toMatchObject({
      kind: 'invalid',
    })
    expect(network.calls).toHaveLength(before)
  },
)

test('the answer to another sign-in is not taken', async () => {
  const { url } = await beginByState(flow, ioOf('theirs'))
  const { searchParams } = await agreeToAll(url)
  const { keep } = await beginByState(flow, ioOf('ours'))
  await expect(finishByState(flow, searchParams, keep, ioOf('ours'))).rejects.toMatchObject({
    kind: 'invalid',
  })
})
