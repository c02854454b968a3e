import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { newPerson, password } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { askFor, askTools, exchange, register } from '../../server/test/mcp/let-in.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { appUrl, desktop, openApp, phone } from './open-app.ts'
import { closeQuietly } from './stranger.ts'

let house: House
let program: Server
let back: string
const arrived: URL[] = []
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  // A program on the person's own machine, which waits there for the browser to come back.
  program = createServer(({ url = '' }, response) => {
    arrived.push(new URL(url, back))
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Back</title>')
  })
  program.listen(0, '127.0.0.1')
  await once(program, 'listening')
  back = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
  house = await startHouse({ worker: false, hasUsualUrl: true })
})
afterAll(async () => {
  program?.close()
  await house?.stop()
})

test('a person who is asked by a program signs in, sees who asks, lets it in and ends its access', async () => {
  const clientId = await register(house, { client_name: 'Deck helper', redirect_uris: [back] })
  const asked = askFor(clientId, { redirect_uri: back, state: '12345678901234567890' })
  const address = `/oauth/authorize?${new URLSearchParams(asked.request)}`
  const person = await newPerson(house)
  const app = await openApp(house, { person, path: address, device: phone })
  const { page, browser } = app
  // Somebody who is not signed in comes back to the question once they are.
  await browser.context.clearCookies()
  await page.goto(appUrl(house) + address)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Let ‘Deck helper’ use Crier?' }).waitFor()
  await page.getByText('It calls itself ‘Deck helper’, and nobody has checked that.').waitFor()
  await page.getByText('this device').waitFor()
  await page.evaluate("localStorage.setItem('crier-language', 'de')")
  await page.reload()
  // The words after "zurück zu" would be others.
  await page.getByText('dieses Gerät', { exact: true }).waitFor()
  await page.evaluate("localStorage.removeItem('crier-language')")
  await page.reload()
  await page.getByText('this device').waitFor()
  expect(await page.getByRole('radio', { name: /^Write drafts/ }).isChecked()).toBe(true)
  expect(await page.getByRole('radio', { name: /^Test/ }).isChecked()).toBe(true)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await expectFits(page)

  await house.db.run(
    sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${person.id}`,
  )
  await page.getByRole('radio', { name: /^Publish/ }).check()
  // A press that was meant for a window that lay above counts for nothing.
  const agree = page.getByRole('button', { name: 'Let it in' })
  const pressed = await page.evaluate(`dispatchEvent(new Event('focus')), new Promise((told) =>
    requestAnimationFrame(() => told(document.querySelector('[type=submit]').ariaDisabled)))`)
  expect(pressed).toBe('true')
  await agree.click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  await proof.getByLabel('Your password').fill(password)
  await Promise.all([page.waitForURL(`${back}?*`), page.keyboard.press('Enter')])
  const came = arrived.at(-1)?.searchParams
  expect(came?.get('state')).toBe('12345678901234567890')
  expect(came?.get('iss')).toBe(appUrl(house))
  const { json } = await exchange(house, asked, came?.get('code') ?? '')
  expect(json.scope).toBe('read write publish')
  expect((await askTools(house, json.access_token)).status).toBe(200)

  await page.goto(`${appUrl(house)}/settings/api-keys`)
  const row = page.getByRole('row', { name: /Deck helper/ })
  await row.getByText("on somebody's own device").waitFor()
  await row.getByText(person.email).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await row.getByRole('button', { name: 'End access' }).click()
  await page.getByText('‘Deck helper’ has no access any more.').waitFor()
  await row.waitFor({ state: 'detached' })
  await expect.poll(async () => (await askTools(house, json.access_token)).status).toBe(401)
  expect(browser.visited.join()).not.toContain(json.access_token)
  await closeQuietly(browser)
})

test('a person refuses, and nobody is sent to an address that the program did not name', async () => {
  const clientId = await register(house, { client_name: 'Deck helper', redirect_uris: [back] })
  const path = (more: Record<string, string>) =>
    `/oauth/authorize?${new URLSearchParams(askFor(clientId, { redirect_uri: back, ...more }).request)}`
  const { page, browser, goTo } = await openApp(house, { path: path({}), device: desktop })
  await page.getByRole('link', { name: 'Refuse' }).click()
  await page.waitForURL(`${back}?*`)
  expect(arrived.at(-1)?.searchParams.get('error')).toBe('access_denied')

  const before = arrived.length
  await goTo(path({ redirect_uri: 'https://evil.example/' }))
  await page.getByText('Somebody wants you sent on to an address').waitFor()
  expect(await page.getByRole('link').count()).toBe(0)
  await expectAccessible(page)
  await goTo(path({ code_challenge_method: 'plain' }))
  await page.getByRole('heading', { name: "‘Deck helper’ can't be let in" }).waitFor()
  await expectAccessible(page)
  await goTo('/authorize')
  await page.getByRole('heading', { name: 'Nothing to agree to' }).waitFor()
  await expectAccessible(page)
  expect(arrived).toHaveLength(before)
  await closeQuietly(browser)
})
