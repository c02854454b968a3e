// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { insertUser, prepareUser } from '../../src/people/new-user.ts'
import { replaceRecoveryCodes } from '../../src/people/two-factor/recovery-codes.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import { type OidcServer, oidcClient, type ProvidersPerson, startOidcServer } from '../oidc-server.ts'
import * as trip from './oidc-trip.ts'
import { type Browser, newPerson, openBrowser, password, signedIn } from './person.ts'

let house: House
let provider: OidcServer
beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()]
  const issuer = `http://127.0.0.1:${providerPort}`
  const oidc = { issuer, clientId: oidcClient.id, clientSecret: oidcClient.secret, name: 'Example Inc.' }
  const publicUrl = `http://127.0.0.1:${port}`
  house = await startHouse({ worker: false, config: { port, publicUrl, oidc } })
  provider = await startOidcServer(providerPort, `${publicUrl}/app/oidc/callback`)
})
afterAll(async () => {
  await house.stop()
  await provider.close()
})
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const newSubject = (email?: string, isEmailVerified = true): ProvidersPerson => ({
  subject: newId(),
  ...(email === undefined ? {} : { email, isEmailVerified }),
})

const openAway = () => trip.openAway(() => house)
const toCallback = (browser: Browser, who: ProvidersPerson | null, path?: string, more: trip.Trip = {}) =>
  trip.toCallback({ house, provider }, browser, who, { ...more, ...(path === undefined ? {} : { path }) })
const back = (browser: Browser, callback: URL) => trip.back(house, browser, callback)
const signInAs = (who: ProvidersPerson | null, browser?: Browser) =>
  trip.signInAtProvider({ house, provider }, who, browser)

const me = async (browser: Browser) => (await browser.request('GET', '/app/me')).json

describe('a sign-in at the identity provider', () => {
  it('is offered by its name', async () => {
    expect((await openBrowser(house).request('GET', '/app/sign-in')).json).toEqual({
      sign_up: 'closed',
      passkeys: false,
      reset_by_mail: false,
      oidc: { name: 'Example Inc.' },
      operator_command: 'npm run --silent crier --',
    })
  })

  it('stands beside no passkeys where the address of the server is a number', async () => {
    const refused = await openBrowser(house).request('POST', '/app/sign-in/passkey/begin')
    expect(refused.json).toMatchObject({ status: 409, code: 'passkeys_need_a_name' })
  })

  it('asks with PKCE, a state and a nonce of its own, and sets a cookie that scripts cannot read', async () => {
    const browser = openBrowser(house)
    const [first, second] = [
      await browser.request('POST', '/app/oidc/begin'),
      await browser.request('POST', '/app/oidc/begin'),
    ]
    const asked = new URL(first.json.url).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
      expect(asked.get(name)).not.toBe(new URL(second.json.url).searchParams.get(name))
    }
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^crier_oidc=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ])
    expect(first.text).not.toContain(browser.cookies.get('crier_oidc'))
  })

  it('finds the person by the verified address the first time, and by the identity from then on', async () => {
    const person = await newPerson(house)
    const who = newSubject(person.email.toUpperCase())
    const first = await signInAs(who)
    expect([first.status, first.to]).toEqual([303, '/'])
    expect((await me(first.browser)).id).toBe(person.id)
    const renamed = await signInAs({ ...who, email: 'another@example.org', isEmailVerified: false })
    expect((await me(renamed.browser)).id).toBe(person.id)
    const [shown] = (await first.browser.request('GET', '/app/identities')).json.data
    expect(shown).toMatchObject({ issuer: provider.issuer, email: who.email })
    expect(shown.last_used_at).not.toBeNull()
  })

  it('is refused where the address was not verified, or is not told', async () => {
    const person = await newPerson(house)
    for (const who of [newSubject(person.email, false), newSubject()]) {
      const { browser, to } = await signInAs(who)
      expect(to).toBe('/sign-in?problem=address_not_verified')
      expect((await me(browser)).status).toBe(401)
    }
    expect(await house.db.rows(sql`select 1 from identities where user_id = ${person.id}`)).toEqual([])
  })

  it('lets nobody new in where sign-up is closed, unless they are invited', async () => {
    const email = `${newId()}@example.org`
    const who = newSubject(email)
    expect((await signInAs(who)).to).toBe('/sign-in?problem=sign_up_closed')
    const owner = await signedIn(house)
    const path = `/app/workspaces/${house.workspaceId}/invitations`
    expect((await owner.request('POST', path, { body: { email, role: 'editor' } })).status).toBe(200)
    const { browser, to } = await signInAs(who)
    expect(to).toBe('/')
    expect(await me(browser)).toMatchObject({
      email,
      workspaces: [{ id: house.workspaceId, role: 'editor' }],
    })
    expect((await browser.request('GET', '/app/security')).json).toMatchObject({
      has_password: false,
      identities: 1,
    })
    expect((await openBrowser(house).signIn(email)).json.code).toBe('sign_in_failed')
    const [{ id = '' }] = (await browser.request('GET', '/app/identities')).json.data
    expect((await browser.request('DELETE', `/app/identities/${id}`)).json.code).toBe('last_way_in')
  })

  it('lets nobody in by the invitation to a workspace that was deleted since, before its days of grace are over', async () => {
    const email = `${newId()}@example.org`
    const { workspaceId, userId } = await house.newTenant()
    const invited = newId()
    await house.db.run(sql`
      insert into invitations (workspace_id, id, token_hash, email, role, invited_by, expires_at)
      values (${workspaceId}, ${invited}, ${Buffer.from(invited)}, ${email}, 'editor', ${userId},
        clock_timestamp() + interval '1 day')`)
    const deletedFor = (days: number | null) =>
      house.db.run(sql`
        update workspaces set purge_at = clock_timestamp() + ${days} * interval '1 day' where id = ${workspaceId}`)
    await deletedFor(7)
    expect((await signInAs(newSubject(email))).to).toBe('/sign-in?problem=sign_up_closed')
    // It counts again where an owner restores the workspace.
    await deletedFor(null)
    expect((await signInAs(newSubject(email))).to).toBe('/')
  })

  it('does not join somebody who signed up with an address that may not be theirs', async () => {
    const email = `${newId()}@example.org`
    const id = await insertUser(house.db, await prepareUser(house.context, { email, password }))
    await house.db.run(sql`update users set is_address_unproven = true where id = ${id}`)
    expect((await signInAs(newSubject(email))).to).toBe('/sign-in?problem=link_first')
  })

  it('asks for the second factor of who has one', async () => {
    const person = await newPerson(house)
    await house.db.run(sql`
      insert into authenticators (user_id, secret, confirmed_at) values (${person.id}, 'x', clock_timestamp())`)
    const { browser, to } = await signInAs(newSubject(person.email))
    expect(to).toMatch(/^\/sign-in\?problem=second_factor_needed#challenge=[\w-]{43}$/)
    expect((await me(browser)).status).toBe(401)
    const body = { challenge: to.split('=').at(-1), code: '000000' }
    await house.db.run(sql`delete from authenticators where user_id = ${person.id}`)
    const guess = await browser.request('POST', '/app/sign-in/second-factor', { body })
    expect(guess.json.code).toBe('wrong_code')
  })

  it('that the person refuses tells so', async () => {
    expect((await signInAs(null)).to).toBe('/sign-in?problem=oidc_refused')
  })

  it('leads on to the page that the person wanted, also where it fails or asks for the second factor', async () => {
    const to = '/authorize?request=a%20b&c=d'
    const person = await newPerson(house)
    const goAs = async (who: ProvidersPerson | null) => {
      const browser = openBrowser(house)
      const callback = await toCallback(browser, who, '/app/oidc/begin', { body: { to } })
      return new URL((await back(browser, callback)).to, house.url)
    }
    const refused = await goAs(null)
    expect([refused.pathname, ...refused.searchParams]).toEqual([
      '/sign-in',
      ['problem', 'oidc_refused'],
      ['to', to],
    ])
    const done = await goAs(newSubject(person.email))
    expect([done.pathname, ...done.searchParams]).toEqual(['/sign-in', ['to', to]])
    await house.db.run(sql`
      insert into authenticators (user_id, secret, confirmed_at) values (${person.id}, 'x', clock_timestamp())`)
    const half = await goAs(newSubject(person.email))
    expect([...half.searchParams]).toEqual([
      ['problem', 'second_factor_needed'],
      ['to', to],
    ])
    expect(half.hash).toMatch(/^#challenge=[\w-]{43}$/)
  })

  it('goes to a page by its path alone, which a cookie has room for', async () => {
    const browser = openBrowser(house)
    const begin = (to: string) => browser.request('POST', '/app/oidc/begin', { body: { to } })
    for (const to of ['', 'calendar', 'https://evil.example/', '/a b', '/ä', `/${'a'.repeat(2_800)}`])
      expect([to, (await begin(to)).status]).toEqual([to, 422])
    expect((await begin(`/${'a'.repeat(2_799)}`)).status).toBe(200)
    const [[name, value] = ['', '']] = [...browser.cookies].filter(([each]) => each.endsWith('crier_oidc'))
    // Chromium, Firefox and Safari keep 4,096 bytes of both together.
    expect(`__Host-${name}${value}`.length).toBeLessThan(4_096)
  })
})

describe('a proof at the identity provider', () => {
  const isProven = async (browser: Browser) => {
    const { status, json } = await browser.request('POST', '/app/two-factor/begin', { body: {} })
    expect(status).not.toBe(401)
    return json.code !== 'proof_required'
  }

  const away = openAway()
  const signInNow = async (who: ProvidersPerson, body?: object) => {
    const browser = openBrowser(house)
    const asked = provider.asked
    const callback = await toCallback(browser, who, '/app/oidc/begin', { away, ...(body ? { body } : {}) })
    expect((await back(browser, callback)).to).toBe('/')
    return { browser, wasAsked: provider.asked > asked, isProven: await isProven(browser) }
  }

  it('is a sign-in in which it asked its person just now, and none that it let pass because it knew them', async () => {
    const person = await newPerson(house)
    const who = newSubject(person.email)
    provider.askedSecondsAgo = 11 * 60
    expect(await signInNow(who)).toMatchObject({ wasAsked: true, isProven: false })
    provider.askedSecondsAgo = 0
    const again = await signInNow(who)
    expect(again).toMatchObject({ wasAsked: false, isProven: false })
    // Nothing that needs a proof is done in it: keys, exports, another way in.
    const keys = `/app/workspaces/${house.workspaceId}/keys`
    const key = { name: 'Silent', mode: 'live', scopes: ['read'] }
    expect((await again.browser.request('POST', keys, { body: key })).json.code).toBe('proof_required')
    expect(await signInNow(who, { prove: true })).toMatchObject({ wasAsked: true, isProven: true })
    // Asked a moment ago, so it is one for the rest of ten minutes, whoever lets it pass now.
    expect(await signInNow(who, { prove: false })).toMatchObject({ wasAsked: false, isProven: true })
  })

  it('is the code of the second factor too, whenever the provider asked', async () => {
    const person = await newPerson(house)
    const browser = openBrowser(house)
    provider.askedSecondsAgo = 11 * 60
    await house.db.run(sql`
      insert into authenticators (user_id, secret, confirmed_at) values (${person.id}, 'x', clock_timestamp())`)
    const [code] = await replaceRecoveryCodes(house.db, person.id)
    const { to } = await back(browser, await toCallback(browser, newSubject(person.email)))
    provider.askedSecondsAgo = 0
    const body = { challenge: to.split('=').at(-1), code }
    expect((await browser.request('POST', '/app/sign-in/second-factor', { body })).status).toBe(200)
    expect(await isProven(browser)).toBe(true)
  })

  it('does not last longer by an identity that is joined', async () => {
    const person = await signedIn(house)
    await house.db.run(sql`
      update sessions set proved_at = clock_timestamp() - interval '9 minutes' where user_id = ${person.id}`)
    await back(person, await toCallback(person, newSubject(), '/app/oidc/link'))
    expect(await isProven(person)).toBe(true)
    await house.db.run(sql`
      update sessions set proved_at = proved_at - interval '2 minutes' where user_id = ${person.id}`)
    expect(await isProven(person)).toBe(false)
  })
})

describe('a callback', () => {
  it('with another state, none or two, or without the cookie is refused, and no code is sent', async () => {
    const { email } = await newPerson(house)
    const browser = openBrowser(house)
    const callback = await toCallback(browser, newSubject(email))
    for (const states of [['x'.repeat(43)], [''], [], [callback.searchParams.get('state') ?? '', 'x']]) {
      const wrong = new URL(callback)
      wrong.searchParams.delete('state')
      for (const state of states) wrong.searchParams.append('state', state)
      expect((await back(browser, wrong)).to).toBe('/sign-in?problem=sign_in_over')
    }
    expect((await back(openBrowser(house), callback)).to).toBe('/sign-in?problem=sign_in_over')
    const other = openBrowser(house)
    await toCallback(other, newSubject(email))
    expect((await back(other, callback)).to).toBe('/sign-in?problem=sign_in_over')
    expect((await back(browser, callback)).to).toBe('/')
  })

  it('is good once, also when it comes five times at once', async () => {
    const { email } = await newPerson(house)
    const browser = openBrowser(house)
    const callback = await toCallback(browser, newSubject(email))
    const places = await Promise.all(Array.from({ length: 5 }, () => back(browser, callback)))
    expect(places.map(({ to }) => to).sort()).toEqual([
      '/',
      ...Array(4).fill('/sign-in?problem=sign_in_over'),
    ])
    await house.db.run(sql`delete from spent_challenges`)
    // The provider itself takes a code once.
    expect((await back(browser, callback)).to).toBe('/sign-in?problem=oidc_refused')
  })

  it('after ten minutes is refused', async () => {
    const browser = openBrowser(house)
    const callback = await toCallback(browser, newSubject())
    const cookie = browser.cookies.get('crier_oidc') ?? ''
    const [purpose, until = '', random] = cookie.split('.')
    for (const changed of [Number(until) - 601_000, Number(until) + 601_000]) {
      browser.cookies.set('crier_oidc', `${purpose}.${changed}.${random}`)
      expect((await back(browser, callback)).to).toBe('/sign-in?problem=sign_in_over')
    }
  })

  it('from another issuer than the one that was asked is refused', async () => {
    for (const iss of ['https://evil.example', null]) {
      const browser = openBrowser(house)
      const callback = await toCallback(browser, newSubject())
      if (iss === null) callback.searchParams.delete('iss')
      else callback.searchParams.set('iss', iss)
      expect((await back(browser, callback)).to).toBe('/sign-in?problem=oidc_refused')
    }
  })

  it('of a sign-in of somebody else’s signs nobody in', async () => {
    const attacker = openBrowser(house)
    const callback = await toCallback(attacker, newSubject((await newPerson(house)).email))
    const victim = await signedIn(house)
    expect((await back(victim, callback)).to).toBe('/sign-in?problem=sign_in_over')
    expect((await me(victim)).id).toBe(victim.id)
  })
})

describe('joining an identity', () => {
  const link = async (browser: Browser, who: ProvidersPerson) =>
    back(browser, await toCallback(browser, who, '/app/oidc/link'))

  it('takes a fresh proof, and any address', async () => {
    const person = await signedIn(house)
    const before = person.cookies.get('crier_session')
    const who = newSubject('elsewhere@example.org', false)
    expect(await link(person, who)).toEqual({ status: 303, to: '/settings/security' })
    expect(person.cookies.get('crier_session')).not.toBe(before)
    const entries = await house.db.rows(sql`
      select action, details from audit_log where actor_id = ${person.id} and workspace_id is null`)
    expect(entries).toContainEqual({ action: 'person.link_identity', details: {} })
    const { browser } = await signInAs(who)
    expect((await me(browser)).id).toBe(person.id)
    await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
    expect((await person.request('POST', '/app/oidc/link')).json.code).toBe('proof_required')
  })

  it('that somebody else has is refused, and is parted from its person by them alone', async () => {
    const [ada, bob] = [await signedIn(house), await signedIn(house)]
    const who = newSubject()
    await link(ada, who)
    expect((await link(bob, who)).to).toBe('/sign-in?problem=identity_taken')
    const [{ id }] = (await ada.request('GET', '/app/identities')).json.data
    expect((await bob.request('DELETE', `/app/identities/${id}`)).status).toBe(404)
    expect((await ada.request('DELETE', `/app/identities/${id}`)).status).toBe(200)
    expect((await signInAs(who)).to).toBe('/sign-in?problem=address_not_verified')
  })

  it('ends in the session in which it began', async () => {
    const [ada, bob] = [await signedIn(house), await signedIn(house)]
    const callback = await toCallback(ada, newSubject(), '/app/oidc/link')
    const trip = ada.cookies.get('crier_oidc') ?? ''
    bob.cookies.set('crier_oidc', trip)
    expect((await back(bob, callback)).to).toBe('/sign-in?problem=another_browser')
    expect((await bob.request('GET', '/app/identities')).json.data).toEqual([])
    const signedOut = openBrowser(house)
    const later = await toCallback(ada, newSubject(), '/app/oidc/link')
    signedOut.cookies.set('crier_oidc', ada.cookies.get('crier_oidc') ?? '')
    expect((await back(signedOut, later)).to).toBe('/sign-in?problem=another_browser')
  })
})
