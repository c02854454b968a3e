import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits, expectUsable } from './axe.ts'
import { type OpenApp, openApp } from './open-app.ts'

let house: House
let owner: OpenApp
const ids: Record<string, string> = {}
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true })
  for (const name of ['Bakery', 'Harbour', 'Market'])
    ids[name] = await house.connect('sandbox', { name }, 'test')
  owner = await openApp(house, { path: `/accounts/${ids.Bakery}` })
})
afterAll(async () => {
  await owner?.close()
  await house?.stop()
})

const tagsOf = async (name: string) =>
  (await house.request('GET', `/v1/social-accounts/${ids[name]}`, { key: house.testKey })).json.tags

test('an account is sorted into groups, with the keyboard alone, and taken out again', async () => {
  const { page, goTo } = owner
  await page.getByRole('combobox', { name: 'Group' }).fill('Shops, Town')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Take it out of the group Town' }).waitFor()
  await expectUsable(page)
  expect(await tagsOf('Bakery')).toEqual(['Shops', 'Town'])
  await page.getByRole('button', { name: 'Take it out of the group Town' }).press('Enter')
  await page.getByRole('button', { name: 'Take it out of the group Town' }).waitFor({ state: 'detached' })
  expect(await tagsOf('Bakery')).toEqual(['Shops'])

  await goTo(`/accounts/${ids.Market}`)
  const field = page.getByRole('combobox', { name: 'Group' })
  await field.waitFor()
  // The groups are those of all accounts, which come after the page of this one.
  await expect
    .poll(() =>
      page.locator('datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    )
    .toEqual(['Shops'])
  await field.fill('Shops')
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('button', { name: 'Take it out of the group Shops' }).waitFor()
  expect(await tagsOf('Market')).toEqual(['Shops'])
})

test('the list shows one group, also by its address', async () => {
  const { page, goTo } = owner
  await goTo('/accounts')
  await page.getByLabel('Group', { exact: true }).selectOption('Shops')
  await page.getByText('@harbour').waitFor({ state: 'detached' })
  expect(await page.getByText(/^@(bakery|market)$/).count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('group')).toBe('Shops')
  await expectUsable(page)
  await goTo('/accounts?group=Nobody')
  await page.getByText('3 are hidden by your filter.').waitFor()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByText('@harbour').waitFor()
})

test('one of many accounts is found by its name, in their list and where a recurrence chooses them', async () => {
  const many = await startHouse({ hasUsualUrl: true })
  for (let at = 1; at < 9; at += 1) await many.connect('sandbox', { name: `Branch ${at}` }, 'test')
  const harbour = await many.connect('sandbox', { name: 'Old Harbour' }, 'test')
  const { page, goTo, close } = await openApp(many, { path: '/accounts' })
  const field = page.getByRole('searchbox', { name: 'Find an account' })
  await field.fill('@OLD-')
  await page.getByText('@branch-1').waitFor({ state: 'detached' })
  await page.getByText('@old-harbour').waitFor()
  await expectUsable(page)
  await field.fill('Nobody')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByText('@branch-1').waitFor()

  const body = { caption: 'Soup', social_accounts: [harbour], rule: { unit: 'day', times: ['09:00'] } }
  expect((await many.request('POST', '/v1/recurrences', { key: many.testKey, body })).status).toBe(200)
  await goTo('/recurrences')
  await page.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit what repeats' })
  const inside = dialog.getByRole('searchbox', { name: 'Find an account' })
  await inside.fill('branch 3')
  await dialog.getByRole('checkbox', { name: /branch-4/ }).waitFor({ state: 'detached' })
  expect(await dialog.getByRole('checkbox').filter({ visible: true }).count()).toBeGreaterThan(1)
  await dialog.getByRole('checkbox', { name: /old-harbour/ }).waitFor()
  await inside.press('Enter')
  await inside.press('Escape')
  await dialog.getByRole('checkbox', { name: /branch-4/ }).waitFor()
  await close()
  await many.stop()
})

test('one of many accounts is found in the composer, and what it hides stays chosen and is counted', async () => {
  const many = await startHouse({ hasUsualUrl: true })
  for (let at = 1; at <= 9; at += 1) {
    const id = await many.connect('sandbox', { name: `Branch ${at}` }, 'test')
    const body = { tags: [at < 5 ? 'North' : 'South'] }
    await many.request('PATCH', `/v1/social-accounts/${id}`, { key: many.testKey, body })
  }
  for (const name of ['Old Harbour', 'New Harbour']) await many.connect('sandbox', { name }, 'test')
  const { page, close } = await openApp(many, { path: '/posts/new' })
  const field = page.getByRole('searchbox', { name: 'Find an account' })
  const box = (name: RegExp) => page.getByRole('checkbox', { name })
  const accounts = page.getByRole('region', { name: 'Accounts', exact: true })
  const chosen = () => accounts.getByRole('checkbox', { checked: true }).count()
  const press = (name: string) => accounts.getByRole('button', { name, exact: true }).click()
  await box(/branch-2/).waitFor()
  for (const each of await accounts.getByRole('checkbox', { checked: true }).all()) await each.uncheck()
  await box(/branch-2/).check()
  await field.fill('HARBOUR')
  await box(/branch-2/).waitFor({ state: 'detached' })
  await accounts.getByText('1 chosen account is not shown and stays chosen.').waitFor()
  // Enter sends nothing.
  await field.press('Enter')
  await box(/old-harbour/).check()
  await expectAccessible(page)
  // The accounts that one sees are all and none; a group is whole wherever its accounts are.
  await press('All')
  expect(await chosen()).toBe(2)
  await press('North')
  await accounts.getByText('4 chosen accounts are not shown and stay chosen.').waitFor()
  await press('None')
  expect(await chosen()).toBe(0)
  await field.fill('Nobody')
  await accounts.getByText('No accounts match.').waitFor()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await expectFits(page)
  }
  await field.press('Escape')
  await box(/branch-1/).waitFor()
  expect(await chosen()).toBe(4)
  await press('All')
  expect(await chosen()).toBe(11)
  await press('None')
  expect(await chosen()).toBe(0)
  await close()
  await many.stop()
})

test('a group is chosen with one press in the composer, beside what was chosen, and taken out with another', async () => {
  const { page, goTo } = owner
  await goTo('/posts/new')
  const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(name, 'i') })
  const checked = async () => {
    const all = ['Bakery', 'Harbour', 'Market']
    const are = await Promise.all(all.map((name) => box(name).isChecked()))
    return all.filter((_, at) => are[at])
  }
  const shops = page.getByRole('group', { name: 'Groups' }).getByRole('button', { name: 'Shops' })
  await shops.waitFor()
  for (const name of await checked()) await box(name).uncheck()
  await box('Harbour').check()
  await shops.click()
  expect(await checked()).toEqual(['Bakery', 'Harbour', 'Market'])
  expect(await shops.getAttribute('aria-pressed')).toBe('true')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFits(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await box('Market').uncheck()
  expect(await shops.getAttribute('aria-pressed')).toBe('false')
  await shops.click()
  expect(await checked()).toEqual(['Bakery', 'Harbour', 'Market'])
  await shops.click()
  expect(await checked()).toEqual(['Harbour'])
})
