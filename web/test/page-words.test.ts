import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  findAccessWords,
  findFormWords,
  findHiddenMailWords,
  findMailWords,
  findPageWords,
} from '../../scripts/page-words.ts'
import { findServerSentences } from '../../scripts/server-sentences.ts'
import { sayAccess } from '../../server/src/http/pages/access-words.ts'
import { speechIn } from '../../server/src/words/speech.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) =>
  new Map(Object.entries<string>(JSON.parse(readFileSync(join(root, file), 'utf8'))))
const ofPages = findPageWords(root)
const { titles, hints } = findFormWords()
const plurals = /\{(\w+), plural, one \{[^{}]*\} other \{[^{}]*\}\}/g
const ofMails = findMailWords(root)
const told = [...findServerSentences(root)]

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
    const shortened = [...shipped].map(([english, text]) => [english, text.replace(plurals, '{$1}')] as const)
    const strange = shortened.filter(([english, text]) =>
      [...text.matchAll(/\{(\w+)/g)].some(([part]) => !english.includes(part)),
    )
    expect(strange).toEqual([])
  })

  test('have every sentence of every mail, and every reason that a mail or a notification may tell', () => {
    const mails = read(`web/src/locales/mails/${locale}.json`)
    expect(ofMails.length).toBeGreaterThan(35)
    expect(ofMails.filter((each) => !shipped.has(each))).toEqual([])
    expect([...mails.keys()].filter((each) => !ofMails.includes(each))).toEqual([])
    expect(told.filter(([, file]) => file.startsWith('notifications/')).length).toBeGreaterThan(35)
    expect(told.filter(([sentence]) => !shipped.has(sentence))).toEqual([])
  })

  test('are those of the app where the app has them', () => {
    const app = readFileSync(join(root, `web/src/locales/${locale}.po`), 'utf8')
    const { markup } = sayAccess(speechIn(locale), 'app_password')
    expect(app).toContain(`msgctxt "with …"\nmsgid "an app password"\nmsgstr "${markup}"`)
    expect(app).toContain(`msgid "Handle"\nmsgstr "${shipped.get('Handle')}"`)
  })
})

test('no mail says words that cannot be found in its file', () => {
  expect(findHiddenMailWords(root)).toEqual([])
})
