import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { signInAtProvider } from '../app/oidc-trip.ts'
import { newPerson, openBrowser, password, signedIn } from '../app/person.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import { type OidcServer, oidcClient, startOidcServer } from '../oidc-server.ts'

let house: House
let provider: OidcServer
beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()]
  const issuer = `http://127.0.0.1:${providerPort}`
  const oidc = { issuer, clientId: oidcClient.id, clientSecret: oidcClient.secret, name: 'Example Inc.' }
  const publicUrl = `http://127.0.0.1:${port}`
  house = await startHouse({ worker: false, config: { port, publicUrl, oidc, signup: 'open' } })
  provider = await startOidcServer(providerPort, `${publicUrl}/app/oidc/callback`)
})
afterAll(async () => {
  await house.stop()
  await provider.close()
})
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

/** The address in letters that become the plain ones when they are made small: İ by PostgreSQL, the sign of kelvin by both. */
const looksLike = (email: string, letter: 'i' | 'k') => email.replace(letter, letter === 'i' ? 'İ' : '\u212a')

/** Somebody whose address has both letters, in its name and in its host. */
async function newVictim() {
  const person = await newPerson(house)
  const email = `viki-${newId()}@kiosk.example`
  await house.db.run(sql`update users set email = ${email} where id = ${person.id}`)
  return { ...person, email }
}

const spellings = (email: string) => [
  looksLike(email, 'i'),
  looksLike(email, 'k'),
  email.replace('@kiosk', '@kİosk'),
  email.replace('@kiosk', '@\u212aiosk'),
  email.replace('@', '＠'),
]

describe('#18 an address that only looks like somebody’s', () => {
  it('is taken for theirs by the database, so that each refusal below is about the address', async () => {
    const found = await house.db.row(sql`select lower('İ') = 'i' and lower(${'\u212a'}) = 'k' as yes`)
    expect(found).toEqual({ yes: true })
  })

  it('signs nobody in, so that guesses under many spellings are not counted apart', async () => {
    const { email } = await newVictim()
    for (const spelling of spellings(email)) {
      const answer = await openBrowser(house).signIn(spelling)
      expect([spelling, answer.status, answer.json.code]).toEqual([spelling, 401, 'sign_in_failed'])
    }
    expect((await openBrowser(house).signIn(email.toUpperCase())).status).toBe(200)
  })

  it('joins no identity of the provider to them, although it was verified there', async () => {
    const { id, email } = await newVictim()
    for (const spelling of spellings(email)) {
      const who = { subject: newId(), email: spelling, isEmailVerified: true }
      const { browser, to } = await signInAtProvider({ house, provider }, who)
      const me = await browser.request('GET', '/app/me')
      expect([spelling, to, me.status]).toEqual([spelling, '/sign-in?problem=address_not_verified', 401])
    }
    expect(await house.db.rows(sql`select 1 from identities where user_id = ${id}`)).toEqual([])
  })

  it('takes no invitation of theirs, and none can be made for it', async () => {
    const owner = await signedIn(house)
    const email = `kim-${newId()}@kiosk.example`
    const at = `/app/workspaces/${house.workspaceId}/invitations`
    const invite = (to: string) => owner.request('POST', at, { body: { email: to, role: 'admin' } })
    expect((await invite(email)).status).toBe(200)
    for (const spelling of spellings(email)) {
      const who = { subject: newId(), email: spelling, isEmailVerified: true }
      const { to } = await signInAtProvider({ house, provider }, who)
      expect([spelling, to]).toEqual([spelling, '/sign-in?problem=address_not_verified'])
      expect((await invite(spelling)).status).toBe(422)
    }
    const { data } = (await owner.request('GET', at)).json
    expect(data.map(({ email: invited }: { email: string }) => invited)).toContain(email)
  })

  it('makes no account, and asks for no link of theirs', async () => {
    const { email } = await newVictim()
    for (const spelling of spellings(email)) {
      const browser = openBrowser(house)
      const up = await browser.request('POST', '/app/sign-up', { body: { email: spelling, password } })
      const reset = await browser.request('POST', '/app/password-reset', { body: { email: spelling } })
      expect([spelling, up.status, reset.status]).toEqual([spelling, 422, 422])
    }
    expect(await house.db.rows(sql`select 1 from reset_requests`)).toEqual([])
  })
})
