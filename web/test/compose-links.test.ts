import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { newPerson, password } from '../../server/test/app/person.ts'
import { freePort } from '../../server/test/free-port.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { appUrl, openApp, phone } from './open-app.ts'
import { openStranger } from './stranger.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await house.connect('sandbox', { name: 'harbour' }, 'test')
})
afterAll(() => house?.stop())

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const hasText = (page: Page, words: string) => expect.poll(() => text(page).inputValue()).toBe(words)
const posts = async (): Promise<{ id: string; caption: string; status: string }[]> =>
  (await house.request('GET', '/v1/posts?limit=100', { key: house.testKey })).json.data
const link = (words: Readonly<Record<string, string>>) => `/compose?${new URLSearchParams(words)}`

test('a link fills a draft of its own, to the letter, and publishes nothing', async () => {
  const { page, goTo, close } = await openApp(house, { path: '/posts/new' })
  await text(page).fill('What I was writing')
  await goTo(link({ title: '007', text: '1e5', url: 'https://example.org/?a=1&b=2' }))
  await hasText(page, '007\n\n1e5\n\nhttps://example.org/?a=1&b=2')
  expect(new URL(page.url()).pathname).toBe('/posts/new')
  await expect.poll(async () => (await posts()).map(({ status }) => status)).toEqual(['draft', 'draft'])
  // One goes back to where one was, and what was written there is as it was.
  await page.goBack()
  await hasText(page, 'What I was writing')
  await goTo('/compose')
  await hasText(page, '')
  expect(await posts()).toHaveLength(2)
  await close()
})

test('words wait while somebody signs in, and no server is told of those behind the sign for that', async () => {
  const { email } = await newPerson(house)
  const hidden = new URLSearchParams({ text: `C# & ${'ж'.repeat(10_000)}`, title: 'true' })
  const { page, browser, close } = await openStranger(house, `/compose#${hidden}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await hasText(page, `true\n\nC# & ${'ж'.repeat(10_000)}`)
  expect(browser.visited.filter((url) => /text=|title=/.test(url.split('#')[0] ?? ''))).toEqual([])
  await close()
})

test('no value of a link does harm', async () => {
  const { page, browser, goTo, close } = await openApp(house, { path: '/more' })
  await goTo(
    link({
      text: 'safe\u0000\u202Egpj\u2066',
      url: 'javascript:alert(1)',
      title: '<img src=x onerror=alert(1)>',
    }),
  )
  await hasText(page, '<img src=x onerror=alert(1)>\n\nsafegpj')
  await goTo(`/compose#${'x=1&'.repeat(100_000)}text=last`)
  await hasText(page, 'last')
  await goTo(`/compose#text=${'a'.repeat(400_000)}`)
  await page.getByText('The text was too long, so its end was left out.').waitFor()
  expect((await text(page).inputValue()).length).toBe(100_000)
  await goTo('/compose?text[]=1&text={"a":1}&__proto__=2&constructor=3&text=two')
  await hasText(page, '{"a":1}')
  browser.forgive(/status of 4/)
  await close()
})

test('a link makes no draft before somebody sees it', async () => {
  const { page, close } = await openApp(house, { path: '/more' })
  const before = (await posts()).length
  await page.addInitScript(
    "Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => globalThis.isSeen ? 'visible' : 'hidden' })",
  )
  await page.goto(appUrl(house) + link({ text: 'Behind another tab' }))
  await page.getByRole('heading', { level: 1, name: 'New post' }).waitFor()
  await page.waitForTimeout(1_500)
  expect(new URL(page.url()).pathname).toBe('/compose')
  expect(await posts()).toHaveLength(before)
  await page.evaluate("globalThis.isSeen = true; document.dispatchEvent(new Event('visibilitychange'))")
  await hasText(page, 'Behind another tab')
  await close()
})

test('a viewer is told whom to ask', async () => {
  const { page, close } = await openApp(house, { role: 'viewer', path: link({ text: 'Not mine to write' }) })
  await page.getByText('Your role here is viewer, which may not use this.').waitFor()
  await expectAccessible(page)
  await close()
})

test('the page about sharing has a button for the bookmarks, which works on the pages of others', async () => {
  const { page, browser, close } = await openApp(house, { path: '/settings/sharing' })
  await page.getByRole('heading', { level: 1, name: 'Sharing to Crier' }).waitFor()
  const button = page.getByRole('link', { name: 'Post with Crier' })
  // Pressed here it only says what it is for, by mouse and by key; our own page runs no program of a link.
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByText('It works from your bookmarks').waitFor()
  expect(page.url()).toContain('/settings/sharing')
  const program = decodeURIComponent(((await button.getAttribute('href')) ?? '').replace(/^javascript:/, ''))
  const elsewhere = await startPage('<title>Rye &amp; oats</title><p id="words">The oven is on.</p>')
  const reading = await browser.context.newPage()
  await reading.goto(elsewhere.url)
  await reading.evaluate('getSelection().selectAllChildren(document.getElementById("words"))')
  const opened = browser.context.waitForEvent('page')
  await reading.evaluate(program)
  await hasText(await opened, `Rye & oats\n\nThe oven is on.\n\n${elsewhere.url}`)
  elsewhere.server.close()
  await close()
})

test('the page about sharing fits a phone', async () => {
  const { page, close } = await openApp(house, { path: '/settings/sharing', device: phone })
  await page.getByText(`${appUrl(house)}/compose?text=TEXT&url=URL&title=TITLE`).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await close()
})

test('a Crier that is reached below a path takes links there', async () => {
  const port = await freePort()
  const below = await startHouse({ config: { publicUrl: `http://localhost:${port}/crier` }, worker: false })
  const proxy = createServer((asked, answer) => {
    const path = asked.url?.replace(/^\/crier/, '') || '/'
    const passed = request(below.url + path, { method: asked.method, headers: asked.headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    asked.pipe(passed)
  }).listen(port)
  const { page, close } = await openApp(below, { path: link({ text: 'Below a path' }) })
  await hasText(page, 'Below a path')
  expect(new URL(page.url()).pathname).toBe('/crier/posts/new')
  await page.goto(`${appUrl(below)}/settings/sharing`)
  await page.getByText(`${appUrl(below)}/compose?text=TEXT&url=URL&title=TITLE`).waitFor()
  await close()
  proxy.closeAllConnections()
  proxy.close()
  await below.stop()
})

/** A page of somebody else. */
async function startPage(html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_asked, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}
