import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { newId } from '../../server/src/lib/id.ts'
import { createReset } from '../../server/src/people/reset/create-reset.ts'
import { beginAgain, newPerson } from '../../server/test/app/person.ts'
import { startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { expectFocusInOrder, expectFocusInPage, expectFocusSeen } from './focus.ts'
import { type FullHouse, openFullHouse } from './full-house.ts'
import { desktop, type OpenApp, openApp, phone } from './open-app.ts'
import { pagePaths } from './page-paths.ts'
import { closeQuietly, openStranger } from './stranger.ts'

const folder = join(import.meta.dirname, '../../docs/screenshots')
// `npm run screenshots` sets it, and has every page in both themes and at both widths.
const takesPictures = process.env.TEST_SCREENSHOTS === '1'

let house: FullHouse
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await openFullHouse()
}, 180_000)
afterAll(() => house?.stop())

interface Shown {
  readonly path: string
  /** Opens something on the page, such as a dialog. */
  readonly act?: (page: Page) => Promise<void>
  /** Left out where something is over the page, which then has no focus to look at. */
  readonly isOver?: true
}

/** The pages behind the sign-in, and what opens on them, by the names of their pictures. */
const pages = (): Readonly<Record<string, Shown>> => ({
  ...Object.fromEntries(Object.entries(pagePaths(house)).map(([name, path]) => [name, { path }])),
  'calendar-post': { path: `/calendar?post=${house.paths.partial.split('/').at(-1)}`, isOver: true },
  'move-dialog': { path: '/calendar?view=list&status=scheduled', act: openMove, isOver: true },
  'import-rows': { path: '/import', act: pasteTable },
  palette: { path: '/calendar', act: openPalette, isOver: true },
  'key-made': { path: '/settings/api-keys', act: makeKey, isOver: true },
})

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

async function openMove(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await page.getByRole('dialog').waitFor()
}

async function pasteTable(page: Page): Promise<void> {
  const account = await page.locator('main code', { hasText: ':@' }).first().textContent()
  const year = new Date().getUTCFullYear() + 1
  const rows = [
    `The oven is on from six.,${account},${year}-02-01 09:00,`,
    `Rye on Tuesdays.,${account},${year}-02-02 09:00,rye.jpg`,
    `Whose is this?,@nobody,${year}-02-03 09:00,`,
    `No account yet.,,${year}-02-04 09:00,`,
  ]
  const field = page.getByRole('textbox', { name: 'Or paste cells' })
  await field.fill(`text,to,at,media\n${rows.join('\n')}`)
  await page.getByRole('button', { name: 'Read the rows' }).click()
  await page.getByRole('checkbox', { name: /^Leave out/ }).waitFor()
}

async function makeKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Recipe blog')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await page.getByText('Copy your key now.').waitFor()
}

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

const usual = [
  ['light', 1280],
  ['dark', 360],
] as const
const all = [...usual, ['light', 360], ['dark', 1280]] as const

describe.each(takesPictures ? all : usual)('every page (check 23), %s, %i px wide', (colorScheme, width) => {
  let app: OpenApp
  beforeAll(async () => {
    if (!isHere('chromium')) return
    const device = { ...(width === 360 ? phone : desktop), colorScheme, reducedMotion: 'reduce' as const }
    app = await openApp(house, { mode: 'live', path: '/more', device, person: house.owner })
    await house.db.run(sql`update sessions set user_agent = ${agent} where user_id = ${house.owner.id}`)
  })
  afterAll(() => app && closeQuietly(app.browser))

  test('can be used by everybody, and fits', { timeout: 300_000 }, async () => {
    const wrong: string[] = []
    for (const [name, { path, act, isOver }] of Object.entries(pages())) {
      await app.goTo(path)
      await settled(app.page)
      await act?.(app.page)
      await look(app.page, { name: `${name}-${colorScheme}-${width}`, isOver, wrong })
    }
    expect(wrong.join('\n\n')).toBe('')
  })

  test('in front of the sign-in too, and where nothing is yet', { timeout: 120_000 }, async () => {
    const wrong: string[] = []
    const device = { ...(width === 360 ? phone : desktop), colorScheme, reducedMotion: 'reduce' as const }
    const stranger = await openStranger(house, '/sign-in', device)
    for (const [name, path] of Object.entries(await doors())) {
      await stranger.goTo(path)
      await settled(stranger.page)
      await look(stranger.page, { name: `${name}-${colorScheme}-${width}`, isOver: true, wrong })
    }
    await stranger.close()
    const empty = await startHouse({ hasUsualUrl: true })
    const fresh = await openApp(empty, { mode: 'live', path: '/needs-you', device })
    for (const [name, path] of Object.entries(emptyPaths)) {
      await fresh.goTo(path)
      await settled(fresh.page)
      await look(fresh.page, { name: `${name}-empty-${colorScheme}-${width}`, wrong })
      // The page is for one thing, and offers it once.
      const filled = await fresh.page.locator('main [data-variant=filled]').allTextContents()
      if (filled.length > 1) wrong.push(`${name}: ${filled.join(', ')}`)
    }
    await closeQuietly(fresh.browser)
    await empty.db.run(sql`truncate users, api_keys, memberships cascade`)
    const first = await openStranger(empty, '/setup', device)
    await settled(first.page)
    await look(first.page, { name: `setup-${colorScheme}-${width}`, isOver: true, wrong })
    await first.close()
    await empty.stop()
    expect(wrong.join('\n\n')).toBe('')
  })
})

/** The pages of which nothing is on yet in a new workspace. */
const emptyPaths = {
  'needs-you': '/needs-you',
  drafts: '/drafts',
  queue: '/queue',
  analytics: '/analytics',
  library: '/library',
  accounts: '/accounts',
  webhooks: '/build/webhooks',
} as const

/** The pages for people who are not signed in. */
async function doors(): Promise<Readonly<Record<string, string>>> {
  const inviter = await beginAgain(house, house.owner)
  const invited = await inviter.request('POST', `/app/workspaces/${house.workspaceId}/invitations`, {
    body: { email: `${newId()}@example.org`, role: 'editor' },
  })
  const { id } = await newPerson(house, null)
  return {
    'sign-in': '/sign-in',
    join: new URL(invited.json.url).pathname,
    reset: `/reset/${await createReset(house.db, id)}`,
  }
}

interface Look {
  readonly name: string
  readonly isOver?: true | undefined
  /** Sentences about what is wrong are added to it. */
  readonly wrong: string[]
}

/** Takes a picture of a page where they are wanted, and looks for what keeps people from using it. */
async function look(page: Page, { name, isOver, wrong }: Look): Promise<void> {
  if (takesPictures) await picture(page, name)
  const checks = [expectAccessible, expectFits]
  if (isOver !== true) checks.push(expectFocusInPage, expectFocusInOrder, expectFocusSeen)
  for (const check of checks)
    await check(page).catch((error: Error & { actual?: unknown }) =>
      wrong.push(`${name}: ${error.message} ${inspect(error.actual, { breakLength: 120 })}`),
    )
}

/** Waits until the page has its heading and asks for nothing more; the stream of events never ends. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const asked = () => page.evaluate<number>("performance.getEntriesByType('resource').length")
  for (let before = -1, now = await asked(); before !== now; before = now, now = await asked())
    await pause(250)
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
