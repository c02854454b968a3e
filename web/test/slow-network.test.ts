import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type LosingProxy, startLosingProxy } from '../../sdk/test/losing-proxy.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { appUrl, type OpenApp, openApp } from './open-app.ts'
import { openDraft } from './open-draft.ts'

let house: House
let harbour: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  const body = { caption: 'A draft of before', social_accounts: [harbour], is_draft: true }
  await house.request('POST', '/v1/posts', { key: house.testKey, body })
})
afterAll(() => house?.stop())

const undoSeconds = (count: number) =>
  house.db.run(sql`update workspaces set undo_seconds = ${count} where id = ${house.workspaceId}`)
const read = async (id: string) =>
  (await house.request('GET', `/v1/posts/${id}`, { key: house.testKey })).json

/** A line that is slow, or carries nothing, whose browser complains of the calls that it gave up. */
async function closeSlow({ browser, close }: OpenApp) {
  browser.forgive(/ERR_|Failed to|stream of events/)
  await close()
}

interface Held {
  readonly method: string
  /** As CDP matches addresses: `*` stands for any letters. */
  readonly url: string
  readonly stage: 'Request' | 'Response'
  readonly ms: number
  /** How many of them wait; all unless given. */
  readonly times?: number
  /** Whether the answer is lost afterwards. */
  readonly isLost?: boolean
}

/** Lets calls of a kind wait on its way to the server, or its answer on the way back. Answers how to let all pass again. */
async function hold(page: Page, { method, url, stage, ms, times = Infinity, isLost = false }: Held) {
  const devtools = await page.context().newCDPSession(page)
  let held = 0
  devtools.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode: status }) => {
    const pass = () => {
      const loses = isLost && status !== undefined && request.method === method
      const done = loses
        ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
        : devtools.send('Fetch.continueRequest', { requestId })
      // A call that was given up meanwhile is gone.
      done.catch(() => undefined)
    }
    const isMeant = request.method === method && (status !== undefined) === (stage === 'Response')
    if (!isMeant || held >= times) return pass()
    held += 1
    if (ms !== Infinity) setTimeout(pass, ms)
  })
  const stages = isLost ? (['Request', 'Response'] as const) : [stage]
  const patterns = stages.map((requestStage) => ({ urlPattern: url, requestStage }))
  await devtools.send('Fetch.enable', { patterns })
  return () => devtools.send('Fetch.disable')
}

test('words that a dead line carries nowhere are said to be on this device before it gives up', async () => {
  const app = await openApp(house, { path: '/posts/new' })
  const { page } = app
  const pass = await hold(page, { method: 'POST', url: '*/v1/posts', stage: 'Request', ms: Infinity })
  await page.getByRole('checkbox', { name: /@harbour/ }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Written on a train')
  await page.getByText('Saving…').waitFor()
  await page.getByText('Saved on this device', { exact: true }).waitFor({ timeout: 12_000 })
  await pass()
  await page.getByText(/^Saved \d/).waitFor()
  await closeSlow(app)
})

describe('publishing over a slow line', () => {
  const patches = { method: 'PATCH', url: '*/v1/posts/*' }

  test('says how long it can be taken back, not counting the time that the answer took', async () => {
    await undoSeconds(60)
    const { app, page, id, publish } = await openDraft(house, 'Answered late')
    await hold(page, { ...patches, stage: 'Response', ms: 4_000 })
    await publish()
    const words = page.getByText(/^Going out in \d+ s$/)
    await words.waitFor()
    const leftMs = Date.parse((await read(id)).scheduled_at) - Date.now()
    const said = Number(/\d+/.exec((await words.textContent()) ?? '')?.[0])
    expect(said).toBeLessThanOrEqual(Math.ceil(leftMs / 1_000) + 1)
    await closeSlow(app)
  })

  test('asks after ten seconds what became of it, so that nothing goes out that could not be taken back', async () => {
    await undoSeconds(10)
    const { app, page, id, publish } = await openDraft(house, 'Never arrived')
    await hold(page, { ...patches, stage: 'Request', ms: Infinity, times: 1 })
    const asking = page.waitForRequest((request) => request.method() === 'PATCH')
    await publish()
    const asked = await asking
    await page.getByText("Your Crier didn't take this").waitFor()
    // Should it come after all, it is refused.
    const headers = { 'if-match': (await asked.headerValue('if-match')) ?? '' }
    const body = asked.postDataJSON()
    const late = await house.request('PATCH', `/v1/posts/${id}`, { key: house.testKey, headers, body })
    expect([late.status, body.is_draft]).toEqual([412, false])
    expect((await read(id)).status).toBe('draft')
    await publish()
    await page.getByText('Going out in a few seconds.').waitFor()
    await closeSlow(app)
  })

  test('that arrived after its seconds is not said to have sent nothing', async () => {
    await undoSeconds(1)
    const { app, page, id, publish } = await openDraft(house, 'Arrived late')
    await hold(page, { ...patches, stage: 'Request', ms: 2_000, isLost: true })
    await publish()
    await page.waitForURL(new RegExp(`/posts/${id}$`))
    expect((await read(id)).is_draft).toBe(false)
    await closeSlow(app)
  })
})

test('a server that gives no answer is said to be slow, then to be away, and is asked again by itself', async () => {
  const app = await openApp(house)
  const { page } = app
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  const pass = await hold(page, {
    method: 'GET',
    url: '*/v1/*',
    stage: 'Request',
    ms: Infinity,
  })
  await page.getByRole('link', { name: 'Drafts' }).first().click()
  await page.getByText('Your Crier takes long to answer.').waitFor()
  await page.getByText("We can't reach your Crier.").first().waitFor()
  await pass()
  // The next try is the page's own.
  await expect.poll(() => page.getByText("We can't reach your Crier.").count()).toBe(0)
  await page.getByText('A draft of before').waitFor()
  await closeSlow(app)
})

describe('the app that a browser keeps', () => {
  let proxy: LosingProxy
  let app: OpenApp
  let page: Page
  beforeAll(async () => {
    if (!isHere('chromium')) return
    proxy = await startLosingProxy(appUrl(house))
    app = await openApp(house, { keepsFiles: true })
    page = await app.browser.open(`${at()}/drafts`)
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
    // Files that were loaded before the worker was there are kept the next time.
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  })
  afterAll(async () => {
    if (!isHere('chromium')) return
    await app.browser.close()
    await proxy.close()
  })
  const at = () => proxy.url.replace('127.0.0.1', 'localhost')

  test('opens where the line carries nothing, for the person who was there last', async () => {
    proxy.fail('GET', '/drafts', 'silence')
    proxy.fail('GET', '/app/me', 'silence', 'silence')
    await page.goto(`${at()}/drafts`)
    await page.getByText('A draft of before').waitFor()
    // An archive, or the way back from a network, may take its time.
    proxy.fail('GET', '/connect/', { status: 502, headers: { 'content-type': 'text/html' }, body: 'Away' })
    await page.goto(`${at()}/connect/anything`)
    await page.getByText('Away', { exact: true }).waitFor()
  })

  test('keeps no page in place of a file, and opens on a device that has no room', async () => {
    const file = '/assets/none-abcdefgh.js'
    const instead = { status: 200, headers: { 'content-type': 'text/html' }, body: 'Back soon' }
    proxy.fail('GET', file, instead)
    await page.goto(`${at()}/drafts`)
    const ask = () => page.evaluate(`fetch('${file}').then((answer) => answer.status)`)
    expect(await ask()).toBe(200)
    expect(await ask()).toBe(404)
    const [worker] = app.browser.context.serviceWorkers()
    await worker?.evaluate(`
      Cache.prototype.put = () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'))
      CacheStorage.prototype.open = () => Promise.reject(new DOMException('No room.', 'UnknownError'))`)
    await page.reload()
    await page.getByText('A draft of before').waitFor()
  })
})
