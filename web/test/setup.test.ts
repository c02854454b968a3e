import { afterEach, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { setupTokenOf } from '../../server/src/people/set-up.ts'
import { type House, type HouseOptions, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { keptCaptions } from './kept-on-device.ts'
import { desktop, phone } from './open-app.ts'
import { addPlatformAuthenticator, openStranger } from './stranger.ts'

let house: House
beforeEach(skipWithout('chromium'))
afterEach(() => house?.stop())

/** A server on which nobody is anybody yet. */
async function openEmpty(config: HouseOptions['config'] = {}): Promise<House> {
  if (!isHere('chromium')) return house
  house = await startHouse({ config, hasUsualUrl: true })
  await house.db.run(sql`delete from api_keys`)
  await house.db.run(sql`delete from memberships`)
  await house.db.run(sql`delete from users`)
  return house
}

test('offers the new owner a passkey, which nothing waits for', async () => {
  const { page, close, goTo } = await openStranger(await openEmpty(), '/setup', phone)
  await addPlatformAuthenticator(page)
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('three words of mine')
  await page.keyboard.press('Enter')
  const offer = page.getByRole('button', { name: 'Add a passkey' })
  await offer.waitFor()
  // The next step is open already, and has the focus.
  await page.getByLabel('Your first post').waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await offer.click()
  await page.getByText('This device signs you in without the password.').waitFor()
  expect(await house.db.rows(sql`select name from passkeys`)).toEqual([
    { name: expect.stringMatching(/ on /) },
  ])
  // The owner goes on in the same session.
  await page.getByRole('button', { name: 'Publish to the sandbox' }).click()
  await page.getByText('That is the whole idea').waitFor()
  await page.context().clearCookies()
  await goTo('/sign-in?to=/settings/profile')
  // The browser may offer it at the field before the button is pressed.
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click({ timeout: 5_000 }).catch(() => undefined)
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await close()
})

test('takes no for an answer to the passkey, and loses no words of somebody who leaves', async () => {
  const { page, close, goTo } = await openStranger(await openEmpty(), '/setup', dark)
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('three words of mine')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Not now' }).click()
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  await page.getByLabel('Your first post').fill('Half a first post')
  expect(await house.db.rows(sql`select id from passkeys`)).toEqual([])
  await expect.poll(() => page.evaluate('indexedDB.databases().then(({ length }) => length)')).toBe(1)
  await expect.poll(() => keptCaptions(page)).toEqual(['Half a first post'])
  await goTo('/drafts')
  await page.getByText('Half a first post').waitFor()
  await close()
})

const dark = { ...desktop, colorScheme: 'dark' } as const

test('leads a newcomer to a published post in under a minute, on one page (check 1)', {
  timeout: 120_000,
}, async () => {
  const { page, close, goTo } = await openStranger(await openEmpty(), '/calendar')
  await page.getByRole('heading', { level: 1, name: 'Hello. This is your own Crier.' }).waitFor()
  const began = performance.now()
  expect(new URL(page.url()).pathname).toBe('/setup')
  await expectAccessible(page)
  await expectFits(page)
  await page.getByText('planned in Europe/Berlin').waitFor()
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('A password must have 8').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('three words of mine')
  await page.keyboard.press('Enter')

  await page.getByText('We made a practice account, @ada in the sandbox.').waitFor()
  const field = page.getByLabel('Your first post')
  expect(await field.inputValue()).toBe('Hello from my own Crier.')
  // Its words are selected, so that typing replaces them.
  await page.keyboard.type('Ahoy from the harbour.')
  expect(await field.inputValue()).toBe('Ahoy from the harbour.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish to the sandbox' }).click()
  await page.getByText('That is the whole idea').waitFor()
  expect((performance.now() - began) / 1_000).toBeLessThan(60)
  await page.getByRole('article').getByText('Ahoy from the harbour.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/setup')
  for (const name of ['Saved', 'Sent', 'Published'])
    expect(await page.getByRole('listitem').filter({ hasText: name }).last().textContent()).toMatch(
      /\d\d:\d\d:\d\d/,
    )

  const [made] = await house.db.rows<{ timezone: string; caption: string }>(
    sql`select w.timezone, p.caption from posts p join workspaces w on w.id = p.workspace_id`,
  )
  expect(made).toEqual({ timezone: 'Europe/Berlin', caption: 'Ahoy from the harbour.' })

  await page.getByRole('button', { name: 'Make a test key' }).click()
  const command = await page.locator('pre').textContent()
  const key = /Bearer (crier_test_\w+)/.exec(command ?? '')?.[1] ?? ''
  const posted = await house.request('GET', '/v1/posts', { key })
  expect(posted.json.data).toHaveLength(1)
  await expectAccessible(page)
  await expectFits(page)

  await goTo('/setup')
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.context().clearCookies()
  await goTo('/setup')
  await page.getByText('This Crier already has an owner.').waitFor()
  await close()
})

test('takes the token of the console from the printed address, and out of the address bar', async () => {
  // An address of its own may be reached by others, so the server wants to see its token.
  await openEmpty()
  await house.stop()
  const port = house.context.config.port
  await openEmpty({ port, publicUrl: `http://localhost:${port}/`.replace(/\/$/, ''), host: '0.0.0.0' })
  const token = setupTokenOf(house.context.secretKeys)
  const { page, close, goTo } = await openStranger(house, `/setup#token=${token}`, phone)
  await page.getByLabel('Email').fill('ada@example.org')
  expect(page.url()).not.toContain(token)
  expect(await page.getByLabel('Set-up token').count()).toBe(0)
  await expectAccessible(page)
  await expectFits(page)
  await goTo('/sign-in')
  await page.getByLabel('Set-up token').fill('wrong')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('three words of mine')
  await page.getByRole('button', { name: 'Make me the owner' }).click()
  await page.getByText('This is not the token').waitFor()
  await page.getByLabel('Set-up token').fill(token)
  await page.getByRole('button', { name: 'Make me the owner' }).click()
  await page.getByLabel('Your first post').waitFor()
  await expectFits(page)
  await close()
})

test('sends somebody who was not the first to the sign-in', async () => {
  const { page, close } = await openStranger(await openEmpty(), '/setup', dark)
  await page.getByLabel('Email').fill('bob@example.org')
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('three words of mine')
  const body = { email: 'ada@example.org', password: 'another few words' }
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await house.request('POST', '/app/setup', { key: null, body, headers })).status).toBe(200)
  await page.getByRole('button', { name: 'Make me the owner' }).click()
  await page.getByText('This Crier already has an owner.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  await expectAccessible(page)
  await close()
})
