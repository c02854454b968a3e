// @module-tag slow
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sweepSessions } from '../../src/people/sessions/end-sessions.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { type Browser, openBrowser, type Person, password, signedIn } from './person.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

interface Guarded extends Browser, Person {
  /** The code that the person's app shows so many steps from now. */
  code(steps?: number): string
  recoveryCodes: string[]
  /** Lets the codes that were used be good again, as when time had passed. */
  forgetCodes(): Promise<unknown>
}

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** The browser of a new person who is signed in and has a second factor. */
async function guarded(): Promise<Guarded> {
  const browser = await signedIn(house)
  const { secret } = (await browser.request('POST', '/app/two-factor/begin')).json
  const forgetCodes = () =>
    house.db.run(sql`update authenticators set last_step = 0 where user_id = ${browser.id}`)
  const turnedOn = await browser.request('POST', '/app/two-factor', { body: { code: codeOf(secret) } })
  expect(turnedOn.status).toBe(200)
  await forgetCodes()
  const { recovery_codes: recoveryCodes } = turnedOn.json
  return { ...browser, code: (steps = 0) => codeOf(secret, steps), recoveryCodes, forgetCodes }
}

/** A sign-in in another browser that waits for its second factor. */
async function asked({ email }: Person) {
  const browser = openBrowser(house)
  const answer = await browser.signIn(email)
  expect(answer.json).toMatchObject({ status: 401, code: 'second_factor_needed' })
  const { challenge } = answer.json
  const send = (code: string) =>
    browser.request('POST', '/app/sign-in/second-factor', { body: { challenge, code } })
  return { browser, answer, challenge, send }
}

/** Holds the challenge of a person until every request waits for it, so that none is over when the others look at it. */
async function together({ id }: Person, send: () => readonly Promise<Answer>[]): Promise<Answer[]> {
  const { sent } = await house.db.transaction(async (tx) => {
    await tx.run(sql`select from second_factor_challenges where user_id = ${id} for update`)
    const requests = send()
    const waiting = async () => {
      await tx.run(sql`select pg_stat_clear_snapshot()`)
      const row = await tx.row<{ count: number }>(sql`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return row?.count
    }
    await expect.poll(waiting).toBe(requests.length)
    return { sent: requests }
  })
  return Promise.all(sent)
}

const isSignedIn = async (browser: Browser) => (await browser.request('GET', '/app/me')).status === 200

describe('turning a second factor on', () => {
  it('shows the secret once, and asks for nothing until a code confirms it', async () => {
    const browser = await signedIn(house)
    const begun = (await browser.request('POST', '/app/two-factor/begin')).json
    const uri = new URL(begun.uri)
    expect(uri.searchParams.get('secret')).toBe(begun.secret)
    expect(decodeURIComponent(uri.pathname)).toContain(`Crier:${browser.email}`)
    expect((await openBrowser(house).signIn(browser.email)).status).toBe(200)
    const wrong = await browser.request('POST', '/app/two-factor', { body: { code: '000000' } })
    expect(wrong.json).toMatchObject({ status: 403, code: 'wrong_code' })
    expect((await openBrowser(house).signIn(browser.email)).status).toBe(200)
    const again = (await browser.request('POST', '/app/two-factor/begin')).json
    expect(again.secret).not.toBe(begun.secret)
    const stale = await browser.request('POST', '/app/two-factor', { body: { code: codeOf(begun.secret) } })
    expect(stale.json.code).toBe('wrong_code')
    const right = await browser.request('POST', '/app/two-factor', { body: { code: codeOf(again.secret) } })
    expect(new Set(right.json.recovery_codes).size).toBe(10)
    expect((await browser.request('POST', '/app/two-factor/begin')).json.code).toBe('two_factor_on')
    expect((await browser.request('GET', '/app/security')).json).toMatchObject({
      has_password: true,
      has_two_factor: true,
      recovery_codes_left: 10,
    })
  })

  it('is refused without a fresh proof, without a beginning, and with one that is an hour old', async () => {
    const browser = await signedIn(house)
    const confirm = () => browser.request('POST', '/app/two-factor', { body: { code: '123456' } })
    expect((await confirm()).json.code).toBe('two_factor_not_begun')
    const { secret } = (await browser.request('POST', '/app/two-factor/begin')).json
    await house.db.run(
      sql`update authenticators set created_at = created_at - interval '61 minutes' where user_id = ${browser.id}`,
    )
    const late = await browser.request('POST', '/app/two-factor', { body: { code: codeOf(secret) } })
    expect(late.json.code).toBe('two_factor_not_begun')
    await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
    for (const [method, path, body] of [
      ['POST', '/app/two-factor/begin'],
      ['POST', '/app/two-factor', { code: '123456' }],
      ['DELETE', '/app/two-factor'],
      ['POST', '/app/two-factor/recovery-codes'],
    ] as const) {
      const refused = await browser.request(method, path, body ? { body } : {})
      expect([path, refused.json.code]).toEqual([path, 'proof_required'])
    }
  })

  it('ends the other sessions, and gives this one another cookie', async () => {
    const here = await signedIn(house)
    const elsewhere = openBrowser(house)
    await elsewhere.signIn(here.email)
    const before = here.cookies.get('crier_session') ?? ''
    const { secret } = (await here.request('POST', '/app/two-factor/begin')).json
    await here.request('POST', '/app/two-factor', { body: { code: codeOf(secret) } })
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect(await isSignedIn(here)).toBe(true)
    const stolen = openBrowser(house)
    stolen.cookies.set('crier_session', before)
    expect(await isSignedIn(stolen)).toBe(false)
  })

  it('is refused where it is on: the code of the app makes no new recovery codes', async () => {
    const person = await guarded()
    const again = await person.request('POST', '/app/two-factor', { body: { code: person.code() } })
    expect(again.json).toMatchObject({ status: 409, code: 'two_factor_on' })
    expect((await (await asked(person)).send(person.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  it('stores neither the secret nor a recovery code in the clear', async () => {
    const { recoveryCodes, code } = await guarded()
    const rows = await house.db.rows<{ row: string }>(sql`
      select a::text as row from authenticators a union all select r::text from recovery_codes r`)
    const text = rows.map(({ row }) => row).join()
    expect(text).toContain('v1.')
    for (const each of recoveryCodes) expect(text).not.toContain(each.replaceAll('-', ''))
    expect(code()).toMatch(/^\d{6}$/)
  })
})

describe('#18 a second factor', () => {
  it('comes before any session: the password alone opens nothing', async () => {
    const person = await guarded()
    const { browser, answer, challenge, send } = await asked(person)
    expect(answer.headers.getSetCookie()).toEqual([])
    for (const token of [challenge, `${challenge}`.slice(0, 43)]) {
      browser.cookies.set('crier_session', token)
      expect(await isSignedIn(browser)).toBe(false)
      const headers = { 'crier-workspace': house.workspaceId }
      expect((await browser.request('GET', '/v1/me', { headers })).status).toBe(401)
    }
    browser.cookies.clear()
    expect((await send(person.code())).json).toMatchObject({ id: person.id, email: person.email })
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('is answered once', async () => {
    const person = await guarded()
    const { browser, send } = await asked(person)
    expect((await send(person.code())).status).toBe(200)
    await person.forgetCodes()
    browser.cookies.clear()
    expect((await send(person.code())).json).toMatchObject({ status: 409, code: 'sign_in_over' })
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('takes the code of now and of the next step, each once, and none of far away', async () => {
    for (const steps of [0, 1]) {
      const person = await guarded()
      expect([steps, (await (await asked(person)).send(person.code(steps))).status]).toEqual([steps, 200])
      const second = await (await asked(person)).send(person.code(steps))
      expect([steps, second.json.code]).toEqual([steps, 'wrong_code'])
    }
    for (const steps of [-3, 3]) {
      const person = await guarded()
      expect((await (await asked(person)).send(person.code(steps))).json.code).toBe('wrong_code')
    }
  })

  it('takes no code that is older than the last one', async () => {
    const person = await guarded()
    expect((await (await asked(person)).send(person.code(1))).status).toBe(200)
    expect((await (await asked(person)).send(person.code(0))).json.code).toBe('wrong_code')
  })

  it('lets one of several in who send the same code at once', async () => {
    const person = await guarded()
    const waiting = await Promise.all([asked(person), asked(person), asked(person)])
    const answers = await Promise.all(waiting.map(({ send }) => send(person.code())))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it('may be a recovery code, each once, however it is typed', async () => {
    const person = await guarded()
    const [first = '', second = ''] = person.recoveryCodes
    expect((await (await asked(person)).send(first)).status).toBe(200)
    expect((await (await asked(person)).send(first)).json.code).toBe('wrong_code')
    const typed = second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')
    expect((await (await asked(person)).send(typed)).status).toBe(200)
    const foreign = (await guarded()).recoveryCodes[0] ?? ''
    expect((await (await asked(person)).send(foreign)).json.code).toBe('wrong_code')
    expect((await person.request('GET', '/app/security')).json.recovery_codes_left).toBe(8)
  })

  it('may be a recovery code with letters that look like digits, or with six digits at an end', async () => {
    const person = await guarded()
    const codes = ['0123abcdefgh1111', '123456abcdefghjk', 'abcdefghjk123456']
    for (const code of codes)
      await house.db.run(sql`
        insert into recovery_codes (user_id, hash)
        values (${person.id}, sha256(convert_to(${`${person.id} ${code}`}, 'UTF8')))`)
    for (const as of ['oL23-ABCD-EFGH-iI1l', '123456abcdefghjk', 'abcd efgh jk12 3456'])
      expect([as, (await (await asked(person)).send(as)).status]).toEqual([as, 200])
  })

  it('is a code of the app also where it is typed in two halves', async () => {
    const person = await guarded()
    const code = person.code().replace(/^.../, '$& ')
    expect((await (await asked(person)).send(code)).status).toBe(200)
  })

  it('opens one session where two right codes come for one password at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await guarded()
      const { send } = await asked(person)
      const [recoveryCode = ''] = person.recoveryCodes
      const answers = await together(person, () => [send(person.code()), send(recoveryCode)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  it('ends with its five minutes, and with the password that came before it', async () => {
    const person = await guarded()
    const late = await asked(person)
    await house.db.run(
      sql`update second_factor_challenges set expires_at = clock_timestamp() - interval '1 second'`,
    )
    expect((await late.send(person.code())).json.code).toBe('sign_in_over')
    const overtaken = await asked(person)
    await house.db.run(sql`update users set password_hash = 'another' where id = ${person.id}`)
    expect((await overtaken.send(person.code())).json.code).toBe('sign_in_over')
    await sweepSessions(house.db)
    const left = await house.db.rows(
      sql`select 1 from second_factor_challenges where expires_at < clock_timestamp()`,
    )
    expect(left).toEqual([])
  })

  it('is turned off with a proof, after which the password is enough', async () => {
    const person = await guarded()
    const waiting = await asked(person)
    expect((await person.request('DELETE', '/app/two-factor')).status).toBe(200)
    expect((await waiting.send(person.code())).json.code).toBe('sign_in_over')
    expect((await openBrowser(house).signIn(person.email)).status).toBe(200)
    expect((await person.request('GET', '/app/security')).json.recovery_codes_left).toBe(0)
    expect((await person.request('DELETE', '/app/two-factor')).json.code).toBe('two_factor_off')
    expect((await person.request('POST', '/app/two-factor/recovery-codes')).json.code).toBe('two_factor_off')
  })

  it('gets new recovery codes, and the old ones are worth nothing', async () => {
    const person = await guarded()
    const renewed = (await person.request('POST', '/app/two-factor/recovery-codes')).json.recovery_codes
    expect((await (await asked(person)).send(person.recoveryCodes[0] ?? '')).json.code).toBe('wrong_code')
    expect((await (await asked(person)).send(renewed[0])).status).toBe(200)
  })
})

describe('#18 somebody with the cookie and the password of another, and without their second factor', () => {
  const prove = (by: Browser, body: object) => by.request('POST', '/app/proof', { body })
  const changes = (by: Browser) =>
    Promise.all(
      (
        [
          ['DELETE', '/app/two-factor'],
          ['POST', '/app/two-factor/recovery-codes'],
          ['POST', '/app/passkeys/begin'],
          ['POST', '/app/password', { current_password: password, new_password: 'a sentence of theirs' }],
        ] as const
      ).map(async ([method, path, body]) => (await by.request(method, path, body ? { body } : {})).json.code),
    )

  it('shows nobody who they are, and changes nothing of what opens the account', async () => {
    const person = await guarded()
    await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
    expect((await prove(person, { password })).json).toMatchObject({ status: 403, code: 'code_needed' })
    for (const code of ['', '000000', 'aaaa-bbbb-cccc-dddd'])
      expect((await prove(person, { password, code })).json).toMatchObject({
        status: 403,
        code: 'wrong_code',
      })
    expect(await changes(person)).toEqual(Array(4).fill('proof_required'))
    expect((await person.request('GET', '/app/security')).json.has_two_factor).toBe(true)
  })

  it('is told from the person, who gives a code of the app or a recovery code besides, each once', async () => {
    const person = await guarded()
    const [recovery = ''] = person.recoveryCodes
    for (const code of [person.code(), recovery]) {
      expect((await prove(person, { password: 'not this one', code })).json.code).toBe('wrong_password')
      expect((await prove(person, { password, code })).status).toBe(200)
      expect((await prove(person, { password, code })).json.code).toBe('wrong_code')
    }
    expect((await person.request('DELETE', '/app/two-factor')).status).toBe(200)
    expect((await prove(person, { password })).status).toBe(200)
  })

  it('guesses ten codes at most before each further one has to wait', async () => {
    const person = await guarded()
    const codes: string[] = []
    for (let guess = 0; guess < 12; guess += 1)
      codes.push((await prove(person, { password, code: '000000' })).json.code)
    expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(10)
    expect(codes.slice(10)).toEqual(['too_many_sign_ins', 'too_many_sign_ins'])
  })
})

describe('#18 guesses at codes', () => {
  it('are five for one password', async () => {
    const person = await guarded()
    const { send } = await asked(person)
    for (let guess = 0; guess < 5; guess += 1) expect((await send('000000')).json.code).toBe('wrong_code')
    expect((await send(person.code())).json.code).toBe('sign_in_over')
  })

  it('are five for one password also where eight come at once', async () => {
    const person = await guarded()
    const { send } = await asked(person)
    const answers = await together(person, () => Array.from({ length: 8 }, () => send('000000')))
    const codes = answers.map(({ json }) => json.code)
    expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(5)
    expect(codes.filter((code) => code === 'sign_in_over')).toHaveLength(3)
  })

  it('wait while their network has failed too often', async () => {
    const person = await guarded()
    const { send } = await asked(person)
    await house.db.run(sql`update sign_in_counts set count = 30`)
    expect((await send(person.code())).json).toMatchObject({ status: 429, code: 'too_many_sign_ins' })
  })

  it('cannot begin anew with the password: both count against the address until a code is right', async () => {
    const person = await guarded()
    let guesses = 0
    for (let round = 0; round < 20; round += 1) {
      const answer = await openBrowser(house).signIn(person.email)
      if (answer.status === 429) break
      const { challenge } = answer.json
      const body = { challenge, code: '000000' }
      const guess = await openBrowser(house).request('POST', '/app/sign-in/second-factor', { body })
      if (guess.status === 429) break
      guesses += 1
    }
    expect(guesses).toBeGreaterThan(2)
    expect(guesses).toBeLessThanOrEqual(5)
    await house.db.run(sql`delete from sign_in_counts`)
    expect((await (await asked(person)).send(person.code())).status).toBe(200)
    const counts = await house.db.rows(sql`select 1 from sign_in_counts where count > 0`)
    expect(counts).toEqual([])
  })
})

it('a change of the password gives the session another cookie', async () => {
  const person = await signedIn(house)
  const before = person.cookies.get('crier_session')
  const body = { current_password: password, new_password: 'another long sentence' }
  expect((await person.request('POST', '/app/password', { body })).status).toBe(200)
  expect(person.cookies.get('crier_session')).not.toBe(before)
  expect(await isSignedIn(person)).toBe(true)
})
