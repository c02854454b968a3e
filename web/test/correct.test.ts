import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { connectors } from '../../server/src/connectors/index.ts'
import { sandbox } from '../../server/src/connectors/sandbox/connector.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { type OpenApp, openApp, phone } from './open-app.ts'

/** A network like the sandbox on which nothing public can be changed. */
const stone = {
  ...sandbox,
  platform: 'stone',
  name: 'Stone',
  powers: sandbox.powers.filter(({ power }) => power !== 'edit'),
}

let room: Newsroom
let app: OpenApp
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  room = await openNewsroom({ hasUsualUrl: true, connectors: [...connectors, stone] })
  app = await openApp(room, { mode: 'live' })
})
afterAll(async () => {
  await app?.close()
  await room?.stop()
})

/** A post with a typo that is public on two accounts that can correct it and on one that cannot. */
async function typo() {
  const accounts = [
    await room.account(randomUUID()),
    await room.account(randomUUID()),
    await room.connect('stone', { name: randomUUID() }),
  ]
  const { id } = await room.post({ caption: 'Opne today', social_accounts: accounts })
  await room.settled(id, ['posted'], 20_000)
  return { id, accounts }
}

test('a typo is corrected on every account that allows it, and the page says what is public', async () => {
  const { id, accounts } = await typo()
  const { page, goTo } = app
  await goTo(`/posts/${id}`)
  const open = page.getByRole('button', { name: 'Correct the text…' })
  await open.first().waitFor()
  expect(await open.count(), 'the third network has no edits').toBe(2)
  await open.first().click()
  const dialog = page.getByRole('dialog', { name: 'Correct the text' })
  const act = dialog.getByRole('button', { name: 'Correct on 2 accounts' })
  expect(
    await dialog.getByRole('button', { name: 'Change the text first' }).getAttribute('aria-disabled'),
  ).toBe('true')
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('on Stone')])
  await expectAccessible(page)
  await dialog.getByLabel('Text').fill('x'.repeat(501))
  await dialog.getByText('1 too many').first().waitFor()
  expect(await act.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByLabel('Text').fill('Open today')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await act.click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText('“Open today”')
    .or(page.locator('q', { hasText: 'Open today' }))
    .nth(1)
    .waitFor()
  const [one, two, third] = await Promise.all(accounts.map((account) => room.truth(account)))
  expect([one?.posts, two?.posts, third?.posts]).toEqual([['Open today'], ['Open today'], ['Opne today']])
})

test('a correction that the network refuses says why, and can be asked for again', async () => {
  const { id, accounts } = await typo()
  const behavior = { behavior: 'refuse', times: 1 }
  await room.request('PATCH', `/v1/social-accounts/${accounts[0]}`, { body: { behavior } })
  const { page, goTo } = app
  await goTo(`/posts/${id}`)
  await page.getByRole('button', { name: 'Correct the text…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Correct the text' })
  await dialog.getByRole('checkbox').nth(1).uncheck()
  await dialog.getByLabel('Text').fill('Open today')
  await dialog.getByRole('button', { name: 'Correct on 1 account' }).click()
  await page
    .getByText('Could not be corrected at the network: The network does not want this text.')
    .waitFor()
  expect(await page.getByRole('button', { name: 'Correct the text…' }).count()).toBe(2)
  expect((await room.truth(accounts[1] ?? '')).posts).toEqual(['Opne today'])
})

test('somebody who may not publish is offered no correction, and the dialog fits a phone', async () => {
  const { id } = await typo()
  const author = await openApp(room, { mode: 'live', role: 'author', path: `/posts/${id}` })
  await author.page.getByRole('button', { name: 'Details' }).first().waitFor()
  expect(await author.page.getByRole('button', { name: 'Correct the text…' }).count()).toBe(0)
  await author.close()
  const small = await openApp(room, { mode: 'live', device: phone, path: `/posts/${id}` })
  await small.page.getByRole('button', { name: 'Correct the text…' }).first().click()
  await small.page.getByRole('dialog', { name: 'Correct the text' }).waitFor()
  await expectFits(small.page)
  await expectAccessible(small.page)
  await small.close()
})
