import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from './locales.ts'

type Phrases = ReadonlyMap<string, string>

const read = new Map<Locale, Phrases>()

/** Finds an English text of the pages in another language; null where nobody has translated it. */
export function findPhrase(locale: Locale, english: string): string | null {
  if (locale === 'en') return english
  return phrasesOf(locale).get(english) ?? null
}

// A file is read when somebody first asks for its language. scripts/generate-page-words.ts makes it of the words of the app.
function phrasesOf(locale: Exclude<Locale, 'en'>): Phrases {
  const known = read.get(locale)
  if (known) return known
  const text = readFileSync(join(import.meta.dirname, `${locale}.json`), 'utf8')
  const phrases = new Map(Object.entries<string>(JSON.parse(text)))
  read.set(locale, phrases)
  return phrases
}
