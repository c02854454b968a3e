import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { password } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { answerWith, type Receiver, startReceiver } from '../../server/test/webhooks/receiver.ts'
import { expectUsable } from './axe.ts'
import { type OpenApp, openApp } from './open-app.ts'
import { closeQuietly } from './stranger.ts'

let house: House
let receiver: Receiver
let owner: OpenApp
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true })
  receiver = await startReceiver(answerWith(500, { 'content-type': 'application/json' }, '{"error":"full"}'))
  owner = await openApp(house, { path: '/build/webhooks' })
})
afterAll(async () => {
  // The server refuses until the person has shown who they are.
  if (owner) await closeQuietly(owner.browser)
  await receiver?.close()
  await house?.stop()
})

test('an endpoint is added, its secret shown once, and code that verifies stands beside it', async () => {
  const { page } = owner
  await page.getByText('No endpoints yet.').waitFor()
  expect(await page.getByText('webhook.verify(body, headers)').isVisible()).toBe(true)
  await expectUsable(owner.page)
  await page.getByRole('button', { name: 'New endpoint' }).first().click()
  await page.getByLabel('Address').fill(`${receiver.url}/crier`)
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const secret = await page.getByLabel('The secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  // Nobody leaves without it by mistake.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }).click()
  const leaving = page.getByRole('dialog', { name: "You haven't copied this." })
  await leaving.getByText(/tell our requests from those of others/).waitFor()
  await leaving.getByRole('button', { name: 'Go back' }).click()
  await leaving.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('The secret', { exact: true }).inputValue()).toBe(secret)
  await page.getByRole('button', { name: "I've stored it" }).click()
  await page.getByRole('link', { name: /crier/ }).click()
  await page.getByText('Nothing was sent yet.').waitFor()
  expect(await page.content()).not.toContain(secret.slice(6))
})

test('the last event stays ticked, because none would mean all of them', async () => {
  const { page, goTo } = owner
  await goTo('/build/webhooks')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await page.getByRole('radio', { name: 'Only some' }).check()
  const ticked = page.getByRole('checkbox', { checked: true })
  while ((await ticked.count()) > 1) await ticked.first().uncheck()
  await ticked.click()
  expect(await ticked.count()).toBe(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('a refused field takes the focus, however far the button is from it', async () => {
  const { page, goTo } = owner
  await goTo('/build/webhooks')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await page.getByLabel('Address').fill('no address')
  await page.getByRole('radio', { name: 'Only some' }).check()
  const isInSight = () =>
    page.evaluate<boolean>(`(() => {
      const { activeElement: it } = document
      const { top, bottom } = it.getBoundingClientRect()
      return it.ariaInvalid === 'true' && top > 0 && bottom < innerHeight
    })()`)
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect.poll(isInSight).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: /crier/ }).click()
})

test('a failed delivery shows request, answer and next try, and Resend adds an attempt that succeeds (check 21)', async () => {
  const { page } = owner
  await house.connect('sandbox', { name: 'Harbour' }, 'test')
  await page.getByRole('link', { name: 'An account was connected' }).click()
  await page
    .getByText(/Your server answered 500 in/)
    .first()
    .waitFor()
  await page.getByText(/Next try .* of 10\)/).waitFor()
  expect(await page.getByText(/answered 500/).count(), 'one sentence says how it ended').toBe(1)
  await page.getByText('"error": "full"').waitFor()
  await page.getByText('"type": "social_account.connected"').waitFor()
  await expectUsable(owner.page)
  receiver.behave = answerWith(204)
  await page.getByRole('button', { name: 'Resend' }).click()
  await page
    .getByText(/Your server answered 204 in/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Delivered/ }).count()).toBe(1)
  await page.getByText('Delivered', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'All deliveries' }).click()
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('link')
  await page.getByRole('tab', { name: 'Delivered' }).click()
  await rows.first().waitFor()
  expect(new URL(page.url()).search).toContain('status=delivered')
  await page.getByRole('tab', { name: 'Failed' }).click()
  await page.getByText('No deliveries match.').waitFor()
  await page.getByRole('tab', { name: 'All' }).click()
  await rows.first().waitFor()
  await page.goBack()
})

test('a secret is changed by somebody who shows who they are, with an overlap that is told', async () => {
  const { page } = owner
  await page.getByRole('link', { name: 'All deliveries' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  expect(page.url()).toContain('tab=settings')
  await expectUsable(owner.page)
  await house.db.run(sql`update sessions set proved_at = now() - interval '1 hour'`)
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  await page.getByLabel('For an hour').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  await proof.getByLabel('Your password').fill(password)
  await proof.getByRole('button', { name: "It's me" }).click()
  await page.getByText(/signed with the former secret too/).waitFor()
  await page.getByRole('button', { name: "I've stored it" }).click()
  await page.getByText(/Two secrets sign each request until/).waitFor()
})

test('another note asks nobody who they are, and another address does', async () => {
  const { page } = owner
  await house.db.run(sql`update sessions set proved_at = now() - interval '1 hour'`)
  await page.getByLabel('Note').fill('Our newsroom')
  // A look at another tab takes nothing away.
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  await page.getByRole('table', { name: 'Deliveries' }).waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  expect(await page.getByLabel('Note').inputValue()).toBe('Our newsroom')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The endpoint is changed.').waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/elsewhere`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  await proof.getByRole('button', { name: 'Not now' }).click()
  await proof.waitFor({ state: 'hidden' })
  await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/crier`)
})

test('an endpoint that was switched off says what is kept, is tested, switched on, and has it all sent', async () => {
  const { page } = owner
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByText(/Switched off by a person/).waitFor()
  await house.connect('sandbox', { name: 'Kept' }, 'test')
  await expect
    .poll(() => house.db.rows(sql`select id from webhook_deliveries where state = 'kept'`))
    .toHaveLength(1)
  await page.reload()
  await page
    .getByText(/1 event is kept/)
    .first()
    .waitFor()
  // The button beside what happened sends it, and shows how it went.
  await page.getByRole('button', { name: 'Send a test' }).first().click()
  await page
    .getByRole('status')
    .filter({ hasText: /Your server answered 204/ })
    .waitFor()
  // Switching it on is an event of its own, which may be delivered too.
  const kept = () =>
    receiver.received.filter(({ body }) => JSON.parse(body).type === 'social_account.connected')
  const sent = kept().length
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
  await page.getByText('1 delivery is sent again.').waitFor()
  await expect.poll(() => kept().length).toBe(sent + 1)
})
