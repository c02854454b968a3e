import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import type { Connector } from '../../server/src/connectors/connector.ts'
import { connectors } from '../../server/src/connectors/index.ts'
import { sandbox } from '../../server/src/connectors/sandbox/connector.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { pdf } from '../../server/test/media-files.ts'
import { setState } from '../../server/test/set-state.ts'
import { uploadFile } from '../../server/test/uploads.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { seedPicture } from './media-seeds.ts'
import { type OpenApp, openApp, phone } from './open-app.ts'
import { dayAhead, plan, setZone, timeOf } from './seed-calendar.ts'

let house: House
let app: OpenApp
let harbour: string
let mute: string
const day = dayAhead(1, 1)

/** A network whose posts stay for ever. */
const muteConnector: Connector = { ...sandbox, platform: 'mute', name: 'Mute', powers: [] }

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({
    hasUsualUrl: true,
    worker: false,
    connectors: [...connectors, muteConnector],
  })
  await setZone(house, 'UTC')
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  mute = await house.connect('mute', { name: 'mute' }, 'test')
  app = await openApp(house)
})
afterAll(async () => {
  await app?.close()
  await house?.stop()
})

const planned = (caption: string, accounts = [harbour], more = {}) =>
  plan(house, { caption, at: `${day}T07:00:00Z`, accounts, more })
const menuItem = (name: string) => app.page.getByRole('menu').getByRole('menuitem', { name })
const openMenu = () => app.page.getByRole('button', { name: 'More actions' }).click()

test('a planned post is moved from its page, also by a touch', async () => {
  const id = await planned('Tide table')
  const own = await openApp(house, { path: `/posts/${id}`, device: phone })
  const { page } = own
  await page.getByRole('button', { name: 'Move…' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Move to another time' })
  await dialog.getByLabel('Time', { exact: true }).fill('11:30')
  await dialog.getByRole('button', { name: 'Move', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/, 11:30 in/).waitFor()
  expect(await timeOf(house, id)).toBe(`${day}T11:30:00.000Z`)
  await expectAccessible(page)
  await expectFits(page)
  await own.close()
})

test('what is used less stands in a menu, which gives the focus back', async () => {
  const id = await planned('To copy')
  await app.goTo(`/posts/${id}`)
  await openMenu()
  await menuItem('Duplicate').waitFor()
  await expectAccessible(app.page)
  await app.page.keyboard.press('Escape')
  expect(await app.page.evaluate('document.activeElement.ariaLabel')).toBe('More actions')
  await openMenu()
  await menuItem('Delete…').click()
  const dialog = app.page.getByRole('dialog', { name: 'Delete this post?' })
  await dialog.getByRole('button', { name: 'Delete post' }).click()
  await app.page.getByRole('grid').waitFor()
  expect((await house.request('GET', `/v1/posts/${id}`, { key: house.testKey })).status).toBe(404)
})

describe('a public post is deleted everywhere', () => {
  test('after the networks are named', async () => {
    const id = await planned('Public words')
    await setState(house, id, 'published')
    await app.goTo(`/posts/${id}`)
    await openMenu()
    await menuItem('Delete everywhere…').click()
    const dialog = app.page.getByRole('dialog', { name: 'Delete this post from its networks?' })
    await dialog.getByRole('heading', { name: 'We delete it on' }).waitFor()
    await dialog.getByText('@harbour on Sandbox').waitFor()
    await expectAccessible(app.page)
    await dialog.getByRole('button', { name: 'Delete everywhere' }).click()
    await app.page.getByText('Being deleted at the network.').waitFor()
  })

  test('unless one of them cannot: it is named, and nothing is offered that would be refused', async () => {
    const id = await planned('On both', [harbour, mute])
    await setState(house, id, 'published')
    await app.goTo(`/posts/${id}`)
    await openMenu()
    await menuItem('Delete everywhere…').click()
    const dialog = app.page.getByRole('dialog', { name: "This post can't be deleted everywhere" })
    const cannot = dialog.locator('section').filter({ hasText: "We can't delete it on" })
    await cannot.getByText('@mute on Mute').waitFor()
    await cannot.getByText('Crier cannot delete posts on Mute.').waitFor()
    await cannot.getByRole('link', { name: 'Open' }).waitFor()
    const could = dialog.locator('section').filter({ hasText: 'We could delete it on' })
    await could.getByText('@harbour on Sandbox').waitFor()
    expect(await dialog.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    await expectAccessible(app.page)
    await expectFits(app.page)
  })
})

test('media stand with their alt texts, those of the post first, and a PDF as a file', async () => {
  const key = house.testKey
  const [rye, oven] = [
    await seedPicture(house, { name: 'Rye.jpg', alt: 'A loaf of rye, cut open' }),
    await seedPicture(house, { name: 'Oven.jpg', width: 600 }),
  ]
  const file = await uploadFile(house, pdf(), 'application/pdf', { name: 'Price list.pdf', key })
  const { status, json } = await house.request('POST', '/v1/posts', {
    key,
    body: {
      caption: 'With pictures',
      social_accounts: [harbour],
      media: [rye.media_id, { media_id: oven.media_id, alt_text: 'The oven at four' }, file.media_id],
      is_draft: true,
    },
  })
  expect([status, json.detail]).toEqual([200, undefined])
  await app.goTo(`/posts/${json.id}`)
  const { page } = app
  await page.getByRole('img', { name: 'A loaf of rye, cut open' }).waitFor()
  await page.getByRole('img', { name: 'The oven at four' }).waitFor()
  await page.getByRole('link', { name: /Price list\.pdf PDF · 8\d bytes?/ }).waitFor()
  expect(await page.locator('img[src*=".pdf"]').count()).toBe(0)
  await expectAccessible(page)
  await expectFits(page)
})
