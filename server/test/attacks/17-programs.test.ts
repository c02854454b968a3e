import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { graceSeconds } from '../../src/programs/refresh-access.ts'
import { sweepPrograms } from '../../src/programs/sweep-programs.ts'
import { type Browser, type Person, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import {
  type Access,
  agree,
  askFor,
  askTools,
  back,
  codeFor,
  exchange,
  letIn,
  prove,
  refresh,
  register,
  sendForm,
} from '../mcp/let-in.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'

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
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const read = (request: object, by: Browser = ada) =>
  by.request('POST', '/app/authorizations/read', { body: request })
/** A process believes what it knows of a token for a second at most. */
const becomes = (token: string, status: number) =>
  expect.poll(async () => (await askTools(house, token)).status).toBe(status)
const isOver = async ({ access, clientId, refresh: token }: Access) => {
  await becomes(access, 401)
  expect((await refresh(house, clientId, token)).json.error).toBe('invalid_grant')
}
/** Makes the refresh tokens of a program look as if they had been spent that long ago. */
const letPass = (id: string, seconds: number) =>
  house.db.run(sql`
    update grant_tokens set spent_at = spent_at - ${seconds} * interval '1 second' where grant_id = ${id}`)

describe('#17 the address to go back to', () => {
  const wrong = [
    'http://assistant.example/callback',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'https://user:word@assistant.example/',
    'https://assistant.example/#part',
    'https:\\\\assistant.example',
    ' https://assistant.example/',
    'https://assistant.example/\n',
    'javascript:alert(1)',
    'data:text/html,x',
    'cursor://anysphere/callback',
    '//assistant.example/',
    '/callback',
    `https://assistant.example/${'x'.repeat(2_000)}`,
    '',
    5,
    null,
  ]
  it('is https, or http on the machine of the browser, and nothing else can be registered', async () => {
    for (const each of wrong) {
      const body = { redirect_uris: [back, each] }
      const { status, json } = await house.request('POST', '/oauth/register', { key: null, body })
      expect([each, status, json.error]).toEqual([each, 400, 'invalid_redirect_uri'])
    }
    const good = ['http://127.0.0.1:1/', 'http://localhost/callback', 'http://[::1]:5000/x?y=z']
    expect(await register(house, { redirect_uris: good })).toEqual(expect.any(String))
  })

  it('is one that the program named, letter by letter, or nobody is sent anywhere', async () => {
    const clientId = await register(house, { redirect_uris: [back, 'http://127.0.0.1:4000/callback'] })
    const refused = [
      'https://evil.example/callback',
      `${back}/`,
      `${back}?more=1`,
      `${back}/../callback`,
      'https://ASSISTANT.example/callback',
      'https://assistant.example:8443/callback',
      'http://127.0.0.1:4000/callback/',
      'http://127.0.0.1:4000/other',
      'http://localhost:4000/callback',
      'https://127.0.0.1:4000/callback',
      'http://127.0.0.1.evil.example:4000/callback',
    ]
    for (const uri of refused) {
      const asked = askFor(clientId, { redirect_uri: uri })
      for (const { status, json } of [await read(asked.request), await agree(house, ada, asked)]) {
        expect([uri, status, json.code]).toEqual([uri, 422, 'redirect_refused'])
        expect(JSON.stringify(json)).not.toContain('refusal_url')
      }
    }
    const anyPort = askFor(clientId, { redirect_uri: 'http://127.0.0.1:61234/callback' })
    const { json } = await agree(house, ada, anyPort)
    expect(json.url).toMatch(/^http:\/\/127\.0\.0\.1:61234\/callback\?code=crier_code_/)
    expect((await exchange(house, anyPort, new URL(json.url).searchParams.get('code') ?? '')).status).toBe(
      200,
    )
  })

  it('is reached by no answer of the server itself: its own page asks first', async () => {
    const clientId = await register(house)
    const query = new URLSearchParams({ ...askFor(clientId).request, redirect_uri: '//evil.example' })
    const answer = await fetch(`${house.url}/oauth/authorize?${query}`, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/authorize\?request=[\w-]+$/)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const page = await house.request('GET', '/authorize', { key: null, headers: { accept: 'text/html' } })
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    // An assistant that opened it in a window hears of its end; other pages of the app have no opener.
    const openers = [
      answer,
      page,
      await house.request('GET', '/sign-in', { key: null, headers: { accept: 'text/html' } }),
    ]
    expect(openers.map(({ headers }) => headers.get('cross-origin-opener-policy'))).toEqual([
      'unsafe-none',
      'unsafe-none',
      'same-origin',
    ])
  })
})

describe('#17 the question to a person', () => {
  it('is answered to the program with its state and with who answers, yes or no', async () => {
    const clientId = await register(house)
    const asked = askFor(clientId, { redirect_uri: back, state: 'a b&c=€' })
    const refusal = new URL((await read(asked.request)).json.refusal_url)
    expect(Object.fromEntries(refusal.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a b&c=€',
      iss: house.url,
    })
    const agreed = new URL((await agree(house, ada, asked)).json.url)
    expect(agreed.searchParams.get('state')).toBe('a b&c=€')
    expect(agreed.searchParams.get('iss')).toBe(house.url)
  })

  it.each([
    ['no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge of another form', { code_challenge: 'short' }, 'invalid_request'],
    ['an implicit answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['the resource of a neighbour', { resource: 'RESOURCE/../v1' }, 'invalid_target'],
  ])('with %s cannot be agreed to, and the program is told why', async (_name, more, error) => {
    const clientId = await register(house)
    const resource =
      'resource' in more ? { resource: more.resource.replace('RESOURCE', `${house.url}/mcp`) } : {}
    const asked = askFor(clientId, { ...more, ...resource })
    const { json } = await read(asked.request)
    expect(json.fault).toBe(error)
    expect(new URL(json.refusal_url).searchParams.get('error')).toBe(error)
    expect((await agree(house, ada, asked)).json.code).toBe('authorization_refused')
  })

  it('is agreed to only within what was asked, for what agents need, and with reading', async () => {
    const clientId = await register(house)
    const reads = askFor(clientId, { scope: 'read offline_access admin' })
    expect((await read(reads.request)).json.scopes).toEqual(['read'])
    expect((await agree(house, ada, reads, { scopes: ['read', 'publish'] })).status).toBe(422)
    const all = askFor(clientId)
    for (const scopes of [['publish'], ['read', 'admin'], ['read', 'accounts'], []])
      expect((await agree(house, ada, all, { scopes })).status).toBe(422)
  })

  it('is answered by admins alone, with a fresh proof, on our own page, in their own workspace', async () => {
    const asked = askFor(await register(house))
    const editor = await signedIn(house, 'editor')
    await prove(editor)
    expect((await agree(house, editor, asked)).json.code).toBe('role_missing')
    const stale = await signedIn(house)
    await house.db.run(
      sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${stale.id}`,
    )
    expect((await agree(house, stale, asked)).json.code).toBe('proof_required')
    const path = `/app/workspaces/${house.workspaceId}/programs`
    const body = { ...asked.request, mode: 'test', scopes: ['read'] }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
      expect((await ada.request('POST', path, { body, headers })).status).toBe(403)
    expect(
      (await house.request('POST', path, { body, headers: { 'sec-fetch-site': 'same-origin' } })).status,
    ).toBe(401)
    const stranger = await signedIn(house, null)
    await prove(stranger)
    expect((await stranger.request('POST', path, { body })).status).toBe(404)
    expect(
      await house.db.rows(sql`select from grants g join api_keys k using (workspace_id, id)
      where k.user_id = any(${[editor.id, stale.id, stranger.id]}::uuid[])`),
    ).toEqual([])
  })

  it('shows a name without what would turn or hide its letters', async () => {
    const clientId = await register(house, { client_name: `Crier\u202e itself\u0000 ${'x'.repeat(200)}` })
    const { name } = (await read(askFor(clientId).request)).json
    expect(name).toMatch(/^Crier itself x+$/)
    expect(name.length).toBeLessThanOrEqual(80)
  })
})

describe('#17 a program that is described at an address', () => {
  const at = (path: string) => `https://assistant.example${path}`
  const json = 'application/json'
  it('is one only if the document says so itself, at that very address, and asks for no secret', async () => {
    const good = { redirect_uris: [back], client_name: 'Assistant' }
    const put = (path: string, body: object, more: object = {}) =>
      site.put(path, { body: JSON.stringify({ client_id: at(path), ...good, ...body }), type: json, ...more })
    put('/another', { client_id: at('/other') })
    put('/secret', { token_endpoint_auth_method: 'client_secret_basic' })
    put('/signed', { token_endpoint_auth_method: 'private_key_jwt' })
    put('/http', { redirect_uris: ['http://assistant.example/'] })
    put('/page', {}, { type: 'text/html' })
    put('/missing', {}, { status: 404 })
    put('/large', { client_name: 'x'.repeat(70_000) })
    site.put('/list', { body: '[]', type: json })
    site.put('/redirect', { redirect: at('/good') })
    put('/good', {})
    const bad = [
      '/another',
      '/secret',
      '/signed',
      '/http',
      '/page',
      '/missing',
      '/large',
      '/list',
      '/redirect',
    ]
    for (const path of bad)
      expect([path, (await read(askFor(at(path)).request)).json.code]).toEqual([path, 'program_unreadable'])
    expect((await read(askFor(at('/good')).request)).json.host).toBe('assistant.example')
  })

  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/client.json',
    'https://[fe80::1]/client.json',
    'https://nowhere.invalid/client.json',
  ])('is not fetched from within a network: %s', async (id) => {
    expect((await read(askFor(id).request)).json.code).toBe('program_unreadable')
  })

  it.each([
    'http://assistant.example/client.json',
    'https://assistant.example/',
    'https://assistant.example',
    'https://assistant.example/a/../client.json',
    'https://ASSISTANT.example/client.json',
    'https://user@assistant.example/client.json',
    'https://assistant.example/client.json#x',
    'no id',
    '',
  ])('is not asked for at all by an id that is no such address: %s', async (id) => {
    const before = site.asked.length
    expect([422, 400]).toContain((await read(askFor(id).request)).status)
    expect(site.asked).toHaveLength(before)
  })

  it('is asked for sixty times in an hour for one person, and then for others alone', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1)
      statuses.push((await read(askFor(at(`/many/${count}`)).request)).status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
    const other = await signedIn(house)
    expect((await read(askFor(at('/many/1')).request, other)).status).toBe(422)
  })

  it('is asked for by people who are signed in alone', async () => {
    const before = site.asked.length
    const asked = askFor(at('/fresh'))
    expect((await house.request('POST', '/app/authorizations/read', { body: asked.request })).status).toBe(
      403,
    )
    await exchange(house, asked, `crier_code_${'x'.repeat(43)}`)
    await fetch(`${house.url}/oauth/authorize?${new URLSearchParams(asked.request)}`)
    expect(site.asked).toHaveLength(before)
  })
})

describe('#17 a code', () => {
  it('is good once: the second time it ends what the first one began', async () => {
    const asked = askFor(await register(house))
    const code = await codeFor(house, ada, asked)
    const { json } = await exchange(house, asked, code)
    await becomes(json.access_token, 200)
    expect((await exchange(house, asked, code)).json).toMatchObject({ error: 'invalid_grant' })
    await becomes(json.access_token, 401)
    expect((await refresh(house, asked.request.client_id ?? '', json.refresh_token)).json.error).toBe(
      'invalid_grant',
    )
    const log = await house.db.rows(sql`
      select a.details ->> 'reason' as reason from audit_log a join grants g on g.id::text = a.subject_id
      where g.program_id = ${asked.request.client_id ?? ''} and a.action = 'program.end'`)
    expect(log).toEqual([{ reason: 'code_misused' }])
  })

  it('of twenty requests at once serves one', async () => {
    const asked = askFor(await register(house))
    const code = await codeFor(house, ada, asked)
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(house, asked, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    ['without the verifier of its program', { code_verifier: 'x'.repeat(43) }],
    ['for another address', { redirect_uri: 'https://assistant.example/other' }],
    ['for another program', { client_id: 'another' }],
  ])('%s is not good, nor is it then for its own program', async (_name, more) => {
    const asked = askFor(await register(house))
    const code = await codeFor(house, ada, asked)
    expect((await exchange(house, asked, code, more)).json).toMatchObject({ error: 'invalid_grant' })
    expect((await exchange(house, asked, code)).json).toMatchObject({ error: 'invalid_grant' })
  })

  it('needs no address beside it, which newer programs do not send', async () => {
    const asked = askFor(await register(house))
    const code = await codeFor(house, ada, asked)
    expect((await exchange(house, asked, code, { redirect_uri: '' })).status).toBe(200)
  })

  it('that nobody gave is refused as one that is over', async () => {
    const asked = askFor(await register(house))
    const unknown = await exchange(house, asked, `crier_code_${'A'.repeat(43)}`)
    expect([unknown.status, unknown.json.error]).toEqual([400, 'invalid_grant'])
  })

  it('is good for a minute', async () => {
    const asked = askFor(await register(house))
    const code = await codeFor(house, ada, asked)
    await house.db.run(sql`update grants set code_until = clock_timestamp() where exchanged_at is null`)
    expect((await exchange(house, asked, code)).json).toMatchObject({ error: 'invalid_grant' })
  })

  it('is worth nothing once its person has lost what let them agree', async () => {
    const eve = await signedIn(house, 'admin')
    await prove(eve)
    const asked = askFor(await register(house))
    const code = await codeFor(house, eve, asked)
    const members = `/app/workspaces/${house.workspaceId}/members`
    expect((await ada.request('DELETE', `${members}/${eve.id}`)).status).toBe(200)
    expect((await exchange(house, asked, code)).json).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('#17 a refresh token', () => {
  it('gives the next two, and for a while again the same two, because an answer may be lost', async () => {
    const access = await letIn(house, ada)
    const first = await refresh(house, access.clientId, access.refresh)
    const again = await refresh(house, access.clientId, access.refresh)
    expect(again.status).toBe(200)
    expect(again.json.refresh_token).toBe(first.json.refresh_token)
    expect(again.json.access_token).toBe(first.json.access_token)
    expect(first.json.refresh_token).not.toBe(access.refresh)
    expect((await refresh(house, access.clientId, first.json.refresh_token)).status).toBe(200)
  })

  it('of twenty requests at once has one successor, and its program goes on', async () => {
    const access = await letIn(house, ada)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refresh(house, access.clientId, access.refresh)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1)
    const kept = await house.db.row<{ unspent: number }>(sql`
      select count(*)::int as unspent from grant_tokens
      where grant_id = ${access.id} and kind = 'refresh' and spent_at is null`)
    expect(kept?.unspent).toBe(1)
    await becomes(answers[0]?.json.access_token, 200)
    expect((await refresh(house, access.clientId, answers[0]?.json.refresh_token)).status).toBe(200)
  })

  it('that comes again later ends the access for whoever holds any of its tokens', async () => {
    const access = await letIn(house, ada)
    const next = (await refresh(house, access.clientId, access.refresh)).json
    await becomes(next.access_token, 200)
    await letPass(access.id, graceSeconds + 1)
    expect((await refresh(house, access.clientId, access.refresh)).json.error).toBe('invalid_grant')
    await isOver({ ...access, access: next.access_token, refresh: next.refresh_token })
    await becomes(access.access, 401)
    const log = await house.db.row(sql`
      select actor_kind, details from audit_log where subject_id = ${access.id} and action = 'program.end'`)
    expect(log).toMatchObject({ actor_kind: 'key', details: { reason: 'refresh_token_reused' } })
  })

  it('that comes again after its successor was used ends it at once', async () => {
    const access = await letIn(house, ada)
    const next = (await refresh(house, access.clientId, access.refresh)).json
    const last = (await refresh(house, access.clientId, next.refresh_token)).json
    expect((await refresh(house, access.clientId, access.refresh)).json.error).toBe('invalid_grant')
    await isOver({ ...access, access: last.access_token, refresh: last.refresh_token })
  })

  it('is good for its own program alone, and a stranger who tries it ends nothing', async () => {
    const access = await letIn(house, ada)
    expect((await refresh(house, await register(house), access.refresh)).json.error).toBe('invalid_grant')
    expect((await refresh(house, access.clientId, access.refresh)).status).toBe(200)
  })

  it('that is unknown or whose time is over gets nothing, and ends nothing', async () => {
    const access = await letIn(house, ada)
    const unknown = await refresh(house, access.clientId, `crier_refresh_${'A'.repeat(43)}`)
    expect([unknown.status, unknown.json.error]).toEqual([400, 'invalid_grant'])
    await house.db.run(sql`
      update grant_tokens set expires_at = clock_timestamp() where grant_id = ${access.id} and kind = 'refresh'`)
    const over = await refresh(house, access.clientId, access.refresh)
    expect([over.status, over.json.error]).toEqual([400, 'invalid_grant'])
    expect((await askTools(house, access.access)).status).toBe(200)
  })

  it('is no access token, and an access token is no refresh token', async () => {
    const access = await letIn(house, ada)
    expect((await askTools(house, access.refresh)).status).toBe(401)
    expect((await refresh(house, access.clientId, access.access)).json.error).toBe('invalid_grant')
    expect((await askTools(house, access.access)).status).toBe(200)
  })
})

describe('#17 an access token', () => {
  it('is good where agents ask, and nowhere else', async () => {
    const { access } = await letIn(house, ada)
    expect((await askTools(house, access)).status).toBe(200)
    for (const path of ['/v1/me', '/v1/posts', '/v1/events', '/app/me'])
      expect([path, (await house.request('GET', path, { key: access })).status]).toEqual([path, 401])
    expect((await house.request('POST', `/mcp?access_token=${access}`, { key: null, body: {} })).status).toBe(
      401,
    )
    expect((await house.request('POST', `/mcp?t=${access}`, { key: access, body: {} })).status).toBe(401)
  })

  it('that has expired, was made up, was ended or belongs to nobody is refused in the same words', async () => {
    const words = async (token: string) => {
      const { status, text, headers, json } = await askTools(house, token)
      return [status, text.replaceAll(json.request_id, 'R'), headers.get('www-authenticate')]
    }
    const expired = await letIn(house, ada)
    await house.db.run(sql`
      update grant_tokens set expires_at = clock_timestamp() where grant_id = ${expired.id} and kind = 'access'`)
    const ended = await letIn(house, ada)
    await house.db.run(sql`update api_keys set revoked_at = now() where id = ${ended.id}`)
    const said = [
      await words(expired.access),
      await words(ended.access),
      await words(ended.refresh),
      await words(`crier_access_${'A'.repeat(43)}`),
      await words(`crier_live_${'A'.repeat(38)}`),
      await words('nothing of ours'),
    ]
    expect(new Set(said.map(String)).size).toBe(1)
  })

  it('has no more rights than its person has now, and none where they have left', async () => {
    const eve = await signedIn(house, 'admin')
    await prove(eve)
    const access = await letIn(house, eve, { scopes: ['read', 'write', 'publish'] })
    const member = `/app/workspaces/${house.workspaceId}/members/${eve.id}`
    const names = async () => {
      const { json } = await askTools(house, access.access)
      return json.result?.tools.map((tool: { name: string }) => tool.name) ?? []
    }
    expect(await names()).toContain('retry_post')
    expect((await ada.request('PATCH', member, { body: { role: 'viewer' } })).status).toBe(200)
    await expect.poll(names).not.toContain('create_post')
    await house.db.run(
      sql`update workspaces set subscription = 'inactive', subscription_ended_at = now() where id = ${house.workspaceId}`,
    )
    await becomes(access.access, 402)
    await house.db.run(
      sql`update workspaces set subscription = 'active', subscription_ended_at = null where id = ${house.workspaceId}`,
    )
    expect((await ada.request('DELETE', member)).status).toBe(200)
    await isOver(access)
  })

  it('ends with the workspace, while its data can still be restored', async () => {
    const access = await letIn(house, ada)
    await house.db.run(sql`
      update workspaces set purge_at = now() + interval '1 day' where id = ${house.workspaceId}`)
    await becomes(access.access, 401)
    expect((await refresh(house, access.clientId, access.refresh)).json.error).toBe('invalid_grant')
    await house.db.run(sql`update workspaces set purge_at = null where id = ${house.workspaceId}`)
  })
})

describe('#17 a request for tokens', () => {
  it.each([
    ['nothing', '', 'invalid_request'],
    ['no kind', 'client_id=a', 'invalid_request'],
    ['a kind that is not there', 'client_id=a&grant_type=password', 'unsupported_grant_type'],
    ['a name twice', 'client_id=a&grant_type=refresh_token&client_id=b', 'invalid_request'],
    ['no program', 'grant_type=refresh_token&refresh_token=x', 'invalid_request'],
    [
      'another resource',
      'client_id=a&grant_type=refresh_token&refresh_token=x&resource=https://evil.example',
      'invalid_target',
    ],
    ['a token that nobody made', 'client_id=a&grant_type=refresh_token&refresh_token=x', 'invalid_grant'],
    [
      'a code that nobody made',
      'client_id=a&grant_type=authorization_code&code=x&code_verifier=y',
      'invalid_grant',
    ],
  ])('with %s is refused as OAuth says it', async (_name, form, error) => {
    const { status, json, headers } = await sendForm(house, '/oauth/token', form)
    expect([status, json.error, headers.get('cache-control')]).toEqual([400, error, 'no-store'])
  })

  it('in another form, or too large, is refused before it is read', async () => {
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      expect((await house.request('POST', path, { key: null, body: {} })).status).toBe(415)
      expect((await sendForm(house, path, `token=${'x'.repeat(70_000)}`)).status).toBe(413)
    }
    const body = { redirect_uris: [back], more: 'x'.repeat(40_000) }
    expect((await house.request('POST', '/oauth/register', { key: null, body })).status).toBe(413)
  })

  it('to give a token back does nothing with one of another program, and is content with an unknown one', async () => {
    const access = await letIn(house, ada)
    const foreign = { token: access.refresh, client_id: await register(house) }
    for (const form of [foreign, { token: 'nothing of ours' }])
      expect((await sendForm(house, '/oauth/revoke', form)).status).toBe(200)
    expect((await askTools(house, access.access)).status).toBe(200)
    const giveBack = () => sendForm(house, '/oauth/revoke', { token: access.access })
    expect((await giveBack()).status).toBe(200)
    await isOver(access)
    expect((await giveBack()).status, 'a second time').toBe(200)
    const log = await house.db.rows(sql`
      select details ->> 'reason' as reason from audit_log where subject_id = ${access.id} and action = 'program.end'`)
    expect(log).toEqual([{ reason: 'given_back' }])
  })

  it('of a person to end an access ends that one, and none of another workspace', async () => {
    const access = await letIn(house, ada)
    const programs = `/app/workspaces/${house.workspaceId}/programs`
    const eve = await signedIn(house, null)
    await prove(eve)
    const { id: elsewhere } = (await eve.request('POST', '/app/workspaces', { body: { name: 'Elsewhere' } }))
      .json
    expect((await eve.request('DELETE', `/app/workspaces/${elsewhere}/programs/${access.id}`)).status).toBe(
      404,
    )
    expect((await askTools(house, access.access)).status).toBe(200)
    expect((await ada.request('DELETE', `${programs}/${access.id}`)).status).toBe(200)
    await isOver(access)
  })
})

describe('#17 registration', () => {
  it('is counted by network, and leaves nothing for good where nobody follows', async () => {
    const body = { redirect_uris: [back] }
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1)
      statuses.push((await house.request('POST', '/oauth/register', { key: null, body })).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    for (const wrong of [{}, { redirect_uris: [] }, { redirect_uris: back }, [], 'x'])
      expect(
        (
          await house.request('POST', '/oauth/register', {
            key: null,
            body: JSON.stringify(wrong),
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(400)
    await house.db.run(sql`delete from sign_in_counts`)

    const access = await letIn(house, ada)
    const waiting = askFor(await register(house))
    await codeFor(house, ada, waiting)
    await refresh(house, access.clientId, access.refresh)
    await house.db.run(sql`update programs set read_at = read_at - interval '8 days'`)
    await house.db.run(
      sql`update grants set code_until = code_until - interval '2 days' where exchanged_at is null`,
    )
    await house.db.run(sql`
      update grant_tokens set expires_at = clock_timestamp() where grant_id = ${access.id} and kind = 'access'`)
    await sweepPrograms(house.context)
    const count = async (what: ReturnType<typeof sql>) =>
      (await house.db.row<{ count: number }>(sql`select count(*)::int as count from ${what}`))?.count
    expect(await count(sql`programs where used_at is null`)).toBe(0)
    expect(await count(sql`grants where exchanged_at is null`)).toBe(0)
    expect(
      await count(sql`api_keys k where hash is null and not exists (
      select from grants g where g.id = k.id)`),
    ).toBe(0)
    expect(await count(sql`grant_tokens where grant_id = ${access.id} and kind = 'access'`)).toBe(0)
    expect(await count(sql`grant_tokens where grant_id = ${access.id} and kind = 'refresh'`)).toBe(2)
    expect(await count(sql`programs where id = ${access.clientId}`)).toBe(1)
  })
})
