import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { createReset, resetLink } from '../../server/src/people/reset/create-reset.ts'
import { newPerson, openBrowser, password, signedIn } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { desktop, phone } from './open-app.ts'
import { addPlatformAuthenticator, openStranger } from './stranger.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await startHouse({ hasUsualUrl: true })
})
afterAll(() => house?.stop())

const dark = { ...desktop, colorScheme: 'dark' } as const
const darkPhone = { ...phone, colorScheme: 'dark' } as const

async function fillIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(withPassword)
  await page.keyboard.press('Enter')
}

const calendar = (page: Page) => page.getByRole('heading', { level: 1, name: 'Calendar' })

test('somebody signs in and arrives where they wanted to go, and nowhere else', async () => {
  const { email } = await newPerson(house)
  const { page, goTo, close } = await openStranger(house, '/settings/profile')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await fillIn(page, email, 'not the password')
  await page.getByText('Email or password is wrong.').waitFor()
  await expectAccessible(page)
  await fillIn(page, email)
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await goTo('/sign-in?to=//evil.example')
  await calendar(page).waitFor()
  expect(new URL(page.url()).hostname).toBe('localhost')
  await page.context().clearCookies()
  await goTo('/sign-in?to=https://evil.example/')
  await fillIn(page, email)
  await calendar(page).waitFor()

  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('You are signed out.').waitFor()
  await close()
})

test('a second factor is asked for, by digits or by a recovery code', async () => {
  const person = await signedIn(house)
  const secret = (await person.request('POST', '/app/two-factor/begin')).json.secret
  const totp = new TOTP({ secret })
  const used = totp.generate()
  const codes = (await person.request('POST', '/app/two-factor', { body: { code: used } })).json
  const { page, goTo, close } = await openStranger(house, '/sign-in', darkPhone)
  await fillIn(page, person.email)
  await page.getByRole('heading', { level: 1, name: 'Your second factor' }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  // The code that turned it on was used already.
  await page.getByLabel('Six digits').fill(` ${used} `)
  await page.getByText('This code is wrong, too old').waitFor()
  await page.getByLabel('Six digits').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await calendar(page).waitFor()

  await page.context().clearCookies()
  await goTo('/sign-in')
  await fillIn(page, person.email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes.recovery_codes[0])
  await page.keyboard.press('Enter')
  await calendar(page).waitFor()
  await close()
})

test('a passkey signs in without an address', async () => {
  const { email } = await newPerson(house)
  const { page, goTo, close } = await openStranger(house, '/sign-in?to=/settings/security')
  await addPlatformAuthenticator(page)
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey is added.').waitFor()
  await page.getByText('Chrome on Linux').first().waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('This device has a passkey for you already.').waitFor()
  await page.context().clearCookies()
  await goTo('/sign-in?to=/settings/profile')
  // The browser may offer it at the field before the button is pressed.
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click({ timeout: 5_000 }).catch(() => undefined)
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await close()
})

test('a passkey that Crier does not know any more says so where the browser offered it', async () => {
  const { id, email } = await newPerson(house)
  const { page, goTo, close } = await openStranger(house, '/sign-in?to=/settings/security')
  await addPlatformAuthenticator(page)
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey is added.').waitFor()
  await house.db.run(sql`delete from passkeys where user_id = ${id}`)
  await page.context().clearCookies()
  await goTo('/sign-in')
  // The device of this test takes what the browser offers by itself.
  await page.getByText('This passkey was not accepted.').waitFor()
  await expectAccessible(page)
  await close()
})

test('a link of a mail sets a new password, once', async () => {
  const { id, email } = await newPerson(house)
  const url = resetLink(house.context, await house.db.transaction((tx) => createReset(tx, id)))
  const { page, goTo, close } = await openStranger(house, new URL(url).pathname, dark)
  await page.getByText(`For ${email}.`).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('A password must have 8').waitFor()
  await page.getByLabel('New password').fill('another four words here')
  await page.keyboard.press('Enter')
  await page.getByText('Your new password is set.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await fillIn(page, email, 'another four words here')
  await calendar(page).waitFor()
  await goTo(new URL(url).pathname)
  await page.getByRole('heading', { name: 'This link works no more' }).waitFor()
  await expectAccessible(page)
  await goTo('/sign-in')
  await close()
})

test('somebody who was invited joins, whether they are new or known', async () => {
  const owner = await signedIn(house)
  await owner.request('PATCH', '/app/me', { body: { name: 'Lena' } })
  const invite = async (email: string) => {
    const path = `/app/workspaces/${house.workspaceId}/invitations`
    const { json } = await owner.request('POST', path, { body: { email, role: 'editor' } })
    return new URL(json.url).pathname
  }
  const newcomer = await invite('mia@example.org')
  const { page, goTo, close } = await openStranger(house, newcomer)
  await page.getByRole('heading', { name: 'Lena invites you to A workspace' }).waitFor()
  await page.getByText('as an editor').waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await page.getByLabel('Your name').fill('Mia')
  await page.getByLabel('A password for Crier').fill('some words of Mia')
  // The button does again what failed behind the joining, and not the joining.
  await page.route('**/app/me', (route) => route.fulfill({ status: 400, body: '{}' }), { times: 1 })
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Join' }).click()
  await calendar(page).waitFor()
  await goTo(newcomer)
  await page.getByRole('heading', { name: 'This invitation works no more' }).waitFor()

  const known = await newPerson(house, null)
  const theirs = await invite(known.email)
  await goTo(theirs)
  await page.getByText('You are signed in as mia@example.org.').waitFor()
  await page.getByRole('button', { name: 'Sign out and go on' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Join' }).click()
  await calendar(page).waitFor()
  const members = await owner.request('GET', `/app/workspaces/${house.workspaceId}/members`)
  expect(members.json.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ email: 'mia@example.org', name: 'Mia', role: 'editor' }),
      expect.objectContaining({ email: known.email, role: 'editor' }),
    ]),
  )
  await close()
})

test('somebody without any workspace makes one, or brings a deleted one back', async () => {
  const { email } = await newPerson(house, null)
  const { page, goTo, close } = await openStranger(house, '/sign-in', phone)
  await fillIn(page, email)
  await page.getByRole('heading', { name: 'You belong to no workspace' }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await page.getByLabel('Name').fill('Harbour Bakery')
  await page.getByRole('button', { name: 'Make this workspace' }).click()
  await calendar(page).waitFor()

  const own = openBrowser(house)
  await own.signIn(email)
  const [workspace] = (await own.request('GET', '/app/me')).json.workspaces
  expect(workspace).toMatchObject({ name: 'Harbour Bakery', timezone: 'Europe/Berlin' })
  const path = `/app/workspaces/${workspace.id}/deletion`
  expect((await own.request('POST', path, { body: { name: 'Harbour Bakery' } })).status).toBe(200)
  await goTo('/calendar')
  await page.getByRole('button', { name: 'Restore Harbour Bakery' }).click()
  await calendar(page).waitFor()
  await close()
})

test('who tries too often is told how long to wait', async () => {
  const { page, close } = await openStranger(house, '/sign-in')
  const tries = openBrowser(house)
  for (let count = 0; count < 10; count += 1) await tries.signIn('nobody@example.org', 'wrong')
  await fillIn(page, 'nobody@example.org', 'wrong')
  await page.getByText(/^Too many tries\. Wait \d+ minutes?\.$/).waitFor()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByText('people reset-password nobody@example.org').waitFor()
  await expectAccessible(page)
  await close()
})
