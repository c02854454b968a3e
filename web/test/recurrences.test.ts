import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { stopFeed } from '../../server/src/feeds/stop-feed.ts'
import { noteEvents } from '../../server/src/notifications/note-events.ts'
import { tellStates } from '../../server/src/recurrences/tell-states.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectUsable } from './axe.ts'
import { seedPicture } from './media-seeds.ts'
import { openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'
import { setZone } from './seed-calendar.ts'

let house: House
let harbour: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await setZone(house, 'Europe/Berlin')
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
})
afterAll(() => house?.stop())

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await house.request(method, path, {
    key: house.testKey,
    ...(body === undefined ? {} : { body }),
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const all = async () => (await call('GET', '/v1/recurrences')).data

test('a post is written once, repeats, is seen in the calendar, paused, changed and ended', async () => {
  const { page, goTo, browser, close } = await openApp(house, { path: '/recurrences' })
  await page.getByText('Nothing repeats yet.').waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Write a post' }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The market is open.')
  await page.getByRole('checkbox', { name: /@harbour/ }).check()
  await page.getByText(/^Saved \d/).waitFor()
  await page.getByRole('button', { name: 'Repeat…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat this post' })
  const days = dialog.getByRole('group', { name: 'Days' })
  // The day of today is chosen at first.
  await days.locator('label[data-chosen]').click()
  await dialog.getByText('Fill in the fields to see the next times.').waitFor()
  await days.getByText('Mon', { exact: true }).click()
  await days.getByText('Thu', { exact: true }).click()
  await dialog.getByText('Every Monday and Thursday at 09:00').waitFor()
  const times = dialog.getByRole('list', { name: 'The next times' }).getByRole('listitem')
  await expect.poll(() => times.count()).toBe(5)
  for (const words of await times.allTextContents()) expect(words).toMatch(/^(Mon|Thu) .*, 09:00$/)
  await dialog.getByLabel('Unit').selectOption('month')
  await dialog.getByLabel('On', { exact: true }).selectOption('nth')
  await dialog.getByLabel('Which').selectOption('last')
  await dialog.getByLabel('Weekday').selectOption('fri')
  await dialog.getByText('Every month on the last Friday at 09:00').waitFor()
  await dialog.getByLabel('Unit').selectOption('week')
  await dialog.getByRole('button', { name: 'Another time' }).click()
  await dialog.getByLabel('Time 2', { exact: true }).fill('09:30')
  await dialog.getByText(/at least 60 minutes apart/).waitFor()
  await dialog.getByRole('button', { name: 'Remove time 2' }).click()
  await dialog.getByRole('button', { name: 'Add texts' }).click()
  await dialog.getByLabel('Text 1', { exact: true }).fill('Fresh fish today.')
  await dialog.getByRole('button', { name: 'Another text' }).click()
  await dialog.getByLabel('Text 2', { exact: true }).fill('Come to the market.')
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Repeat it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Repeating' }).waitFor()
  const row = page.getByRole('listitem').filter({ hasText: 'Fresh fish today.' })
  await row.getByText('Every Monday and Thursday at 09:00').waitFor()
  const [made] = await all()
  expect(made).toMatchObject({
    status: 'active',
    caption: 'The market is open.',
    social_accounts: [harbour],
    timezone: 'Europe/Berlin',
    rule: { unit: 'week', every: 1, weekdays: ['mon', 'thu'], times: ['09:00'] },
    variations: [{ caption: 'Fresh fish today.' }, { caption: 'Come to the market.' }],
  })
  expect((await call('GET', '/v1/posts?status=draft')).data).toEqual([])
  await expectUsable(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectUsable(page)

  await row.getByRole('button', { name: 'Pause' }).click()
  await row.getByRole('button', { name: 'Resume' }).waitFor()
  expect((await all())[0]).toMatchObject({ status: 'paused', planned: 0 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('button', { name: 'Pause' }).waitFor()
  expect((await all())[0]).toMatchObject({ status: 'active', planned: made.planned })

  // One post is changed by hand: the recurrence leaves it alone and says so.
  const [first] = (await call('GET', `/v1/posts?recurrence_id=${made.id}&order=scheduled_at`)).data
  await call('PATCH', `/v1/posts/${first.id}`, { caption: 'By hand' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit what repeats' })
  await editor.getByLabel('Text 1', { exact: true }).fill('Fish, again.')
  await editor.getByLabel('Ends').selectOption('after')
  await editor.getByLabel('Posts', { exact: true }).fill('4')
  await expectUsable(page)
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/1 post that was changed by hand stays as it is\./).waitFor()
  await page.getByText('Every Monday and Thursday at 09:00, for 4 posts').waitFor()
  const posts = (await call('GET', `/v1/posts?recurrence_id=${made.id}&order=scheduled_at`)).data
  expect(posts.map(({ caption }: { caption: string }) => caption)).toEqual([
    'By hand',
    'Come to the market.',
    'Fish, again.',
    'Come to the market.',
  ])

  // Its posts say where they come from.
  await goTo(`/posts/${first.id}`)
  await page.getByRole('link', { name: 'Repeats' }).click()
  await page.getByRole('heading', { level: 1, name: 'Repeating' }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#${made.id}`)
  await goTo(`/calendar?view=list&date=${first.scheduled_at.slice(0, 10)}`)
  await page.getByRole('img', { name: 'Repeats' }).first().waitFor()

  await goTo('/recurrences')
  const again = page.getByRole('listitem').filter({ hasText: 'Fish, again.' })
  await again.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nothing repeats yet.').waitFor()
  expect(await all()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await again.waitFor()
  expect((await all())[0]).toMatchObject({ rule: made.rule, ends_after: 4 })
  // The server refuses to preview times that are too close.
  forgiveRefusals(browser, 422)
  await close()
})

test('on a phone, in the words of another language, with what stands in its way', async () => {
  for (const { id } of await all()) await call('DELETE', `/v1/recurrences/${id}`)
  const gone = await house.connect('sandbox', { name: 'gone' }, 'test')
  await call('POST', '/v1/recurrences', {
    caption: 'Jeden Ersten',
    social_accounts: [gone],
    rule: { unit: 'month', days: [1, 31], times: ['09:00'] },
  })
  await call('DELETE', `/v1/social-accounts/${gone}`)
  const german = { ...phone, locale: 'de-DE' }
  const { page, goTo, close } = await openApp(house, { path: '/recurrences', device: german })
  await page.getByText(/^Jeden Monat am Tag 1 und 31 um 09:00/).waitFor()
  await page.getByText('Ein Konto davon wurde getrennt. Verbinde es wieder oder nimm es heraus.').waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: /^Bearbeiten/ }).click()
  await page
    .getByRole('dialog')
    .getByText(/Ein kürzerer Monat/)
    .waitFor()
  await expectUsable(page)
  await page.keyboard.press('Escape')
  await goTo('/needs-you')
  await page.getByRole('link', { name: '„Jeden Ersten“ kann nicht wiederholt werden' }).waitFor()
  await close()
})

test('one with many accounts names the first of them and how many more there are', async () => {
  for (const { id } of await all()) await call('DELETE', `/v1/recurrences/${id}`)
  const names = ['North', 'East', 'South', 'West', 'Middle']
  const accounts: string[] = []
  for (const name of names) accounts.push(await house.connect('sandbox', { name: `${name} quay` }, 'test'))
  const rule = { unit: 'day', times: ['09:00'] }
  await call('POST', '/v1/recurrences', { caption: 'To all', social_accounts: accounts, rule })
  await call('POST', '/v1/recurrences', { caption: 'To four', social_accounts: accounts.slice(0, 4), rule })
  const { page, close } = await openApp(house, { path: '/recurrences', device: phone })
  const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  // One more takes the room of its name, and those that are not shown are read out.
  await rowOf('To four').getByText('@north-quay, @east-quay, @south-quay, @west-quay').waitFor()
  const words = await rowOf('To all').textContent()
  expect(words).toContain('@north-quay, @east-quay, @south-quay and 2 more, @west-quay, @middle-quay')
  await expectUsable(page)
  await close()
  for (const id of accounts) await call('DELETE', `/v1/social-accounts/${id}`)
})

test('words that were typed are lost by no Escape, by no press beside the dialog and by no way back', async () => {
  const { page, goTo, close } = await openApp(house, { path: '/more' })
  await page
    .getByRole('button', { name: /^New post/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Oysters today.')
  await page.getByRole('checkbox', { name: /@harbour/ }).check()
  await page.getByText(/^Saved \d/).waitFor()
  await page.getByRole('button', { name: 'Repeat…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat this post' })
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  // Where nothing was changed, nothing is asked.
  await dialog.getByRole('list', { name: 'The next times' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Repeat…' }).click()
  await dialog.getByRole('button', { name: 'Add texts' }).click()
  const own = dialog.getByLabel('Text 1', { exact: true })
  expect(await own.inputValue(), 'the words of the post come first').toBe('Oysters today.')
  await dialog.getByRole('button', { name: 'Another text' }).click()
  await dialog.getByLabel('Text 2', { exact: true }).fill('Mussels today.')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await leave()
    await question.waitFor()
    await expectAccessible(page)
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keep editing')
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    expect(await dialog.getByLabel('Text 2', { exact: true }).inputValue()).toBe('Mussels today.')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Repeat…')

  await call('POST', '/v1/recurrences', {
    caption: 'Soup of the day',
    social_accounts: [harbour],
    rule: { unit: 'day', every: 2, times: ['11:00'] },
  })
  await goTo('/recurrences')
  const row = page.getByRole('listitem').filter({ hasText: 'Soup of the day' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit what repeats' })
  await editor.getByLabel('Text', { exact: true }).fill('Soup of the week')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Soup of the week' }).waitFor()
  await close()
})

test('an author changes only their own, a viewer nothing, and what is refused is said', async () => {
  await call('POST', '/v1/recurrences', {
    caption: 'Somebody else’s',
    social_accounts: [harbour],
    rule: { unit: 'day', every: 3, times: ['09:00'] },
  })
  const author = await openApp(house, { path: '/recurrences', role: 'author' })
  await author.page.getByText('Every 3 days at 09:00').waitFor()
  expect(await author.page.getByRole('button', { name: /^(Edit|Pause|Delete)/ }).count()).toBe(0)
  await author.close()
  const { page, browser, close } = await openApp(house, { path: '/recurrences' })
  const row = page.getByRole('listitem').filter({ hasText: 'Somebody else’s' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit what repeats' })
  await editor.getByLabel('Text', { exact: true }).fill('x'.repeat(2_000))
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => page.evaluate('document.activeElement.tagName + document.activeElement.ariaInvalid'))
    .toBe('TEXTAREAtrue')
  forgiveRefusals(browser, 422)
  await close()
})

test('its pictures and accounts are changed, and one that is gone is taken out', async () => {
  for (const { id } of await all()) await call('DELETE', `/v1/recurrences/${id}`)
  const [quay, gone] = [
    await house.connect('sandbox', { name: 'quay' }, 'test'),
    await house.connect('sandbox', { name: 'away' }, 'test'),
  ]
  const boat = await seedPicture(house, { name: 'boat.jpg', alt: 'A boat' })
  const nets = await seedPicture(house, { name: 'nets.jpg' })
  const made = await call('POST', '/v1/recurrences', {
    caption: 'Fish, every day',
    social_accounts: [harbour, gone],
    media: [{ media_id: boat.media_id, alt_text: 'Our boat' }],
    account_configurations: [{ account_id: gone, caption: 'Fish for those who are away' }],
    rule: { unit: 'day', every: 1, times: ['09:00'] },
  })
  await call('DELETE', `/v1/social-accounts/${gone}`)
  const { page, close } = await openApp(house, { path: '/recurrences' })
  const row = page.getByRole('listitem').filter({ hasText: 'Fish, every day' })
  await row.getByText('An account of it was disconnected.').waitFor()
  await row.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit what repeats' })
  await editor.getByRole('checkbox', { name: 'An account that is gone' }).uncheck()
  await editor.getByRole('checkbox', { name: /@quay/ }).check()
  await editor.getByRole('button', { name: 'Library' }).click()
  const library = page.getByRole('dialog', { name: 'Add from the library' })
  // Enter looks for media, and saves nothing.
  await library.getByLabel('Search by name').fill('nets')
  await page.keyboard.press('Enter')
  await expect.poll(() => library.getByRole('listitem').count()).toBe(1)
  await library.getByRole('button', { name: 'nets.jpg' }).click()
  await library.getByRole('button', { name: 'Add 1 file' }).click()
  await expectUsable(page)
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.waitFor({ state: 'detached' })
  const [changed] = await all()
  expect(changed).toMatchObject({
    id: made.id,
    status: 'active',
    social_accounts: [harbour, quay],
    media: [{ media_id: boat.media_id, alt_text: 'Our boat' }, { media_id: nets.media_id }],
    account_configurations: [],
    problems: [],
  })
  const [next] = (await call('GET', `/v1/posts?recurrence_id=${made.id}&order=scheduled_at`)).data
  expect(next.social_accounts).toEqual([harbour, quay])
  expect(next.media).toHaveLength(2)

  // A medium that is taken out leaves the others.
  await row.getByRole('button', { name: 'Edit' }).click()
  await editor
    .getByRole('button', { name: /boat\.jpg/ })
    .first()
    .focus()
  await page.keyboard.press('Delete')
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.waitFor({ state: 'detached' })
  expect((await all())[0].media).toMatchObject([{ media_id: nets.media_id }])
  await close()
})

test('a person who is told that a post cannot be repeated comes to it, and to a feed that stopped', async () => {
  const never = new AbortController().signal
  await noteEvents(house.context, never)
  const { page, close, id: person } = await openApp(house, { path: '/notifications' })
  await page.getByText('You were told of nothing yet.').waitFor()
  const account = await house.connect('sandbox', { name: 'leaving' }, 'test')
  const repeat = (caption: string, social_account: string) =>
    call('POST', '/v1/recurrences', {
      caption,
      social_accounts: [social_account],
      rule: { unit: 'week', weekdays: ['mon'], times: ['09:00'] },
    })
  const [, gone] = [await repeat('Bread on Mondays', harbour), await repeat('Cake on Mondays', account)]
  const feed = await call('POST', '/v1/feeds', {
    url: 'http://sandbox.internal/feed.json',
    social_accounts: [harbour],
    action: 'draft',
  })
  await call('DELETE', `/v1/social-accounts/${account}`)
  await tellStates(house.context)
  await house.db.transaction((tx) =>
    stopFeed(
      tx,
      { workspace_id: house.workspaceId, mode: 'test', id: feed.id },
      { code: 'feed_gone', detail: 'It is gone.' },
    ),
  )
  const told = sql`
    select from notifications where user_id = ${person} and subject_id in (${gone.id}, ${feed.id})`
  const noted = async () => {
    await noteEvents(house.context, never)
    return (await house.db.rows(told)).length
  }
  await expect.poll(noted).toBe(2)

  await page.reload()
  await page.getByRole('link', { name: /Cannot be repeated: “Cake on Mondays”/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Repeating' }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(`/recurrences#${gone.id}`)
  await page
    .locator(`li[data-named][id="${gone.id}"]`)
    .getByRole('heading', { name: 'Cake on Mondays' })
    .waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /Feed stopped: “/ }).click()
  await page.getByText('It is gone.').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(`/feeds/${feed.id}`)
  await close()
})
