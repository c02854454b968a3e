import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { storeOwner } from '../../server/src/people/create-owner.ts'
import { newPerson, openBrowser, password } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { desktop, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'
import { closeQuietly } from './stranger.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await startHouse({ hasUsualUrl: true })
})
afterAll(() => house?.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const hour = 3_600_000

/** Plans a post, as a program would; answers how to read when it goes out. */
async function plan(caption: string, at: string): Promise<() => Promise<string>> {
  const account = await house.connect('sandbox', { name: `For ${caption}` }, 'test')
  const body = { caption, scheduled_at: at, social_accounts: [account] }
  const made = await house.request('POST', '/v1/posts', { key: house.testKey, body })
  expect(made.status).toBe(200)
  return async () =>
    (await house.request('GET', `/v1/posts/${made.json.id}`, { key: house.testKey })).json.scheduled_at
}

test('changing the time zone asks what becomes of planned posts, and is taken back (check 22)', async () => {
  await house.db.run(sql`update workspaces set timezone = 'Europe/Berlin' where id = ${house.workspaceId}`)
  // In summer, so that the clocks of both places are six hours apart.
  const year = new Date().getUTCFullYear() + (new Date().getUTCMonth() >= 5 ? 1 : 0)
  const at = `${year}-06-15T07:00:00.000Z`
  const readTime = await plan('Autumn bread list', at)
  const { page, close } = await openApp(house, { path: '/settings/workspace' })
  const zones = page.getByRole('combobox', { name: 'Time zone of the workspace' })
  const choose = async () => {
    // The country and the place, in whichever order one thinks of them.
    await zones.fill('united states new york')
    await page.getByRole('option', { name: /^New York United States/ }).waitFor()
    await zones.press('Enter')
  }
  const shown = () =>
    page
      .getByText(/^(Berlin|New York) \d\d:\d\d/)
      .first()
      .textContent()
  expect(await shown()).toContain('Berlin')
  await zones.fill('germany')
  expect(await page.getByRole('listbox').getByRole('option').first().textContent()).toContain('Berlin')
  await expectAccessible(page)
  await zones.fill('nowhere')
  await page.getByText('No place or country is called like that.').waitFor()
  await zones.press('Escape')
  expect(await zones.inputValue(), 'what was typed and not chosen').toBe('Berlin, Germany')
  await choose()
  await page.getByRole('group', { name: 'What about the planned post?' }).waitFor()
  const clock = page.getByRole('radio', { name: 'Keep the clock times' })
  const moment = page.getByRole('radio', { name: 'Keep the moments' })
  expect([await clock.isChecked(), await moment.isChecked()]).toEqual([false, false])
  await page.getByText(/‘Autumn bread list’ stays at .*09:00, which is 6 hours later than before\./).waitFor()
  await page.getByText(/still goes out at the same instant, shown as .*03:00 instead of .*09:00\./).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change time zone' }).click()
  await page.getByText('Choose first what becomes of the planned post.').waitFor()
  await clock.check()
  await page.getByRole('button', { name: 'Change time zone' }).click()
  await page.getByText('Posts are planned by the clock of New York now.').waitFor()
  expect(Date.parse(await readTime()) - Date.parse(at)).toBe(6 * hour)
  expect(await shown()).toContain('New York')

  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByText(/^Berlin \d\d:\d\d/)
    .first()
    .waitFor()
  expect(await readTime()).toBe(at)

  await choose()
  await moment.check()
  await page.getByRole('button', { name: 'Change time zone' }).click()
  await page
    .getByText(/^New York \d\d:\d\d/)
    .first()
    .waitFor()
  expect(await readTime()).toBe(at)
  await close()
})

test('a profile is changed, in words, colours and keys (check 25)', async () => {
  const { page, close, email } = await openApp(house, { path: '/settings/profile' })
  await page.getByLabel('Your name').fill('Ada')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.getByText('Your name is saved.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Your name is saved.').waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('')
  // The key takes back what was done on its own page, once no message offers it any more.
  let changes = 0
  page.on('request', (request) => (changes += request.method() === 'PATCH' ? 1 : 0))
  await page.getByLabel('Your name').fill('Ada')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Security' }).click()
  await heading(page, 'Security').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('link', { name: 'Profile' }).click()
  await heading(page, 'Profile').waitFor()
  expect(changes).toBe(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('')

  await page.getByRole('radio', { name: 'Dark', exact: true }).check()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.getByRole('radio', { name: '12 hours' }).check()
  const clock = () => page.locator('header').first().textContent()
  await expect.poll(clock).toMatch(/\d:\d\d\s?[ap]m/i)
  await page.getByRole('radio', { name: '24 hours' }).check()
  await expect.poll(clock).not.toMatch(/[ap]m/i)
  await page.getByRole('radio', { name: 'Off', exact: true }).check()
  await page.reload()
  await heading(page, 'Profile').waitFor()
  await page.keyboard.press('c')
  expect(new URL(page.url()).pathname).toBe('/settings/profile')
  expect(await page.getByRole('radio', { name: 'Off', exact: true }).isChecked()).toBe(true)

  await page.getByLabel('Language of the app').selectOption('de')
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de')
  await page.reload()
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de')
  const row = await house.db.row(sql`select language, single_letter_keys from users where email = ${email}`)
  expect(row).toEqual({ language: 'de', single_letter_keys: false })
  await close()
})

test('a second factor is turned on with recovery codes, and a proof is asked for when it is old', {
  timeout: 90_000,
}, async () => {
  const { page, browser, id, email } = await openApp(house, { path: '/settings/security' })
  const other = openBrowser(house)
  await other.signIn(email)
  const age = () =>
    house.db.run(sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${id}`)
  await age()
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  await proof.getByLabel('Your password').fill('not the password')
  await proof.getByRole('button', { name: "It's me" }).click()
  await proof.getByText('The password is wrong.').waitFor()
  // It was sent by a button, and the focus goes to what was refused.
  const isThere = (name: string) =>
    page.evaluate(`document.activeElement.labels?.[0]?.textContent === '${name}'`)
  await expect.poll(() => isThere('Your password')).toBe(true)
  await expectAccessible(page)
  await proof.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'A QR code' }).waitFor()
  await expectAccessible(page)
  const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? ''
  // Letters are no digits, so they are not taken.
  await page.getByLabel('The six digits').pressSequentially('a1b')
  expect(await page.getByLabel('The six digits').inputValue()).toBe('1')
  await page.getByLabel('The six digits').fill(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await page.getByText('Keep these codes now.').waitFor()
  expect(await page.locator('li code').count()).toBe(10)
  await page.getByText(/^On\. Signing in by password asks/).waitFor()
  await expectAccessible(page)
  // They are shown this once, so nobody leaves without them by mistake.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }).click()
  const leaving = page.getByRole('dialog', { name: "You haven't copied this." })
  await leaving.getByText('when your phone is lost').waitFor()
  await page.keyboard.press('Enter')
  await leaving.waitFor({ state: 'hidden' })
  expect(await page.locator('li code').count()).toBe(10)
  await page.getByRole('button', { name: "I've kept them" }).click()
  await page.getByText('10 recovery codes are left').waitFor()
  // The change ended the other session.
  expect((await other.request('GET', '/app/me')).status).toBe(401)

  await other.request('POST', '/app/sign-in', { body: { email, password } })
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn it off' }).click()
  await page.getByText('The second factor is off.').waitFor()
  await other.signIn(email)
  await page.reload()
  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('You are signed out everywhere else.').waitFor()
  expect((await other.request('GET', '/app/me')).status).toBe(401)

  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByLabel('Your password now').fill(password)
  await page.getByLabel('New password').fill('quite another sentence')
  await page.keyboard.press('Enter')
  await page.getByText('Your password is changed.').waitFor()
  expect((await other.signIn(email, 'quite another sentence')).status).toBe(200)
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.getByText('Changed the password').first().waitFor()
  await closeQuietly(browser)
})

test('people are invited, get another role, and leave', async () => {
  const { page, browser } = await openApp(house, { path: '/settings/team' })
  const { email: mia } = await newPerson(house, 'editor')
  await page.reload()
  await page.getByLabel('Email').waitFor()
  expect(
    (await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).slice(0, 2),
  ).toEqual(['People', 'Invite someone'])
  await page
    .getByRole('listitem')
    .filter({ hasText: mia })
    .getByText(/Editor: Writes, approves/)
    .waitFor()
  await page.getByLabel('Email').fill('lena@example.org')
  await page.getByLabel('Role', { exact: true }).selectOption('author')
  await page.getByText('asks for approval before anything goes out').first().waitFor()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('No mail goes out').waitFor()
  const link = (await page.getByRole('status').getByText('/join/').textContent()) ?? ''
  await expectAccessible(page)
  const read = async (url: string) => {
    const body = { token: url.split('/join/')[1] }
    return (await openBrowser(house).request('POST', '/app/invitations/read', { body })).status
  }
  expect(await read(link)).toBe(200)
  // A page without TLS has no clipboard of its own.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await page.getByRole('button', { name: 'Copied the link' }).waitFor()
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Control+V')
  expect(await page.getByLabel('Email').inputValue()).toBe(link)
  await page.getByRole('button', { name: 'Send again lena@example.org' }).click()
  await page.getByText('/join/').nth(1).waitFor()
  expect(await read(link)).toBe(404)
  await page.getByRole('button', { name: 'Take back lena@example.org' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('heading', { name: 'Invited' }).waitFor({ state: 'hidden' })

  await page.getByLabel(`Role of ${mia}`).selectOption('viewer')
  await page.getByText(`${mia} is now: Viewer.`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByLabel(`Role of ${mia}`).inputValue()).toBe('editor')
  await page.getByRole('button', { name: `More for ${mia}` }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove them' }).click()
  await page.getByLabel(`Role of ${mia}`).waitFor({ state: 'hidden' })
  await closeQuietly(browser)
})

test('a role that cannot be given back as it was is asked about first', async () => {
  const admin = await newPerson(house, 'admin')
  const { page, close, email, id } = await openApp(house, { path: '/settings/team' })
  const roleOf = async (who: string) =>
    (await house.db.row<{ role: string }>(sql`select role from memberships where user_id = ${who}`))?.role
  await page.getByLabel(`Role of ${admin.email}`).selectOption('editor')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Invitations and connect links that they made stop working at once').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect([await roleOf(admin.id), await page.getByLabel(`Role of ${admin.email}`).inputValue()]).toEqual([
    'admin',
    'admin',
  ])
  await page.getByLabel(`Role of ${email}`).selectOption('admin')
  await dialog.getByText('Only somebody who has your present role can give it back').waitFor()
  await dialog.getByRole('button', { name: 'Change the role' }).click()
  await page.getByText(`${email} is now: Admin.`).waitFor()
  expect(await roleOf(id)).toBe('admin')
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await close()
})

test('the last owner stays, and hands the workspace over or deletes it', { timeout: 90_000 }, async () => {
  const owner = await newPerson(house, null)
  const own = openBrowser(house)
  await own.signIn(owner.email)
  const made = (await own.request('POST', '/app/workspaces', { body: { name: 'Small shop' } })).json
  const { page, goTo, browser } = await openApp(house, { person: owner, path: '/settings/team' })
  const row = page.getByText("The last owner can't leave")
  expect(await row.textContent()).toMatch(/^The last owner can't leave/)
  await goTo('/settings/workspace')
  await page.getByText('Nobody else is in this workspace.').waitFor()
  const { id: heir, email } = await newPerson(house, null)
  await house.db.run(
    sql`insert into memberships (workspace_id, user_id, role) values (${made.id}, ${heir}, 'editor')`,
  )

  await page.getByRole('button', { name: 'Export everything' }).click()
  await page.getByText(/kept until/).waitFor({ timeout: 20_000 })
  expect(await page.getByRole('button', { name: 'Save the name' }).count(), 'nothing is changed').toBe(0)
  await page.getByLabel('Name', { exact: true }).fill('Harbour Bakery')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.getByText('The workspace is called Harbour Bakery now.').waitFor()
  await page.getByLabel('Publish now waits').selectOption('30')
  await page.getByLabel('Weeks begin on').selectOption('sunday')
  await page.getByRole('radio', { name: 'Those of everyone' }).check()
  const settings = async () => (await own.request('GET', `/app/workspaces/${made.id}`)).json
  await expect.poll(settings).toMatchObject({
    name: 'Harbour Bakery',
    undo_seconds: 30,
    week_start: 'sunday',
    approval_mode: 'everyone',
  })

  await page.getByRole('button', { name: 'Delete this workspace' }).click()
  await page.getByLabel('Its name, to be sure').fill('Small shop')
  await page.getByRole('button', { name: 'Delete it' }).click()
  const typed = page.getByLabel('Its name, to be sure')
  await expect.poll(() => typed.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Keep it' }).click()

  await page.reload()
  await page.getByRole('button', { name: 'Hand it over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand it over' }).click()
  await page.getByRole('button', { name: 'Delete this workspace' }).waitFor({ state: 'hidden' })
  expect((await own.request('GET', '/app/me')).json.workspaces).toMatchObject([{ role: 'admin' }])

  await house.db.run(sql`update memberships set role = 'owner' where workspace_id = ${made.id}`)
  expect(email).toContain('@')
  await page.reload()
  await page.getByRole('button', { name: 'Delete this workspace' }).click()
  await page.getByLabel('Its name, to be sure').fill('Harbour Bakery')
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('Harbour Bakery was deleted.').waitFor()
  await closeQuietly(browser)
})

test('the person who set the server up gives it the app of a network, and takes it back', async () => {
  const { page, close, id, browser } = await openApp(house, { path: '/settings/networks' })
  await page.getByText('Only the person who set this server up can see this.').waitFor()
  await storeOwner(house.db, id)
  await page.reload()
  const card = page.getByRole('region', { name: 'X', exact: true })
  await card.getByRole('button', { name: 'Add credentials' }).click()
  await card.getByText(/\/oauth\/callback\/twitter$/).waitFor()
  const guide = await card.getByRole('link', { name: 'Guide for X' }).getAttribute('href')
  expect((await house.request('GET', guide ?? '', { key: null })).status).toBe(200)
  await card.getByRole('button', { name: 'Save credentials' }).click()
  // A field is not called by the name that programs know.
  await card.getByText('Fill this in.').first().waitFor()
  expect(await card.getByText('client_id').count()).toBe(0)
  await expectAccessible(page)
  await page.keyboard.type('the id of an app')
  await card.getByLabel('Client secret', { exact: true }).fill('the secret of an app')
  await page.keyboard.press('Enter')
  await page.getByText('The credentials of X are set.').waitFor()
  await card.getByText(/^Set here,/).waitFor()
  expect(await page.content()).not.toContain('the secret of an app')
  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove them' }).click()
  await card.getByText('No credentials').waitFor()
  forgiveRefusals(browser, 403, 422)
  await close()
})

test('somebody whose session has ended signs in again, and goes on where they were', async () => {
  const { page, browser, id, email } = await openApp(house, { path: '/settings/profile' })
  await heading(page, 'Profile').waitFor()
  const team = page.getByRole('link', { name: 'Team' })
  await team.waitFor()
  await house.db.run(sql`delete from sessions where user_id = ${id}`)
  // Any request in the background ends the page too, so the click waits for nothing.
  await team.dispatchEvent('click')
  await heading(page, 'Sign in').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await heading(page, 'Team').waitFor()
  await browser.close()
})

test('nobody is let wait for a mail that this server cannot send', async () => {
  const { page, close } = await openApp(house, { path: '/settings/notifications' })
  await page.getByText('This server sends no mail yet.').waitFor()
  await expectAccessible(page)
  await close()
})

test('what one is told of is chosen, and read', async () => {
  const { page, goTo, close, id } = await openApp(house, { path: '/settings/notifications' })
  const inApp = page.getByRole('checkbox', { name: 'Not published: in the app' })
  const byMail = page.getByRole('checkbox', { name: 'Not published: by mail' })
  await byMail.waitFor()
  expect([await inApp.isChecked(), await byMail.isChecked()]).toEqual([true, true])
  const isStored = page.waitForResponse((answer) => answer.request().method() !== 'GET')
  await inApp.uncheck()
  expect((await isStored).status()).toBe(200)
  // A mail tells only of what stands in the app too.
  await expect.poll(() => byMail.isChecked()).toBe(false)
  await page.reload()
  await byMail.waitFor()
  expect([await inApp.isChecked(), await byMail.isChecked()]).toEqual([false, false])

  const account = await house.connect('sandbox', { name: 'Refusing', behavior: 'refuse' }, 'test')
  const isKept = page.waitForResponse((answer) => answer.request().method() !== 'GET')
  await inApp.check()
  await isKept
  const body = { caption: 'Nobody wants this', social_accounts: [account] }
  await house.request('POST', '/v1/posts', { key: house.testKey, body })
  await expect
    .poll(() => house.db.rows(sql`select 1 from notifications where user_id = ${id}`))
    .toHaveLength(1)
  await goTo('/notifications')
  const unread = page.getByRole('listitem').getByRole('link', { name: /^Unread:/ })
  await unread.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await unread.waitFor({ state: 'hidden' })
  await close()
})

test('somebody who took an account over is asked to look through it, once', async () => {
  const person = await newPerson(house)
  await house.db.run(sql`update users set inherited_at = clock_timestamp() where id = ${person.id}`)
  const { page, goTo, close } = await openApp(house, { person, device: phone })
  const notice = page.getByRole('region', { name: 'Look through this account' })
  await notice.getByText('somebody else may have made this account').waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await notice.getByRole('link', { name: 'Team' }).click()
  await heading(page, 'Team').waitFor()
  await notice.getByRole('button', { name: 'I have looked through it' }).click()
  await notice.waitFor({ state: 'hidden' })
  await goTo('/accounts')
  await heading(page, 'Accounts').waitFor()
  expect(await notice.count()).toBe(0)
  await close()
})

/** The pages, each with words that stand on it once all of it is there. */
const pages = [
  ['', 'Networks'],
  ['/profile', 'Keys without a modifier'],
  ['/security', 'This device'],
  ['/notifications', 'An endpoint was switched off'],
  ['/workspace', 'Delete this workspace'],
  ['/team', 'Sees everything and changes nothing.'],
] as const

// The test of every page looks at these in the light at a desk and in the dark on a phone.
test.each([
  ['a desk', desktop, 'dark'],
  ['a phone', phone, 'light'],
] as const)(
  'every page of the settings fits and is accessible on %s, in one theme, and the page of a new workspace in both',
  async (_where, device, theme) => {
    const { page, goTo, close } = await openApp(house, {
      path: '/settings',
      device: { ...device, reducedMotion: 'reduce' },
    })
    const look = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(colorScheme)
      await expectAccessible(page)
      await expectFits(page)
    }
    for (const [path, words] of pages) {
      await goTo(`/settings${path}`)
      await page.locator('main').getByText(words).first().waitFor()
      await look(theme)
    }
    await goTo('/workspaces/new')
    await page.getByLabel('Name').waitFor()
    await look('light')
    await look('dark')
    await close()
  },
)
