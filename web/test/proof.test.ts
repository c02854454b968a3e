import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { beginAgain, newPerson, type Person, password } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { type OpenApp, openApp, phone } from './open-app.ts'
import { closeQuietly } from './stranger.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await startHouse({ worker: false, hasUsualUrl: true })
})
afterAll(() => house?.stop())

interface WithApp extends Person {
  readonly totp: TOTP
  readonly recoveryCodes: readonly string[]
}

/** A person whose second factor is on; the code that turned it on is of a step that is over. */
async function withSecondFactor(): Promise<WithApp> {
  const person = await newPerson(house)
  const browser = await beginAgain(house, person)
  const { secret } = (await browser.request('POST', '/app/two-factor/begin')).json
  const totp = new TOTP({ secret })
  const { json } = await browser.request('POST', '/app/two-factor', { body: { code: totp.generate() } })
  // Each code counts once; the test gives this one again.
  await house.db.run(sql`update authenticators set last_step = 0 where user_id = ${person.id}`)
  return { ...person, totp, recoveryCodes: json.recovery_codes }
}

const makeProofOld = ({ id }: Person) =>
  house.db.run(sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${id}`)

/** Asks for what needs a proof: a key. Answers the dialog that asks who is there. */
async function askForProof(
  { page, goTo }: OpenApp,
  person: Person,
  prepare: (person: Person) => Promise<unknown> = makeProofOld,
) {
  await goTo('/settings/api-keys')
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name').fill('Shop server')
  await prepare(person)
  await page.getByRole('button', { name: 'Make the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  await dialog.getByLabel('Code').waitFor()
  return dialog
}

/** Waits for the key, which is made when the proof was given, and leaves its page. The key then is among those that ended. */
async function takeKey({ page }: OpenApp): Promise<void> {
  await page.getByRole('heading', { name: 'Copy your key now.' }).waitFor()
  await page.getByRole('button', { name: "I've stored it" }).click()
  await page.getByRole('button', { name: 'Close and revoke it' }).click()
  await page.getByText(/^Keys that ended \(\d+\)$/).waitFor()
}

async function give(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: "It's me" }).click()
}

test('who has a second factor proves who they are with a code besides the password', async () => {
  const person = await withSecondFactor()
  const app = await openApp(house, { person, path: '/settings/api-keys' })
  const { page } = app
  const dialog = await askForProof(app, person)
  await expectAccessible(page)
  const code = dialog.getByLabel('Code')
  const isWrong = () => code.getAttribute('aria-invalid')
  // A password alone goes nowhere.
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: "It's me" }).click()
  expect(await dialog.isVisible()).toBe(true)

  const right = person.totp.generate()
  await give(page, right === '000000' ? '000001' : '000000')
  await dialog.getByText('This code is wrong, too old, or was used before.').waitFor()
  expect(await isWrong()).toBe('true')
  expect(await dialog.getByLabel('Your password').getAttribute('aria-invalid')).not.toBe('true')
  await expectAccessible(page)

  await give(page, right)
  await takeKey(app)
  await closeQuietly(app.browser)
})

test('a recovery code proves it once, and the field fits on a phone', async () => {
  const person = await withSecondFactor()
  const app = await openApp(house, { person, path: '/settings/api-keys', device: phone })
  const { page } = app
  const [recoveryCode = ''] = person.recoveryCodes
  let dialog = await askForProof(app, person)
  await expectFits(page)
  await dialog.getByLabel('Your password').fill(password)
  await give(page, `  ${recoveryCode.toUpperCase().replaceAll('-', ' ')} `)
  await takeKey(app)

  dialog = await askForProof(app, person)
  await dialog.getByLabel('Your password').fill('not the password')
  await give(page, person.recoveryCodes[1] ?? '')
  await dialog.getByText('The password is wrong.').waitFor()
  await dialog.getByLabel('Your password').fill(password)
  await give(page, recoveryCode)
  await dialog.getByText('This code is wrong, too old, or was used before.').waitFor()
  // A wrong password has used up no code.
  await give(page, person.recoveryCodes[1] ?? '')
  await takeKey(app)
  await closeQuietly(app.browser)
})

/** Leaves a person the identity provider alone to sign in with, in a session for which it names no time. */
const leaveTheProviderAlone = async ({ id }: Person) => {
  await house.db.run(sql`update users set password_hash = null where id = ${id}`)
  await house.db.run(sql`update sessions set proved_at = to_timestamp(0) where user_id = ${id}`)
}

test('who has a second factor and no password gives the code alone', async () => {
  const person = await withSecondFactor()
  const app = await openApp(house, { person, path: '/settings/api-keys' })
  const dialog = await askForProof(app, person, leaveTheProviderAlone)
  expect(await dialog.getByLabel('Your password').count()).toBe(0)
  await expectAccessible(app.page)
  await give(app.page, 'not a code')
  await dialog.getByText('This code is wrong, too old, or was used before.').waitFor()
  await give(app.page, person.recoveryCodes[0] ?? '')
  await takeKey(app)
  await closeQuietly(app.browser)
})

test('who has nothing but a provider that tells no time is told to set a password, and how', async () => {
  const person = await newPerson(house)
  const app = await openApp(house, { person, path: '/settings/api-keys', device: phone })
  await leaveTheProviderAlone(person)
  const { page } = app
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name').fill('Shop server')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  await dialog.getByText('your identity provider does not say when it asked').waitFor()
  // This server sends no mail.
  await dialog.getByText(`people reset-password ${person.email}`).waitFor()
  expect(await dialog.getByRole('button', { name: 'Sign in again' }).count()).toBe(0)
  await expectAccessible(page)
  await expectFits(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await closeQuietly(app.browser)
})

test('a request that was on its way when the session got another cookie is made again, and nobody is signed out', async () => {
  const { page, goTo, browser, email } = await openApp(house, { path: '/settings/api-keys' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const refused: number[] = []
  await page.route('**/app/workspaces/*/members', async (route) => {
    if (refused.length > 0) return route.continue()
    // The server knows the cookie of before as little as this one.
    const headers = { ...route.request().headers(), cookie: `crier_session=${'A'.repeat(43)}` }
    const response = await route.fetch({ headers })
    refused.push(response.status())
    await route.fulfill({ response })
  })
  await goTo('/settings/team')
  await page.getByRole('main').getByText(email).first().waitFor()
  expect(refused).toEqual([401])
  expect(new URL(page.url()).pathname).toBe('/settings/team')
  // The refusal stands in its console.
  await closeQuietly(browser)
})
