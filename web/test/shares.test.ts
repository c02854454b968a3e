import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { newPerson, password } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { image } from '../../server/test/media-files.ts'
import { noisyPhoto } from '../../server/test/plain-pictures.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { appUrl, type OpenApp, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'
import { asInstalled, keptShares, share, whenWorking } from './share-target.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await house.connect('sandbox', { name: 'harbour' }, 'test')
})
afterAll(() => house?.stop())

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const drafts = async (): Promise<{ id: string; caption: string; media_ids: string[] }[]> =>
  (await house.request('GET', '/v1/posts?status=draft&limit=100', { key: house.testKey })).json.data
const draftsOf = async (words: string) => (await drafts()).filter(({ caption }) => caption.includes(words))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const nothing = { shares: 0, files: 0 }

/** Opens the app as its own window, with its service worker at work. */
async function openInstalled(options: Parameters<typeof openApp>[1] = {}): Promise<OpenApp> {
  const app = await openApp(house, { keepsFiles: true, path: '/more', ...options })
  await asInstalled(app.page)
  await whenWorking(app.page)
  return app
}

async function photo(name: string, seed: number) {
  return { name, type: 'image/jpeg', bytes: await noisyPhoto(320, 240, seed) }
}

describe('something that another app shares', () => {
  test('becomes one draft, with its files, and nothing of it stays on the device', async () => {
    const { page, close } = await openInstalled({ device: phone })
    const files = [await photo('rye.jpg', 11), await photo('oven.jpg', 12)]
    await share(page, { title: 'Rye today', text: 'Look at this', url: 'https://example.org/rye', files })
    await expect
      .poll(() => text(page).inputValue())
      .toBe('Rye today\n\nLook at this\n\nhttps://example.org/rye')
    await expect.poll(async () => (await draftsOf('Rye today'))[0]?.media_ids.length).toBe(2)
    await expect.poll(() => keptShares(page)).toEqual(nothing)
    // A reload, or the same address once more, takes nothing a second time.
    await page.reload()
    await page.getByRole('group', { name: 'Media' }).getByRole('listitem').nth(1).waitFor()
    await page.goto(`${appUrl(house)}/share`)
    await expect.poll(() => text(page).inputValue()).toBe('')
    expect(await draftsOf('Rye today')).toHaveLength(1)
    await close()
  })

  test('is asked about in a tab, where any page may have sent it, and can be thrown away', async () => {
    const { page, close } = await openApp(house, { keepsFiles: true, path: '/more' })
    await whenWorking(page)
    await share(page, { text: 'From some page', files: [await photo('some.jpg', 13)] })
    await heading(page, 'Shared with Crier')
    await page.getByText('From some page').waitFor()
    await page.getByText('some.jpg').waitFor()
    await expectAccessible(page)
    await expectFits(page)
    await page.getByRole('button', { name: 'Throw away' }).click()
    await heading(page, 'New post')
    expect(await keptShares(page)).toEqual(nothing)
    await share(page, { text: 'From another page' })
    await page.getByRole('button', { name: 'Make a draft of it' }).click()
    await expect.poll(() => text(page).inputValue()).toBe('From another page')
    expect(await draftsOf('From some page')).toEqual([])
    await close()
  })

  test('is still there after the sign-in', async () => {
    const person = await newPerson(house)
    const { page, browser, close } = await openInstalled({ person })
    await browser.context.clearCookies()
    await share(page, { text: 'Shared by nobody yet', files: [await photo('nobody.jpg', 14)] })
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect.poll(() => text(page).inputValue()).toBe('Shared by nobody yet')
    await expect.poll(async () => (await draftsOf('by nobody yet'))[0]?.media_ids.length).toBe(1)
    forgiveRefusals(browser, 401)
    await close()
  })

  test('is kept without a network, and opens once there is one', async () => {
    const { page, browser, close, goTo } = await openInstalled()
    // Once it was opened as an installed app, it has the code for this.
    await goTo('/more')
    const files = () =>
      page.evaluate<string>(
        "caches.open('crier-files').then((kept) => kept.keys()).then((all) => all.map(({ url }) => url).join())",
      )
    await expect.poll(files).toMatch(/share-page.*go-on-with-shares|go-on-with-shares.*share-page/)
    await browser.context.setOffline(true)
    await share(page, { text: 'Shared in a tunnel', files: [await photo('tunnel.jpg', 15)] })
    await page.getByText('What you shared is kept on this device.').waitFor()
    expect(await keptShares(page)).toEqual({ shares: 1, files: 1 })
    await browser.context.setOffline(false)
    await expect.poll(() => text(page).inputValue(), { timeout: 20_000 }).toBe('Shared in a tunnel')
    await expect
      .poll(async () => (await draftsOf('in a tunnel'))[0]?.media_ids.length, { timeout: 20_000 })
      .toBe(1)
    await expect.poll(() => keptShares(page)).toEqual(nothing)
    browser.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
    await close()
  })

  test('goes on where the page was closed before its files were sent', async () => {
    const { page, browser, close } = await openInstalled()
    await browser.context.route('**/v1/media/**', () => undefined)
    await share(page, { text: 'Closed too early', files: [await photo('early.jpg', 16)] })
    await expect.poll(() => text(page).inputValue()).toBe('Closed too early')
    await expect.poll(() => draftsOf('Closed too early')).toHaveLength(1)
    await page.getByRole('group', { name: 'Media' }).getByText('early.jpg').first().waitFor()
    await browser.context.unroute('**/v1/media/**')
    await page.goto(`${appUrl(house)}/more`)
    await page.getByText('Files that you shared go on to their draft.').waitFor()
    await page.getByRole('button', { name: 'Open the draft' }).click()
    await expect.poll(() => text(page).inputValue()).toBe('Closed too early')
    await expect.poll(async () => (await draftsOf('Closed too early'))[0]?.media_ids.length).toBe(1)
    await expect.poll(() => keptShares(page)).toEqual(nothing)
    expect(await draftsOf('Closed too early')).toHaveLength(1)
    browser.forgive(/ERR_FAILED|ERR_ABORTED/)
    await close()
  })

  test('of a kind that nobody takes is refused in the words of the composer', async () => {
    const { page, browser, close } = await openInstalled()
    const file = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('no picture') }
    await share(page, { text: 'With a wrong file', files: [file] })
    await page.getByText("‘notes.txt’ is of a type that Crier doesn't take.").first().waitFor()
    expect(await text(page).inputValue()).toBe('With a wrong file')
    forgiveRefusals(browser, 400, 415, 422)
    await close()
  })

  test('waits on the device for somebody who may write', async () => {
    const viewer = await openInstalled({ role: 'viewer' })
    await share(viewer.page, { text: 'A viewer cannot take it' })
    await viewer.page.getByText('Your role here is viewer, which may not use this.').waitFor()
    expect(await keptShares(viewer.page)).toEqual({ shares: 1, files: 0 })
    await house.db.run(sql`update memberships set role = 'author' where user_id = ${viewer.id}`)
    await viewer.goTo('/drafts')
    await viewer.page.getByText('Something that you shared waits on this device.').waitFor()
    await viewer.page.getByRole('button', { name: 'Make a draft of it' }).click()
    await expect.poll(() => text(viewer.page).inputValue()).toBe('A viewer cannot take it')
    await viewer.close()
  })

  test('is bounded, and what a hidden frame sends is not taken', async () => {
    const { page, browser, close } = await openInstalled()
    const tiny = await image('png')
    const files = Array.from({ length: 60 }, (_, at) => ({
      name: `${at}.png`,
      type: 'image/png',
      bytes: tiny,
    }))
    await page.evaluate(`(() => {
      const frame = Object.assign(document.createElement('iframe'), { name: 'hidden-frame' })
      document.body.append(frame)
      const form = Object.assign(document.createElement('form'), {
        action: '/share', method: 'POST', enctype: 'multipart/form-data', target: 'hidden-frame' })
      form.append(Object.assign(document.createElement('textarea'), { name: 'text', value: 'From a frame' }))
      document.body.append(form)
      form.submit()
    })()`)
    await page.waitForTimeout(500)
    expect(await keptShares(page)).toEqual(nothing)
    // The window of a test keeps its place in every frame, which that of an empty one refuses.
    browser.forgive(/frame|'localStorage' property/i)
    await browser.context.route('**/v1/media/**', () => undefined)
    await share(page, { text: 'x'.repeat(200_000), files })
    await page.getByText(/^10 files were not taken/).waitFor()
    expect(await keptShares(page)).toEqual({ shares: 1, files: 50 })
    expect((await text(page).inputValue()).length).toBe(100_000)
    browser.forgive(/ERR_FAILED|ERR_ABORTED|status of 4/)
    await close()
  })
})
