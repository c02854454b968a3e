import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { recordEvent } from '../../server/src/webhooks/record-event.ts'
import { newPerson } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible } from './axe.ts'
import { desktop, openApp } from './open-app.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await startHouse()
})
afterAll(() => house?.stop())

const languageOf = (id: string) =>
  house.db.row(sql`select language, shown_language from users where id = ${id}`)

/** A post of which its network wants nothing, and an account that it signed Crier out of. */
async function goWrong(): Promise<void> {
  const account = await house.connect('sandbox', { name: 'hafen', behavior: 'refuse' }, 'test')
  const body = { caption: 'Brot im Herbst', social_accounts: [account] }
  expect((await house.request('POST', '/v1/posts', { key: house.testKey, body })).status).toBe(200)
  await recordEvent(house.db, {
    workspaceId: house.workspaceId,
    mode: 'test',
    type: 'social_account.needs_reconnect',
    subjectId: account,
    data: { id: account, platform: 'sandbox', username: 'hafen', status: 'needs_reconnect' },
  })
}

test('what somebody is told of in the app is in their language, but for the words of a network', async () => {
  const person = await newPerson(house)
  const readers = sql`select from event_readers where name = 'notifications'`
  await expect.poll(() => house.db.rows(readers), { timeout: 30_000 }).toHaveLength(1)
  await goWrong()
  const own = sql`select 1 from notifications where user_id = ${person.id}`
  await expect.poll(() => house.db.rows(own), { timeout: 30_000 }).toHaveLength(2)
  const german = [
    'Nicht veröffentlicht: „Brot im Herbst“',
    '@hafen auf Sandbox: The network does not want this post.',
    'Neu verbinden: @hafen auf Sandbox',
    'Das Netzwerk hat Crier dort abgemeldet. Die Beiträge des Kontos warten, bis es jemand neu verbindet.',
  ]
  const spanish = [
    'No se publicó: «Brot im Herbst»',
    '@hafen en Sandbox: The network does not want this post.',
    'Vuelve a conectar @hafen en Sandbox',
    'La red cerró la sesión de Crier en esta cuenta. Sus publicaciones esperan hasta que alguien la vuelva a conectar.',
  ]
  for (const [locale, texts] of [
    ['de-DE', german],
    ['es-ES', spanish],
  ] as const) {
    const { page, close } = await openApp(house, {
      person,
      path: '/notifications',
      device: { ...desktop, locale },
    })
    for (const text of texts) await page.getByText(text).waitFor()
    await expectAccessible(page)
    await close()
  }
})

test('the server learns in which language the app is shown to somebody who has chosen none', async () => {
  const person = await newPerson(house)
  const german = { ...desktop, locale: 'de-AT' }
  const first = await openApp(house, { person, device: german })
  await expect.poll(() => languageOf(person.id)).toEqual({ language: null, shown_language: 'de' })
  await first.goTo('/settings/profile')
  await first.page.getByLabel('Sprache der App').selectOption('es')
  await first.page.getByRole('heading', { level: 1, name: 'Perfil' }).waitFor()
  expect(await languageOf(person.id)).toEqual({ language: 'es', shown_language: 'es' })
  await first.page.getByLabel('Idioma de la app').selectOption('')
  await first.page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor()
  expect(await languageOf(person.id)).toEqual({ language: null, shown_language: 'de' })
  await first.close()
})
