/** Whether a text is a language tag of BCP 47, such as `en` or `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  return readLocale(tag) !== null
}

/** Whether a tag names a language, and a region if it has one, that anybody has given a name. */
export function isKnownLanguage(tag: string): boolean {
  const locale = readLocale(tag)
  if (!locale) return false
  const { language, region = '' } = locale
  // Some of the thousands of languages of three letters have no name here.
  const isKnown = language.length === 3 || languageNames.of(language) !== undefined
  return isKnown && (region.length !== 2 || regionNames.of(region) !== undefined)
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function readLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
