import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findServerSentences } from '../../scripts/server-sentences.ts'
import { skipWithout } from '../../scripts/test-needs.ts'
import { errorCatalog } from '../../server/src/publishing/error-catalog.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { compileMessage } from '../src/boot/compile-message.ts'
import { desktop, openApp } from './open-app.ts'

const root = join(import.meta.dirname, '../..')
const said = findServerSentences(root)
// Roles are named by their word in the API.
const words = ['viewer', 'author', 'editor', 'admin', 'owner']
const codes = Object.keys(errorCatalog).map((code) => `code ${code}`)

describe.each(['de', 'es'])('the sentences of the server in %s', (language) => {
  const file = join(root, `web/src/locales/server/${language}.json`)
  const catalogue = new Map(Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))))

  test('are all there, and the meaning of each code of an error', () => {
    expect(said.size).toBeGreaterThan(500)
    const missing = [...said].filter(([sentence]) => !catalogue.has(sentence))
    expect(missing).toEqual([])
    expect([...codes, ...words].filter((each) => !catalogue.has(each))).toEqual([])
  })

  test('hold no other sentence, and no part that the English one lacks', () => {
    const known = new Set([...said.keys(), ...codes, ...words])
    expect([...catalogue.keys()].filter((sentence) => !known.has(sentence))).toEqual([])
    const strange = [...catalogue].filter(([english, text]) => {
      const given = new Set(namesIn(compileMessage(english)))
      return text.trim() === '' || namesIn(compileMessage(text)).some((name) => !given.has(name))
    })
    expect(strange).toEqual([])
  })
})

function namesIn(tokens: ReturnType<typeof compileMessage>): string[] {
  return tokens.flatMap((token) => (typeof token === 'string' ? [] : [String(token[0])]))
}

describe('in a browser', () => {
  let house: House
  beforeEach(skipWithout('chromium'))
  beforeAll(async () => {
    house = await startHouse()
    await house.connect('sandbox', { name: 'hafen' }, 'test')
  })
  afterAll(() => house.stop())

  test('a problem of a post is said in German, with its numbers, in the list and at the text', async () => {
    const device = { ...desktop, locale: 'de-DE' }
    const { page, close } = await openApp(house, { path: '/posts/new', device })
    await page.getByRole('checkbox', { name: /@hafen/ }).check()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('x'.repeat(1_501))
    const problem = /^Dieser Text hat 1\.501 Zeichen; die Sandbox nimmt \d+\.$/
    await expect.poll(() => page.getByText(problem).count()).toBe(2)
    await close()
  })
})
