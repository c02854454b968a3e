import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { readEverything } from './kept-in-browser.ts'
import { type OpenApp, openApp } from './open-app.ts'

let house: House
let owner: OpenApp
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ worker: false, hasUsualUrl: true })
  owner = await openApp(house, { path: '/settings/api-keys' })
})
afterAll(async () => {
  await owner?.close()
  await house?.stop()
})

test('a new key is visible once, copies, and is afterwards nowhere (check 20)', async () => {
  const { page, browser } = owner
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name').fill('Shop server')
  await page.getByRole('radio', { name: /^Test/ }).check()
  await page.getByText(/It stops on/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make the key' }).click()
  await page.getByRole('heading', { name: 'Copy your key now.' }).waitFor()
  const key = await page.getByLabel('The key ‘Shop server’').inputValue()
  expect(key).toMatch(/^crier_test_[A-Za-z0-9]{38}$/)
  expect((await house.request('GET', '/v1/me', { key })).status).toBe(200)
  expect(await page.getByRole('status').textContent()).not.toContain(key)
  expect(page.url()).not.toContain(key)
  await expectAccessible(page)
  await page.getByText('Use it with an agent').click()
  await expectAccessible(page)
  const settings = page.getByRole('figure', { name: 'Settings for an agent' }).locator('code')
  await expectAgentToConnect((await settings.textContent()) ?? '')

  await page.getByRole('button', { name: "I've stored it" }).click()
  await page.getByText("You haven't copied it.").waitFor()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await page.getByRole('button', { name: 'Copied the key' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as .env' }).click(),
  ])
  const saved = readFileSync(await file.path(), 'utf8')
  expect(saved).toBe(`CRIER_URL=${house.context.config.publicUrl}\nCRIER_API_KEY=${key}\n`)
  await page.getByRole('button', { name: "I've stored it" }).click()
  await page.getByRole('row', { name: /Shop server/ }).waitFor()
  const secret = key.slice('crier_test_'.length, -4)
  expect(await readEverything(page)).not.toContain(secret)
  await page.reload()
  await page.getByText('A key is shown once').waitFor()
  expect(await readEverything(page)).not.toContain(secret)
  expect(browser.visited.join()).not.toContain(secret)
})

test('a key that was not copied is revoked when its person leaves', async () => {
  const { page, goTo } = owner
  await goTo('/settings/api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Forgotten')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const key = await page.getByLabel('The key ‘Forgotten’').inputValue()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('button', { name: 'Close and revoke it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  expect((await house.request('GET', '/v1/me', { key })).status).toBe(401)
})

test('a key is rolled, with its former one still good, and revoked after a question', async () => {
  const { page, goTo } = owner
  await goTo('/settings/api-keys')
  await page.getByRole('button', { name: 'Roll Shop server' }).click()
  await page.getByRole('button', { name: 'Roll key' }).click()
  const key = await page.getByLabel('The key ‘Shop server’').inputValue()
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await page.getByRole('button', { name: "I've stored it" }).click()
  const rows = page
    .getByRole('table', { name: 'Keys', exact: true })
    .getByRole('row', { name: /Shop server/ })
  await expect.poll(() => rows.count()).toBe(2)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFits(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Revoke Shop server' }).first().click()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep it')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  expect((await house.request('GET', '/v1/me', { key })).status).toBe(401)
})

test('an editor reads why there is nothing for them, and whom to ask', async () => {
  await house.db.run(sql`update users set name = 'Lena Brandt' where id = ${house.userId}`)
  const { page, close } = await openApp(house, { path: '/settings/api-keys', role: 'editor' })
  await page.getByText('Your role here is editor, which may not use this.').waitFor()
  await page.getByText('Lena Brandt (owner)').waitFor()
  expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0)
  await close()
})

/** Connects as a program does that was given these settings. */
async function expectAgentToConnect(settings: string): Promise<void> {
  const { type, url, headers } = JSON.parse(settings).mcpServers.crier
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  expect([type, answer.status]).toEqual(['http', 200])
  expect(await answer.text()).toContain('create_post')
}
