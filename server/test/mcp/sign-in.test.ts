import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Browser, type Person, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'
import { agree, askTools, back, letIn, prove, refresh, sendForm } from './let-in.ts'

const documentId = 'https://assistant.example/oauth/client.json'

let house: House
let site: WebSite
let ada: Browser & Person
beforeAll(async () => {
  site = await startWebSite()
  house = await startHouse({ worker: false, standIns: { 'assistant.example': site.url } })
  ada = await signedIn(house)
  await prove(ada)
})
afterAll(async () => {
  await house.stop()
  await site.stop()
})

/** The store of a program's sign-in, as the library of the protocol wants one; what the browser was sent to is kept. */
function program(more: Partial<OAuthClientProvider> = {}) {
  const kept: Record<string, unknown> = {}
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value
  }
  const provider = {
    redirectUrl: back,
    clientMetadata: { client_name: 'Assistant', redirect_uris: [back] },
    state: () => 'of the program',
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('page'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept.verifier,
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep('discovery'),
    invalidateCredentials: () => undefined,
    ...more,
  } as unknown as OAuthClientProvider
  return { provider, kept }
}

const newClient = () =>
  new Client({ name: 'assistant', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
const transportOf = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL('/mcp', house.url), { authProvider })

/** Goes the whole way with the library of the protocol, where a person agrees; answers the client and what the program keeps. */
async function signIn(made = program()) {
  const transport = transportOf(made.provider)
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError)
  const page = made.kept.page as URL
  const request = Object.fromEntries(page.searchParams)
  const shown = await ada.request('POST', '/app/authorizations/read', { body: request })
  const agreed = await agree(house, ada, { request, verifier: '' })
  await transport.finishAuth(new URL(agreed.json.url).searchParams)
  const client = newClient()
  await client.connect(transportOf(made.provider))
  return { ...made, page, request, shown, client, id: String(agreed.json.id) }
}

describe('a program that knows the address alone', () => {
  it('finds its way, registers itself, is let in, uses tools, renews its access and gives it back', async () => {
    const { provider, kept, page, request, shown, client, id } = await signIn()
    expect(page.origin + page.pathname).toBe(`${house.url}/oauth/authorize`)
    expect(request).toMatchObject({
      resource: `${house.url}/mcp`,
      scope: 'read write publish',
      code_challenge_method: 'S256',
    })
    expect(shown.json).toMatchObject({
      name: 'Assistant',
      host: null,
      redirect_host: 'assistant.example',
      scopes: ['read', 'write', 'publish'],
      fault: null,
    })
    const me = await client.callTool({ name: 'get_me', arguments: {} })
    expect(me.structuredContent).toMatchObject({
      mode: 'test',
      key: { id, name: 'Assistant', scopes: ['read', 'write'], last4: '' },
      user: { id: ada.id, email: ada.email },
    })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('create_post')
    expect(names).not.toContain('retry_post')
    await client.close()

    // The access token expires; the library renews it by itself.
    const before = kept.tokens as { access_token: string; refresh_token: string }
    await house.db.run(sql`
      update grant_tokens set expires_at = clock_timestamp() - interval '1 second'
      where kind = 'access' and grant_id = ${id}`)
    await expect.poll(async () => (await askTools(house, before.access_token)).status).toBe(401)
    const later = newClient()
    await later.connect(transportOf(provider))
    const after = kept.tokens as typeof before
    expect(after.refresh_token).not.toBe(before.refresh_token)
    await later.callTool({ name: 'get_me', arguments: {} })
    await later.close()

    const clientId = (kept.client as { client_id: string }).client_id
    const given = { token: after.refresh_token, client_id: clientId }
    expect((await sendForm(house, '/oauth/revoke', given)).status).toBe(200)
    await expect.poll(async () => (await askTools(house, after.access_token)).status).toBe(401)
    expect((await refresh(house, clientId, after.refresh_token)).json.error).toBe('invalid_grant')
    const log = await house.db.rows(sql`
      select action, actor_kind, details from audit_log where subject_id = ${id} order by created_at`)
    expect(log).toMatchObject([
      { action: 'program.allow', actor_kind: 'user', details: { mode: 'test', scopes: ['read', 'write'] } },
      { action: 'program.end', actor_kind: 'key', details: { reason: 'given_back' } },
    ])
  })

  it('is described by a document, where its id is the address of one', async () => {
    const document = {
      client_id: documentId,
      client_name: 'Assistant of assistant.example',
      redirect_uris: [back],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    }
    site.put('/oauth/client.json', { body: JSON.stringify(document), type: 'application/json' })
    const { client, kept, shown, id } = await signIn(program({ clientMetadataUrl: documentId }))
    expect(kept.client).toMatchObject({ client_id: documentId })
    expect(shown.json).toMatchObject({ name: 'Assistant of assistant.example', host: 'assistant.example' })
    await client.callTool({ name: 'get_me', arguments: {} })
    await client.close()
    expect(site.asked).toEqual(['/oauth/client.json'])
    const listed = await ada.request('GET', `/app/workspaces/${house.workspaceId}/programs`)
    expect(listed.json.data[0]).toMatchObject({
      id,
      name: 'Assistant of assistant.example',
      redirect_host: 'assistant.example',
      mode: 'test',
      scopes: ['read', 'write'],
      allowed_by: { id: ada.id, email: ada.email },
      last_used_at: expect.any(String),
    })
  })
})

describe('the address of agents', () => {
  it('tells whoever has no token, or none that is good, where to learn how to get one', async () => {
    const metadata = `${house.url}/.well-known/oauth-protected-resource/mcp`
    const rest = `resource_metadata="${metadata}", scope="read write publish"`
    const bare = await askTools(house, null)
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="crier", ${rest}`,
    ])
    const wrong = await askTools(house, `crier_access_${'x'.repeat(43)}`)
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer realm="crier", error="invalid_token", ${rest}`)
    const elsewhere = await house.request('GET', '/v1/me', { key: null })
    expect(elsewhere.headers.get('www-authenticate')).toBe('Bearer realm="crier"')
    const described = await house.request('GET', metadata, { key: null })
    expect(described.json).toMatchObject({
      resource: `${house.url}/mcp`,
      authorization_servers: [house.url],
    })
    const server = await house.request('GET', '/.well-known/oauth-authorization-server', { key: null })
    expect(server.json).toMatchObject({ issuer: house.url, code_challenge_methods_supported: ['S256'] })
  })

  it('is open to programs in browsers of any site, which bring no cookie and read the header', async () => {
    for (const path of [
      '/mcp',
      '/oauth/token',
      '/oauth/register',
      '/.well-known/oauth-authorization-server',
    ]) {
      const { status, headers } = await house.request('OPTIONS', path, { key: null })
      expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
    const { headers } = await askTools(house, null)
    expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  })
})

describe('a person', () => {
  it('ends the access of a program with one request, and with it everything that it holds', async () => {
    const { id, access, clientId, refresh: token } = await letIn(house, ada)
    expect((await askTools(house, access)).status).toBe(200)
    const path = `/app/workspaces/${house.workspaceId}/programs`
    expect((await ada.request('DELETE', `${path}/${id}`)).status).toBe(200)
    await expect.poll(async () => (await askTools(house, access)).status).toBe(401)
    expect((await refresh(house, clientId, token)).json.error).toBe('invalid_grant')
    const { data } = (await ada.request('GET', path)).json
    expect(data.map((each: { id: string }) => each.id)).not.toContain(id)
  })

  it('finds no program among the keys, where it can be neither rolled nor revoked', async () => {
    const { id } = await letIn(house, ada)
    const keys = `/app/workspaces/${house.workspaceId}/keys`
    const { data } = (await ada.request('GET', keys)).json
    expect(data.map((each: { id: string }) => each.id)).not.toContain(id)
    expect((await ada.request('POST', `${keys}/${id}/roll`, { body: { overlap_hours: 0 } })).status).toBe(404)
    expect((await ada.request('DELETE', `${keys}/${id}`)).status).toBe(404)
  })
})
