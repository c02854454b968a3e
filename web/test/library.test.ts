import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { pdf } from '../../server/test/media-files.ts'
import { uploadFile } from '../../server/test/uploads.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { type Seeded, seedPicture } from './media-seeds.ts'
import { desktop, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let house: House
let bread: Seeded
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true })
  const account = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  bread = await seedPicture(house, { name: 'bread.jpg', width: 800, alt: 'Four loaves of rye bread' })
  for (const name of ['oven.jpg', 'mill.jpg', 'river.jpg']) await seedPicture(house, { name })
  await uploadFile(house, pdf(), 'application/pdf', { name: 'menu.pdf', key: house.testKey })
  const body = { caption: 'Autumn bread list', social_accounts: [account], media: [bread.media_id] }
  const later = { ...body, scheduled_at: '2027-01-05T09:00:00Z' }
  expect((await house.request('POST', '/v1/posts', { key: house.testKey, body: later })).status).toBe(200)
})
afterAll(() => house?.stop())

const read = async (name: string) =>
  (await house.request('GET', `/v1/media/${name}`, { key: house.testKey })).json

test('the library is filtered by its address, and walked and selected by keys', async () => {
  const { page, goTo, close } = await openApp(house, { path: '/library' })
  const tiles = page.getByRole('link', { name: /\.(?:jpg|pdf)/ })
  await tiles.first().waitFor()
  expect(await tiles.count()).toBe(5)
  await page.getByRole('button', { name: 'PDFs' }).click()
  await expect.poll(() => tiles.count()).toBe(1)
  expect(page.url()).toContain('type=document')
  await page.getByRole('button', { name: 'Missing alt text' }).click()
  await page.getByRole('button', { name: 'PDFs' }).click()
  await page.getByRole('button', { name: 'Unused' }).click()
  await page.getByRole('searchbox').fill('mi')
  await page.getByRole('link', { name: /mill\.jpg/ }).waitFor()
  await page.getByRole('link', { name: /oven\.jpg/ }).waitFor({ state: 'detached' })
  expect(page.url()).toMatch(/unused=true/)
  await page.reload()
  await page.getByRole('link', { name: /mill\.jpg/ }).waitFor()
  await page.getByRole('searchbox').fill('nothing has this name')
  await page.getByText('No media match.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => tiles.count()).toBe(5)

  await goTo('/library')
  await tiles.first().focus()
  await page.keyboard.press('ArrowRight')
  const second = await tiles.nth(1).textContent()
  expect(await page.evaluate('document.activeElement.textContent')).toBe(second)
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await page.getByText('2 selected').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'bread.jpg' }).waitFor()
  await close()
})

test('several files are deleted together, and one that a post needs stays', async () => {
  const { page, browser, close } = await openApp(house, { path: '/library' })
  // A picture that is asked for while its file is deleted is not found.
  await expect.poll(() => page.evaluate('[...document.images].every((each) => each.complete)')).toBe(true)
  await page.getByRole('checkbox', { name: 'Select river.jpg' }).check()
  await page.getByRole('checkbox', { name: 'Select bread.jpg' }).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/1 file deleted\. 1 file is still used by posts and stay.*‘bread\.jpg’/).waitFor()
  expect(await page.getByRole('link', { name: /river\.jpg/ }).count()).toBe(0)
  expect((await read(bread.id)).status).toBe('ready')
  forgiveRefusals(browser, 409)
  await close()
  expect((await house.request('GET', '/v1/media?name=river', { key: house.testKey })).json.data).toEqual([])
})

test('an alt text is kept that is left by the key that goes back, and by a reload', async () => {
  const { page, close } = await openApp(house, { path: '/library' })
  await page.getByRole('link', { name: /bread\.jpg/ }).click()
  await page.getByLabel('Alt text').fill('Left by going back')
  await page.goBack()
  await expect.poll(async () => (await read(bread.id)).alt_text).toBe('Left by going back')
  await page.getByRole('link', { name: /bread\.jpg/ }).click()
  await page.getByLabel('Alt text').fill('Left by a reload')
  await page.reload()
  await expect.poll(async () => (await read(bread.id)).alt_text).toBe('Left by a reload')
  await close()
})

test('a medium says where it is used and what each network gets, and its words, focus and crop are kept', async () => {
  const { page, close } = await openApp(house, { path: `/library/${bread.id}` })
  await page.getByRole('link', { name: /Autumn bread list/ }).waitFor()
  await page.getByText('As it is').first().waitFor()
  await page.getByLabel('Alt text').fill('Rye bread on a table')
  await page.getByLabel('Name').click()
  await page.getByLabel('Tags').fill('autumn, rye')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('button', { name: 'Focus point' }).first().click()
  const stage = page.getByRole('button', { name: 'Focus point', exact: true }).nth(1)
  await stage.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key)
  await page.getByText('54 % from the left, 48 % from the top.').waitFor()
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByRole('button', { name: '1:1', exact: true }).click()
  await expect
    .poll(() => read(bread.id))
    .toMatchObject({
      alt_text: 'Rye bread on a table',
      tags: ['autumn', 'rye'],
      focus: { x: 0.08, y: 0.04 },
      crop: { x: 0.2, y: 0, width: 0.6, height: 1 },
    })
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByText('Used in 1 scheduled post. Remove it there first.').waitFor()
  await page.getByRole('button', { name: 'Show them' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('used-in')
  await close()
})

test('a library of hundreds keeps only what is near in the page', async () => {
  const { workspaceId: workspace, userId } = house
  await house.db.run(sql`
    insert into media (workspace_id, id, mode, user_id, media_id, name, mime_type, size_bytes, state, kind, width, height,
      alt_text, storage_key, served_bytes, sha256, public_name, upload_expires_at)
    select ${workspace}, gen_random_uuid(), 'live', ${userId}, ${userId} || '/api/many-' || n || '.pdf', 'many-' || n || '.pdf',
      'application/pdf', 1000, 'ready', 'document', null, null, '', md5('a' || n), 1000, sha256(n::text::bytea),
      md5('b' || n) || '.pdf', clock_timestamp() + interval '1 hour'
    from generate_series(1, 340) n`)
  const { page, close } = await openApp(house, { path: '/library', mode: 'live' })
  const tiles = page.getByRole('link', { name: /many-/ })
  await tiles.first().waitFor()
  // On a slow device several changes of what is in view arrive at once.
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 15 })
  // The list reads on by itself while one scrolls.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('End')
        await page.evaluate('scrollTo(0, document.body.scrollHeight)')
        return page.getByRole('button', { name: /Show more|Loading more/ }).allTextContents()
      },
      { interval: 300 },
    )
    .toEqual([])
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expect.poll(() => tiles.count()).toBeLessThan(200)
  expect(await tiles.count()).toBeGreaterThan(10)
  await expectFits(page)
  await close()
}, 60_000)

test.each([
  ['light', desktop],
  ['dark', phone],
] as const)('the library and a medium can be used by everyone, in %s', async (colorScheme, device) => {
  const { page, goTo, close } = await openApp(house, { path: '/library', device: { ...device, colorScheme } })
  await page.getByRole('link', { name: /bread\.jpg/ }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await goTo(`/library/${bread.id}`)
  await page.getByRole('link', { name: /Autumn bread list/ }).waitFor()
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByRole('button', { name: '4:5' }).click()
  await expectAccessible(page)
  await expectFits(page)
  await close()
})

test('on a phone the filters are one row, and Delete stands at the end of a medium', async () => {
  const { page, goTo, close } = await openApp(house, { path: '/library', device: phone })
  const chips = page.getByRole('group', { name: 'Show only' })
  await chips.waitFor()
  expect((await chips.boundingBox())?.height).toBeLessThan(60)
  await goTo(`/library/${bread.id}`)
  const button = page.getByRole('button', { name: 'Delete…' })
  await button.waitFor()
  const lineOf = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0
  expect((await button.boundingBox())?.y).toBeGreaterThan(await lineOf('Where it is used'))
  await expectFits(page)
  await close()
})

test('a viewer sees the library and can change nothing', async () => {
  const { page, goTo, close } = await openApp(house, { path: '/library', role: 'viewer' })
  await page.getByRole('link', { name: /bread\.jpg/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await goTo(`/library/${bread.id}`)
  await page.getByRole('heading', { level: 1, name: 'bread.jpg' }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete…' }).count()).toBe(0)
  await close()
})
