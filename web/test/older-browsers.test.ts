import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type FullHouse, openFullHouse } from './full-house.ts'
import { openApp } from './open-app.ts'

let house: FullHouse
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await openFullHouse()
}, 180_000)
afterAll(() => house?.stop())

/** Takes away what Safari 16.4 does not have yet. */
const asSafari = `
  for (const [from, names] of [
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [URL, ['canParse', 'parse']],
    [Promise, ['withResolvers', 'try']],
    [AbortSignal, ['any']],
    [Element.prototype, ['checkVisibility']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), ['map', 'filter', 'toArray', 'some', 'find']],
    [globalThis, ['requestIdleCallback', 'scheduler', 'Temporal', 'navigation']],
  ]) for (const name of names) delete from[name]
`

test('the app works in a browser as old as Safari 16.4', { timeout: 120_000 }, async () => {
  const app = await openApp(house, { mode: 'live', path: '/icon.svg', person: house.owner })
  await app.browser.context.addInitScript(asSafari)
  const { page } = app
  for (const [path, words] of [
    ['/calendar', 'Mon'],
    ['/calendar?view=week', 'Sun '],
    ['/calendar?view=list', 'Published'],
    ['/needs-you', 'Reconnect'],
    ['/queue', 'The next two weeks'],
    [house.paths.edit, 'First comment'],
    [house.paths.partial, 'What happened'],
    [house.paths.feed, 'What arrived'],
    [house.paths.endpoint, 'Deliveries'],
  ] as const) {
    await app.goTo(path)
    await page.getByText(words).first().waitFor()
  }
  // A part that goes while it has the focus gives it away.
  await app.goTo('/calendar?view=list')
  const menu = page.getByRole('button', { name: /^More for / }).first()
  await menu.click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true)
  await app.close()
})
