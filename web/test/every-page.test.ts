import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { expectFocusInOrder, expectFocusInPage, expectFocusSeen } from './focus.ts'
import { type FullHouse, openFullHouse } from './full-house.ts'
import { desktop, type OpenApp, openApp, phone } from './open-app.ts'
import { closeQuietly } from './stranger.ts'

const folder = join(import.meta.dirname, '../../docs/screenshots')
// `npm run screenshots` sets it, and has every page in both themes and at both widths.
const takesPictures = process.env.TEST_SCREENSHOTS === '1'

let house: FullHouse
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await openFullHouse()
}, 180_000)
afterAll(() => house?.stop())

/** The pages behind the sign-in, by the names of their pictures. */
const pages = (): Readonly<Record<string, string>> => ({
  // The month that begins soon is full; this one has just begun.
  calendar: `/calendar?date=${new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)}`,
  'calendar-week': '/calendar?view=week',
  'calendar-list': '/calendar?view=list',
  'needs-you': '/needs-you',
  drafts: '/drafts',
  composer: '/posts/new',
  'composer-edit': house.paths.edit,
  'post-review': house.paths.lost,
  'post-partial': house.paths.partial,
  queue: '/queue',
  library: '/library',
  medium: house.paths.medium,
  accounts: '/accounts',
  connect: '/accounts/connect',
  account: house.paths.account,
  sandbox: '/build/sandbox',
  webhooks: '/build/webhooks',
  endpoint: house.paths.endpoint,
  delivery: house.paths.delivery,
  more: '/more',
  settings: '/settings',
  profile: '/settings/profile',
  security: '/settings/security',
  notifications: '/settings/notifications',
  workspace: '/settings/workspace',
  team: '/settings/team',
  'api-keys': '/settings/api-keys',
  networks: '/settings/networks',
  'not-found': '/no/such/page',
})

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
  // Nobody but the operator reads the page of networks, which says so.
  afterAll(() => app && closeQuietly(app.browser))

  test('can be used by everybody, and fits', { timeout: 300_000 }, async () => {
    const wrong: string[] = []
    for (const [name, path] of Object.entries(pages())) {
      await app.goTo(path)
      await settled(app.page)
      if (takesPictures) await picture(app.page, `${name}-${colorScheme}-${width}`)
      await expectAccessible(app.page).catch((error: Error) => wrong.push(`${name}: ${error.message}`))
      await expectFits(app.page).catch((error: Error) => wrong.push(`${name}: ${error.message}`))
      await expectFocusInPage(app.page).catch((error: Error) => wrong.push(`${name}: ${error.message}`))
      await expectFocusInOrder(app.page).catch((error: Error) => wrong.push(`${name}: ${error.message}`))
      await expectFocusSeen(app.page).catch((error: Error) => wrong.push(`${name}: ${error.message}`))
    }
    expect(wrong).toEqual([])
  })
})

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
