import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { beginAgain, newPerson, openBrowser, type Person } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectUsable } from './axe.ts'
import { type OpenApp, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let house: House
let lena: Person
let owner: OpenApp
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ worker: false, hasUsualUrl: true })
  await house.db.run(sql`update workspaces set timezone = 'America/New_York' where id = ${house.workspaceId}`)
  lena = await newPerson(house, 'owner')
  await house.db.run(sql`update users set name = 'Lena Brandt' where id = ${lena.id}`)
  await act()
  owner = await openApp(house, { mode: 'live', path: '/settings/audit', person: lena })
})
afterAll(async () => {
  await owner?.close()
  await house?.stop()
})

const secretAddress = 'https://hooks.example.org/token-of-ours'

/** Does what the log then tells of: as a person, as a program, as somebody unknown, and as a server of tomorrow. */
async function act(): Promise<void> {
  const browser = await beginAgain(house, lena)
  const account = await house.connect('sandbox', { name: 'Harbour' }, 'live')
  const at = `/app/workspaces/${house.workspaceId}`
  const key = { name: 'Shop server', mode: 'live', scopes: ['read'], expires_at: null, ip_allow: [] }
  const done = [
    await browser.request('POST', `${at}/keys`, { body: key }),
    await browser.request('POST', `${at}/invitations`, {
      body: { email: 'mia@example.org', role: 'editor' },
    }),
    await house.request('POST', '/v1/webhook-endpoints', { body: { url: secretAddress } }),
    await house.request('POST', '/v1/queue-slots', { body: { weekdays: ['wed', 'mon'], time: '09:00' } }),
  ]
  const endpoint = done[2]?.json.id
  done.push(await house.request('DELETE', `/v1/webhook-endpoints/${endpoint}`))
  done.push(
    await house.request('POST', '/v1/posts', {
      body: { caption: 'Rye on Mondays', social_accounts: [account], is_draft: true },
    }),
  )
  expect(done.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  await openBrowser(house).signIn(lena.email, 'not the password')
  const { workspaceId: id } = house
  await house.db.run(sql`
    insert into audit_log (workspace_id, actor_kind, action, subject_kind, subject_id, ip, created_at) values
      (${id}, 'operator', 'subscription.set', 'subscription', null, null, now()),
      (${id}, 'system', 'moon.paint', 'moon', 'full', '203.0.113.9', '2026-03-01T04:30:00Z')`)
  await house.db.run(sql`
    insert into audit_log (workspace_id, actor_kind, action, subject_kind, created_at)
    select ${id}, 'system', 'tide.rise', 'tide', now() - n * interval '1 minute' from generate_series(1, 60) n`)
}

const rows = (page: Page): Locator => page.locator('main li')
const row = (page: Page, words: string) => rows(page).filter({ hasText: words }).first()
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test('the log says who did what on what and from where, and unfolds by keyboard to what was sent', async () => {
  const { page } = owner
  await row(page, 'Made an API key').waitFor()
  const told = async (words: string) => (await row(page, words).textContent())?.replace(/\s+/g, ' ')
  expect(await told('Made an API key')).toMatch(
    new RegExp(`Lena Brandt ${lena.email} ?Made an API key Shop server · crier_live_….{4} ?from 127.0.0.1`),
  )
  expect(await told('Invited somebody')).toContain('mia@example.org · Editor')
  expect(await told('Made a post')).toMatch(/live crier_live_….{4} ?Made a post Post …/)
  expect(await told('A sign-in failed')).toMatch(
    /Somebody unknown not signed in ?A sign-in failed Lena Brandt/,
  )
  expect(await told('Added a slot to the queue')).toContain('Mon, Wed 09:00')
  expect(await told('Changed the subscription')).toContain('The operator')
  await expectUsable(page)

  const toggle = row(page, 'Added an endpoint').getByRole('button')
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  await toggle.focus()
  await page.keyboard.press('Enter')
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  const details = await row(page, 'Added an endpoint').locator('dl').textContent()
  expect(details).toContain('webhook_endpoint.create')
  expect(details).toContain('urlhidden')
  expect(await page.content()).not.toContain(secretAddress)
  await page.keyboard.press('Space')
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')

  await row(page, 'Made a post').getByRole('button').press('Enter')
  await row(page, 'Made a post').getByRole('link', { name: 'Rye on Mondays' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(page.url()).toMatch(/\/posts\/[0-9a-f-]{36}$/)
  await page.goBack()
})

test('filters stand in the address, outlast a reload, and are cleared', async () => {
  const { page, goTo } = owner
  await goTo('/settings/audit')
  await page.getByLabel('What').selectOption({ label: 'API keys: everything' })
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByLabel('Who').selectOption({ label: `Lena Brandt · ${lena.email}` })
  await expect.poll(() => search(page)).toEqual({ action: 'key', actor: lena.id })
  await page.reload()
  await row(page, 'Made an API key').waitFor()
  expect(await rows(page).count()).toBe(1)
  expect(await page.getByLabel('What').inputValue()).toBe('key')
  await page.getByLabel('IP address').fill('203.0.113.1')
  await page.keyboard.press('Enter')
  await page.getByText('No entries match.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(page, 'Invited somebody').waitFor()
  expect(search(page)).toEqual({})

  // The thing that an entry is about leads to all its other entries.
  await row(page, 'Deleted an endpoint').getByRole('button').click()
  await row(page, 'Deleted an endpoint').getByRole('link', { name: 'Show only these About' }).click()
  await page.getByRole('button', { name: /^About: Endpoint …/ }).waitFor()
  await expect.poll(() => rows(page).allTextContents()).toHaveLength(2)
  await page.getByRole('button', { name: /^About: Endpoint …/ }).click()
  await row(page, 'Invited somebody').waitFor()
})

test('days are those of the workspace, and an action that nobody knew here is read by its name', async () => {
  const { page, goTo } = owner
  // 23:30 in New York is the day after in Berlin, where the browser is.
  await goTo('/settings/audit?from=2026-02-28&to=2026-02-28')
  await row(page, 'moon.paint').waitFor()
  expect(await page.locator('main h2').allTextContents()).toEqual([expect.stringMatching(/28 Feb/)])
  expect(await row(page, 'moon.paint').locator('time').textContent()).toBe('23:30')
  await page.getByLabel('From').fill('2026-03-01')
  await page.getByText('No entries match.').waitFor()
  await goTo('/settings/audit?action=tide')
  await expect.poll(() => rows(page).count()).toBe(50)
  expect(await page.getByLabel('What').inputValue()).toBe('tide')
  await page.getByRole('button', { name: 'Older entries' }).click()
  await expect.poll(() => rows(page).count()).toBe(60)
  expect(await page.getByRole('button', { name: 'Older entries' }).count()).toBe(0)
})

test('the entries that match are downloaded as CSV and as NDJSON', async () => {
  const { page, goTo } = owner
  await goTo('/settings/audit?action=tide')
  await row(page, 'tide.rise').waitFor()
  const download = async (choice: RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: choice }).click(),
    ])
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  const csv = await download(/^CSV/)
  expect(csv.name).toBe('audit-log.csv')
  const [heading, ...lines] = csv.text.trimEnd().split('\r\n')
  expect(heading).toContain('created_at,action,actor_kind')
  expect(lines.map((line) => line.split(',')[1])).toEqual(Array.from({ length: 60 }, () => 'tide.rise'))
  const ndjson = await download(/^NDJSON/)
  expect(ndjson.name).toBe('audit-log.ndjson')
  const entries = ndjson.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries).toHaveLength(60)
  expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['tide.rise']))
})

test('a phone folds the filters, in the words of its language, and test data has a log of its own', async () => {
  const device = { ...phone, locale: 'de-DE' }
  const { page, close } = await openApp(house, { mode: 'live', path: '/more', device, person: lena })
  await page.goto(`${new URL(page.url()).origin}/settings/audit?action=key`)
  await row(page, 'API-Schlüssel erstellt').waitFor()
  expect(await page.getByLabel('Wer').isVisible()).toBe(false)
  await page.getByRole('button', { name: '1 Filter' }).click()
  expect(await page.getByLabel('Was').inputValue()).toBe('key')
  await expectUsable(page)
  await close()
  const inTest = await openApp(house, { mode: 'test', path: '/settings/audit', person: lena })
  await inTest.page.getByText('Nothing is written down yet.').waitFor()
  await inTest.close()
})

test('somebody below admin is told whom to ask, also when an export is refused', async () => {
  const open = await openApp(house, { mode: 'live', path: '/settings/audit', role: 'admin' })
  const { page, browser, close, id } = open
  await row(page, 'Made an API key').waitFor()
  const places = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' })
  expect(await places.count()).toBe(1)
  const endForgiving = forgiveRefusals(browser, 403)
  await house.db.run(sql`update memberships set role = 'editor' where user_id = ${id}`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  await page.getByText("Your role here doesn't allow this. Ask an owner or an admin.").waitFor()
  endForgiving()
  await page.reload()
  await page.getByText('Your role here is editor, which may not use this.').waitFor()
  await page.getByText(/Ask .*Lena Brandt \(owner\)/).waitFor()
  expect(await places.count()).toBe(0)
  await close()
})

test('the palette leads to the log and exports it', async () => {
  const { page, goTo } = owner
  await goTo('/settings/profile')
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('audit')
  await page.getByRole('option', { name: /Go to Audit log/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('NDJSON')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('option', { name: /Export the audit log as NDJSON/ }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('"moon.paint"')
})
