import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../scripts/test-needs.ts'
import { startChromium } from '../../server/test/browser/chromium.ts'
import { makeLink } from '../../server/test/connect-link.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible } from './axe.ts'
import { phone } from './open-app.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('a customer with a phone in German connects an account, and meets German alone', async () => {
  const browser = await startChromium({ device: { ...phone, locale: 'de-DE' } })
  const link = await makeLink(
    house,
    { name: 'Hafenagentur', return_url: 'https://agency.example.org/' },
    { key: house.testKey },
  )
  const page = await browser.open(link.url)
  const look = async (title: string | RegExp) => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectAccessible(page)
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await page.locator('[lang=en]').allTextContents()).toEqual([])
    const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
    expect(width).toBeLessThanOrEqual(phone.viewport.width)
  }
  await look('Ein Konto für Hafenagentur verbinden')
  await page.getByRole('link', { name: 'Sandbox: mit einem Namen' }).click()
  await look('Ein Konto bei Sandbox verbinden')
  await page.getByText('Weitere Einstellungen').click()
  await page.getByLabel('Verhalten').selectOption({ label: 'Lehnt Beiträge ab' })
  await page.getByLabel('Für wie viele Beiträge').fill('viele')
  await page.getByRole('button', { name: 'Verbinden' }).click()
  await page.getByRole('alert').getByText('Es wurde nichts verbunden.').waitFor()
  await look('Ein Konto bei Sandbox verbinden')
  expect(await page.getByLabel('Verhalten').inputValue()).toBe('refuse')
  await page.getByRole('link', { name: 'Ein anderes Netzwerk oder einen anderen Weg wählen' }).click()
  await page.getByRole('link', { name: 'Sandbox: dort anmelden' }).click()
  await page.getByRole('button', { name: 'Weiter zu Sandbox' }).click()
  await page.locator('textarea').fill('Links\nRechts')
  await page.locator('button[value=allow]').click()
  await look('Wähle, unter welchen Profilen Hafenagentur veröffentlichen darf')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Verbinden' }).click()
  await look('Verbunden')
  await page.getByRole('link', { name: 'Zurück zu agency.example.org' }).waitFor()
  await browser.close()
})
