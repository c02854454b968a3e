/** A language in which Crier speaks: its app, its mails, and the pages that the server draws. */
export type Locale = (typeof locales)[number]

/** The languages of Crier; the first one is spoken to everybody who asks for none of them. */
export const locales = ['en', 'de', 'es'] as const

/** The languages into which English is translated. */
export const translatedLocales = locales.filter((locale) => locale !== 'en')
