import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreeToAll } from '../../../../test/consent.ts'
import { FakeOAuth } from './fake-oauth.ts'
import { type FakeServer, startFakeServer } from './fake-server.ts'

// A fake that is kinder than a network proves nothing: every rule of the standard is broken here once.
const redirectUri = 'https://app.example/back'
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

let oauth: FakeOAuth
let server: FakeServer
let client: { id: string; secret: string }

beforeEach(async () => {
  oauth = new FakeOAuth({ people: ['alice'], scopes: ['read', 'write'], expiresIn: 60 })
  server = await startFakeServer({ routes: oauth.routes, internalError: null })
  oauth.issuer = server.url
  client = oauth.register({ redirectUris: [redirectUri], scopes: ['read'] })
})
afterEach(() => server.close())

const good = () => ({
  response_type: 'code',
  client_id: client.id,
  redirect_uri: redirectUri,
  state: 'a state',
  scope: 'read',
  code_challenge: challenge,
  code_challenge_method: 'S256',
})

function authorizeUrl(query: Readonly<Record<string, string>>): string {
  return `${server.url}/oauth/authorize?${new URLSearchParams(query)}`
}

async function newCode(): Promise<string> {
  return (await agreeToAll(authorizeUrl(good()))).searchParams.get('code') ?? ''
}

async function ask(
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(form), headers })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}

function grantOf(code: string) {
  const who = { client_id: client.id, client_secret: client.secret }
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...who,
  }
}

describe('a fake server', () => {
  test('sends an honest request back with a code, its state and its issuer', async () => {
    const back = await agreeToAll(authorizeUrl(good()))
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{32}$/),
      state: 'a state',
      iss: server.url,
    })
  })

  test.each([
    [{ client_id: 'nobody' }, 401],
    [{ redirect_uri: 'https://app.example/back/' }, 400],
    [{ redirect_uri: 'https://evil.example/back' }, 400],
  ])('shows its own page for %j, and sends nobody anywhere', async (wrong, status) => {
    const answer = await fetch(authorizeUrl({ ...good(), ...wrong }), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
  })

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'read write' }, 'invalid_scope'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
  ])('sends %j back with an error', async (wrong, error) => {
    const back = await agreeToAll(authorizeUrl({ ...good(), ...wrong }))
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([error, null])
  })

  test('asks for PKCE, and for each parameter once', async () => {
    const { code_challenge: _, code_challenge_method: __, ...without } = good()
    expect((await agreeToAll(authorizeUrl(without))).searchParams.get('error')).toBe('invalid_request')
    const twice = `${authorizeUrl(good())}&scope=read`
    expect((await agreeToAll(twice)).searchParams.get('error')).toBe('invalid_request')
  })

  test.each([
    [{ code: 'invented' }, 400, 'invalid_grant'],
    [{ redirect_uri: `${redirectUri}?` }, 400, 'invalid_grant'],
    [{ code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    [{ code_verifier: '' }, 400, 'invalid_grant'],
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: 'nobody' }, 401, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('gives no token for %j', async (wrong, status, error) => {
    const answer = await ask('/oauth/token', { ...grantOf(await newCode()), ...wrong })
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  test('takes one proof of a client, and forms only', async () => {
    const form = grantOf(await newCode())
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
    expect((await ask('/oauth/token', form, { authorization: basic })).json.error).toBe('invalid_request')
    expect((await ask('/oauth/token', form, { 'content-type': 'application/json' })).status).toBe(400)
    expect((await ask('/oauth/token', form)).status).toBe(200)
  })

  test('takes a code once, and takes back what a second use got', async () => {
    const form = grantOf(await newCode())
    const { json } = await ask('/oauth/token', form)
    const token = String(json.access_token)
    expect(oauth.ownerOf(token)).toMatchObject({ person: 'alice', scopes: ['read'] })
    expect((await ask('/oauth/token', form)).json.error).toBe('invalid_grant')
    expect(oauth.ownerOf(token)).toBeNull()
  })

  test('rotates refresh tokens, ends everything when an old one comes back, and knows whose they are', async () => {
    const who = { client_id: client.id, client_secret: client.secret }
    const { json: first } = await ask('/oauth/token', grantOf(await newCode()))
    const renew = { grant_type: 'refresh_token', refresh_token: String(first.refresh_token) }
    const other = oauth.register({ redirectUris: [redirectUri] })
    const theirs = { client_id: other.id, client_secret: other.secret }
    expect((await ask('/oauth/token', { ...renew, ...theirs })).json.error).toBe('invalid_grant')
    const { json: second } = await ask('/oauth/token', { ...renew, ...who })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await ask('/oauth/token', { ...renew, ...who })).json.error).toBe('invalid_grant')
    expect(oauth.ownerOf(String(second.access_token))).toBeNull()
  })

  test('revokes for the client that was given the token, and answers 200 to one it does not know', async () => {
    const who = { client_id: client.id, client_secret: client.secret }
    const { json } = await ask('/oauth/token', grantOf(await newCode()))
    const token = String(json.access_token)
    const other = oauth.register({ redirectUris: [redirectUri] })
    const theirs = { client_id: other.id, client_secret: other.secret }
    expect((await ask('/oauth/revoke', { token, ...theirs })).status).toBe(403)
    expect((await ask('/oauth/revoke', who)).status).toBe(400)
    expect(oauth.ownerOf(token)).not.toBeNull()
    expect((await ask('/oauth/revoke', { token: 'unknown', ...who })).status).toBe(200)
    expect((await ask('/oauth/revoke', { token, ...who })).status).toBe(200)
    expect(oauth.ownerOf(token)).toBeNull()
  })
})
