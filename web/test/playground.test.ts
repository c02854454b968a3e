import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { newPerson, type Person } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { uploadFile } from '../../server/test/uploads.ts'
import type { ApiDocument } from '../src/playground/api-document.ts'
import { expectUsable } from './axe.ts'
import { bakeryPicture } from './bakery-picture.ts'
import { type OpenApp, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let house: House
let account: string
let lena: Person
let owner: OpenApp
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true })
  account = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  lena = await newPerson(house, 'owner')
  owner = await openApp(house, { mode: 'live', path: '/build/playground', person: lena })
})
afterAll(async () => {
  await owner?.close()
  await house?.stop()
})

const body = (page: Page) => page.getByRole('textbox', { name: /^Body/ })
const status = (page: Page, words: string) => page.getByText(words, { exact: true })
const answer = async (page: Page) => JSON.parse((await page.locator('main pre code').textContent()) ?? '')
const focused = (page: Page) => page.evaluate('document.activeElement.textContent') as Promise<string>

test('every operation of the document is listed by its tag, and found by words, method and path', async () => {
  const { page } = owner
  const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link')
  await links.first().waitFor()
  const document = (await (await fetch(`${house.url}/openapi.json`)).json()) as ApiDocument
  const described = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods))
  expect(await links.count()).toBe(described.length)
  expect(await page.getByRole('heading', { level: 2, name: 'Social accounts' }).count()).toBe(1)
  await expectUsable(page)

  const search = page.getByRole('searchbox', { name: 'Search operations' })
  await search.fill('DELETE /v1/queue')
  await expect.poll(() => links.allTextContents()).toEqual(['DELETE Delete a slot of the queue'])
  await search.fill('no such words')
  await page.getByText('No operation has these words.').waitFor()
})

test('by keys alone an operation is found, opened, sent and read', async () => {
  const { page } = owner
  await page.getByRole('searchbox').fill('calling key')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /^Get the calling API key/ }).waitFor()
  expect(new URL(page.url()).search).toBe('?operation=getMe')
  await expect.poll(() => focused(page)).toMatch(/^Get the calling API key/)
  await page.keyboard.press('Control+Enter')
  await status(page, '200 OK').waitFor()
  expect(await answer(page)).toMatchObject({ mode: 'test', workspace: { id: house.workspaceId } })
  await page
    .getByRole('status')
    .filter({ hasText: /^200 OK, in/ })
    .waitFor()
  // The address is that of the operation, also after a reload and on the way back.
  await page.getByRole('searchbox').fill('')
  await page.getByRole('link', { name: 'GET List media', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'List media' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: /^Get the calling API key/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 2, name: /^Get the calling API key/ }).waitFor()
  expect(await page.title()).toBe('getMe · Playground · Crier')
})

test('a post is created in test data from the example, with an account of the person, and goes out', async () => {
  const { page, goTo } = owner
  await goTo('/build/playground?operation=createPost')
  await expect.poll(() => body(page).inputValue()).toContain(account)
  const example = JSON.parse(await body(page).inputValue())
  expect(example).toEqual({
    caption: 'The autumn bread list',
    social_accounts: [account],
    scheduled_at: expect.any(String),
  })
  await body(page).fill(JSON.stringify({ caption: 'Rye on Mondays', social_accounts: [account] }))
  await page.getByRole('button', { name: 'Format the JSON' }).click()
  expect(await body(page).inputValue()).toContain('{\n  "caption": "Rye on Mondays",\n')
  await page.getByLabel('Idempotency-Key').fill('schlüssel')
  await page.getByRole('button', { name: 'Send to test data' }).click()
  await page.getByText('A header holds plain letters, digits and signs alone.').waitFor()
  expect(await page.getByRole('tab', { name: /^Sent/ }).textContent()).toBe('Sent')
  await page.getByLabel('Idempotency-Key').fill('')
  const key = await page.getByLabel('Idempotency-Key').inputValue()
  await page.getByRole('button', { name: 'Send to test data' }).click()
  await status(page, '200 OK').waitFor()
  const { id } = await answer(page)
  expect(await page.getByText(key, { exact: true }).count()).toBe(1)
  await expect.poll(() => page.getByLabel('Idempotency-Key').inputValue()).not.toBe(key)
  await page.getByText(/^Headers \(\d+\)$/).click()
  await page.getByText('x-request-id', { exact: true }).waitFor()
  await expectUsable(page)

  // The id of the answer is offered where a post is asked for.
  await page.getByRole('link', { name: 'GET Get a post', exact: true }).click()
  const field = page.getByLabel(/^id/)
  const list = await field.getAttribute('list')
  expect(await page.locator(`[id="${list}"] option`).getAttribute('value')).toBe(id)
  await field.fill(id)
  const state = async () => {
    await page.getByRole('button', { name: 'Send to test data' }).click()
    await page.getByRole('button', { name: 'Send to test data' }).waitFor()
    await status(page, '200 OK').waitFor()
    return (await answer(page)).status
  }
  await expect.poll(state, { timeout: 20_000, interval: 300 }).toBe('posted')
})

test('a fault in the JSON is told with its line and column, and nothing is sent', async () => {
  const { page, goTo, browser } = owner
  await goTo('/build/playground?operation=validatePost')
  await body(page).fill('{\n  "caption": "a"\n  "social_accounts": []\n}')
  const fault = page.getByText('Line 3, column 3: A comma is missing here, or the bracket that closes.')
  await fault.waitFor()
  expect(await body(page).getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('tab', { name: 'TypeScript' }).click()
  await page.getByText('The body is no JSON yet.').waitFor()
  await page.getByRole('button', { name: 'Send to test data' }).click()
  expect(await page.evaluate('document.activeElement.selectionStart')).toBe(21)
  expect(await page.getByRole('tab', { name: /^Sent/ }).textContent()).toBe('Sent')
  await expectUsable(page)

  await body(page).fill('{"caption": 5, "media": [{"alt_text": "a"}]}')
  await page.keyboard.press('Control+Enter')
  await status(page, '422 Unprocessable Content').waitFor()
  await page.getByText('"social_accounts" is missing.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'media › entry 1 › media_id' }).click()
  const selected = await page.evaluate(
    'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)',
  )
  expect(selected).toBe('{"alt_text": "a"}')
  expect(
    await page.getByRole('link', { name: 'About this refusal validation_failed' }).getAttribute('href'),
  ).toMatch(/\/docs\/problems\/validation_failed$/)
  await expectUsable(page)
  await page.getByRole('button', { name: 'Back to the example' }).click()
  await expect.poll(() => body(page).inputValue()).toContain(account)
  forgiveRefusals(browser, 422)
})

test('a parameter that is missing says so at its field, and one that is wrong is led to', async () => {
  const { page, goTo, browser } = owner
  await goTo('/build/playground?operation=getCalendar')
  await page.getByRole('button', { name: 'Send to test data' }).click()
  await expect.poll(() => page.getByText('Fill this in.').count()).toBe(2)
  expect(await page.evaluate('document.activeElement.dataset.parameter')).toBe('from')
  await page.getByLabel(/^from/).fill('2026-11-01')
  await page.getByLabel(/^to/).fill('2026-11-07')
  await page.keyboard.press('Enter')
  await status(page, '200 OK').waitFor()
  await page.getByText(/^\d+ optional parameters$/).click()
  await page.getByLabel(/^per_day/).fill('many')
  await page.getByText(/^\d+ optional parameters$/).click()
  await page.keyboard.press('Control+Enter')
  await status(page, '422 Unprocessable Content').waitFor()
  await page.getByRole('button', { name: 'per_day' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.dataset.parameter')).toBe('per_day')
  forgiveRefusals(browser, 422)
})

test('curl and TypeScript are exactly what the form holds, copy, and hold no key', async () => {
  const { page, goTo } = owner
  await goTo('/build/playground?operation=listPosts')
  await page.getByText(/^\d+ optional parameters$/).click()
  await page.getByLabel(/^limit/).fill('5')
  await page.getByLabel(/^status/).fill('draft, posted')
  await page.getByRole('tab', { name: 'curl' }).click()
  const code = page.locator('main pre code')
  await expect
    .poll(() => code.textContent())
    .toBe(
      `curl '${house.context.config.publicUrl}/v1/posts?limit=5&status=draft&status=posted' \\\n  -H "Authorization: Bearer $CRIER_API_KEY"`,
    )
  await page.getByRole('tab', { name: 'TypeScript' }).click()
  await expect
    .poll(() => code.textContent())
    .toContain("crier.posts.list({\n  limit: 5,\n  status: [\n    'draft',\n    'posted',")
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy Code: TypeScript' }).click()
  await page.getByRole('button', { name: 'Copied Code: TypeScript' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code.textContent())
  expect(await code.textContent()).toContain('process.env.CRIER_API_KEY')
  await expectUsable(page)
})

test('live data wears brass and is asked about once, before the first change', async () => {
  const { page, goTo } = owner
  await goTo('/build/playground?operation=listQueueSlots')
  await page.getByRole('group', { name: 'The data that requests go to' }).getByText('Live data').click()
  await page.getByText('Live: what you send here is real.').waitFor()
  await page.getByRole('button', { name: 'Send to live data' }).click()
  await status(page, '200 OK').waitFor()
  await page.getByRole('link', { name: 'POST Add a slot to the queue' }).click()
  await page.getByRole('button', { name: 'Send to live data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this to live data?' })
  await dialog.waitFor()
  expect(await focused(page)).toBe("Don't send it")
  await expectUsable(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('tab', { name: /^Sent/ }).textContent()).toBe('Sent1')
  await page.getByRole('button', { name: 'Send to live data' }).click()
  await dialog.getByRole('button', { name: 'Send to live data' }).click()
  await status(page, '200 OK').waitFor()
  await page.getByRole('button', { name: 'Send to live data' }).click()
  await expect.poll(() => page.getByRole('tab', { name: /^Sent/ }).textContent()).toBe('Sent3')
  expect(await dialog.count()).toBe(0)
  const slots = await house.request('GET', '/v1/queue-slots')
  expect(slots.json.data.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Back to test data' }).click()
  await page.getByRole('button', { name: 'Send to test data' }).waitFor()
})

test('the last requests are kept, and one fills its form again', async () => {
  const { page, goTo } = owner
  await goTo('/build/playground?operation=listMedia')
  await page.getByText(/^\d+ optional parameters$/).click()
  await page.getByLabel(/^limit/).fill('3')
  await page.keyboard.press('Control+Enter')
  await status(page, '200 OK').waitFor()
  await page.getByRole('link', { name: 'GET Get the calling API key' }).click()
  await page.getByRole('button', { name: 'Send to test data' }).click()
  await status(page, '200 OK').waitFor()
  await page.getByRole('tab', { name: 'Sent 2' }).click()
  await page.getByRole('button', { name: /\/v1\/media\?limit=3/ }).click()
  await page.getByRole('heading', { level: 2, name: 'List media' }).waitFor()
  expect(await page.getByLabel(/^limit/).inputValue()).toBe('3')
  await status(page, '200 OK').waitFor()
  await page.getByLabel(/^limit/).fill('')
  await page.getByRole('tab', { name: 'Sent 2' }).click()
  await expectUsable(page)
  await page.getByRole('button', { name: /\/v1\/media\?limit=3/ }).click()
  await expect.poll(() => page.getByLabel(/^limit/).inputValue()).toBe('3')
  // Nothing of it outlasts the page.
  await page.reload()
  await page.getByRole('tab', { name: 'Sent', exact: true }).waitFor()
})

test('a stream is followed until it is stopped, and a wait can be given up', async () => {
  const { page, goTo } = owner
  await goTo('/build/playground?operation=listEvents')
  await page.getByText('Follow as they happen').click()
  await page.getByRole('button', { name: 'Send to test data' }).click()
  await status(page, '200 OK').waitFor()
  const draft = { caption: 'A', social_accounts: [account], is_draft: true }
  const { json } = await house.request('POST', '/v1/posts', { body: draft, key: house.testKey })
  await page.locator('main pre', { hasText: json.id }).waitFor()
  await page.getByRole('button', { name: 'Stop the stream' }).click()
  await page.getByRole('button', { name: 'Send to test data' }).waitFor()
  await expectUsable(page)

  const held = page.waitForEvent('request', (request) => request.url().endsWith('/v1/usage'))
  await page.route('**/v1/usage', () => undefined)
  await page.getByRole('link', { name: /^GET Count what was published/ }).click()
  await page.getByRole('heading', { level: 2, name: /^Count what was published/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  await held
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await page.getByText(/^You stopped waiting after/).waitFor()
  await page.unroute('**/v1/usage')
})

test('files are told of and saved, and an upload has its line for a terminal', async () => {
  const { page, goTo } = owner
  await goTo('/build/playground?operation=getPlatformIcon')
  await page.getByLabel(/^platform/).fill('sandbox')
  await page.keyboard.press('Control+Enter')
  await status(page, '200 OK').waitFor()
  await goTo('/build/playground?operation=exportAuditLog')
  await page.getByRole('button', { name: 'Send to test data' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  expect((await saving).suggestedFilename()).toBe('exportAuditLog.csv')
  const { id } = await uploadFile(house, await bakeryPicture(0), 'image/png', { name: 'rye.png' })
  const medium = await house.request('GET', `/v1/media/${id}`)
  await goTo('/build/playground?operation=readMedia')
  await page.getByLabel(/^name/).fill(new URL(medium.json.url).pathname.split('/').at(-1) ?? '')
  await page.getByRole('tab', { name: 'curl' }).click()
  expect(await page.locator('main pre code').textContent()).not.toContain('CRIER_API_KEY')
  await page.getByRole('button', { name: 'Send to test data' }).click()
  await page.getByText(/^The answer is a file of the type image\/png and \d+ kB/).waitFor()
  await goTo('/build/playground?operation=uploadMedia')
  await page.getByText(/^This page sends no files\./).waitFor()
  expect(await page.getByRole('button', { name: /^Send to/ }).count()).toBe(0)
  await expectUsable(page)
  await goTo('/build/playground?operation=foldPost')
  await page.getByText('This server has no such operation.').waitFor()
})

describe('a viewer', () => {
  test('is told before sending what their role lacks, and reads', async () => {
    const { page, browser, close } = await openApp(house, {
      role: 'viewer',
      path: '/build/playground?operation=createPost',
    })
    await page.getByText(/^This needs the right “write”, and you are here as a viewer/).waitFor()
    await expectUsable(page)
    await page.getByRole('button', { name: 'Send to test data' }).click()
    await status(page, '403 Forbidden').waitFor()
    await page.getByRole('link', { name: 'About this refusal scope_missing' }).waitFor()
    await page.getByRole('link', { name: /^GET List posts/ }).click()
    expect(await page.getByText(/^This needs the right/).count()).toBe(0)
    await page.getByRole('button', { name: 'Send to test data' }).click()
    await status(page, '200 OK').waitFor()
    forgiveRefusals(browser, 403)
    await close()
  })
})

describe('on a phone', () => {
  test('the list is one view and the operation another', async () => {
    const { page, close } = await openApp(house, { device: phone, path: '/more' })
    await page.getByRole('link', { name: 'Playground' }).click()
    await page.getByRole('link', { name: /^POST Create a draft/ }).click()
    await body(page).waitFor()
    expect(await page.getByRole('searchbox').count()).toBe(0)
    await page.getByRole('button', { name: 'Send to test data' }).click()
    await status(page, '200 OK').waitFor()
    await expectUsable(page)
    await page.setViewportSize(phone.viewport)
    await page.getByRole('link', { name: 'All operations' }).click()
    await page.getByRole('searchbox').waitFor()
    expect(await body(page).count()).toBe(0)
    await expect.poll(() => focused(page)).toMatch(/^POST Create a draft/)
    await page.goBack()
    await body(page).waitFor()
    await close()
  })
})

test('the palette and two keys lead there', async () => {
  const { page, goTo } = owner
  await goTo('/drafts')
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor()
  await goTo('/drafts')
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('playground')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor()
})
