import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type FullHouse, openFullHouse } from './full-house.ts'
import { desktop, type OpenApp, openApp } from './open-app.ts'

let house: FullHouse
let app: OpenApp
let page: Page
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await openFullHouse()
  app = await openApp(house, { mode: 'live', person: house.owner, device: desktop, path: '/drafts' })
  page = app.page
}, 180_000)
afterAll(async () => {
  await app?.close()
  await house?.stop()
})

/** The thing that has the focus, by its words; `nothing` where the page lost it. */
const focused = () =>
  page.evaluate<string>(`(() => {
    const { activeElement: it } = document
    return it === document.body ? 'nothing' : it.ariaLabel || it.labels?.[0]?.textContent || it.textContent
  })()`)

const hasLoadedKeeper = `performance.getEntriesByType('resource').some(({ name }) => name.includes('keep-focus'))`

/** Presses a button as somebody does who has no mouse. */
async function pressByKeys(button: Locator): Promise<void> {
  // The code that keeps the focus is loaded when the page has nothing else to do: late on a machine that does other work.
  await expect.poll(() => page.evaluate(hasLoadedKeeper)).toBe(true)
  await button.focus()
  await page.evaluate('globalThis.opener = document.activeElement')
  await page.keyboard.press('Enter')
}

const button = (name: string | RegExp) => page.getByRole('button', { name }).first()

/** Whether the focus is in what opened: at a field, where it has one, or at the answer that harms nothing. */
const isAtBeginning = `(() => {
  const { activeElement: it } = document
  const box = it.closest('dialog, [role=dialog], [role=menu]')
  if (box === null) return false
  return box.querySelector('input, select, textarea') === null || it.matches('input, select, textarea, [data-autofocus]')
})()`

/** The part that has the focus, where a bar of the page lies over its middle. */
const findHiddenFocus = `(() => {
  const { activeElement: it } = document
  const { left, top, width, height } = it.getBoundingClientRect()
  if (it === document.body || width < 3) return []
  const over = document.elementFromPoint(left + width / 2, top + height / 2)
  const isOver = over === null || (!it.contains(over) && !over.contains(it) && over.closest('label')?.control !== it)
  return isOver ? [it.outerHTML.slice(0, 120) + ' is under ' + over?.outerHTML.slice(0, 120)] : []
})()`

test('a clock of twelve hours leaves the marks of networks their room', async () => {
  const american = await openApp(house, {
    mode: 'live',
    person: house.owner,
    device: { ...desktop, locale: 'en-US' },
    path: '/calendar?view=week',
  })
  await american.page.locator('[data-post] time').first().waitFor()
  expect(await american.page.locator('[data-post] time').first().textContent()).toMatch(/[AP]M/)
  const tooClose = `[...document.querySelectorAll('[data-post] time')].filter((time) => {
    const [chip, own, next] = [time.parentElement, time, time.nextElementSibling].map((each) => each.getBoundingClientRect())
    return next.top < own.bottom && (next.left < own.right + 3 || next.right > chip.right - 3)
  }).map((time) => time.parentElement.textContent)`
  // Another font stands in for that of the app while it is on its way, and may be wider.
  await american.page.evaluate('document.fonts.ready.then(() => undefined)')
  expect(await american.page.evaluate(tooClose)).toEqual([])
  await american.close()
})

describe('the focus (check 23)', () => {
  test.each<[string, string | RegExp, () => string]>([
    ['the palette', /^Search/, () => '/drafts'],
    ['the switch of workspaces', /Harbour Bakery/, () => '/drafts'],
    ['the menu of a post', /^More for /, () => '/calendar?view=week'],
    ['the library in the composer', 'Library', () => house.paths.edit],
    ['an address of a medium', 'Web address', () => house.paths.edit],
    ['a medium of a post', /^Edit medium 1/, () => house.paths.edit],
    ['the menu of a medium', /^Actions for medium 1/, () => house.paths.edit],
    ['a slot of the queue', /^Mon.*09:00|^09:00/, () => '/queue'],
    ['a link for somebody else', 'Make a link', () => '/accounts'],
    ['a question before a disconnect', /^Disconnect/, () => house.paths.account],
    ['deliveries to send again', /^Resend all/, () => house.paths.endpoint],
    ['the menu of a colleague', /^More for Lena/, () => '/settings/team'],
    ['a key that is rolled', /^Roll Shop server/, () => '/settings/api-keys'],
    ['another owner', 'Hand it over', () => '/settings/workspace'],
    ['the end of the workspace', 'Delete this workspace', () => '/settings/workspace'],
    ['a medium that posts use', 'Delete…', () => house.paths.medium],
    ['another secret', 'Make a new secret', () => `${house.paths.endpoint}?tab=settings`],
    ['the end of an endpoint', 'Delete endpoint', () => `${house.paths.endpoint}?tab=settings`],
  ])('goes into %s, and back to its button', async (_what, name, path) => {
    if (!page.url().endsWith(path())) await app.goTo(path())
    await pressByKeys(button(name))
    await expect.poll(() => page.evaluate(isAtBeginning)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement === globalThis.opener')).toBe(true)
  })

  test.each([
    ['a new key', '/settings/api-keys', 'New key', 'Name', 'Cancel'],
    ['a new endpoint', '/build/webhooks', 'New endpoint', 'Address', 'Cancel'],
    [
      'the credentials of a network',
      '/settings/networks',
      'Add credentials X',
      /^Register this address/,
      'Cancel',
    ],
    [
      'the credentials of a network on which nobody signs in',
      '/settings/networks',
      'Add credentials Farcaster',
      /^Nobody signs in there/,
      'Cancel',
    ],
    ['another password', '/settings/security', 'Change the password', 'Your password now', 'Leave it'],
    [
      'a second factor',
      '/settings/security',
      'Turn it on',
      'The six digits that the app shows',
      'Leave it off',
    ],
  ])(
    'goes into %s, which opens in the page, and back to its button',
    async (_what, path, name, first, close) => {
      await app.goTo(path)
      await pressByKeys(button(name))
      await expect.poll(focused).toMatch(first)
      await pressByKeys(button(close))
      await expect.poll(focused).toBe(name)
    },
  )

  test('goes to the first answer of a question that is worked out first', async () => {
    await app.goTo('/settings/workspace')
    const zones = page.getByRole('combobox', { name: 'Time zone of the workspace' })
    await zones.fill('new york')
    await page
      .getByRole('option', { name: /^New York/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toMatch(/^Keep the clock times/)
    await page.keyboard.press('Enter')
    await page.getByText('Choose first what becomes of the').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Time zone of the workspace')
  })

  test('goes from a message that was pressed to where it came from', async () => {
    await app.goTo('/queue')
    await pressByKeys(button('Pause the queue'))
    await page.getByText('Paused. New posts get no slots.').waitFor()
    await pressByKeys(button('Undo'))
    await expect.poll(focused).toBe('Pause the queue')
  })

  test('goes to the next draft when one is deleted, and to the heading when none is left', async () => {
    await app.goTo('/drafts')
    const drafts = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Delete' }) })
    await drafts.nth(1).waitFor()
    const next = await drafts.nth(1).getByRole('link').textContent()
    await pressByKeys(drafts.first().getByRole('button', { name: 'Delete' }))
    await expect.poll(focused).toBe(next)
    await pressByKeys(drafts.first().getByRole('button', { name: 'Delete' }))
    await expect.poll(focused).toBe('Drafts')
  })

  test('goes to the next key when one is revoked', async () => {
    await app.goTo('/settings/api-keys')
    const rows = page.getByRole('row', { name: /Roll/ })
    const [first, second] = [rows.first(), rows.nth(1)]
    const next = (await second.getByRole('button').first().textContent()) ?? ''
    await pressByKeys(first.getByRole('button', { name: /^Revoke/ }))
    await pressByKeys(button('Revoke key'))
    await expect.poll(focused).toBe(next)
  })

  test.each([
    ['the week', () => '/calendar?view=week'],
    ['the list', () => '/calendar?view=list'],
    ['the composer', () => '/posts/new'],
    ['the feed', () => house.paths.feed],
  ])('is not under a bar that stays at the edge of the window, on %s', async (_what, path) => {
    await app.goTo(path())
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.evaluate('document.body.scrollHeight > innerHeight')).toBe(true)
    const hidden: string[] = []
    for (const key of [...Array(60).fill('Tab'), ...Array(60).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      hidden.push(...(await page.evaluate<string[]>(findHiddenFocus)))
    }
    expect(hidden).toEqual([])
  })

  test('goes to what a button gave way to', async () => {
    await app.goTo('/calendar?view=week')
    // The code that keeps the focus comes after the page has its data.
    await expect.poll(() => page.evaluate(hasLoadedKeeper)).toBe(true)
    await pressByKeys(button(/nothing$/))
    await expect.poll(focused).not.toBe('nothing')
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true)
  })

  test('goes to the heading of the page that a link leads to', async () => {
    await app.goTo('/drafts')
    for (const name of ['Queue', 'Accounts', 'Calendar']) {
      await page.getByRole('navigation').getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
      const heading = `document.activeElement.matches('h1') && document.activeElement.textContent`
      await expect.poll(() => page.evaluate(heading)).toBe(name)
    }
  })
})
