import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { newPerson, password } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { readEverything } from './kept-in-browser.ts'
import { appUrl, type OpenApp, openApp } from './open-app.ts'
import { closeQuietly } from './stranger.ts'

let house: House
let owner: OpenApp
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ worker: false, hasUsualUrl: true })
  owner = await openApp(house, { path: '/settings/api-keys', keepsFiles: true })
})
afterAll(async () => {
  if (owner) await closeQuietly(owner.browser)
  await house?.stop()
})

/** Each thing that the app shows once, by the words with which a failure names it. Each is shown, taken note of and left. */
const shownOnce: Readonly<Record<string, (app: OpenApp) => Promise<string[]>>> = {
  'an API key': async ({ page, goTo }) => {
    await goTo('/settings/api-keys')
    await page.getByRole('button', { name: 'New key' }).first().click()
    await page.getByLabel('Name').fill('Shop server')
    await page.getByRole('button', { name: 'Make the key' }).click()
    const key = await page.getByLabel('The key ‘Shop server’').inputValue()
    await page.getByRole('button', { name: 'Copy the key' }).click()
    await page.getByRole('button', { name: "I've stored it" }).click()
    return [key.slice('crier_live_'.length, -4)]
  },
  'the secret of a webhook': async ({ page, goTo }) => {
    await goTo('/build/webhooks')
    await page.getByRole('button', { name: 'New endpoint' }).first().click()
    await page.getByLabel('Address').fill('https://hooks.example.org/crier')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const secret = await page.getByLabel('The secret', { exact: true }).inputValue()
    await page.getByRole('button', { name: "I've stored it" }).click()
    return [secret.slice('whsec_'.length)]
  },
  'the link of an invitation': async ({ page, goTo }) => {
    await goTo('/settings/team')
    await page.getByLabel('Email').fill('lena@example.org')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await page.getByRole('status').getByText('/join/').textContent()
    return [(link ?? '').split('/join/')[1] ?? '']
  },
  'a connect link': async ({ page, goTo }) => {
    await goTo('/accounts')
    await page.getByRole('button', { name: 'Make a link' }).click()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const url = await page.getByRole('dialog').getByRole('figure').locator('code').textContent()
    await page.getByRole('button', { name: 'Done' }).click()
    return [(url ?? '').slice((url ?? '').lastIndexOf('/') + 1)]
  },
  'a second factor, its recovery codes and the password': async ({ page, goTo }) => {
    await goTo('/settings/security')
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByRole('img', { name: 'A QR code' }).waitFor()
    const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? ''
    await page.getByLabel('The six digits').fill(new TOTP({ secret }).generate())
    await page.keyboard.press('Enter')
    await page.getByText('Keep these codes now.').waitFor()
    const codes = await page.locator('li code').allTextContents()
    await page.getByRole('button', { name: "I've kept them" }).click()
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByLabel('Your password now').fill(password)
    await page.getByLabel('New password').fill('quite another sentence')
    await page.keyboard.press('Enter')
    await page.getByText('Your password is changed.').waitFor()
    return [secret, ...codes, password, 'quite another sentence']
  },
}

async function leave({ page }: OpenApp): Promise<void> {
  await page.getByRole('link', { name: 'Drafts' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
}

const filesAreKept = (page: Page) =>
  expect.poll(() => page.evaluate('caches.keys().then(({ length }) => length)'))

test('#20 what the app shows once is nowhere in the browser when its page is left', {
  timeout: 120_000,
}, async () => {
  await filesAreKept(owner.page).toBeGreaterThan(0)
  const secrets: [name: string, secret: string][] = []
  for (const [name, show] of Object.entries(shownOnce)) {
    const shown = await show(owner)
    for (const secret of shown) secrets.push([name, secret])
    await leave(owner)
  }
  const cookies = await owner.browser.context.cookies(appUrl(house))
  for (const { name, value } of cookies) if (value.length > 20) secrets.push([`the cookie ${name}`, value])
  for (const [name, secret] of secrets) expect(secret.length, name).toBeGreaterThan(15)
  expect(secrets.length).toBe(18)
  for (const reading of ['left', 'loaded anew']) {
    const everything = await readEverything(owner.page)
    const found = secrets.filter(([, secret]) => everything.includes(secret)).map(([name]) => name)
    expect(found, reading).toEqual([])
    await owner.page.reload()
    await owner.page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  }
})

const hidingPlaces = {
  'the page': `document.body.append('SECRET')`,
  'an attribute': `document.body.dataset.key = 'SECRET'`,
  'a field': `document.body.append(Object.assign(document.createElement('input'), { value: 'SECRET' }))`,
  'the address': `history.replaceState(null, '', '#SECRET')`,
  'the state of the history': `history.replaceState({ key: 'SECRET' }, '')`,
  localStorage: `localStorage.setItem('key', 'SECRET')`,
  sessionStorage: `sessionStorage.setItem('SECRET', '')`,
  'a cookie that scripts read': `document.cookie = 'key=SECRET'`,
  'a cache': `caches.open('files').then((cache) => cache.put('/file', new Response('SECRET')))`,
  'the address of a cached file': `caches.open('files').then((cache) => cache.put('/file?key=SECRET', new Response('')))`,
  'a database': `new Promise((resolve) => {
    const opening = indexedDB.open('another', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows').put({ deep: ['SECRET'] }, 1)
    opening.onsuccess = () => { opening.result.close(); resolve() }
  })`,
}

test.each(Object.entries(hidingPlaces))(
  '#20 a secret is found in %s when it is put there',
  async (_, put) => {
    const stranger = await openApp(house, {
      person: await newPerson(house),
      path: '/drafts',
      keepsFiles: true,
    })
    await stranger.page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    const secret = `planted${Math.random()}`
    expect(await readEverything(stranger.page)).not.toContain(secret)
    await stranger.page.evaluate(`Promise.resolve(${put.replace('SECRET', secret)}).then(() => null)`)
    expect(await readEverything(stranger.page)).toContain(secret)
    await closeQuietly(stranger.browser)
  },
)
