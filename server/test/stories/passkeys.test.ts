import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isHere, skipWithout } from '../../../scripts/test-needs.ts'
import { sql } from '../../src/db/database.ts'
import { newPerson, openBrowser, password } from '../app/person.ts'
import { type Chromium, startChromium } from '../browser/chromium.ts'
import { openPasskeyPage, type PasskeyPage } from '../browser/passkeys.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let browser: Chromium
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  house = await startHouse({ worker: false, config: { port, publicUrl: url } })
})
afterAll(() => house.stop())

beforeEach(skipWithout('chromium'))
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
  if (isHere('chromium')) browser = await startChromium()
})
afterEach(() => browser?.close())

interface Someone extends PasskeyPage {
  readonly id: string
  readonly email: string
}

/** A person who is signed in by password, in a browser with a device for passkeys. */
async function someone(): Promise<Someone> {
  const person = await newPerson(house)
  const page = await openPasskeyPage(browser, url)
  expect((await page.send('POST', '/app/sign-in', { email: person.email, password })).status).toBe(200)
  return { ...page, ...person }
}

async function addPasskey(page: PasskeyPage, name: string) {
  const options = await page.send('POST', '/app/passkeys/begin')
  expect(options.status).toBe(200)
  const credential = await page.create(options.json)
  return page.send('POST', '/app/passkeys', { name, credential })
}

async function signInByPasskey(page: PasskeyPage) {
  const credential = await page.use((await page.send('POST', '/app/sign-in/passkey/begin')).json)
  const answer = await page.send('POST', '/app/sign-in/passkey', { credential })
  return { credential, ...answer }
}

const signOut = (page: PasskeyPage) => page.send('POST', '/app/sign-out')
const me = (page: PasskeyPage) => page.send('GET', '/app/me')

describe('a passkey', () => {
  it('signs its person in, who types nothing', async () => {
    const page = await someone()
    const added = await addPasskey(page, 'Laptop')
    expect(added.json).toMatchObject({ name: 'Laptop', last_used_at: null })
    await signOut(page)
    expect((await me(page)).status).toBe(401)
    const { status, json } = await signInByPasskey(page)
    expect([status, json.email]).toEqual([200, page.email])
    expect((await me(page)).json.id).toBe(page.id)
    const [shown] = (await page.send('GET', '/app/passkeys')).json.data
    expect(shown.last_used_at).not.toBeNull()
    expect(browser.complaints.filter((text) => !text.includes('401'))).toEqual([])
  })

  it('is two factors by itself', async () => {
    const page = await someone()
    await addPasskey(page, 'Laptop')
    await house.db.run(sql`
      insert into authenticators (user_id, secret, confirmed_at) values (${page.id}, 'x', clock_timestamp())`)
    await signOut(page)
    expect((await page.send('POST', '/app/sign-in', { email: page.email, password })).json.code).toBe(
      'second_factor_needed',
    )
    expect((await signInByPasskey(page)).status).toBe(200)
  })

  it('is one of twenty at most, also where many were begun before', async () => {
    const page = await someone()
    const begun = (await page.send('POST', '/app/passkeys/begin')).json
    await house.db.run(sql`
      insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, is_synced)
      select gen_random_uuid(), ${page.id}, 'A device', gen_random_uuid()::text, '\\x01', 0, '{}', false
      from generate_series(1, 20)`)
    const credential = await page.create(begun)
    const added = await page.send('POST', '/app/passkeys', { name: 'One more', credential })
    expect(added.json).toMatchObject({ status: 409, code: 'too_many_passkeys' })
    expect((await page.send('POST', '/app/passkeys/begin')).json.code).toBe('too_many_passkeys')
  })

  it('is refused where its device did not verify its person', async () => {
    const page = await someone()
    await addPasskey(page, 'Laptop')
    await signOut(page)
    await page.setVerified(false)
    const options = (await page.send('POST', '/app/sign-in/passkey/begin')).json
    expect(options.userVerification).toBe('required')
    // A page that asks for less than the server did gets an answer that the server refuses.
    const credential = await page.use({ ...options, userVerification: 'discouraged' })
    const refused = await page.send('POST', '/app/sign-in/passkey', { credential })
    expect(refused.json).toMatchObject({ status: 403, code: 'passkey_refused' })
    expect((await me(page)).status).toBe(401)
  })

  it('answers a challenge once, and only one of this server for this use', async () => {
    const page = await someone()
    await addPasskey(page, 'Laptop')
    const { credential } = await signInByPasskey(page)
    await signOut(page)
    const again = await page.send('POST', '/app/sign-in/passkey', { credential })
    expect([again.status, again.json.code]).not.toEqual([200, undefined])
    expect((await me(page)).status).toBe(401)
    const options = (await page.send('POST', '/app/sign-in/passkey/begin')).json
    const foreign = await page.use({ ...options, challenge: 'A'.repeat(86) })
    expect((await page.send('POST', '/app/sign-in/passkey', { credential: foreign })).json.code).toBe(
      'passkey_refused',
    )
    await signInByPasskey(page)
    const forProof = await page.use((await page.send('POST', '/app/proof/passkey/begin')).json)
    expect((await page.send('POST', '/app/sign-in/passkey', { credential: forProof })).json.code).toBe(
      'passkey_refused',
    )
  })

  it('whose device does not count its uses is still accepted once for each challenge', async () => {
    const page = await someone()
    await addPasskey(page, 'Laptop')
    const { credential, status } = await signInByPasskey(page)
    expect(status).toBe(200)
    await house.db.run(sql`update passkeys set uses = 0 where user_id = ${page.id}`)
    const again = await page.send('POST', '/app/sign-in/passkey', { credential })
    expect(again.json).toMatchObject({ status: 409, code: 'sign_in_over' })
  })

  it('that was copied is refused: its uses go backwards', async () => {
    const page = await someone()
    await addPasskey(page, 'Laptop')
    await house.db.run(sql`update passkeys set uses = 1000 where user_id = ${page.id}`)
    await signOut(page)
    expect((await signInByPasskey(page)).json.code).toBe('passkey_refused')
  })

  it('is no longer good when it was removed, and a changed answer never was', async () => {
    const page = await someone()
    const { id } = (await addPasskey(page, 'Laptop')).json
    const credential = await page.use((await page.send('POST', '/app/sign-in/passkey/begin')).json)
    const changed = { ...credential, response: { ...credential.response, signature: 'MEUCIQDx' } }
    expect((await page.send('POST', '/app/sign-in/passkey', { credential: changed })).json.code).toBe(
      'passkey_refused',
    )
    expect((await page.send('DELETE', `/app/passkeys/${id}`)).status).toBe(200)
    expect((await page.send('POST', '/app/sign-in/passkey', { credential })).json.code).toBe(
      'passkey_refused',
    )
  })
})

describe('the passkeys of a person', () => {
  it('are several, have names, and are made and removed only with a fresh proof', async () => {
    const page = await someone()
    const first = (await addPasskey(page, 'Laptop')).json
    const other = await openPasskeyPage(browser, url)
    const second = (await addPasskey(other, 'Telephone')).json
    const renamed = await page.send('PATCH', `/app/passkeys/${first.id}`, { name: 'Old laptop' })
    expect(renamed.json.name).toBe('Old laptop')
    const names = (await page.send('GET', '/app/passkeys')).json.data.map(
      ({ name }: { name: string }) => name,
    )
    expect(names).toEqual(['Old laptop', 'Telephone'])
    await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
    expect((await page.send('POST', '/app/passkeys/begin')).json.code).toBe('proof_required')
    expect((await page.send('DELETE', `/app/passkeys/${second.id}`)).json.code).toBe('proof_required')
    const credential = await page.use((await page.send('POST', '/app/proof/passkey/begin')).json)
    expect((await page.send('POST', '/app/proof/passkey', { credential })).status).toBe(200)
    expect((await page.send('DELETE', `/app/passkeys/${second.id}`)).status).toBe(200)
    expect((await page.send('DELETE', `/app/passkeys/${second.id}`)).status).toBe(404)
  })

  it('are not those of another person', async () => {
    const page = await someone()
    const own = (await addPasskey(page, 'Laptop')).json
    const stranger = openBrowser(house)
    const { email } = await newPerson(house)
    const headers = { host: new URL(url).host }
    await stranger.signIn(email)
    for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      const refused = await stranger.request(method, `/app/passkeys/${own.id}`, {
        headers,
        ...(body ? { body } : {}),
      })
      expect([method, refused.status]).toEqual([method, 404])
    }
    const options = (await stranger.request('POST', '/app/proof/passkey/begin', { headers })).json
    const credential = await page.use(options)
    const proof = await stranger.request('POST', '/app/proof/passkey', { headers, body: { credential } })
    expect(proof.json.code).toBe('passkey_refused')
  })

  it('are not made twice by one device, nor by an answer for another session', async () => {
    const page = await someone()
    await addPasskey(page, 'Laptop')
    const options = (await page.send('POST', '/app/passkeys/begin')).json
    await expect(page.create(options)).rejects.toThrow(/InvalidStateError|excluded|registered/)
    const other = { ...options, excludeCredentials: [] }
    const credential = await page.create(other)
    await signOut(page)
    await page.send('POST', '/app/sign-in', { email: page.email, password })
    const refused = await page.send('POST', '/app/passkeys', { name: 'Late', credential })
    expect(refused.json).toMatchObject({ status: 403, code: 'passkey_refused' })
  })

  it('end the other sessions when one is added, and give this one another cookie', async () => {
    const page = await someone()
    const elsewhere = openBrowser(house)
    await elsewhere.signIn(page.email)
    const [before] = await page.page.context().cookies(url)
    await addPasskey(page, 'Laptop')
    expect((await elsewhere.request('GET', '/app/me')).status).toBe(401)
    const [after] = await page.page.context().cookies(url)
    expect(after?.value).not.toBe(before?.value)
    expect((await me(page)).status).toBe(200)
  })

  it('keep one that is the only way in', async () => {
    const page = await someone()
    const { id } = (await addPasskey(page, 'Laptop')).json
    await house.db.run(sql`update users set password_hash = null where id = ${page.id}`)
    expect((await page.send('DELETE', `/app/passkeys/${id}`)).json.code).toBe('last_way_in')
    const set = await page.send('POST', '/app/password', { new_password: 'a first password of mine' })
    expect(set.status).toBe(200)
    expect((await page.send('DELETE', `/app/passkeys/${id}`)).status).toBe(200)
    const signedIn = await openBrowser(house).signIn(page.email, 'a first password of mine')
    expect(signedIn.status).toBe(200)
  })
})
