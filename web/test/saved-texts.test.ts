import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await house.connect('sandbox', { name: 'harbour' }, 'test')
  await house.connect('sandbox', { name: 'flour' }, 'test')
})
afterAll(() => house?.stop())
beforeEach(() => house?.db.run(sql`delete from saved_texts`))

const save = (name: string, text: string, platforms: string[] = []) =>
  house.request('POST', '/v1/saved-texts', { key: house.testKey, body: { name, text, platforms } })
const kept = async () =>
  (await house.request('GET', '/v1/saved-texts', { key: house.testKey })).json.data.map(
    ({ name, text, platforms }: { name: string; text: string; platforms: string[] }) => ({
      name,
      text,
      platforms,
    }),
  )
const field = (page: Page, name = 'Text') => page.getByRole('textbox', { name, exact: true })
const list = (page: Page) => page.getByRole('listbox', { name: 'Saved texts' })
const options = (page: Page) => list(page).getByRole('option')
const cursor = (page: Page) =>
  page.evaluate('[document.activeElement.id, document.activeElement.selectionStart]')

/** The words of the field that has the focus, or what it is for. */
const focused = (page: Page) =>
  page.evaluate('document.activeElement.value || document.activeElement.getAttribute("aria-label")')

const hashtags = '#bread #harbour'
const signature = '— Anna\n\nHarbour Bakery'

async function openComposer(more: Parameters<typeof openApp>[1] = {}) {
  const app = await openApp(house, { path: '/posts/new', ...more })
  await app.page.getByRole('checkbox', { name: /@harbour/ }).check()
  await field(app.page).focus()
  return app
}

describe('a slash in the composer', () => {
  test('puts a text in with two keys, and one step takes it back', async () => {
    await save('Hashtags', hashtags)
    await save('Signature', signature)
    const { page, close } = await openComposer()
    await page.keyboard.type('Warm rolls ')
    await page.keyboard.press('/')
    await expect.poll(() => options(page).count()).toBe(2)
    await page.getByRole('status').getByText('2 saved texts. Arrow keys choose').waitFor()
    const active = () =>
      page.evaluate(`document.getElementById(
      document.activeElement.getAttribute('aria-activedescendant'))?.textContent`)
    expect(await active()).toMatch(/^Hashtags/)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await page.keyboard.press('ArrowDown')
    expect(await active()).toMatch(/^Signature/)
    await page.keyboard.press('ArrowDown')
    expect(await active()).toMatch(/^Hashtags/)
    await page.keyboard.press('Enter')
    expect(await field(page).inputValue()).toBe(`Warm rolls ${hashtags}`)
    await expect.poll(() => list(page).count()).toBe(0)
    expect(await cursor(page)).toEqual(['composer-text-0', 26])
    expect(await field(page).getAttribute('aria-activedescendant')).toBeNull()
    // It counts as if it had been typed.
    await page.getByText('Sandbox: 474 left').waitFor()
    await page.getByRole('status').getByText('“Hashtags” is in the text.').waitFor()
    await page.keyboard.press('Control+z')
    expect(await field(page).inputValue()).toBe('Warm rolls /')
    expect(await list(page).count()).toBe(0)
    await page.keyboard.press('Control+Shift+z')
    expect(await field(page).inputValue()).toBe(`Warm rolls ${hashtags}`)
    // Its words reach the server with the draft.
    await expect
      .poll(async () => {
        const { json } = await house.request('GET', '/v1/posts?status=draft', { key: house.testKey })
        return json.data.map(({ caption }: { caption: string }) => caption)
      })
      .toContain(`Warm rolls ${hashtags}`)
    await close()
  })

  test('follows the words behind it, in the middle of a text and over several lines', async () => {
    await save('Hashtags', hashtags)
    await save('Grüße aus dem Hafen', signature)
    const { page, close } = await openComposer()
    await page.keyboard.type('First\nlast')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/gru')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.type('sse')
    await expect.poll(() => list(page).count()).toBe(0)
    for (const _ of 'sse') await page.keyboard.press('Backspace')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(await field(page).inputValue()).toBe(`First\n${signature}\nlast`)
    expect(await cursor(page)).toEqual(['composer-text-0', 6 + signature.length])
    await close()
  })

  test('stays out of the way of addresses, dates and fractions, of Escape and of Enter elsewhere', async () => {
    await save('Hashtags', hashtags)
    const { page, close } = await openComposer()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/saved-texts') && asked.push(request.url()))
    await page.keyboard.type('https://example.org/hash 1/2 and/or 24/12/2026 a / b //hash ')
    await page.keyboard.press('Enter')
    expect(await list(page).count()).toBe(0)
    // A slash that stands alone for a moment may ask once.
    expect(asked.length).toBeLessThanOrEqual(1)
    await page.keyboard.type('/hash')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => list(page).count()).toBe(0)
    expect(await cursor(page)).toEqual(['composer-text-0', 66])
    await page.keyboard.type('tags')
    expect(await list(page).count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.keyboard.type('next')
    expect(await field(page).inputValue()).toBe(
      'https://example.org/hash 1/2 and/or 24/12/2026 a / b //hash \n/hashtags\nnext',
    )
    // To come by an old slash asks for nothing, nor does a text that is pasted.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('End')
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
    expect(await list(page).count()).toBe(0)
    // Another slash asks again, and the cursor that leaves it ends that.
    await page.keyboard.type(' /')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.press('Home')
    await expect.poll(() => list(page).count()).toBe(0)
    await close()
  })

  test('with no saved text nothing is shown, and Enter is a new line', async () => {
    const { page, close } = await openComposer()
    const answered = page.waitForResponse((answer) => answer.url().includes('/v1/saved-texts'))
    await page.keyboard.type('/')
    await (await answered).finished()
    await page.keyboard.press('Enter')
    expect(await field(page).inputValue()).toBe('/\n')
    expect(await list(page).count()).toBe(0)
    await close()
  })

  test('offers the texts for the networks of the post first, and hides none', async () => {
    await save('A for others', 'x', ['bluesky'])
    await save('B for all', 'y')
    await save('C for these', 'z', ['sandbox'])
    const { page, close } = await openComposer()
    await page.keyboard.type('/')
    await expect.poll(() => options(page).count()).toBe(3)
    expect(await options(page).allTextContents()).toEqual([
      'C for thesez',
      'B for ally',
      'A for othersfor Blueskyx',
    ])
    await close()
  })

  test('says that the texts cannot be reached, and leaves Enter alone', async () => {
    await save('Hashtags', hashtags)
    const { page, browser, close } = await openComposer()
    await page.route('**/v1/saved-texts**', (route) => route.abort('connectionfailed'))
    await page.keyboard.type('/')
    await page
      .getByRole('status')
      .getByText("We can't reach the saved texts now.")
      .waitFor({ timeout: 20_000 })
    await page.keyboard.press('Enter')
    expect(await field(page).inputValue()).toBe('/\n')
    await page.getByRole('button', { name: 'Saved texts, Text' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^We can't reach your Crier/)
      .waitFor()
    await page.unroute('**/v1/saved-texts**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => options(page).count()).toBe(1)
    browser.forgive(/ERR_CONNECTION_FAILED/)
    await close()
  })
})

test('works in the words of one account, in a thread and in a first comment', async () => {
  await save('Hashtags', hashtags)
  const { page, close } = await openComposer()
  await page.getByRole('checkbox', { name: /@flour/ }).check()
  await field(page).fill('Shared')
  await page.getByRole('button', { name: 'Add a post to the thread' }).click()
  const putIn = async (name: string) => {
    await field(page, name).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' /ha')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page, name).inputValue()).toContain(hashtags)
  }
  await putIn('Post 2 of 2')
  await page.getByText('First comment', { exact: true }).click()
  await putIn('First comment on Sandbox')
  await page
    .getByRole('combobox', { name: 'Write differently for' })
    .selectOption({ label: '@flour (Sandbox)' })
  await putIn('Post 1 of 2')
  expect(await field(page, 'Post 1 of 2').inputValue()).toBe(`Shared ${hashtags}`)
  await page.getByRole('button', { name: 'Everyone' }).click()
  expect(await field(page, 'Post 1 of 2').inputValue()).toBe('Shared')
  await close()
})

describe('the button of a field', () => {
  test('searches names and texts, and puts a text where the cursor was', async () => {
    await save('Hashtags', hashtags)
    await save('Signature', signature)
    const { page, close } = await openComposer()
    await page.keyboard.type('Hello world')
    for (const _ of ' world') await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Search saved texts')
    await expect.poll(() => options(page).count()).toBe(2)
    await expectAccessible(page)
    await page.keyboard.type('bakery')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(await field(page).inputValue()).toBe(`Hello${signature} world`)
    await page.keyboard.press('Control+z')
    expect(await field(page).inputValue()).toBe('Hello world')
    // Words that would run together are kept apart.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.type('hash')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(await field(page).inputValue()).toBe(`Hello ${hashtags} world`)
    // Escape gives the cursor back where it was.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => options(page).count()).toBe(2)
    await page.keyboard.press('Escape')
    expect(await cursor(page)).toEqual(['composer-text-0', 21])
    await page.getByRole('button', { name: 'Saved texts, Text' }).click()
    await options(page).first().waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => list(page).count()).toBe(0)
    await close()
  })

  test('saves a selection, and says where a name is taken', async () => {
    await save('hashtags', 'x')
    const { page, browser, close } = await openComposer()
    await page.keyboard.type('Warm rolls #bread #rye')
    for (const _ of '#bread #rye') await page.keyboard.press('Shift+ArrowLeft')
    await page.getByRole('button', { name: 'Saved texts, Text' }).click()
    await page.getByRole('button', { name: 'Save the selection as a saved text…' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Hashtags')
    expect(await page.getByRole('dialog').getByLabel('Text', { exact: true }).inputValue()).toBe(
      '#bread #rye',
    )
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('There is a saved text "hashtags" already.').waitFor()
    await expect.poll(() => focused(page)).toBe('Hashtags')
    await name.fill('Autumn')
    await page.keyboard.press('Enter')
    await page.getByText('“Autumn” is saved.').waitFor()
    expect(await kept()).toContainEqual({ name: 'Autumn', text: '#bread #rye', platforms: [] })
    // One goes on where one was.
    expect(await cursor(page)).toEqual(['composer-text-0', 11])
    expect(await field(page).inputValue()).toBe('Warm rolls #bread #rye')
    forgiveRefusals(browser, 409)
    await close()
  })

  test('keeps words of the dialog that are saved nowhere', async () => {
    const { page, browser, close } = await openComposer()
    await page.getByRole('button', { name: 'Saved texts, Text' }).click()
    await page.getByText('keep what you write again and again').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('New saved text…')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('Hashtags')
    await page.getByRole('dialog').getByLabel('Text', { exact: true }).fill('#rye')
    await page.route('**/v1/saved-texts', (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/We can't reach your Crier/)
      .waitFor({ timeout: 30_000 })
    await page.keyboard.press('Escape')
    await page.getByText('Close without saving?').waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.unroute('**/v1/saved-texts')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Hashtags” is saved.').waitFor()
    expect(await kept()).toEqual([{ name: 'Hashtags', text: '#rye', platforms: [] }])
    browser.forgive(/ERR_CONNECTION_FAILED/)
    await close()
  })
})

describe('the page', () => {
  test('begins with what it is for, and makes, changes, searches and deletes texts', async () => {
    const { page, close } = await openApp(house, { path: '/settings/saved-texts' })
    await page.getByText('No saved texts yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New saved text' }).click()
    await page.getByLabel('Name').fill('Hashtags')
    await page.getByLabel('Text', { exact: true }).fill(hashtags)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('listitem').getByText(hashtags).waitFor()
    await page.getByRole('button', { name: 'Change Hashtags' }).click()
    await page.getByLabel('Text', { exact: true }).fill('#rye')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('listitem').getByText('#rye').waitFor()
    expect(await kept()).toEqual([{ name: 'Hashtags', text: '#rye', platforms: [] }])
    await page.getByRole('button', { name: 'Delete Hashtags' }).click()
    await page.getByText('“Hashtags” deleted.').waitFor()
    expect(await kept()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('listitem').getByText('#rye').waitFor()
    expect(await kept()).toEqual([{ name: 'Hashtags', text: '#rye', platforms: [] }])
    for (let n = 1; n <= 6; n += 1) await save(`Text ${n}`, `words ${n}`)
    await page.reload()
    await page.getByRole('searchbox', { name: 'Search saved texts' }).fill('words 4')
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('text')).toBe('words 4')
    await close()
  })

  test('is found by the palette, which begins a text', async () => {
    const { page, close } = await openApp(house, { path: '/drafts' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('new saved')
    await page.getByRole('option', { name: 'New saved text' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New saved text' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('text')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).search).toBe('')
    await close()
  })

  test('shows viewers the texts, and nothing to change', async () => {
    await save('Hashtags', hashtags)
    const { page, close } = await openApp(house, { path: '/settings/saved-texts', role: 'viewer' })
    await page.getByText(hashtags).waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await close()
  })
})

test('on a phone all of it fits, in both themes, and a touch puts a text in', async () => {
  await save('Hashtags', `${hashtags} ${'#verylonghashtag'.repeat(20)}`)
  await save(`A name of many words that goes on and on ${'x'.repeat(50)}`, signature, ['bluesky', 'mastodon'])
  const { page, goTo, close } = await openComposer({ device: phone })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await field(page).fill('')
    await field(page).pressSequentially('/')
    await expect.poll(() => options(page).count()).toBe(2)
    await expectFits(page)
    await options(page).first().tap()
    await expect.poll(() => field(page).inputValue()).toContain('#verylong')
    await page.getByRole('button', { name: 'Saved texts, Text' }).tap()
    await expect.poll(() => options(page).count()).toBe(2)
    await expectFits(page)
    await page.keyboard.press('Escape')
  }
  await goTo('/settings/saved-texts')
  await page.getByRole('button', { name: 'Change Hashtags' }).tap()
  await page.getByLabel('Name', { exact: true }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await close()
})
