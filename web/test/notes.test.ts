import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { createKey } from '../../server/src/api-keys/create-key.ts'
import type { Role } from '../../server/src/callers/roles.ts'
import { sql } from '../../server/src/db/database.ts'
import { newPerson, type Person } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { loseAnswers } from './lose-answers.ts'
import { desktop, openApp, phone } from './open-app.ts'

let house: House
let harbour: string
let lena: Person
let mia: Person
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  lena = await named('Lena Brandt', 'editor')
  mia = await named('Mia Sand', 'viewer')
})
afterAll(() => house?.stop())

async function named(name: string, role: Role): Promise<Person> {
  const person = await newPerson(house, role)
  await house.db.run(sql`update users set name = ${name} where id = ${person.id}`)
  return person
}

async function makePost(more: object = {}): Promise<string> {
  const body = { caption: 'Bread on Thursday', social_accounts: [harbour], is_draft: true, ...more }
  return (await house.request('POST', '/v1/posts', { key: house.testKey, body })).json.id
}
const write = async (post: string, text: string) =>
  (await house.request('POST', `/v1/posts/${post}/notes`, { key: house.testKey, body: { text } })).json
const stored = (post: string) =>
  house.db.rows<{ text: string; mentions: string[]; is_done: boolean }>(sql`
    select text, mentions, resolved_at is not null as is_done from post_notes where post_id = ${post}
    order by created_at, id`)
const textsOf = async (post: string) => (await stored(post)).map(({ text }) => text)

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a note' })
const notes = (page: Page) => page.getByRole('region', { name: 'Notes' }).getByRole('listitem')
const note = (page: Page, text: string) => notes(page).filter({ hasText: text })
const done = (page: Page, text: string) => page.getByRole('button', { name: `Done: ${text}`, exact: true })

test('two people talk about a post, one in the composer and a viewer on a phone, by keys and by touch', async () => {
  const post = await makePost()
  const one = await openApp(house, { path: `/posts/${post}/edit`, person: lena })
  const other = await openApp(house, { path: `/posts/${post}`, person: mia, device: phone })
  await other.page.getByRole('button', { name: 'Write a note' }).click()
  await field(other.page).fill('Can we take the other picture?')
  await other.page.getByRole('button', { name: 'Send' }).click()
  await note(one.page, 'Can we take the other picture?').waitFor()
  await one.page.getByText('1 open', { exact: true }).waitFor()
  expect(await field(other.page).inputValue()).toBe('')

  await field(one.page).focus()
  await one.page.keyboard.type('Yes, @mi')
  await one.page.getByRole('option', { name: 'Mia Sand' }).waitFor()
  await one.page.keyboard.press('Enter')
  await expect.poll(() => field(one.page).inputValue()).toBe('Yes, @Mia Sand ')
  await one.page.keyboard.type('done.')
  await one.page.keyboard.press('Shift+Enter')
  await one.page.keyboard.type('Look again')
  await one.page.keyboard.press('Control+Enter')
  await note(other.page, 'Look again').waitFor()
  expect((await stored(post)).at(-1)).toMatchObject({
    ...{ text: 'Yes, @Mia Sand done.\nLook again', mentions: [mia.id] },
  })
  // The composer has the same keys for what publishes the post.
  expect((await house.request('GET', `/v1/posts/${post}`, { key: house.testKey })).json.status).toBe('draft')
  expect(await note(other.page, 'Look again').locator('strong').last().textContent()).toBe('@Mia Sand')

  await done(one.page, 'Can we take the other picture?').click()
  await note(other.page, 'Done by Lena Brandt').waitFor()
  await expectAccessible(one.page)
  await expectAccessible(other.page)
  await expectFits(other.page)
  await one.close()
  await other.close()
})

test('a note is changed, deleted and brought back by those who may', async () => {
  const post = await makePost()
  await write(post, 'By somebody else')
  const { page, close } = await openApp(house, { path: `/posts/${post}`, person: lena })
  await field(page).fill('The pictre')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => textsOf(post)).toHaveLength(2)
  // An editor neither changes nor deletes what another person wrote.
  expect(await page.getByRole('button', { name: 'More for the note By somebody else' }).count()).toBe(0)
  const more = page.getByRole('button', { name: 'More for the note The pictre' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editing = page.getByRole('textbox', { name: 'Edit your note' })
  await editing.fill('Never kept')
  await page.keyboard.press('Escape')
  await expect.poll(() => more.evaluate((button) => button.matches(':focus'))).toBe(true)
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect.poll(() => editing.inputValue()).toBe('The pictre')
  await editing.fill('The picture')
  await page.getByRole('button', { name: 'Save' }).click()
  await note(page, 'edited').waitFor()
  expect(await textsOf(post)).toEqual(['By somebody else', 'The picture'])

  const remove = async () => {
    await page.getByRole('button', { name: 'More for the note The picture' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(() => notes(page).count()).toBe(1)
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => notes(page).count()).toBe(2)
  expect(await textsOf(post)).toHaveLength(2)
  await remove()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => textsOf(post)).toEqual(['By somebody else'])
  await close()
})

describe('without an answer', () => {
  test('a note that was not sent says so, keeps its words, and is written once when it is sent again', async () => {
    const post = await makePost()
    const { page, browser } = await openApp(house, { path: `/posts/${post}`, person: lena })
    await page.getByRole('button', { name: 'Write a note' }).click()
    let isRefusing = true
    await page.route('**/notes', (route) =>
      isRefusing && route.request().method() === 'POST'
        ? route.fulfill({ status: 503, contentType: 'text/html', body: 'gone' })
        : route.continue(),
    )
    await field(page).fill('Did this arrive?')
    await page.getByRole('button', { name: 'Send' }).click()
    await note(page, 'Not sent.').waitFor()
    expect(await textsOf(post)).toEqual([])
    // It stays while the person looks at something else.
    await page.getByRole('link', { name: 'Drafts' }).click()
    await page.goBack()
    await note(page, 'Not sent.').waitFor()
    await expectAccessible(page)
    isRefusing = false
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => textsOf(post)).toEqual(['Did this arrive?'])
    await expect.poll(() => note(page, 'Not sent.').count()).toBe(0)
    await expect.poll(() => notes(page).count()).toBe(1)
    // The browser complains of the answers that it did not get.
    await browser.close()
  })

  test('words that were not sent are taken back into the field', async () => {
    const post = await makePost()
    const { page, browser } = await openApp(house, { path: `/posts/${post}`, person: lena })
    await page.route('**/notes', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, contentType: 'text/html', body: 'gone' })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Write a note' }).click()
    await field(page).fill('Not like this')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('Not like this')
    expect(await notes(page).count()).toBe(0)
    // The browser complains of the answers that it did not get.
    await browser.close()
  })

  test('a note whose answer was lost stands there once', async () => {
    const post = await makePost()
    await write(post, 'First')
    const { page, browser } = await openApp(house, { path: `/posts/${post}`, person: lena })
    await note(page, 'First').waitFor()
    const lost = await loseAnswers(page, { method: 'POST', url: '*/notes', times: 1 })
    await field(page).fill('Second')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(lost).toBe(1)
    const again = page.getByRole('button', { name: 'Send again' })
    await expect.poll(async () => (await again.count()) > 0 || (await notes(page).count()) === 2).toBe(true)
    if ((await again.count()) > 0) await again.click()
    await expect.poll(() => textsOf(post)).toEqual(['First', 'Second'])
    await expect.poll(() => notes(page).count()).toBe(2)
    // The browser complains of the answers that it did not get.
    await browser.close()
  })

  test('a mark that the server refuses is taken back with a reason', async () => {
    const post = await makePost()
    await write(post, 'Still open')
    const { page, browser } = await openApp(house, { path: `/posts/${post}`, person: lena })
    await page.route('**/notes/*', (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: 'no' }),
    )
    await done(page, 'Still open').click()
    await page.getByText('Something between you and your Crier refused this (403).').waitFor()
    await expect.poll(() => done(page, 'Still open').getAttribute('aria-pressed')).toBe('false')
    expect(await stored(post)).toMatchObject([{ is_done: false }])
    await browser.close()
  })
})

test('notes hold words and links, and never markup or scripts', async () => {
  const post = await makePost()
  await write(
    post,
    '<img src=x onerror=alert(1)> javascript:alert(1) see https://example.org/a?b=<c>.\n<b>bold</b>',
  )
  const { page, close } = await openApp(house, { path: `/posts/${post}`, person: lena })
  await note(page, '<b>bold</b>').waitFor()
  const list = page.getByRole('region', { name: 'Notes' }).locator('ol')
  expect(await list.locator('img, b, script').count()).toBe(0)
  const links = list.getByRole('link')
  expect(await links.count()).toBe(1)
  expect(await links.first().getAttribute('href')).toBe('https://example.org/a?b=')
  expect(await links.first().getAttribute('rel')).toContain('noopener')
  await close()
})

test('drafts and the calendar say how many notes are open, as it is now', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const post = await makePost({ caption: 'Counted', scheduled_at: at })
  const first = await write(post, 'one')
  const { page, goTo, close } = await openApp(house, { path: '/drafts', person: lena })
  const card = page.getByRole('listitem').filter({ hasText: 'Counted' })
  await card.getByText('1 open note').waitFor()
  await write(post, 'two')
  await card.getByText('2 open notes').waitFor()
  await goTo('/calendar?view=list')
  await page.getByRole('img', { name: '2 open notes' }).waitFor()
  await house.request('PATCH', `/v1/posts/${post}/notes/${first.id}`, {
    ...{ key: house.testKey, body: { resolved: true } },
  })
  await page.getByRole('img', { name: '1 open note' }).waitFor()
  await close()
})

test('an address leads to the notes of a post, also of many, in the dark and on a phone', async () => {
  const post = await makePost()
  for (let n = 1; n <= 60; n += 1) await write(post, `note ${n}`)
  const device = { ...phone, colorScheme: 'dark' } as typeof phone
  const { page, close } = await openApp(house, { path: `/posts/${post}#notes`, person: mia, device })
  await note(page, 'note 60').waitFor()
  await expect
    .poll(() => page.getByRole('heading', { name: 'Notes' }).evaluate((it) => it.getBoundingClientRect().top))
    .toBeLessThan(200)
  await page.getByRole('button', { name: 'Older notes' }).click()
  await expect.poll(() => notes(page).count()).toBe(60)
  expect(await notes(page).first().textContent()).toContain('note 1')
  await expectAccessible(page)
  await expectFits(page)
  await close()
})

test('names are offered while one writes, and Escape sends them away and nothing else', async () => {
  const post = await makePost()
  await write(post, 'Hello')
  const { page, close } = await openApp(house, { path: `/posts/${post}`, person: lena, device: desktop })
  await field(page).focus()
  await page.keyboard.type('@')
  const options = page.getByRole('option')
  await expect.poll(() => options.count()).toBeGreaterThan(1)
  await page.keyboard.press('ArrowDown')
  const chosen = await page.getByRole('option', { selected: true }).textContent()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => options.count()).toBe(0)
  expect(await field(page).inputValue()).toBe('@')
  await page.keyboard.type(String(chosen).slice(0, 3))
  await page.getByRole('option', { name: String(chosen) }).click()
  await expect.poll(() => field(page).inputValue()).toBe(`@${chosen} `)
  await close()
})

test('a program is named as one', async () => {
  const post = await makePost()
  const { key } = await createKey(house.context.db, house.context.secretKeys, {
    ...{ workspaceId: house.workspaceId, userId: lena.id, mode: 'test', name: 'Website', scopes: 'all' },
    isPersonal: true,
  })
  await house.request('POST', `/v1/posts/${post}/notes`, { key, body: { text: 'Checked the links' } })
  const { page, close } = await openApp(house, { path: `/posts/${post}`, person: mia })
  await note(page, 'Website').getByText('API key').waitFor()
  await close()
})
