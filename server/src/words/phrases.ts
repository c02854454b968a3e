import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from './locales.ts'

type Phrases = ReadonlyMap<string, string>

const read = new Map<Locale, Phrases>()

/** Finds an English text of a page or a mail in another language; null where nobody has translated it. */
export function findPhrase(locale: Locale, english: string): string | null {
  if (locale === 'en') return english
  return phrasesOf(locale).get(english) ?? null
}

/**
 * Chooses between the cases of a phrase for one and for several, such as `{count, plural, one {a post} other {# posts}}`, by the
 * numbers that go into it.
 */
export function choosePlurals(
  locale: Locale,
  phrase: string,
  numbers: Readonly<Record<string, unknown>>,
): string {
  return phrase.replace(
    /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g,
    (_all, name: string, one: string, other: string) => {
      const isOne = new Intl.PluralRules(locale).select(Number(numbers[name])) === 'one'
      return (isOne ? one : other).replaceAll('#', `{${name}, number}`)
    },
  )
}

/**
 * A file is read when somebody first asks for its language. scripts/generate-page-words.ts makes it of the words of the app. Where
 * it is not there, English is said: no mail fails for want of its language.
 */
function phrasesOf(locale: Exclude<Locale, 'en'>): Phrases {
  const known = read.get(locale)
  if (known) return known
  const file = join(import.meta.dirname, `${locale}.json`)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
  const phrases = new Map(Object.entries<string>(JSON.parse(text)))
  read.set(locale, phrases)
  return phrases
}
