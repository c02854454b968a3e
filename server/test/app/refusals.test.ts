// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { assertionExample, registrationExample } from '../../src/http/app/factor-schemas.ts'
import { newId } from '../../src/lib/id.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import { oidcClient } from '../oidc-server.ts'
import { openBrowser, password, signedIn } from './person.ts'

// The address of the house is a number, for which no browser makes a passkey. Nobody comes as far as the identity provider.
let house: House
let plain: House
beforeAll(async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`
  const oidc = { issuer, clientId: oidcClient.id, clientSecret: oidcClient.secret, name: 'Example Inc.' }
  house = await startHouse({ worker: false, config: { oidc } })
  plain = await startHouse({ worker: false })
})
afterAll(async () => {
  await house.stop()
  await plain.stop()
})
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const passkey = `/app/passkeys/${newId()}`

describe('a network from which too many sign-ins came', () => {
  it.each([
    ['POST', '/app/sign-in/passkey', { credential: assertionExample }],
    ['POST', '/app/proof/passkey', { credential: assertionExample }],
    ['POST', '/app/proof', { password }],
    ['POST', '/app/password', { current_password: password, new_password: 'another long sentence' }],
    ['POST', '/app/oidc/begin', {}],
    ['POST', '/app/oidc/link', {}],
  ])('has to wait: %s %s', async (method, path, body) => {
    const person = await signedIn(house)
    await openBrowser(house).signIn(person.email, 'a wrong one')
    await house.db.run(sql`update sign_in_counts set count = 30`)
    const refused = await person.request(method, path, { body })
    expect(refused.json).toMatchObject({ status: 429, code: 'too_many_sign_ins' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  })
})

describe('a person', () => {
  it.each([
    ['POST', '/app/proof', { password: 7 }, 'wrong_type'],
    ['POST', '/app/proof/passkey', {}, 'required'],
    ['POST', '/app/passkeys', { name: 'Telephone' }, 'required'],
    ['PATCH', passkey, { name: '' }, 'too_short'],
    ['POST', '/app/two-factor', {}, 'required'],
    ['POST', '/app/oidc/begin', { prove: 'yes' }, 'wrong_type'],
  ])('is told what is wrong with a body: %s %s', async (method, path, body, code) => {
    const { status, json } = await (await signedIn(house)).request(method, path, { body })
    expect([status, json.errors?.[0]?.code]).toEqual([422, code])
  })

  it.each([
    ['PATCH', passkey, { name: 'Telephone' }],
    ['DELETE', passkey, undefined],
  ])('finds no passkey that is not theirs: %s', async (method, path, body) => {
    const { json } = await (await signedIn(house)).request(method, path, body ? { body } : {})
    expect(json).toMatchObject({ status: 404, code: 'not_found' })
  })

  it.each([
    ['/app/passkeys/begin', undefined],
    ['/app/passkeys', { name: 'Telephone', credential: registrationExample }],
    ['/app/proof/passkey/begin', undefined],
    ['/app/proof/passkey', { credential: assertionExample }],
    ['/app/sign-in/passkey', { credential: assertionExample }],
  ])('is told that passkeys need a name: %s', async (path, body) => {
    const { json } = await (await signedIn(house)).request('POST', path, body ? { body } : {})
    expect(json).toMatchObject({ status: 409, code: 'passkeys_need_a_name' })
  })

  it('joins no identity where there is no identity provider', async () => {
    const refused = await (await signedIn(plain)).request('POST', '/app/oidc/link')
    expect(refused.json).toMatchObject({ status: 404 })
  })
})
