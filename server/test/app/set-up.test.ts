// @module-tag slow
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { insertUser } from '../../src/people/new-user.ts'
import { setupTokenOf } from '../../src/people/set-up.ts'
import { type House, type HouseOptions, startHouse } from '../house.ts'
import { openBrowser, password } from './person.ts'

let house: House
afterEach(() => house.stop())

/** A server on which nobody is anybody yet. */
async function openEmpty(config: HouseOptions['config'] = {}): Promise<House> {
  house = await startHouse({ worker: false, config, hasUsualUrl: true })
  await house.db.run(sql`delete from api_keys`)
  await house.db.run(sql`delete from memberships`)
  await house.db.run(sql`delete from users`)
  return house
}

const owner = { email: 'ada@example.org', password }

it('makes the first visitor at the machine itself the owner, once, and signs them in', async () => {
  const browser = openBrowser(await openEmpty())
  const state = async () => (await browser.request('GET', '/app/setup')).json
  expect(await state()).toEqual({ is_needed: true, needs_token: false })
  expect(
    (await browser.request('POST', '/app/setup', { body: { ...owner, password: 'short' } })).status,
  ).toBe(422)
  const nowhere = await browser.request('POST', '/app/setup', { body: { ...owner, timezone: 'Here/There' } })
  expect(nowhere.json.errors).toMatchObject([{ pointer: '/timezone', code: 'timezone_unknown' }])
  const made = await browser.request('POST', '/app/setup', { body: { ...owner, timezone: 'Europe/Berlin' } })
  expect(made.json.workspaces).toMatchObject([{ role: 'owner', timezone: 'Europe/Berlin' }])
  expect((await browser.request('GET', '/app/me')).json.email).toBe(owner.email)
  expect(await state()).toEqual({ is_needed: false, needs_token: false })
  const again = await openBrowser(house).request('POST', '/app/setup', {
    body: { ...owner, email: 'bob@example.org' },
  })
  expect(again.json).toMatchObject({ status: 409, code: 'owner_exists' })
})

it('makes one owner of two who come at once', async () => {
  await openEmpty()
  const answers = await Promise.all(
    ['ada@example.org', 'bob@example.org'].map((email) =>
      openBrowser(house).request('POST', '/app/setup', { body: { ...owner, email } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('#18 lets no stranger in before the owner, also where sign-up is open, and takes nobody for the owner who is not', async () => {
  const browser = openBrowser(await openEmpty({ signup: 'open' }))
  const stranger = { email: 'eve@example.org', password }
  const signUp = () => browser.request('POST', '/app/sign-up', { body: stranger })
  expect((await signUp()).json).toMatchObject({ status: 403, code: 'sign_up_closed' })
  expect((await browser.request('GET', '/app/setup')).json.is_needed).toBe(true)
  // Somebody who came in by an older version, before there was an owner.
  const early = await insertUser(house.db, { email: 'early@example.org', passwordHash: null })
  expect((await browser.request('GET', '/app/setup')).json.is_needed).toBe(true)
  const made = openBrowser(house)
  expect((await made.request('POST', '/app/setup', { body: owner })).status).toBe(200)
  expect((await signUp()).status).toBe(200)
  expect(early).not.toBe((await made.request('GET', '/app/me')).json.id)
  expect((await browser.request('GET', '/app/instance/networks')).json.code).toBe('not_first_owner')
  expect((await made.request('GET', '/app/instance/networks')).status).toBe(200)
})

it('asks for the token of the console where a proxy passed the request on', async () => {
  const browser = openBrowser(await openEmpty())
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect((await browser.request('GET', '/app/setup', { headers })).json.needs_token).toBe(true)
  for (const token of [undefined, '', 'A'.repeat(32)]) {
    const body = { ...owner, ...(token === undefined ? {} : { token }) }
    const refused = await browser.request('POST', '/app/setup', { headers, body })
    expect(refused.json).toMatchObject({ status: 403, code: 'setup_token_wrong' })
  }
  const body = { ...owner, token: setupTokenOf(house.context.secretKeys) }
  expect((await browser.request('POST', '/app/setup', { headers, body })).status).toBe(200)
})

it('is refused under a name of a stranger, and where the password would cross a network in the clear', async () => {
  const { port } = (await openEmpty()).context.config
  const asked = await browserOf({ host: `evil.example:${port}` })
  expect(asked).toMatchObject({ status: 403, code: 'foreign_host' })
  await house.stop()
  await openEmpty({ publicUrl: 'http://crier.example.org' })
  expect(await browserOf({ host: 'crier.example.org' })).toMatchObject({
    status: 403,
    code: 'https_required',
  })
})

/** Asks with a Host header of its own, which `fetch` does not allow. */
async function browserOf(headers: { host: string }): Promise<{ status: number; code: string }> {
  const asking = request(`${house.url}/app/setup`, { headers }).end()
  const [answer]: IncomingMessage[] = await once(asking, 'response')
  if (!answer) throw new Error('There is no answer.')
  const text = Buffer.concat(await answer.toArray()).toString()
  return { status: answer.statusCode ?? 0, code: JSON.parse(text).code }
}
