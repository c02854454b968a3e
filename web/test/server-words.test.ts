import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { skipWithout } from '../../scripts/test-needs.ts'
import { actionOf } from '../../server/src/http/audit-rule.ts'
import { routes } from '../../server/src/http/routes/index.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { type Field, humanize, readField } from '../src/schema-form/read-schema.ts'
import { desktop, openApp } from './open-app.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

interface Words {
  readonly titles: Set<string>
  readonly hints: Set<string>
}

/** Gathers the words of a field, and of all fields in it. */
function gather(field: Field, name: string | null, words: Words): void {
  if (field.title !== null || name !== null) words.titles.add(field.title ?? humanize(name ?? ''))
  if (field.hint !== null) words.hints.add(field.hint)
  if (field.kind === 'choice') for (const { label } of field.choices) words.titles.add(label)
  if (field.kind === 'list') gather(field.items, null, words)
  if (field.kind === 'either') for (const each of field.fields) gather(each, null, words)
  if (field.kind !== 'object') return
  const further = field.conditions.flatMap(({ members, otherwise }) => [...members, ...otherwise])
  for (const member of [...field.members, ...further]) gather(member.field, member.name, words)
}

const inSource = (file: string) =>
  new Set(
    [
      ...readFileSync(new URL(`../src/schema-form/${file}`, import.meta.url), 'utf8').matchAll(/msg`(.+)`/g),
    ].map(([, text = '']) => text),
  )

// A hint that names a network, or shows code, stays as the server wrote it.
const networks = /Bluesky|Instagram|Facebook|LinkedIn|Threads|Mastodon|TikTok|YouTube|bsky|mastodon|[`{}]/

test('the words of every form of every network can be said in the language of the viewer', async () => {
  const { json } = await house.request('GET', '/v1/platforms?limit=100')
  const words: Words = { titles: new Set(), hints: new Set() }
  for (const { options, behavior, ways } of json.data) {
    const forms = [options, behavior, ...ways.map(({ fields }: { fields: unknown }) => fields)]
    for (const form of forms.filter((each) => each !== null)) gather(readField(form), null, words)
  }
  expect(words.titles.size).toBeGreaterThan(80)
  const titles = inSource('known-titles.ts')
  expect([...words.titles].filter((each) => !titles.has(each))).toEqual([])
  const hints = inSource('known-hints.ts')
  expect([...words.hints].filter((each) => !networks.test(each) && !hints.has(each))).toEqual([])
})

test('every action that the audit log can have is said in words, and none that it has not', () => {
  const ofRoutes = [...routes.operations, ...routes.streams, ...routes.personOperations].flatMap(
    ({ audit }) => (audit === undefined ? [] : (actionOf(audit) ?? [])),
  )
  // Commands and verbs have actions of their own, which the page of the documentation lists.
  const page = readFileSync(new URL('../../docs/audit-log.md', import.meta.url), 'utf8')
  const table = page.split('\n').filter((line) => line.startsWith('| `'))
  const ofPage = table.flatMap((line) => [...line.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name))
  const words = readFileSync(new URL('../src/settings/audit/action-words.ts', import.meta.url), 'utf8')
  const known = [...words.matchAll(/^ {2}'([a-z_]+\.[a-z_]+)': msg`[A-Z]/gm)].map(([, name]) => name)
  const all = new Set([...ofRoutes, ...ofPage])
  expect(all.size).toBeGreaterThan(70)
  expect([...known].sort()).toEqual([...all].sort())
})

describe('in a browser', () => {
  beforeEach(skipWithout('chromium'))

  test('a form of a network is asked in German where the viewer reads German', async () => {
    const device = { ...desktop, locale: 'de-DE' }
    const { page, close } = await openApp(house, { path: '/accounts/connect/sandbox', device })
    await page.getByText('Veröffentlicht und verliert die Antwort').first().waitFor({ state: 'attached' })
    expect(await page.getByLabel('Für wie viele Beiträge').count()).toBe(1)
    await close()
  })
})
