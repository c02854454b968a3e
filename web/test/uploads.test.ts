import { mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { film, image } from '../../server/test/media-files.ts'
import { filesIn } from '../../server/test/media-state.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { desktop, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

const megabyte = 1024 * 1024
const filmBytes = 200 * megabyte

let house: House
let folder: string
let filmPath: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, config: { imageMaxMb: 1, videoMaxMb: 300 } })
  folder = mkdtempSync(join(tmpdir(), 'crier-film-'))
  filmPath = await sparseFilm(join(folder, 'bread.mp4'), filmBytes)
})
afterAll(async () => {
  await house?.stop()
  if (folder) rmSync(folder, { recursive: true })
})

/** A film of this size that takes hardly any room on the disk: a real one, and an empty box behind it. */
async function sparseFilm(path: string, size: number): Promise<string> {
  const real = await film('mp4')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size - real.length)
  head.write('free', 4, 'latin1')
  writeSync(openSync(path, 'w'), Buffer.concat([real, head]))
  truncateSync(path, size)
  return path
}

async function choose(
  page: Page,
  button: string,
  path: string | { name: string; mimeType: string; buffer: Buffer },
) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).first().click()
  await (await chooser).setFiles(path)
}

/** Drops files onto the page, as a person does from a folder. */
async function drop(page: Page, files: readonly { name: string; type: string; bytes: Buffer }[]) {
  const carried = files.map(({ name, type, bytes }) => ({ name, type, text: bytes.toString('base64') }))
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    for (const { name, type, text } of ${JSON.stringify(carried)})
      data.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name, { type }))
    const target = document.querySelector('main')
    for (const type of ['dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
  })()`)
}

test('a film of 200 MB shows true bytes, goes on while one goes elsewhere, and after a reload from where it stopped (check 14)', async () => {
  const { page, close } = await openApp(house, { path: '/library' })
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/v1/media/tus'))
      offsets.push(Number(request.headers()['upload-offset']))
  })
  const slow = await page.context().newCDPSession(page)
  const throttle = (uploadThroughput: number) =>
    slow.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await page.getByRole('button', { name: 'Upload' }).first().waitFor()
  await throttle(24 * megabyte)
  await choose(page, 'Upload', filmPath)
  await page
    .getByText(/\d+ MB of 200 MB/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  const indicator = page.getByRole('region', { name: 'Uploads' })
  // At least two pieces have arrived while another page is shown.
  await indicator.getByText(/Uploading 1 file · (?:1[0-9]|[2-9][0-9]) %/).waitFor()
  await expectAccessible(page)
  await expectFits(page)

  await page.reload()
  await indicator.getByText('1 upload was interrupted').waitFor()
  const there = (await page.evaluate(`(async () => {
    const name = Object.keys(localStorage).find((each) => each.startsWith('crier-upload-'))
    const { url } = JSON.parse(localStorage.getItem(name))
    const answer = await fetch(url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
    return Number(answer.headers.get('Upload-Offset'))
  })()`)) as number
  expect(there).toBeGreaterThanOrEqual(16_000_000)
  expect(there).toBeLessThan(filmBytes)
  await indicator.getByRole('button', { name: /interrupted/ }).click()
  const percent = Math.floor((100 * there) / filmBytes)
  await indicator.getByText(`Continue ‘bread.mp4’? ${percent} % is already here.`).waitFor()
  await expectAccessible(page)

  await throttle(-1)
  const other = { name: 'bread.mp4', mimeType: 'video/mp4', buffer: Buffer.from('another film') }
  await choose(page, 'Choose the file', other)
  await page.getByText('‘bread.mp4’ is another file than ‘bread.mp4’').waitFor()
  offsets.length = 0
  await choose(page, 'Choose the file', filmPath)
  await page.getByText('1 file uploaded').waitFor()
  expect(Math.min(...offsets)).toBe(there)
  const [medium] = (await house.request('GET', '/v1/media?name=bread', { key: house.testKey })).json.data
  expect(medium).toMatchObject({ status: 'ready', size_bytes: filmBytes, keep: true })
  expect(
    await page.evaluate("Object.keys(localStorage).filter((each) => each.startsWith('crier-upload-'))"),
  ).toEqual([])
  await close()
}, 60_000)

test('a canceled upload is gone, here and at the server (check 14)', async () => {
  const { page, browser, close } = await openApp(house, { path: '/library' })
  const slow = await page.context().newCDPSession(page)
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 8 * megabyte,
  })
  const path = await sparseFilm(join(folder, 'rye.mp4'), 60 * megabyte)
  await choose(page, 'Upload', path)
  await page
    .getByText(/\d+ MB of 60 MB/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Cancel rye.mp4' }).first().click()
  await page.getByText('rye.mp4').first().waitFor({ state: 'detached' })
  await expect.poll(() => filesIn(house, 'partials')).toEqual([])
  await expect
    .poll(async () => (await house.request('GET', '/v1/media?name=rye', { key: house.testKey })).json.data)
    .toEqual([])
  // Nobody can draw a picture of a film without pictures.
  forgiveRefusals(browser, 404)
  await close()
})

test('a refused file is named with the rule, and the others come in', async () => {
  const { page, browser, close } = await openApp(house, { path: '/library' })
  await page.getByRole('button', { name: 'Upload' }).first().waitFor()
  await drop(page, [
    { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('flour, water') },
    { name: 'large.jpg', type: 'image/jpeg', bytes: Buffer.alloc(1.5 * megabyte, 7) },
    { name: 'flour.jpg', type: 'image/jpeg', bytes: await image('jpeg') },
  ])
  await page.getByRole('link', { name: /flour\.jpg/ }).waitFor()
  const main = page.getByRole('main')
  await main.getByText("‘notes.txt’ is of a type that Crier doesn't take.").waitFor()
  await main.getByText('‘large.jpg’ is 1.5 MB. A file of type image/jpeg may have up to 1 MB').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove large.jpg' }).first().click()
  await page.getByText('large.jpg').first().waitFor({ state: 'detached' })
  forgiveRefusals(browser, 404, 422)
  await close()
})

test('a file that is in the library already is not uploaded a second time unless one wants it', async () => {
  const { page, browser, close } = await openApp(house, { path: '/library' })
  const bytes = await image('jpeg', { width: 90 })
  const crumb = { name: 'crumb.jpg', type: 'image/jpeg', bytes }
  await page.getByRole('button', { name: 'Upload' }).first().waitFor()
  await drop(page, [crumb])
  const tiles = page.getByRole('link', { name: /crumb\.jpg/ })
  await tiles.waitFor()
  await drop(page, [crumb])
  await page.getByText('‘crumb.jpg’ is in the library already, with the same size.').first().waitFor()
  await page.getByRole('button', { name: 'Use that one crumb.jpg' }).first().click()
  expect(await tiles.count()).toBe(1)
  await drop(page, [crumb])
  await page.getByRole('button', { name: 'Upload again crumb.jpg' }).first().click()
  await expect.poll(() => tiles.count()).toBe(2)
  forgiveRefusals(browser, 404)
  await close()
})

test.each([
  ['at a desk', desktop, 91],
  ['on a phone', phone, 92],
])('the list of uploads leaves the button of the composer free %s', async (_, device, width) => {
  const name = `loaf-${width}.jpg`
  const loaf = { name, type: 'image/jpeg', bytes: await image('jpeg', { width }) }
  const { page, goTo, browser, close } = await openApp(house, { path: '/library', device })
  await page.getByRole('button', { name: 'Upload' }).first().waitFor()
  await drop(page, [loaf])
  await page.getByRole('link', { name: new RegExp(name) }).waitFor()
  await goTo('/posts/new')
  await page.getByRole('group', { name: 'What happens next' }).waitFor()
  await drop(page, [loaf])
  await page.getByText('1 file is here already').waitFor()
  const list = await page.getByRole('region', { name: 'Uploads' }).boundingBox()
  const bar = await page.getByRole('group', { name: 'What happens next' }).boundingBox()
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  forgiveRefusals(browser, 404)
  await close()
})

test('a post does not go out without a file that is still on its way into it', async () => {
  await house.connect('sandbox', { name: 'harbour' }, 'test')
  const crust = { name: 'crust.jpg', type: 'image/jpeg', bytes: await image('jpeg', { width: 93 }) }
  const { page, goTo, browser, close } = await openApp(house, { path: '/library' })
  await page.getByRole('button', { name: 'Upload' }).first().waitFor()
  await drop(page, [crust])
  await page.getByRole('link', { name: /crust\.jpg/ }).waitFor()
  await goTo('/posts/new')
  await page.getByRole('checkbox', { name: /harbour/ }).check()
  await page.getByRole('textbox', { name: 'Text' }).fill('The crust')
  await drop(page, [crust])
  const use = page.getByRole('button', { name: 'Use that one crust.jpg' }).first()
  await use.waitFor()
  await page.getByRole('radio', { name: /At a time/ }).check()
  const schedule = page.getByRole('button', { name: /^Schedule for/ })
  await schedule.click()
  const missing = page.getByRole('alert').getByText("1 file isn't in the post yet.")
  await missing.waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Use that one')
  expect(
    (await house.request('GET', '/v1/posts?status=scheduled', { key: house.testKey })).json.data,
  ).toEqual([])
  await use.click()
  await missing.waitFor({ state: 'hidden' })
  // A file for a post that is taken out of the thread is waited for no longer.
  await page.getByRole('button', { name: 'Add a post to the thread' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add media' }).nth(1).click()
  await (await chooser).setFiles({ name: crust.name, mimeType: crust.type, buffer: crust.bytes })
  await use.waitFor()
  await schedule.click()
  await missing.waitFor()
  await page.getByRole('button', { name: /^Take Post 2/ }).click()
  await schedule.click()
  await page.waitForURL(/calendar/)
  const { json } = await house.request('GET', '/v1/posts?status=scheduled', { key: house.testKey })
  expect(json.data).toMatchObject([{ caption: 'The crust', media: [{}] }])
  forgiveRefusals(browser, 404)
  await close()
})

test('a file that cannot be read any more says so, and is not tried again', async () => {
  const { page, browser, close } = await openApp(house, { path: '/library' })
  const path = join(folder, 'moved.jpg')
  writeFileSync(path, await image('jpeg'))
  const held = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/media\?.*name=moved\.jpg/)
  await page.route(/media\?.*name=moved\.jpg/, async (route) => {
    await held.promise
    await route.continue()
  })
  await choose(page, 'Upload', path)
  await asked
  rmSync(path)
  held.resolve()
  await page.getByText(/^‘moved\.jpg’ can't be read\./).waitFor()
  // The browser would not read it at another try either.
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  forgiveRefusals(browser, 404)
  browser.forgive(/ERR_FILE_NOT_FOUND/)
  await close()
})

test('a file is fetched from an address that has a sign of per cent', async () => {
  const { page, browser, close } = await openApp(house, { path: '/library' })
  await page.getByRole('button', { name: 'From a web address' }).click()
  await page.getByLabel('Address of the file').fill('http://127.0.0.1:9/100%.jpg')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/^‘100%\.jpg’/).waitFor()
  forgiveRefusals(browser, 404, 422)
  await close()
})

test('a file whose own server is away can be asked for again, and a link without a file name is told by its host', async () => {
  const { page, browser, close } = await openApp(house, { path: '/library' })
  await page.getByRole('button', { name: 'From a web address' }).click()
  await page.getByLabel('Address of the file').fill('http://127.0.0.1:9/d/1abc/view?usp=sharing')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/^‘127\.0\.0\.1:9\/d\/1abc\/view’: 127\.0\.0\.1 could not be reached/).waitFor()
  const again = page.waitForResponse(/\/v1\/media\/import$/)
  await page.getByRole('button', { name: 'Retry' }).click()
  expect((await again).status()).toBe(422)
  forgiveRefusals(browser, 404, 422)
  await close()
})
