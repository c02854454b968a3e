import { i18n } from '@lingui/core'
import { compileMessage } from './compile-message.ts'
import { keep, readKept } from './kept.ts'

export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof languages

const storedAt = 'crier-language'
const files = import.meta.glob<{ messages: Record<string, string> }>('../locales/{de,es,pseudo}.po')

/** The language of the app: what the person chose, else the first of the browser's that we speak. */
export function chosenLanguage(): string {
  const chosen = readKept(storedAt)
  const asked = [chosen, ...navigator.languages]
  const known = asked.map((each) => each?.split('-')[0] ?? '').find((each) => each in languages)
  return chosen === 'pseudo' ? chosen : (known ?? 'en')
}

/** The language in which the app is shown now. */
export function shownLanguage(): Language {
  return i18n.locale in languages ? (i18n.locale as Language) : 'en'
}

/** Remembers a language for this browser; null: that of the browser again. */
export function rememberLanguage(language: Language | null): void {
  keep(storedAt, language)
}

/** Loads the texts of a language and shows them. The English texts are in the code. */
export async function loadLanguage(language: string): Promise<void> {
  i18n.setMessagesCompiler(compileMessage)
  const load = files[`../locales/${language}.po`]
  const messages = load === undefined ? {} : (await load()).messages
  i18n.loadAndActivate({ locale: language === 'pseudo' ? 'en' : language, messages })
  document.documentElement.lang = language === 'pseudo' ? 'en' : language
}
