import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Browser, newPerson, openBrowser, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { type FalseProvider, startFalseProvider } from '../oidc-server.ts'

let house: House
let provider: FalseProvider
beforeAll(async () => {
  provider = await startFalseProvider()
  const oidc = { issuer: provider.issuer, clientId: 'crier', clientSecret: 'secret', name: 'False' }
  house = await startHouse({ worker: false, config: { oidc } })
})
afterAll(async () => {
  await house.stop()
  await provider.close()
})
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const discovery = '/.well-known/openid-configuration'
const description = () => ({
  issuer: provider.issuer,
  authorization_endpoint: `${provider.issuer}/authorize`,
  token_endpoint: `${provider.issuer}/token`,
  userinfo_endpoint: `${provider.issuer}/userinfo`,
  jwks_uri: `${provider.issuer}/jwks`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256'],
})

const answer = (path: string, body: unknown, type = 'application/json', status = 200) =>
  provider.answers.set(path, () => ({
    status,
    type,
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  }))

const begin = (browser: Browser) => browser.request('POST', '/app/oidc/begin')

const html = '<!doctype html><script>alert(1)</script>'
const huge = Buffer.alloc(100_000_000, '[')

describe('#18 a description of the identity provider', () => {
  it('that is a page, is huge, is cut off or tells of somebody else is refused in a few words', async () => {
    const wrong: [string, unknown, string][] = [
      ['a page', html, 'text/html'],
      ['a page that says it is JSON', html, 'application/json'],
      ['huge', huge, 'application/json'],
      ['cut off', '{"issuer":', 'application/json'],
      ['of another issuer', { ...description(), issuer: 'https://evil.example' }, 'application/json'],
      ['without addresses', { issuer: provider.issuer }, 'application/json'],
      ['of another kind', '[]', 'application/json'],
    ]
    for (const [what, body, type] of wrong) {
      answer(discovery, body, type)
      const started = performance.now()
      const { json, text } = await begin(openBrowser(house))
      expect([what, json.status, json.code]).toEqual([what, 503, 'oidc_unavailable'])
      expect(text).not.toMatch(/alert|evil/)
      expect(performance.now() - started).toBeLessThan(15_000)
    }
    provider.answers.set(discovery, () => ({ status: 302, body: '' }))
    expect((await begin(openBrowser(house))).json.code).toBe('oidc_unavailable')
  })
})

describe('#18 an answer of the identity provider', () => {
  interface Claims {
    [name: string]: unknown
  }

  /** A trip up to the callback, with what is needed to forge the provider's answer to it. */
  async function trip(browser: Browser = openBrowser(house), path = '/app/oidc/begin') {
    answer(discovery, description())
    const begun = await browser.request('POST', path)
    expect(begun.status).toBe(200)
    const asked = new URL(begun.json.url).searchParams
    const person = await newPerson(house)
    const claims: Claims = {
      iss: provider.issuer,
      sub: person.id,
      aud: 'crier',
      exp: Math.floor(Date.now() / 1_000) + 600,
      iat: Math.floor(Date.now() / 1_000),
      nonce: asked.get('nonce'),
      email: person.email,
      email_verified: true,
    }
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = (more: Claims = {}, header: Claims = { alg: 'RS256' }) => ({
      access_token: 'x',
      token_type: 'bearer',
      id_token: `${part(header)}.${part({ ...claims, ...more })}.${part('signature')}`,
    })
    const finish = async () => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const url = `${house.url}/app/oidc/callback?code=c&state=${asked.get('state')}`
      const back = await fetch(url, { headers: { cookie }, redirect: 'manual' })
      return {
        to: (back.headers.get('location') ?? '').replace(house.context.config.publicUrl, ''),
        cookies: back.headers.getSetCookie(),
      }
    }
    return { token, finish, person }
  }

  it('that is right signs in, so that each of the wrong ones below is refused for what is wrong', async () => {
    const { token, finish } = await trip()
    answer('/token', token())
    expect(await finish()).toMatchObject({ to: '/', cookies: [expect.stringContaining('crier_session=')] })
  })

  it('proves who is there only where it says that it asked them within ten minutes', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const told: [string, Claims, number][] = [
      ['nothing', {}, 403],
      ['long ago', { auth_time: now - 3_600 }, 403],
      ['the beginning of time', { auth_time: 0 }, 403],
      ['just now', { auth_time: now - 5 }, 200],
    ]
    const proofOf = async (claims: Claims) => {
      const { token, finish } = await trip()
      answer('/token', token(claims))
      const [cookie = ''] = (await finish()).cookies
      const headers = { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' }
      const begun = await house.request('POST', '/app/two-factor/begin', { key: null, headers })
      const security = await house.request('GET', '/app/security', { key: null, headers })
      return { status: begun.status, tellsNoTime: security.json.provider_tells_no_time }
    }
    for (const [what, claims, status] of told)
      expect([what, await proofOf(claims)]).toEqual([
        what,
        { status, tellsNoTime: ['nothing', 'the beginning of time'].includes(what) },
      ])
    // A time to come counts as now, and lasts no longer.
    await proofOf({ auth_time: now + 86_400 * 365 })
    const newest = await house.db.row<{ ahead: boolean }>(sql`
      select proved_at > clock_timestamp() as ahead from sessions order by created_at desc limit 1`)
    expect(newest).toEqual({ ahead: false })
  })

  it('with a token for another, by another, for another trip, too old or unsigned signs nobody in', async () => {
    const wrong: [string, Claims, Claims?][] = [
      ['another audience', { aud: 'somebody-else' }],
      ['several audiences', { aud: ['crier', 'somebody-else'] }],
      ['another issuer', { iss: 'https://evil.example' }],
      ['another nonce', { nonce: 'x'.repeat(43) }],
      ['no nonce', { nonce: undefined }],
      ['too old', { exp: Math.floor(Date.now() / 1_000) - 3_600 }],
      ['no subject', { sub: undefined }],
      ['no algorithm', {}, { alg: 'none' }],
      ['a shared secret', {}, { alg: 'HS256' }],
    ]
    for (const [what, claims, header] of wrong) {
      const { token, finish } = await trip()
      answer('/token', token(claims, header))
      expect([what, await finish()]).toEqual([what, { to: '/sign-in?problem=oidc_unavailable', cookies: [] }])
    }
  })

  it('that is a page, huge, of the wrong status or no token signs nobody in', async () => {
    const wrong: [string, unknown, string?, number?][] = [
      ['a page', html, 'text/html'],
      ['a page that says it is JSON', html],
      ['huge', huge],
      ['another refusal than of the code', { error: 'invalid_client' }, 'application/json', 400],
      ['an error of its own', { error: 'server_error', error_description: html }, 'application/json', 500],
      ['nothing', {}],
      ['no ID token', { access_token: 'x', token_type: 'bearer' }],
      ['a token of three dots', { access_token: 'x', token_type: 'bearer', id_token: '...' }],
    ]
    for (const [what, ...how] of wrong) {
      const { finish } = await trip()
      answer('/token', ...how)
      expect([what, await finish()]).toEqual([what, { to: '/sign-in?problem=oidc_unavailable', cookies: [] }])
    }
  })

  it('that lets another person’s address follow signs nobody in', async () => {
    const { token, finish, person } = await trip()
    answer('/token', token({ email: undefined, email_verified: undefined }))
    answer('/userinfo', { sub: 'somebody else', email: person.email, email_verified: true })
    expect((await finish()).to).toBe('/sign-in?problem=oidc_unavailable')
  })

  it('with a false or a strange word about the address finds nobody by it', async () => {
    for (const email_verified of [false, 'false', 'yes', '', 1, null, undefined, {}, [true], ['true']]) {
      const { token, finish } = await trip()
      answer('/token', token({ email_verified }))
      expect([email_verified, (await finish()).to]).toEqual([
        email_verified,
        '/sign-in?problem=address_not_verified',
      ])
    }
  })

  it('finds the person by an address whose verification it writes as a text', async () => {
    const { token, finish } = await trip()
    answer('/token', token({ email_verified: 'true' }))
    expect((await finish()).to).toBe('/')
  })

  it('with something else than an address joins an identity without one', async () => {
    for (const email of ['', 5, ['a@example.org'], { is: 'a@example.org' }, null]) {
      const browser = await signedIn(house)
      const { token, finish } = await trip(browser, '/app/oidc/link')
      answer('/token', token({ email }))
      expect([email, (await finish()).to]).toEqual([email, '/settings/security'])
      const rows = await house.db.rows(sql`select email from identities where user_id = ${browser.id}`)
      expect([email, rows]).toEqual([email, [{ email: null }]])
    }
  })
})

it('#18 sign-ins at the identity provider are counted: no more than thirty of a network fail', async () => {
  answer(discovery, description())
  const statuses: string[] = []
  for (let number = 0; number < 40; number += 1) {
    const back = await fetch(`${house.url}/app/oidc/callback?code=c&state=s`, { redirect: 'manual' })
    statuses.push(new URL(back.headers.get('location') ?? '').searchParams.get('problem') ?? '')
  }
  expect(statuses.filter((code) => code === 'sign_in_over')).toHaveLength(30)
  expect(statuses.filter((code) => code === 'too_many_sign_ins')).toHaveLength(10)
  expect((await begin(openBrowser(house))).json.code).toBe('too_many_sign_ins')
})
