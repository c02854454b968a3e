import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { storeOwner } from '../../src/people/create-owner.ts'
import { lockPerson } from '../../src/people/lock-person.ts'
import { clearWaysIn } from '../../src/people/reset/clear-ways-in.ts'
import { createReset } from '../../src/people/reset/create-reset.ts'
import { signInAtProvider } from '../app/oidc-trip.ts'
import { type Browser, openBrowser, type Person, password, signedIn } from '../app/person.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import { howManyWait } from '../how-many-wait.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { type OidcServer, oidcClient, startOidcServer } from '../oidc-server.ts'

const ownPassword = 'a sentence of the real person'

let house: House
let provider: OidcServer
let mail: MailServer
beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()]
  const issuer = `http://127.0.0.1:${providerPort}`
  const oidc = { issuer, clientId: oidcClient.id, clientSecret: oidcClient.secret, name: 'Example Inc.' }
  const publicUrl = `http://127.0.0.1:${port}`
  mail = await startMailServer()
  house = await startHouse({
    worker: false,
    config: { port, publicUrl, oidc, mail: mail.settings, signup: 'open' },
  })
  provider = await startOidcServer(providerPort, `${publicUrl}/app/oidc/callback`)
})
afterAll(async () => {
  await house.stop()
  await provider.close()
  await mail.close()
})
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
  mail.received.length = 0
})

const newAddress = () => `${newId()}@example.org`
const me = async (browser: Browser) => (await browser.request('GET', '/app/me')).json
const signInAs = (email: string) =>
  signInAtProvider({ house, provider }, { subject: newId(), email, isEmailVerified: true })

/** Invites an address to a workspace of the attacker's own. Answers the secrets of the shown and of the mailed link. */
async function invite(attacker: Browser, email: string): Promise<{ shown: string; mailed: string }> {
  const made = await attacker.request('POST', '/app/workspaces', {
    body: { name: 'A trap', timezone: 'UTC' },
  })
  const invited = await attacker.request('POST', `/app/workspaces/${made.json.id}/invitations`, {
    body: { email, role: 'editor' },
  })
  expect([made.status, invited.status]).toEqual([200, 200])
  await sendQueued(house)
  const [, mailed = ''] = /\/join\/([\w-]{43})\s/.exec(mail.received.at(-1)?.parsed.text ?? '') ?? []
  return { shown: invited.json.url.split('/').at(-1), mailed }
}

async function accept(token: string, email: string): Promise<Browser & Person> {
  const browser = openBrowser(house)
  const body = { token, password }
  expect((await browser.request('POST', '/app/invitations/accept', { body })).status).toBe(200)
  return { ...browser, email, id: (await me(browser)).id }
}

/** Sets a new password as somebody who reads the mail of the address. */
async function resetAs({ id }: Person): Promise<void> {
  const token = await createReset(house.db, id)
  const body = { token, password: ownPassword }
  const done = await openBrowser(house).request('POST', '/app/password-reset/finish', { body })
  expect(done.status).toBe(200)
}

it('#18 a stranger’s invitation takes nobody in who comes from the provider where everybody may sign up', async () => {
  const email = newAddress()
  const { mailed } = await invite(await signedIn(house, null), email)
  const { to, browser } = await signInAs(email)
  expect(to).toBe('/')
  expect((await me(browser)).workspaces).toMatchObject([{ name: 'My workspace', role: 'owner' }])
  const accepted = await browser.request('POST', '/app/invitations/accept', { body: { token: mailed } })
  expect(accepted.status).toBe(200)
  expect((await me(browser)).workspaces).toMatchObject([{ name: 'A trap' }, { name: 'My workspace' }])
})

describe('#18 an account that somebody made with the address of another', () => {
  it('by the link that an inviter sees is not joined when the real person comes from the provider', async () => {
    const email = newAddress()
    const { shown } = await invite(await signedIn(house, null), email)
    const planted = await accept(shown, email)
    const real = await signInAs(email)
    expect(real.to).toBe('/sign-in?problem=link_first')
    expect((await me(real.browser)).status).toBe(401)
    await resetAs(planted)
    expect((await me(planted)).status).toBe(401)
    expect((await openBrowser(house).signIn(email)).status).toBe(401)
    const later = await signInAs(email)
    expect([later.to, (await me(later.browser)).id]).toEqual(['/', planted.id])
  })

  it('is joined where the link came by mail, which the inviter never sees', async () => {
    const email = newAddress()
    const { shown, mailed } = await invite(await signedIn(house, null), email)
    expect(mailed).toMatch(/^[\w-]{43}$/)
    expect(mailed).not.toBe(shown)
    const person = await accept(mailed, email)
    const joined = await signInAs(email)
    expect([joined.to, (await me(joined.browser)).id]).toEqual(['/', person.id])
    const again = await openBrowser(house).request('POST', '/app/invitations/read', {
      body: { token: shown },
    })
    expect(again.status).toBe(404)
  })

  it('keeps nothing of them once the real person sets a password by mail', async () => {
    const email = newAddress()
    const { shown } = await invite(await signedIn(house, null), email)
    const planted = await accept(shown, email)
    const made = await planted.request('POST', '/app/workspaces', {
      body: { name: 'Theirs', timezone: 'UTC' },
    })
    const at = `/app/workspaces/${made.json.id}`
    const { key } = (
      await planted.request('POST', `${at}/keys`, { body: { name: 'Later', mode: 'live', scopes: ['read'] } })
    ).json
    await planted.request('POST', `${at}/invitations`, { body: { email: newAddress(), role: 'admin' } })
    const left = await plantWaysIn(planted)
    expect(await left()).toEqual({
      passkeys: 1,
      identities: 1,
      authenticators: 1,
      recovery_codes: 1,
      invitations: 1,
    })
    expect((await house.request('GET', '/v1/me', { key })).status).toBe(200)
    await resetAs(planted)
    expect(await left()).toEqual({
      passkeys: 0,
      identities: 0,
      authenticators: 0,
      recovery_codes: 0,
      invitations: 0,
    })
    await expect
      .poll(async () => (await house.request('GET', '/v1/me', { key })).status, { timeout: 2_000 })
      .toBe(401)
    expect((await openBrowser(house).signIn(email, ownPassword)).status).toBe(200)
    await sendQueued(house)
    expect(mail.received.at(-1)?.parsed.text).toContain('nobody had shown before that this address is yours')
  })

  it('keeps nothing that they were asking for while the password was set', async () => {
    const email = newAddress()
    const planted = await accept((await invite(await signedIn(house, null), email)).shown, email)
    const made = await planted.request('POST', '/app/workspaces', { body: { name: 'Theirs' } })
    const at = `/app/workspaces/${made.json.id}`
    const headers = { 'crier-workspace': made.json.id }
    const lasting: [string, object][] = [
      [`${at}/keys`, { name: 'Later', mode: 'live', scopes: ['read'] }],
      [`${at}/invitations`, { email: newAddress(), role: 'admin' }],
      ['/v1/social-accounts/connect-links', { platforms: ['sandbox'] }],
      ['/v1/social-accounts/connect', { platform: 'sandbox', way: 'oauth' }],
      ['/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', events: [] }],
    ]
    let settled = 0
    const answers = await house.db.transaction(async (tx) => {
      await lockPerson(tx, planted.id)
      const asked = lasting.map(async ([path, body]) => {
        const answer = await planted.request('POST', path, {
          body,
          ...(path.startsWith('/v1') ? { headers } : {}),
        })
        settled += 1
        return [path, answer.status]
      })
      await expect.poll(async () => settled + (await howManyWait(tx))).toBe(lasting.length)
      await clearWaysIn(tx, planted.id)
      await tx.run(sql`delete from sessions where user_id = ${planted.id}`)
      return { asked }
    })
    expect(await Promise.all(answers.asked)).toEqual(lasting.map(([path]) => [path, 401]))
  })

  it('sends no events any more to where they had set, until the real person says so', async () => {
    const { planted, headers, key } = await plantWorkspace()
    const hook = (name: string) => ({ url: `http://127.0.0.1:9/${name}`, events: [] })
    const make = async (name: string) =>
      (await planted.request('POST', '/v1/webhook-endpoints', { body: hook(name), headers })).json.id
    const own = await make('by-them')
    const byKey = (await house.request('POST', '/v1/webhook-endpoints', { key, body: hook('by-key') })).json
      .id
    const colleague = await signedIn(house, null)
    await house.db.run(sql`
      insert into memberships (workspace_id, user_id, role)
      values (${headers['crier-workspace']}, ${colleague.id}, 'admin')`)
    const ofColleague = { body: hook('by-another'), headers }
    const other = (await colleague.request('POST', '/v1/webhook-endpoints', ofColleague)).json.id
    const led = (await colleague.request('POST', '/v1/webhook-endpoints', ofColleague)).json.id
    const elsewhere = { body: { url: 'http://127.0.0.1:9/led-elsewhere' }, headers }
    expect((await planted.request('PATCH', `/v1/webhook-endpoints/${led}`, elsewhere)).status).toBe(200)
    expect((await me(planted)).inherited_at).toBeNull()

    await resetAs(planted)
    const real = openBrowser(house)
    await real.signIn(planted.email, ownPassword)
    const { data } = (await real.request('GET', '/v1/webhook-endpoints', { headers })).json
    const reasons = new Map(data.map((each: Shown) => [each.id, each.disabled_reason]))
    expect(reasons).toEqual(
      new Map([
        [led, 'inherited'],
        [other, null],
        [byKey, 'inherited'],
        [own, 'inherited'],
      ]),
    )
    const attention = (await real.request('GET', '/v1/attention', { headers })).json
    expect([attention.counts.endpoint, attention.data[0].reason]).toEqual([3, 'inherited'])
    const enabled = await real.request('POST', `/v1/webhook-endpoints/${own}/enable`, { headers })
    expect(enabled.json).toMatchObject({ status: 'enabled', disabled_reason: null })
  })

  it('asks the real person to look through what they find, until they say that they have', async () => {
    const { planted } = await plantWorkspace()
    await resetAs(planted)
    const real = openBrowser(house)
    await real.signIn(planted.email, ownPassword)
    expect(Date.parse((await me(real)).inherited_at)).toBeGreaterThan(Date.now() - 600_000)
    await real.request('PATCH', '/app/me', { body: { name: 'Ada' } })
    expect((await me(real)).inherited_at).not.toBeNull()
    const looked = await real.request('PATCH', '/app/me', { body: { inherited_at: null } })
    expect(looked.json).toMatchObject({ name: 'Ada', inherited_at: null })
    await resetAs(planted)
    await real.signIn(planted.email, ownPassword)
    expect((await me(real)).inherited_at, 'the address is proven by now').toBeNull()
  })

  it('has no endpoint or connect link from a key that was revoked while it asked', async () => {
    const { key } = await plantWorkspace()
    const lasting: [string, object][] = [
      ['/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', events: [] }],
      ['/v1/social-accounts/connect-links', { platforms: ['sandbox'] }],
    ]
    expect((await house.request('GET', '/v1/me', { key })).status).toBe(200)
    const answers = await house.db.transaction(async (tx) => {
      await tx.run(sql`update api_keys set revoked_at = clock_timestamp() where last4 = ${key.slice(-4)}`)
      let settled = 0
      const asked = lasting.map(async ([path, body]) => {
        const { status } = await house.request('POST', path, { key, body })
        settled += 1
        return status
      })
      await expect.poll(async () => settled + (await howManyWait(tx))).toBe(lasting.length)
      return { asked }
    })
    expect(await Promise.all(answers.asked)).toEqual([401, 401])
  })

  it('is told from one that is proven, whose passkeys and second factor stay', async () => {
    const email = newAddress()
    const { mailed } = await invite(await signedIn(house, null), email)
    const person = await accept(mailed, email)
    const left = await plantWaysIn(person)
    await resetAs(person)
    expect(await left()).toMatchObject({ passkeys: 1, identities: 1, authenticators: 1, recovery_codes: 1 })
    await sendQueued(house)
    expect(mail.received.at(-1)?.parsed.text).not.toContain('nobody had shown')
  })
})

interface Shown {
  readonly id: string
  readonly disabled_reason: string | null
}

/** An account that somebody made with the address of another, with a workspace of its own and a key to all of it. */
async function plantWorkspace() {
  const email = newAddress()
  const planted = await accept((await invite(await signedIn(house, null), email)).shown, email)
  const { id } = (await planted.request('POST', '/app/workspaces', { body: { name: 'Theirs' } })).json
  const body = { name: 'Later', mode: 'live', scopes: ['read', 'accounts', 'admin'] }
  const { key } = (await planted.request('POST', `/app/workspaces/${id}/keys`, { body })).json
  return { planted, key: String(key), headers: { 'crier-workspace': String(id) } }
}

/** Gives a person one of each way in, and counts those that are left. */
async function plantWaysIn({ id }: Person): Promise<() => Promise<unknown>> {
  const { db } = house
  await db.run(sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, is_synced)
    values (${newId()}, ${id}, 'A device', ${newId()}, '\\x01', 0, '{}', false)`)
  await db.run(sql`
    insert into identities (id, user_id, issuer, subject) values (${newId()}, ${id}, 'https://id.example.org', ${id})`)
  await db.run(sql`
    insert into authenticators (user_id, secret, confirmed_at) values (${id}, 'x', clock_timestamp())`)
  await db.run(sql`insert into recovery_codes (user_id, hash) values (${id}, '\\x01')`)
  return () =>
    db.row(sql`
      select (select count(*)::int from passkeys where user_id = ${id}) as passkeys,
        (select count(*)::int from identities where user_id = ${id}) as identities,
        (select count(*)::int from authenticators where user_id = ${id}) as authenticators,
        (select count(*)::int from recovery_codes where user_id = ${id}) as recovery_codes,
        (select count(*)::int from invitations where invited_by = ${id}) as invitations`)
}

it('#18 nobody makes an account at the provider before the server has an owner', async () => {
  await house.db.run(sql`delete from instance where name = 'owner'`)
  const email = newAddress()
  expect((await signInAs(email)).to).toBe('/sign-in?problem=sign_up_closed')
  await storeOwner(house.db, house.userId)
  expect((await signInAs(email)).to).toBe('/')
})
