import { createHash, randomBytes } from 'node:crypto'
import type { Platform } from '@crier/sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { newId } from '../../server/src/lib/id.ts'
import { exampleAccounts } from '../../server/test/example-accounts.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { image } from '../../server/test/media-files.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { openApp } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

type Look = Platform['preview']

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await house.connect('sandbox', { name: 'harbour' }, 'test')
  for (const { platform, settings } of exampleAccounts) {
    const id = newId()
    await house.db.run(sql`
      insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url,
        settings)
      values (${house.workspaceId}, ${id}, 'live', ${platform}, ${id}, 'ada', 'Ada', 'https://n.example',
        ${JSON.stringify(settings)}::jsonb)`)
  }
})
afterAll(() => house?.stop())

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const call = (method: string, path: string, body?: unknown) =>
  house.request(method, path, { key: house.testKey, ...(body === undefined ? {} : { body }) })
const drafts = async () => (await call('GET', '/v1/posts?status=draft&limit=100')).json.data

/** Has the server know a page already, as it does for an hour after it has read one. */
async function knowPage(url: string, title: string): Promise<void> {
  const picture = await image('webp', { width: 600, height: 314 })
  await house.db.run(sql`
    insert into link_previews (workspace_id, url_sha256, name, title, description, picture, checked_at)
    values (${house.workspaceId}, ${createHash('sha256').update(url).digest()}, ${randomBytes(16).toString('hex')},
      ${title}, 'Rye, walnut, spelt.', ${picture}, clock_timestamp())`)
}

/** The addresses about which a page asks. */
function askedOn(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/v1/link-preview') asked.push(searchParams.get('url') ?? '')
  })
  return asked
}

describe('the card of a link', () => {
  const url = 'https://harbour-bakery.example/autumn'

  test('has the words and the picture of its page, which is asked for once, when nobody types the link any more', async () => {
    await knowPage(url, 'The bread of this autumn')
    const platforms = (await house.request('GET', '/v1/platforms?limit=100')).json.data
    const withCard = platforms.find(
      ({ preview }: { preview: Look }) => preview.family === 'microblog' && preview.link_card !== 'none',
    )
    const accounts = (await house.request('GET', '/v1/social-accounts?limit=100')).json.data
    const { id } = accounts.find(({ platform }: { platform: string }) => platform === withCard.platform)
    const { page, close } = await openApp(house, { path: '/posts/new', mode: 'live' })
    const asked = askedOn(page)
    await page.locator(`#composer-account-${id}`).check()
    await text(page).pressSequentially(`Look: ${url}`, { delay: 20 })
    const preview = page.getByRole('article', { name: /Preview for/ })
    await preview.getByText('harbour-bakery.example/autumn').first().waitFor()
    expect(asked).toEqual([])
    await preview.getByText('The bread of this autumn').waitFor()
    expect(asked).toEqual([url])
    const width = `document.querySelector('img[src*="/link-pictures/"]')?.naturalWidth`
    await expect.poll(() => page.evaluate(width)).toBe(600)
    // A link that comes back is known.
    await text(page).fill('No link')
    await preview.getByText('The bread of this autumn').waitFor({ state: 'detached' })
    await text(page).fill(`Again: ${url}`)
    await preview.getByText('The bread of this autumn').waitFor()
    expect(asked).toEqual([url])
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    await close()
  })

  test('stands on the page of the post, and is the address alone where nothing answers', async () => {
    const harbour = (await call('GET', '/v1/social-accounts')).json.data[0].id
    const { id } = (
      await call('POST', '/v1/posts', { caption: `Read ${url}`, social_accounts: [harbour], is_draft: true })
    ).json
    const { page, browser, goTo, close } = await openApp(house, { path: `/posts/${id}` })
    await page.getByRole('link', { name: /The bread of this autumn/ }).waitFor()
    await expectAccessible(page)
    await page.route('**/v1/link-preview?*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
    )
    await goTo(`/posts/${id}`)
    await page.getByRole('link', { name: 'harbour-bakery.example harbour-bakery.example/autumn' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.unroute('**/v1/link-preview?*')
    forgiveRefusals(browser, 503)
    await close()
    await call('DELETE', `/v1/posts/${id}`)
  })
})

test('the counter takes the count of the server where it differs from our own', async () => {
  const all = (await house.request('GET', '/v1/social-accounts?limit=100')).json.data
  // A network that finds bare domains: the server knows every ending, the app the usual ones.
  const account = all.find(
    ({ limits }: { limits: { text?: { links?: { form?: string } } } }) =>
      limits.text?.links?.form === 'domain',
  )
  const caption = `Reserve: harbour.restaurant/${'menu-'.repeat(10)}now`
  const check = await house.request('POST', '/v1/posts/validate', {
    body: { caption, social_accounts: [account.id] },
  })
  const { count, max } = check.json.accounts[0].length
  expect(count).toBeLessThan(caption.length)
  const { page, close } = await openApp(house, { path: '/posts/new', mode: 'live' })
  let isHeld = true
  await page.route('**/v1/posts/validate', async (route) => {
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 20))
    await route.continue()
  })
  await page.locator(`#composer-account-${account.id}`).check()
  await text(page).fill(caption)
  await page.getByText(`${max - caption.length} left`).waitFor()
  isHeld = false
  await page.getByText(`${max - count} left`).waitFor()
  await text(page).press('End')
  await text(page).press('!')
  await page.getByText(`${max - count - 1} left`).waitFor()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  await close()
})

describe('a draft that is deleted elsewhere', () => {
  async function open() {
    const harbour = (await call('GET', '/v1/social-accounts')).json.data[0].id
    const { id } = (
      await call('POST', '/v1/posts', { caption: 'First words', social_accounts: [harbour], is_draft: true })
    ).json
    const app = await openApp(house, { path: `/posts/${id}/edit` })
    await app.page.getByText('Fits').waitFor()
    expect(await text(app.page).inputValue()).toBe('First words')
    return { ...app, id }
  }

  test('is said to be, and what is written becomes a new draft', async () => {
    const { id, page, browser, close } = await open()
    await call('DELETE', `/v1/posts/${id}`)
    await text(page).fill('First words, and more')
    const notice = page.getByRole('alert').filter({ hasText: 'This draft was deleted elsewhere.' })
    await notice.waitFor()
    await text(page).fill('First words, and even more')
    await expectAccessible(page)
    await expectFits(page)
    // The words wait on this device also where the page is left meanwhile.
    await expect.poll(() => page.getByText('Saved on this device').count()).toBe(1)
    await page.reload()
    await notice.waitFor()
    await expect.poll(() => text(page).inputValue()).toBe('First words, and even more')
    await notice.getByRole('button', { name: 'Keep as a new draft' }).click()
    await page.getByText(/^Saved \d/).waitFor()
    expect(await text(page).inputValue()).toBe('First words, and even more')
    const [kept, ...others] = await drafts()
    expect([kept.caption, others]).toEqual(['First words, and even more', []])
    expect(kept.id).not.toBe(id)
    forgiveRefusals(browser, 404)
    await close()
    await call('DELETE', `/v1/posts/${kept.id}`)
  })

  test('is deleted here too when the person says so, and comes back when that is undone', async () => {
    const { id, page, browser, close } = await open()
    await call('DELETE', `/v1/posts/${id}`)
    await text(page).fill('Not worth it')
    await page.getByRole('button', { name: 'Delete it here too' }).click()
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => text(page).inputValue()).toBe('Not worth it')
    await expect.poll(async () => (await drafts()).length).toBe(1)
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    expect(await drafts()).toEqual([])
    forgiveRefusals(browser, 404)
    await close()
  })
})

// How many drafts this browser keeps on its device.
const keptDrafts = `new Promise((resolve) => {
  const opening = indexedDB.open('crier-drafts')
  opening.onsuccess = () => {
    const counted = opening.result.transaction('drafts').objectStore('drafts').count()
    counted.onsuccess = () => {
      opening.result.close()
      resolve(counted.result)
    }
  }
})`

describe('signing out', () => {
  const leave = async (page: Page) => {
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /@example\.org/ })
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }

  test('asks where writing stands on this device alone, and says what became of a refusal', async () => {
    const { page, browser, close } = await openApp(house, { path: '/posts/new' })
    const posts = '**/v1/posts**'
    await page.route(posts, (route) => route.abort('connectionfailed'))
    await text(page).fill('Only here')
    await page.getByText('Saved on this device').first().waitFor()
    await leave(page)
    const question = page.getByRole('dialog', { name: 'Sign out and lose unsaved writing?' })
    await question.getByText('1 draft isn’t saved on the server yet.').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await question.waitFor({ state: 'detached' })
    // A server that does not answer signs nobody out, and no words are lost.
    await page.route('**/app/sign-out', (route) => route.abort('connectionfailed'))
    await leave(page)
    await question.getByRole('button', { name: 'Sign out all the same' }).click()
    await question.getByRole('alert').waitFor()
    await page.reload()
    await expect.poll(() => text(page).inputValue()).toBe('Only here')
    await page.unroute('**/app/sign-out')
    await leave(page)
    await question.getByRole('button', { name: 'Sign out all the same' }).click()
    await page.getByText('You are signed out.').waitFor()
    expect(await page.evaluate(keptDrafts)).toBe(0)
    forgiveRefusals(browser, 401)
    browser.forgive(/ERR_CONNECTION_FAILED/)
    await close()
  })

  test('says so where the server refuses, without a question where nothing can be lost', async () => {
    const { page, browser, close } = await openApp(house)
    await page.route('**/app/sign-out', (route) => route.fulfill({ status: 500, body: '{}' }))
    await leave(page)
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.unroute('**/app/sign-out')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    // A read that was on its way when the session ended is refused.
    forgiveRefusals(browser, 401, 500)
    await close()
  })
})

test('what needs you leads to the settings of what one is told', async () => {
  const { page, close } = await openApp(house, { path: '/needs-you' })
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await close()
})
