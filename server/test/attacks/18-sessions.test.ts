import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { sweepSessions } from '../../src/people/sessions/end-sessions.ts'
import { spendChallenge } from '../../src/people/spend-challenge.ts'
import { type Browser, newPerson, openBrowser, password, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const cookieName = 'crier_session'
const tokenOf = ({ cookies }: Browser) => cookies.get(cookieName) ?? ''

/** The status with which a token is answered, at the session API and at the API. */
async function statusesOf(token: string): Promise<number[]> {
  const browser = openBrowser(house)
  browser.cookies.set(cookieName, token)
  const headers = { 'crier-workspace': house.workspaceId }
  return [
    (await browser.request('GET', '/app/me')).status,
    (await browser.request('GET', '/v1/me', { headers })).status,
  ]
}

describe('#18 session fixation', () => {
  it('a cookie that was there before is worth nothing after each way to sign in', async () => {
    const planted = 'A'.repeat(43)
    const { email } = await newPerson(house)
    const browser = openBrowser(house)
    browser.cookies.set(cookieName, planted)
    await browser.signIn(email)
    expect(await statusesOf(planted)).toEqual([401, 401])
    expect(await statusesOf(tokenOf(browser))).toEqual([200, 200])
  })

  it('a sign-in over a session of an attacker begins one that the attacker does not have', async () => {
    const attacker = await signedIn(house)
    const victim = openBrowser(house)
    victim.cookies.set(cookieName, tokenOf(attacker))
    const { id, email } = await newPerson(house)
    await victim.signIn(email)
    expect(tokenOf(victim)).not.toBe(tokenOf(attacker))
    expect((await attacker.request('GET', '/app/me')).json.id).toBe(attacker.id)
    expect((await victim.request('GET', '/app/me')).json.id).toBe(id)
  })

  it('two cookies of the name count as none: a neighbour cannot add one of its own', async () => {
    const person = await signedIn(house)
    const own = `${cookieName}=${tokenOf(person)}`
    for (const cookie of [`${cookieName}=x; ${own}`, `${own}; ${own}`]) {
      const answer = await house.request('GET', '/app/me', { key: null, headers: { cookie } })
      expect(answer.status).toBe(401)
    }
  })
})

describe('#18 a new token', () => {
  /** The token before and after a change of what opens the account. */
  async function around(change: (browser: Browser) => Promise<unknown>, person: Browser) {
    const before = tokenOf(person)
    await change(person)
    return { before, after: tokenOf(person) }
  }

  it('comes with each change of what opens the account, and the old one is worth nothing', async () => {
    const person = await signedIn(house)
    const { secret } = (await person.request('POST', '/app/two-factor/begin')).json
    const changes: [string, (browser: Browser) => Promise<unknown>][] = [
      ['proof', (browser) => browser.request('POST', '/app/proof', { body: { password } })],
      [
        'second factor on',
        (browser) =>
          browser.request('POST', '/app/two-factor', { body: { code: new TOTP({ secret }).generate() } }),
      ],
      ['recovery codes', (browser) => browser.request('POST', '/app/two-factor/recovery-codes')],
      ['second factor off', (browser) => browser.request('DELETE', '/app/two-factor')],
      [
        'password',
        (browser) =>
          browser.request('POST', '/app/password', {
            body: { current_password: password, new_password: 'another long sentence' },
          }),
      ],
    ]
    for (const [what, change] of changes) {
      const { before, after } = await around(change, person)
      expect([what, await statusesOf(before), await statusesOf(after)]).toEqual([
        what,
        [401, 401],
        [200, 200],
      ])
    }
  })
})

it('#18 a copied cookie has no share in the proof that its person gives later', async () => {
  const person = await signedIn(house)
  const copy = openBrowser(house)
  copy.cookies.set(cookieName, tokenOf(person))
  await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
  const makeKey = (by: Browser) =>
    by.request('POST', `/app/workspaces/${house.workspaceId}/keys`, {
      body: { name: 'Theirs', mode: 'live', scopes: ['read'] },
    })
  expect((await makeKey(copy)).json.code).toBe('proof_required')
  expect((await person.request('POST', '/app/proof', { body: { password } })).status).toBe(200)
  expect((await makeKey(copy)).status).toBe(401)
  expect((await makeKey(person)).status).toBe(200)
})

describe('#18 replay', () => {
  it('of a challenge that has ended is refused where the clock of a process is an hour late, too', async () => {
    const remembered = async (minutesAgo: number) => {
      const challenge = newId()
      const ended = new Date(Date.now() - minutesAgo * 60_000)
      await spendChallenge(house.db, challenge, ended)
      await sweepSessions(house.db)
      return spendChallenge(house.db, challenge, ended).then(
        () => 'forgotten',
        ({ code }) => code,
      )
    }
    expect(await remembered(60)).toBe('sign_in_over')
    expect(await remembered(2 * 24 * 60)).toBe('forgotten')
  })

  it('of a cookie after signing out is 401 at once, also for requests that are sent at the same moment', async () => {
    const person = await signedIn(house)
    const token = tokenOf(person)
    expect((await person.request('POST', '/app/sign-out')).status).toBe(200)
    expect(await statusesOf(token)).toEqual([401, 401])
    const again = openBrowser(house)
    again.cookies.set(cookieName, token)
    expect((await again.request('POST', '/app/sign-out')).status).toBe(401)
  })

  it('of a cookie of a session that was ended from elsewhere is 401', async () => {
    const [here, there] = [await signedIn(house), openBrowser(house)]
    await there.signIn(here.email)
    const stolen = tokenOf(there)
    const { data } = (await here.request('GET', '/app/sessions')).json
    const other = data.find((each: { is_current: boolean }) => !each.is_current)
    await here.request('DELETE', `/app/sessions/${other.id}`)
    expect(await statusesOf(stolen)).toEqual([401, 401])
  })

  it('of a password that was changed while a sign-in with it was under way leaves no session behind', async () => {
    const person = await signedIn(house)
    const body = { current_password: password, new_password: 'another long sentence' }
    const late = openBrowser(house)
    await Promise.all([person.request('POST', '/app/password', { body }), late.signIn(person.email)])
    const { data } = (await person.request('GET', '/app/sessions')).json
    expect(data).toHaveLength(1)
    expect((await late.request('GET', '/app/me')).status).toBe(401)
  })
})

it('#18 an hour’s guesses at codes and passkeys of one network are thirty, whatever names they use', async () => {
  const browser = openBrowser(house)
  const credential = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  }
  const codes: string[] = []
  for (let number = 0; number < 40; number += 1) {
    const body = { credential: { ...credential, id: `AAAA${number}` } }
    const { json } = await browser.request('POST', '/app/sign-in/passkey', { body })
    codes.push(json.code)
  }
  expect(codes.filter((code) => code === 'too_many_sign_ins')).toHaveLength(10)
  const other = await browser.signIn('somebody@example.org')
  expect(other.json.code).toBe('too_many_sign_ins')
})
