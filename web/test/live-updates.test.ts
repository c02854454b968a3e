import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { inHours } from '../../server/test/approving.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { openApp } from './open-app.ts'

let room: Newsroom
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) room = await openNewsroom({ hasUsualUrl: true, worker: false })
})
afterAll(() => room?.stop())

interface Held {
  /** Once the page asks for the stream of events. */
  readonly asked: Promise<void>
  /** Lets the question through. */
  go(): void
}

/** Keeps the stream of events from a page until it may go. */
async function holdStream(page: Page): Promise<Held> {
  const [asked, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/v1/events*', async (route) => {
    if (route.request().headers().accept?.includes('text/event-stream')) {
      asked.resolve()
      await gone.promise
    }
    await route.continue()
  })
  return { asked: asked.promise, go: gone.resolve }
}

async function rename(post: string, caption: string): Promise<void> {
  const answer = await room.request('PATCH', `/v1/posts/${post}`, { body: { caption } })
  expect(answer.status).toBe(200)
}

test('a page asks each question once, and learns what happened between its answers and its stream', async () => {
  const account = await room.account('Ferry')
  const { id } = await room.post({ caption: 'At nine', social_accounts: [account], scheduled_at: inHours(2) })
  const app = await openApp(room, { mode: 'live', path: '/accounts' })
  const { page } = app
  // A page that was left a moment ago may still read the stream for all tabs.
  await app.goTo('/healthz')
  await expect.poll(() => page.evaluate('navigator.locks.query().then(({ held }) => held.length)')).toBe(0)
  const questions: string[] = []
  app.browser.context.on('request', (request) => {
    if (request.isNavigationRequest()) questions.length = 0
    const { pathname, search } = new URL(request.url())
    if (/^\/(?:v1|app)\//.test(pathname) && pathname !== '/v1/events') questions.push(pathname + search)
  })
  const held = await holdStream(page)
  await page.goto(new URL(`/posts/${id}`, page.url()).href)
  await page.getByText('At nine').first().waitFor()
  await held.asked
  await rename(id, 'At ten')
  const before = [...questions]
  held.go()
  await page.getByText('At ten').first().waitFor()
  expect(before.filter((each, index) => before.indexOf(each) !== index)).toEqual([])
  await app.close()
})

test('a second tab learns what happened before it listened to the first', async () => {
  const [account, at] = [await room.account('Packet'), inHours(2)]
  const { id } = await room.post({ caption: 'By sea', social_accounts: [account], scheduled_at: at })
  const app = await openApp(room, { mode: 'live', path: `/calendar?date=${at.slice(0, 10)}` })
  await app.page.getByText('By sea').first().waitFor()
  const second = await app.browser.context.newPage()
  // A page listens once it has its first answers.
  const answered = Promise.withResolvers<void>()
  await second.route(/\/v1\/queue/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await second.goto(app.page.url())
  await second.getByText('By sea').first().waitFor()
  await rename(id, 'By air')
  await app.page.getByText('By air').first().waitFor()
  answered.resolve()
  await second.getByText('By air').first().waitFor()
  await app.close()
})
