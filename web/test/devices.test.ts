import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { until } from '../../server/test/stories/until.ts'
import { expectFits } from './axe.ts'
import { desktop, openApp, phone } from './open-app.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ worker: false, hasUsualUrl: true })
  await house.connect('sandbox', { name: 'harbour' }, 'test')
})
afterAll(() => house?.stop())

test('colours that a person chose for all pages leave what is chosen, today and the marks of networks', async () => {
  const { page, close } = await openApp(house, { path: '/calendar' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.getByRole('gridcell').first().waitFor()
  const outlines = await page.evaluate<string[]>(`[
    '[data-chosen]:has([type=radio])', '[aria-current=date]', 'nav [aria-current=page]', 'label:not([data-chosen]):has([type=radio])',
  ].map((each) => getComputedStyle(document.querySelector(each)).outlineStyle)`)
  expect(outlines).toEqual(['solid', 'solid', 'solid', 'none'])
  await page.goto(new URL('/accounts', page.url()).href)
  // The list of networks, which has their marks, may come after the accounts.
  const [mark, ground] = await until(
    () =>
      page.evaluate<(string | undefined)[]>(`(() => {
        const mark = [...document.querySelectorAll('main span')].find((each) => getComputedStyle(each).maskImage !== 'none')
        return [mark, document.body].map((each) => each && getComputedStyle(each).backgroundColor)
      })()`),
    ([mark]) => mark !== undefined,
  )
  expect(mark).not.toBe(ground)
  await close()
})

test('paper gets dark words and the days, also in the dark, and no bars', async () => {
  const { page, close } = await openApp(house, { device: { ...desktop, colorScheme: 'dark' } })
  await page.getByRole('gridcell').first().waitFor()
  const read = `(() => {
    const light = getComputedStyle(document.querySelector('main h1')).color.match(/\\d+/g).slice(0, 3).every((each) => each > 128)
    const shown = ['nav', 'header', '[role=grid]'].map((each) => document.querySelector(each).checkVisibility())
    return { light, shown, buttons: [...document.querySelectorAll('main button')].filter((each) => /^(Today|Account)$/.test(each.textContent) && each.checkVisibility()).length }
  })()`
  expect(await page.evaluate(read)).toEqual({ light: true, shown: [true, true, true], buttons: 2 })
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(read)).toEqual({ light: false, shown: [false, false, true], buttons: 0 })
  await close()
})

test('a phone that keeps the end of the window for itself hides nothing of a page or a message', async () => {
  const { page, close } = await openApp(house, { device: phone, path: '/settings/profile' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34, bottomMax: 34 } })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const room = await page.evaluate<number>(`(() => {
    const bar = [...document.querySelectorAll('nav')].find((each) => getComputedStyle(each).position === 'fixed')
    return bar.getBoundingClientRect().top - document.querySelector('main').getBoundingClientRect().bottom
  })()`)
  expect(room).toBeGreaterThanOrEqual(0)
  await close()
})

test('a window that is very low has its height for the page, and scrolls in one direction only', async () => {
  const device = { ...desktop, viewport: { width: 320, height: 256 } }
  const { page, goTo, close } = await openApp(house, { device })
  for (const path of ['/calendar?view=week', '/posts/new', '/accounts', '/settings/profile']) {
    await goTo(path)
    await expectFits(page)
    await expect.poll(() => page.evaluate('document.body.scrollHeight > 400')).toBe(true)
    await page.evaluate('scrollTo(0, 120)')
    expect(
      await page.evaluate(`document.querySelector('header').getBoundingClientRect().bottom`),
    ).toBeLessThan(0)
  }
  await close()
})
