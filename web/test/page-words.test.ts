import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findAccessWords, findFormWords, findPageWords } from '../../scripts/page-words.ts'
import { sayAccess } from '../../server/src/http/pages/access-words.ts'
import { speechIn } from '../../server/src/words/speech.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) =>
  new Map(Object.entries<string>(JSON.parse(readFileSync(join(root, file), 'utf8'))))
const ofPages = findPageWords(root)
const { titles, hints } = findFormWords()

describe.each(['de', 'es'] as const)('the words of the pages of the server in %s', (locale) => {
  const own = read(`web/src/locales/pages/${locale}.json`)
  const shipped = read(`server/src/words/${locale}.json`)

  test('are all there, also those of the form of every way', () => {
    expect(ofPages.length).toBeGreaterThan(50)
    expect(titles.size).toBeGreaterThan(40)
    const all = [...ofPages, ...titles, ...hints, ...findAccessWords()]
    expect(all.filter((each) => !shipped.has(each))).toEqual([])
  })

  test('hold no other sentence, and no part that the English one lacks', () => {
    const known = new Set([...ofPages, ...titles, ...hints])
    expect([...own.keys()].filter((each) => !known.has(each))).toEqual([])
    const strange = [...shipped].filter(([english, text]) =>
      [...text.matchAll(/\{(\w+)/g)].some(([part]) => !english.includes(part)),
    )
    expect(strange).toEqual([])
  })

  test('are those of the app where the app has them', () => {
    const app = readFileSync(join(root, `web/src/locales/${locale}.po`), 'utf8')
    const { markup } = sayAccess(speechIn(locale), 'app_password')
    expect(app).toContain(`msgctxt "with …"\nmsgid "an app password"\nmsgstr "${markup}"`)
    expect(app).toContain(`msgid "Handle"\nmsgstr "${shipped.get('Handle')}"`)
  })
})
