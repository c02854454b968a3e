import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commonPasswordFile, commonPasswordPath } from '../../../scripts/generate-common-passwords.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { findFault } from '../../src/people/password.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import { newPerson, openBrowser, password } from './person.ts'

let house: House
beforeAll(async () => {
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  house = await startHouse({ worker: false, config: { port, publicUrl, signup: 'open' } })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const signUp = (email: string, withPassword = password) => {
  const browser = openBrowser(house)
  const body = { email, password: withPassword, timezone: 'Europe/Berlin' }
  const headers = { host: new URL(house.context.config.publicUrl).host }
  return { browser, answer: browser.request('POST', '/app/sign-up', { body, headers }) }
}

describe('signing up', () => {
  it('makes a person with a workspace of their own, and signs them in', async () => {
    const email = `${newId()}@example.org`
    const { browser, answer } = signUp(email)
    expect((await answer).json).toMatchObject({
      email,
      workspaces: [{ name: 'My workspace', role: 'owner', timezone: 'Europe/Berlin' }],
    })
    expect((await browser.request('GET', '/app/me')).status).toBe(200)
    const row = await house.db.row(sql`select is_address_unproven from users where email = ${email}`)
    expect(row).toEqual({ is_address_unproven: true })
  })

  it('is refused for an address that somebody has, and makes nothing', async () => {
    const { email } = await newPerson(house)
    const workspaces = () => house.db.rows(sql`select 1 from workspaces`)
    const before = await workspaces()
    const { json } = await signUp(email.toUpperCase()).answer
    expect(json).toMatchObject({ status: 409, code: 'email_taken' })
    expect((await signUp('nobody', 'short').answer).json.errors).toHaveLength(2)
    expect(await workspaces()).toEqual(before)
  })

  it('counts against the network, so that nobody fills the server', async () => {
    await house.db.run(sql`delete from sign_in_counts`)
    const codes: string[] = []
    for (let number = 0; number < 40; number += 1)
      codes.push((await signUp(`person-${number}@example.org`, 'short').answer).json.code)
    expect(codes.filter((code) => code === 'too_many_sign_ins')).toHaveLength(10)
  })

  it('is closed unless the operator opens it', async () => {
    const closed = await startHouse({ worker: false })
    try {
      const body = { email: 'ada@example.org', password }
      const { json } = await openBrowser(closed).request('POST', '/app/sign-up', { body })
      expect(json).toMatchObject({ status: 403, code: 'sign_up_closed' })
    } finally {
      await closed.stop()
    }
  })
})

describe('a password', () => {
  const codeOf = (text: string, email?: string) => findFault(text, email)?.code ?? null

  it('is refused when it is among those that are tried first', () => {
    for (const text of [
      'password',
      '12345678',
      'Password1',
      'QWERTYUIOP',
      'iloveyou',
      'aaaaaaaa',
      '12121212',
    ])
      expect([text, codeOf(text)]).toEqual([text, 'password_common'])
    for (const text of ['Crier2026!', '!criercrier1', 'CRIER123'])
      expect([text, codeOf(text)]).toEqual([text, 'password_common'])
  })

  it('is refused when it is made of the own address', () => {
    const email = 'ada.lovelace@example.org'
    for (const text of [
      'ada.lovelace@example.org',
      'Ada.Lovelace1',
      'ada.lovelaceada.lovelace',
      'example.org99',
    ])
      expect([text, codeOf(text, email)]).toEqual([text, 'password_guessable'])
    for (const text of ['ada.lovelace likes tea', 'a long sentence of mine', 'Analytical engine'])
      expect([text, codeOf(text, email)]).toEqual([text, null])
  })

  it('has 8 to 1,024 characters, however they are encoded', () => {
    expect(codeOf('zebra 7')).toBe('password_length')
    expect(codeOf('zebra 77')).toBeNull()
    expect(codeOf(`ab c${'😀'.repeat(1_020)}`)).toBeNull()
    expect(codeOf(`ab cd${'😀'.repeat(1_020)}`)).toBe('password_length')
  })

  it('is compared with the list that the script makes', () => {
    const list = readFileSync(commonPasswordPath)
    expect(list).toHaveLength(50_000)
    expect(list.equals(commonPasswordFile())).toBe(true)
  })
})
