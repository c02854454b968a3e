import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { inHours } from '../../server/test/approving.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { uploadFile } from '../../server/test/uploads.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { bakeryPicture } from './bakery-picture.ts'
import { keptCaptions } from './kept-on-device.ts'
import { openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  flour = await house.connect('sandbox', { name: 'flour' }, 'test')
})
afterAll(() => house?.stop())

const call = (method: string, path: string, body?: unknown) =>
  house.request(method, path, { key: house.testKey, ...(body === undefined ? {} : { body }) })
interface Draft {
  readonly platform_configurations: { readonly sandbox?: unknown } | null
}
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const drafts = async () => (await call('GET', '/v1/posts?status=draft&limit=100')).json.data
const saved = (page: Page) => page.getByText(/^Saved \d/).waitFor()
const card = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const toDrafts = async (page: Page) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
}

describe('changes to a planned post that are discarded', () => {
  async function open() {
    const body = { caption: 'As planned', social_accounts: [harbour], scheduled_at: inHours(30) }
    const { id } = (await call('POST', '/v1/posts', body)).json
    const app = await openApp(house, { path: `/posts/${id}/edit` })
    await text(app.page).fill('As changed')
    await expect.poll(() => keptCaptions(app.page)).toEqual(['As changed'])
    const discard = () => app.page.getByRole('button', { name: 'Discard changes' }).click()
    return { ...app, id: id as string, discard }
  }

  test('stay discarded', async () => {
    const { page, discard, close } = await open()
    await discard()
    expect(await text(page).inputValue()).toBe('As planned')
    await saved(page)
    await expect.poll(() => keptCaptions(page)).toEqual([])
    await page.reload()
    await expect.poll(() => text(page).inputValue()).toBe('As planned')
    expect(await page.getByText('You have unsaved changes.').count()).toBe(0)
    await close()
  })

  test('come back when that is undone, also from another page', async () => {
    const { page, discard, close } = await open()
    await discard()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('You have unsaved changes.').waitFor()
    expect(await text(page).inputValue()).toBe('As changed')
    await discard()
    await toDrafts(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('You have unsaved changes.').waitFor()
    expect(await text(page).inputValue()).toBe('As changed')
    await page.reload()
    await page.getByText('You have unsaved changes.').waitFor()
    expect(await text(page).inputValue()).toBe('As changed')
    await close()
  })

  test('are found again where they were left, and say that nobody saved them', async () => {
    const { id, page, goTo, close } = await open()
    await toDrafts(page)
    const left = card(page, 'As changed')
    await left.getByText("Changes to a post that aren't saved, only on this device").waitFor()
    await left.getByRole('button', { name: 'Delete' }).click()
    await left.waitFor({ state: 'detached' })
    await page.getByText('Changes discarded.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await left.waitFor()
    await goTo(`/posts/${id}`)
    await page.getByText("You changed this post on this device and didn't save that.").waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Look at your changes' }).click()
    await expect.poll(() => text(page).inputValue()).toBe('As changed')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Scheduled' }).waitFor()
    await page.getByText('As changed').first().waitFor()
    expect(await page.getByText('You changed this post on this device').count()).toBe(0)
    await close()
  })

  test('are forgotten when the person writes the old words again, and clash with nothing later', async () => {
    const { id, page, close } = await open()
    await text(page).fill('As planned')
    await expect.poll(() => keptCaptions(page)).toEqual([])
    await call('PATCH', `/v1/posts/${id}`, { caption: 'As somebody else has it' })
    await page.reload()
    await expect.poll(() => text(page).inputValue()).toBe('As somebody else has it')
    expect(await page.getByRole('alert').count()).toBe(0)
    await close()
  })
})

test('a draft that is thrown away right after a letter is not kept', async () => {
  const { page, close } = await openApp(house, { path: '/posts/new' })
  await page.getByRole('checkbox', { name: /@harbour/ }).check()
  await text(page).fill('Thrown')
  await saved(page)
  await text(page).fill('Thrown away')
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  // Words are kept within a moment after the letter.
  await pause(500)
  expect([await keptCaptions(page), await drafts()]).toEqual([[], []])
  await close()
})

test('a post that is being read again is deleted after that, and not asked for any more', async () => {
  const { page, close } = await openApp(house, { path: '/posts/new' })
  await page.getByRole('checkbox', { name: /@harbour/ }).check()
  await text(page).fill('Read again')
  await saved(page)
  const [draft] = await drafts()
  const calls: string[] = []
  let answer = (): void => undefined
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/v1/posts/${draft.id}*`, async (route) => {
    calls.push(route.request().method())
    if (calls[0] === 'GET' && calls.length === 1) await mayAnswer
    await route.continue()
  })
  await call('PATCH', `/v1/posts/${draft.id}`, { caption: 'Changed by somebody else' })
  await expect.poll(() => calls).toEqual(['GET'])
  await page.getByRole('button', { name: 'Delete draft' }).click()
  // A deletion that did not wait would be under way before the page has drawn twice.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  expect(calls).toEqual(['GET'])
  answer()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  expect(calls).toEqual(['GET', 'DELETE'])
  expect(await drafts()).toEqual([])
  // A read that had come too late would have left a complaint of the browser.
  await close()
})

describe('a device that keeps nothing', () => {
  const refuseStore = `IDBObjectStore.prototype.put = () => {
    throw new DOMException('There is no room.', 'QuotaExceededError')
  }`
  const refuseTexts = `Storage.prototype.setItem = () => {
    throw new DOMException('There is no room.', 'QuotaExceededError')
  }`

  test('says so while the server has not the words either, and saves, deletes and brings back all the same', async () => {
    const { page, browser, goTo, close } = await openApp(house, { path: '/more' })
    await browser.context.addInitScript(`${refuseStore}\n${refuseTexts}`)
    await goTo('/posts/new')
    await text(page).fill('Kept by the server')
    await page.getByText('Not saved: this browser keeps nothing. Choose an account').waitFor()
    await page.getByRole('checkbox', { name: /@harbour/ }).check()
    await saved(page)
    expect(await drafts()).toMatchObject([{ caption: 'Kept by the server' }])
    // The address names the draft, so that it is found again.
    await expect.poll(() => new URL(page.url()).searchParams.get('draft')).not.toBeNull()
    await page.reload()
    await expect.poll(() => text(page).inputValue()).toBe('Kept by the server')
    await page.route('**/v1/posts**', (route) => route.abort('connectionfailed'))
    await text(page).fill('Nowhere but here')
    await page
      .getByText("We can't reach your Crier. This browser keeps nothing: leave this page open.")
      .waitFor()
    await page.getByText('Not saved: this browser keeps nothing. Leave this page open.').waitFor()
    await page.unroute('**/v1/posts**')
    await saved(page)
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => text(page).inputValue()).toBe('Nowhere but here')
    await saved(page)
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByText('No drafts.').waitFor()
    browser.forgive(/ERR_CONNECTION_FAILED/)
    await close()
  })
})

test('a draft that is thrown away stays away when its page is opened again, and comes back when that is undone', async () => {
  const made = await call('POST', '/v1/posts', {
    caption: 'Thrown in the list',
    social_accounts: [harbour],
    is_draft: true,
  })
  const { page, close } = await openApp(house, { path: '/drafts' })
  const draft = card(page, 'Thrown in the list')
  await draft.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No drafts.').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Queue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor()
  await toDrafts(page)
  await page.getByText('No drafts.').waitFor()
  expect(await draft.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await draft.waitFor()
  await draft.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No drafts.').waitFor()
  await page.reload()
  await expect.poll(async () => (await call('GET', `/v1/posts/${made.json.id}`)).status).toBe(404)
  await close()
})

test('a draft comes back with all its words where it is deleted already when that is undone', async () => {
  const { json } = await call('POST', '/v1/posts', {
    caption: 'Undone late',
    social_accounts: [harbour],
    is_draft: true,
    platform_configurations: { sandbox: { first_comment: 'From seven' } },
  })
  const { page, close } = await openApp(house, { path: '/drafts' })
  await card(page, 'Undone late').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No drafts.').waitFor()
  // A page that is hidden deletes at once, and may be shown again with its messages.
  await page.evaluate(`dispatchEvent(new Event('pagehide'))`)
  await page.evaluate(`dispatchEvent(new Event('pageshow'))`)
  await expect.poll(async () => (await call('GET', `/v1/posts/${json.id}`)).status).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await card(page, 'Undone late').getByRole('link').click()
  await expect.poll(() => text(page).inputValue()).toBe('Undone late')
  await saved(page)
  const [draft] = await drafts()
  expect(draft.platform_configurations).toEqual({ sandbox: { first_comment: 'From seven' } })
  await close()
  await call('DELETE', `/v1/posts/${draft.id}`)
})

test('drafts are searched by their words, which stand in the address', async () => {
  for (const caption of ['Rye bread on Friday', 'Soup on Friday', 'Cake'])
    await call('POST', '/v1/posts', { caption, social_accounts: [harbour], is_draft: true })
  const { page, goTo, close } = await openApp(house, { path: '/posts/new' })
  await text(page).fill('Friday, for nobody yet')
  await page.getByText('Choose an account, then your Crier keeps it too.').waitFor()
  await goTo('/drafts')
  const field = page.getByRole('searchbox', { name: 'Search in drafts' })
  await card(page, 'Cake').waitFor()
  await field.fill('FRIDAY')
  await card(page, 'Cake').waitFor({ state: 'detached' })
  for (const words of ['Rye bread', 'Soup', 'for nobody yet']) await card(page, words).waitFor()
  expect(new URL(page.url()).searchParams.get('text')).toBe('FRIDAY')
  // A filter keeps the words, and the address brings both back.
  await page.getByRole('link', { name: 'Mine' }).click()
  await card(page, 'for nobody yet').waitFor()
  await page.reload()
  await card(page, 'for nobody yet').waitFor()
  expect(await field.inputValue()).toBe('FRIDAY')
  await field.fill('100% bread')
  await page.getByText('No drafts match.').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFits(page)
  await field.fill('')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await card(page, 'Cake').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await card(page, 'for nobody yet').getByRole('button', { name: 'Delete' }).click()
  await card(page, 'for nobody yet').waitFor({ state: 'detached' })
  await close()
  for (const { id } of await drafts()) await call('DELETE', `/v1/posts/${id}`)
})

describe('a draft that only this device has', () => {
  test('is listed, opened, thrown away and brought back, until it has an account', async () => {
    const { page, goTo, close } = await openApp(house, { path: '/posts/new' })
    await text(page).fill('For nobody yet')
    await page.getByText('Choose an account, then your Crier keeps it too.').waitFor()
    await toDrafts(page)
    const draft = card(page, 'For nobody yet')
    await draft.getByText('Only on this device').waitFor()
    await expectAccessible(page)
    await draft.getByRole('button', { name: 'Delete' }).click()
    await draft.waitFor({ state: 'detached' })
    // It is gone at once, not only when the time to undo is over.
    expect(await keptCaptions(page)).toEqual([])
    await page.getByText('No drafts.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await draft.waitFor()
    await page.reload()
    await draft.getByRole('link', { name: 'For nobody yet' }).click()
    await expect.poll(() => text(page).inputValue()).toBe('For nobody yet')
    await page.getByRole('checkbox', { name: /@flour/ }).check()
    await saved(page)
    await toDrafts(page)
    await draft.getByText('@flour').waitFor()
    expect(await draft.count()).toBe(1)
    expect(await draft.getByText('Only on this device').count()).toBe(0)
    await goTo('/drafts?show=mine')
    await draft.waitFor()
    await close()
    for (const { id } of await drafts()) await call('DELETE', `/v1/posts/${id}`)
  })

  test('is listed where the server cannot be reached', async () => {
    const { page, browser, close } = await openApp(house, { path: '/posts/new' })
    await page.route('**/v1/posts**', (route) => route.abort('connectionfailed'))
    await page.getByRole('checkbox', { name: /@harbour/ }).check()
    await text(page).fill('Written on the train')
    await page.getByText('Saved on this device', { exact: true }).waitFor()
    await toDrafts(page)
    await card(page, 'Written on the train').getByText('Only on this device').waitFor()
    await card(page, 'Written on the train').getByRole('button', { name: 'Delete' }).click()
    await card(page, 'Written on the train').waitFor({ state: 'detached' })
    // The page that was left had tried again every five seconds, and would bring it back now.
    await page.unroute('**/v1/posts**')
    await pause(6_000)
    expect(await drafts()).toEqual([])
    // The server is asked to delete what it may have been given, and knows nothing of it.
    forgiveRefusals(browser, 404)
    browser.forgive(/ERR_CONNECTION_FAILED/)
    await close()
  })

  test('is not made by a call that was under way when it was thrown away', async () => {
    const { page, close } = await openApp(house, { path: '/posts/new' })
    let goOn = (): void => undefined
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isUnderWay = false
    await page.route('**/v1/posts', async (route) => {
      if (route.request().method() === 'POST' && !isUnderWay) {
        isUnderWay = true
        await mayGoOn
      }
      await route.continue()
    })
    await page.getByRole('checkbox', { name: /@harbour/ }).check()
    await text(page).fill('Sent a moment ago')
    await expect.poll(() => isUnderWay).toBe(true)
    await toDrafts(page)
    const deletion = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await card(page, 'Sent a moment ago').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No drafts.').waitFor()
    goOn()
    expect((await deletion).status()).toBe(200)
    expect(await drafts()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await card(page, 'Sent a moment ago').getByRole('link').click()
    await saved(page)
    expect(await drafts()).toMatchObject([{ caption: 'Sent a moment ago' }])
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByText('No drafts.').waitFor()
    await close()
  })

  test('whose making got no answer takes nobody else’s change for its own', async () => {
    const { page, browser, close } = await openApp(house, { path: '/posts/new' })
    // The draft is made, and somebody else changes it before this page hears of it.
    let isLost = false
    await page.route('**/v1/posts', async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.fallback()
      isLost = true
      const made = (await (await route.fetch()).json()) as { id: string }
      await call('PATCH', `/v1/posts/${made.id}`, { caption: 'Words of somebody else' })
      return route.abort('connectionfailed')
    })
    await page.getByRole('checkbox', { name: /@harbour/ }).check()
    await text(page).fill('Words of my own')
    // Its own words are the version before; the next letter is written into what is there now.
    await expect.poll(() => text(page).inputValue()).toBe('Words of somebody else')
    await text(page).press('Control+End')
    await text(page).press('!')
    await expect.poll(drafts).toMatchObject([{ caption: 'Words of somebody else!' }])
    browser.forgive(/ERR_CONNECTION_FAILED/)
    await close()
    for (const { id } of await drafts()) await call('DELETE', `/v1/posts/${id}`)
  })

  test('may be one that was deleted elsewhere, which says so', async () => {
    const body = { caption: 'First words', social_accounts: [harbour], is_draft: true }
    const { id } = (await call('POST', '/v1/posts', body)).json
    const { page, browser, close } = await openApp(house, { path: `/posts/${id}/edit` })
    await page.getByText('Fits').waitFor()
    await call('DELETE', `/v1/posts/${id}`)
    await text(page).fill('First words, and more')
    await page.getByText('This draft was deleted elsewhere.').waitFor()
    await toDrafts(page)
    const draft = card(page, 'First words, and more')
    await draft.getByText('Only on this device: it was deleted elsewhere.').waitFor()
    await draft.getByRole('link', { name: 'First words, and more' }).click()
    await page.getByRole('button', { name: 'Keep as a new draft' }).click()
    await saved(page)
    expect(await drafts()).toMatchObject([{ caption: 'First words, and more' }])
    await toDrafts(page)
    await expect.poll(() => draft.count()).toBe(1)
    forgiveRefusals(browser, 404)
    await close()
    await call('DELETE', `/v1/posts/${(await drafts())[0].id}`)
  })
})

test('a draft shows its picture and the names of its accounts, and its bin beside its words on a phone', async () => {
  const { media_id } = await uploadFile(house, await bakeryPicture(0), 'image/png', {
    name: 'Rye.png',
    key: house.testKey,
  })
  const body = { caption: 'Rye, cut open', is_draft: true, media: [media_id] }
  const { id } = (await call('POST', '/v1/posts', { ...body, social_accounts: [harbour, flour] })).json
  const { page, close } = await openApp(house, { path: '/drafts', device: { ...phone, colorScheme: 'dark' } })
  const draft = card(page, 'Rye, cut open')
  await draft.getByText('@harbour').waitFor()
  await draft.getByText('@flour').waitFor()
  await expect
    .poll(() => page.evaluate<number>(`document.querySelector('li img')?.naturalWidth ?? 0`))
    .toBeGreaterThan(0)
  await expectAccessible(page)
  await expectFits(page)
  const [bin, facts] = await Promise.all([
    draft.getByRole('button', { name: 'Delete' }).boundingBox(),
    draft.getByText(/changed/).boundingBox(),
  ])
  expect(bin && facts && bin.y < facts.y + facts.height && facts.y < bin.y + bin.height).toBe(true)
  await close()
  await call('DELETE', `/v1/posts/${id}`)
})

test('what is taken out of a thread comes back when that is undone, also from another page', async () => {
  const { page, close } = await openApp(house, { path: '/posts/new' })
  const second = page.getByRole('textbox', { name: 'Post 2 of 3' })
  await page.getByRole('checkbox', { name: /@harbour/ }).check()
  await text(page).fill('First')
  for (const number of [2, 3]) {
    await page.getByRole('button', { name: 'Add a post to the thread' }).click()
    await page.getByRole('textbox', { name: `Post ${number} of ${number}` }).fill(`Words of post ${number}`)
  }
  const takeOut = () => page.getByRole('button', { name: 'Take Post 2 of 3 out of the thread' }).click()
  await takeOut()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Post 2 of 2' }).inputValue())
    .toBe('Words of post 3')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => second.inputValue()).toBe('Words of post 2')
  await takeOut()
  await saved(page)
  await toDrafts(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => second.inputValue()).toBe('Words of post 2')
  const threads = async () => (await drafts()).map((each: Draft) => each.platform_configurations?.sandbox)
  await expect
    .poll(threads)
    .toMatchObject([{ thread: [{ caption: 'Words of post 2' }, { caption: 'Words of post 3' }] }])
  await close()
  for (const { id } of await drafts()) await call('DELETE', `/v1/posts/${id}`)
})

describe('an account that was disconnected', () => {
  const disconnected = async () => {
    const account = await house.connect('sandbox', { name: 'pier' }, 'test')
    const make = async (more: object) => {
      const body = { caption: 'For two', social_accounts: [account, harbour], ...more }
      return (await call('POST', '/v1/posts', body)).json.id as string
    }
    const ids = [await make({ is_draft: true }), await make({ scheduled_at: inHours(30) })] as const
    expect((await call('DELETE', `/v1/social-accounts/${account}`)).status).toBe(200)
    return ids
  }

  test('is seen in the posts that name it: a draft goes out without it, a planned post is changed with it', async () => {
    const [draft, planned] = await disconnected()
    const { page, browser, goTo, close } = await openApp(house, { path: '/drafts' })
    await card(page, 'For two').getByText('An account that is gone').waitFor()
    await goTo(`/posts/${draft}/edit`)
    const gone = page.getByRole('checkbox', { name: /An account that is gone/ })
    await gone.waitFor()
    const problem = page.getByRole('button', { name: "This account isn't connected any more." })
    await problem.waitFor()
    await expectAccessible(page)
    await problem.click()
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('checkbox')
    await gone.uncheck()
    await page.getByText('Fits').waitFor()
    await page.getByRole('radio', { name: 'At a time' }).check()
    await page.getByRole('button', { name: /^Schedule for/ }).click()
    await page.waitForURL(/calendar/)
    expect((await call('GET', `/v1/posts/${draft}`)).json.social_accounts).toEqual([harbour])
    await goTo(`/posts/${planned}/edit`)
    await gone.waitFor()
    await page.getByText('Fits').waitFor()
    await text(page).fill('For two, in other words')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/posts.[^/]+$/)
    const { caption, social_accounts: accounts } = (await call('GET', `/v1/posts/${planned}`)).json
    expect([caption, accounts.length]).toEqual(['For two, in other words', 2])
    forgiveRefusals(browser, 422)
    await close()
  })
})

describe('a draft that is opened again', () => {
  const chosen = (page: Page) =>
    page.getByRole('radiogroup', { name: 'When' }).getByRole('radio', { checked: true })

  test.each(['Now', 'At a time', 'Next free slot'])('has the choice that was made: %s', async (way) => {
    const body = { caption: `Goes out: ${way}`, social_accounts: [harbour], is_draft: true }
    const { id } = (await call('POST', '/v1/posts', body)).json
    const { page, goTo, close } = await openApp(house, { path: `/posts/${id}/edit` })
    expect(await chosen(page).count()).toBe(0)
    await page.getByRole('radio', { name: way }).click()
    await text(page).fill(`Goes out: ${way}, as chosen`)
    await expect.poll(async () => (await call('GET', `/v1/posts/${id}`)).json.caption).toMatch(/as chosen$/)
    await page.reload()
    await page.getByRole('radio', { name: way, checked: true }).waitFor()
    await toDrafts(page)
    await goTo(`/posts/${id}/edit`)
    await page.getByRole('radio', { name: way, checked: true }).waitFor()
    expect(await chosen(page).count()).toBe(1)
    const { is_draft, scheduled_at } = (await call('GET', `/v1/posts/${id}`)).json
    expect([is_draft, scheduled_at === null]).toEqual([true, way !== 'At a time'])
    await close()
    await call('DELETE', `/v1/posts/${id}`)
  })
})
