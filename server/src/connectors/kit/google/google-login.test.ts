import { afterEach, beforeEach, expect, test } from 'vitest'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { FakeGoogle } from '../fakes/fake-google-login.ts'
import { type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import { beginCode, finishCode } from '../oauth/oauth.ts'
import { type CodeFlow, clientWith } from '../oauth/oauth-server.ts'
import { googleLogin, googleScopePrefix, renewAtGoogle } from './google-login.ts'

const redirectUri = 'https://crier.example.org/oauth/callback/some'
const scope = `${googleScopePrefix}something`
const ended = 'It has ended. Connect it again.'

let google: FakeGoogle
let fake: FakeServer
let outbound: ReturnType<typeof localOutbound>
let flow: CodeFlow
beforeEach(async () => {
  google = new FakeGoogle(['harbour'], [scope])
  fake = await startFakeServer({ routes: google.routes, internalError: {} })
  google.oauth.issuer = fake.url
  outbound = localOutbound({ 'https://oauth2.googleapis.com': fake.url })
  const { id, secret } = google.oauth.register({ redirectUris: [redirectUri] })
  flow = { server: googleLogin, client: clientWith(id, secret, 'post'), scopes: [scope] }
})
afterEach(async () => {
  await outbound.close()
  await fake.close()
})

async function signIn() {
  const io = { ...identifyIo(outbound), redirectUri, state: 's'.repeat(43) }
  const { url, verifier } = await beginCode(flow, io)
  const page = url.replace('https://accounts.google.com', fake.url)
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'allow' }),
    redirect: 'manual',
  })
  const back = new URL(answer.headers.get('location') ?? '')
  return { io, tokens: await finishCode(flow, back.searchParams, verifier, io) }
}

test('a sign-in brings a refresh token, which stays the same while it is used', async () => {
  const { io, tokens } = await signIn()
  const refreshToken = tokens.refreshToken ?? ''
  expect(refreshToken).not.toBe('')
  const first = await renewAtGoogle(flow, refreshToken, ended, io)
  expect(first.accessToken).not.toBe(tokens.accessToken)
  const second = await renewAtGoogle(flow, refreshToken, ended, io)
  expect(google.oauth.ownerOf(second.accessToken)?.person).toBe('harbour')
})

test('access that has ended is told in the sentence of the network; a broken answer is no end', async () => {
  const { io, tokens } = await signIn()
  const renew = () => renewAtGoogle(flow, tokens.refreshToken ?? '', ended, io)
  fake.inject('POST /token', { kind: 'answer', status: 503, body: '<h1>503</h1>' })
  await expect(renew()).rejects.toMatchObject({ kind: 'unavailable' })
  google.oauth.endAll()
  await expect(renew()).rejects.toMatchObject({
    kind: 'unauthorized',
    message: ended,
    platformCode: 'invalid_grant',
  })
})
