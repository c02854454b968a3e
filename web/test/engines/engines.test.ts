import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { skipWithout } from '../../../scripts/test-needs.ts'
import { sql } from '../../../server/src/db/database.ts'
import { type House, startHouse } from '../../../server/test/house.ts'
import { appUrl } from '../open-app.ts'
import { dayAhead, daysAfter } from '../seed-calendar.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { handsOf } from './hands.ts'
import { startWebKit } from './webkit.ts'

let house: House
let engine: Engine | undefined
afterEach(async () => {
  // A stopping server waits for the streams of open pages.
  await engine?.close()
  engine = undefined
  await house?.stop()
})

/** Pages with an address of their own, each with words that show that it was drawn. */
const pages: readonly (readonly [string, string])[] = [
  ['/calendar?view=week', 'Sun'],
  ['/calendar?view=list', 'Ahoy from the harbour.'],
  ['/needs-you', 'Needs you'],
  ['/drafts', 'Drafts'],
  ['/queue', 'Queue'],
  ['/analytics', 'Analytics'],
  ['/library', 'Media'],
  ['/accounts', '@ada'],
  ['/accounts/connect', 'No account needed'],
  ['/build/sandbox', 'Sandbox'],
  ['/build/webhooks', 'Webhooks'],
  ['/build/playground?operation=createPost', 'Send to test data'],
  ['/settings/security', 'Password'],
  ['/settings/api-keys', 'API keys'],
  ['/settings/team', 'Team'],
  ['/settings/workspace', 'Time zone'],
]

// A driver cannot answer the system's own dialog for files; a file is dropped onto the page.
const dropFile = `(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  canvas.getContext('2d').fillRect(80, 80, 320, 320)
  const blob = await new Promise((settle) => canvas.toBlob(settle, 'image/png'))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([blob], 'rye.png', { type: 'image/png' }))
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.querySelector('main').dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
})()`

describe.each([
  ['firefox', startFirefox],
  ['webkit', startWebKit],
] as const)('%s', (name, start) => {
  beforeEach(skipWithout(name))

  test('sets up, publishes, writes and plans a post, moves it, and opens every page', async () => {
    house = await startHouse({ hasUsualUrl: true })
    await house.db.run(sql`delete from api_keys`)
    await house.db.run(sql`delete from memberships`)
    await house.db.run(sql`delete from users`)
    const browser = await start()
    engine = browser
    const person = handsOf(browser)
    const goTo = (path: string) => browser.open(appUrl(house) + path)

    await goTo('/')
    await person.sees('Hello. This is your own Crier.')
    await person.presses('Email')
    await person.types('ada@example.org')
    await person.presses('Password')
    await person.types('three words of mine')
    await person.keys('Enter')
    await person.sees('We made a practice account')
    await person.presses('Your first post')
    await person.keys('Control', 'a')
    await person.types('Ahoy from the harbour.')
    await person.presses('Publish to the sandbox')
    await person.sees('That is the whole idea')

    await goTo('/posts/new')
    await person.presses('Text')
    await person.types('Rye on Monday 🍞')
    await browser.run(dropFile)
    await person.sees('Alt text is missing')
    await person.sees('Fits')
    await person.presses('At a time')
    await person.presses('In words')
    await person.keys('Control', 'a')
    await person.types(`${dayAhead(2, 1)} 9:00`)
    await person.sees('09:00 AM UTC')
    await person.presses('Schedule for')
    await person.sees('Scheduled for')
    const [planned] = await house.db.rows<{ caption: string; media: number }>(sql`
      select caption, jsonb_array_length(media) as media from posts where scheduled_at is not null`)
    expect(planned).toEqual({ caption: 'Rye on Monday 🍞', media: 1 })

    await goTo(`/calendar?date=${dayAhead(2, 1)}`)
    await person.sees('Rye on Monday')
    await person.drags(
      '[role=gridcell] a[data-post]',
      `[role=gridcell][data-day="${daysAfter(dayAhead(2, 1), 2)}"]`,
    )
    await person.sees('Moved to')
    await person.keys('Control', 'k')
    await expect.poll(() => browser.run(`document.activeElement.getAttribute('role')`)).toBe('combobox')
    await person.types('drafts')
    await person.keys('Enter')
    await person.sees('No drafts')

    for (const [path, words] of pages) {
      await goTo(path)
      await person.sees(words)
      expect(
        await browser.run('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
        path,
      ).toBe(0)
    }
    expect(browser.complaints()).toEqual([])
  })
})
