import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { readCalendar } from '../../server/test/read-calendar.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { readEverything } from './kept-in-browser.ts'
import { openApp, phone } from './open-app.ts'
import { closeQuietly } from './stranger.ts'

let house: House
let harbour: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  const mill = await house.connect('sandbox', { name: 'mill' })
  for (const account of [harbour, mill]) {
    const at = new Date(Date.now() + 86_400_000).toISOString()
    const body = { caption: `From ${account}`, social_accounts: [account], scheduled_at: at }
    expect((await house.request('POST', '/v1/posts', { body })).status).toBe(200)
  }
})
afterAll(() => house?.stop())

/** The titles of the posts behind an address, as a calendar program reads them. */
async function titlesAt(url: string): Promise<{ name: string | undefined; titles: (string | undefined)[] }> {
  const answer = await fetch(url.replace('localhost', '127.0.0.1'))
  expect(answer.status).toBe(200)
  const { head, events } = readCalendar(new Uint8Array(await answer.arrayBuffer()))
  return { name: head.get('NAME'), titles: events.map((event) => event.get('SUMMARY')) }
}

const statusAt = async (url: string) => (await fetch(url.replace('localhost', '127.0.0.1'))).status

test('a member subscribes to the posts of an account, replaces the address and removes it', async () => {
  const { page, browser, close } = await openApp(house, { mode: 'live', role: 'viewer' })
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Subscribe…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to this calendar' })
  await dialog.getByText(/See the plan of this workspace/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'New address' }).click()

  const form = page.getByRole('dialog', { name: 'New calendar address' })
  // It begins with the name of the workspace.
  expect(await form.getByLabel('Name of the calendar').inputValue()).toBe('A workspace')
  await form.getByLabel('Name of the calendar').fill('Harbour Bakery')
  await form.getByText('Only posts on some accounts').click()
  await form.getByRole('checkbox', { name: /harbour/ }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Make the address' }).click()

  const made = page.getByRole('dialog', { name: 'Your calendar address' })
  const url = (await made.getByRole('figure').locator('code').textContent()) ?? ''
  expect(url).toMatch(/^http:\/\/localhost:\d+\/calendars\/crier_calendar_[\w-]{43}\.ics$/)
  expect(await titlesAt(url)).toEqual({
    name: 'Harbour Bakery',
    titles: [`Scheduled: From ${harbour} (@harbour · Sandbox)`],
  })
  await made.getByRole('button', { name: 'Copy The calendar address' }).click()
  await made.getByRole('button', { name: 'Copied The calendar address' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url)
  await made.getByText('It works in programs on this machine alone').waitFor()
  await made.getByText('Where it goes').click()
  await made.getByText('Thunderbird').waitFor()
  const opened = made.getByRole('link', { name: 'Open in a calendar program' })
  expect(await opened.getAttribute('href')).toBe(url.replace('http:', 'webcal:'))
  await expectAccessible(page)
  await made.getByRole('button', { name: 'Done' }).click()

  // Afterwards the secret is nowhere.
  const secret = url.slice(-47, -4)
  expect(await readEverything(page)).not.toContain(secret)
  await page.getByRole('button', { name: 'Subscribe…' }).click()
  await dialog.getByText(/^Posts on 1 account\. Last read/).waitFor()
  expect(await readEverything(page)).not.toContain(secret)
  expect(browser.visited.join()).not.toContain(secret)

  await dialog.getByRole('button', { name: 'Replace Harbour Bakery' }).click()
  await made.waitFor()
  const next = (await made.getByRole('figure').locator('code').textContent()) ?? ''
  expect([await statusAt(url), await statusAt(next)]).toEqual([404, 200])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Subscribe…' }).click()
  await dialog.getByRole('button', { name: 'Remove Harbour Bakery' }).click()
  await page.getByText('The address of ‘Harbour Bakery’ has ended.').waitFor()
  await expect.poll(() => dialog.getByText('Your addresses').count()).toBe(0)
  expect(await statusAt(next)).toBe(404)
  await close()
})

test('it asks who is there before it makes an address that outlasts the session', async () => {
  const person = await openApp(house, { mode: 'live' })
  const { page, browser } = person
  await house.db.run(
    sql`update sessions set proved_at = proved_at - interval '1 hour' where user_id = ${person.id}`,
  )
  await page.getByRole('button', { name: 'Subscribe…' }).click()
  await page.getByRole('button', { name: 'New address' }).click()
  await page.getByRole('button', { name: 'Make the address' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  await proof.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => proof.count()).toBe(0)
  await page.getByRole('dialog', { name: 'New calendar address' }).getByRole('alert').waitFor()
  await closeQuietly(browser)
})

test('on a phone, in German and with test data, all of it fits and says what is not in it', async () => {
  const { page, close } = await openApp(house, { device: { ...phone, locale: 'de-DE' } })
  await expectFits(page)
  await page.getByRole('button', { name: 'Abonnieren…' }).click()
  await page.getByText('Kalender enthalten nur echte Beiträge und keine Testdaten.').waitFor()
  await expectFits(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Neue Adresse' }).click()
  await page.getByLabel('Name des Kalenders').waitFor()
  expect(await page.getByText('Nur Beiträge auf einigen Konten').count()).toBe(0)
  await expectFits(page)
  await page.getByRole('button', { name: 'Adresse erstellen' }).click()
  const made = page.getByRole('dialog', { name: 'Deine Kalenderadresse' })
  await made.waitFor()
  await expectFits(page)
  await expectAccessible(page)
  const url = (await made.getByRole('figure').locator('code').textContent()) ?? ''
  const { titles } = await titlesAt(url)
  expect(titles).toContain(`Geplant: From ${harbour} (@harbour · Sandbox)`)
  await made.getByRole('button', { name: 'Fertig' }).click()
  await page.getByRole('button', { name: 'Abonnieren…' }).click()
  await page.getByText(/^Alle Beiträge\. Zuletzt gelesen/).waitFor()
  await expectFits(page)
  await expectAccessible(page)
  await close()
})
