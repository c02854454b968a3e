import { i18n } from '@lingui/core'

/**
 * The members beside an English sentence of the server: the sentence with names for its varying parts, and their
 * values.
 */
export interface SentenceParts {
  readonly code?: string
  readonly template?: string
  readonly params?: Readonly<Record<string, unknown>>
}

const asked = new Set<string>()
let translate: (id: string, params: NonNullable<SentenceParts['params']>) => string | null = () => null

/**
 * Loads the sentences of the server in the language of the viewer, so that later ones can be translated at once. The
 * server answers in English, so nothing is loaded for that.
 */
export function loadServerSentences(): void {
  const { locale } = i18n
  if (locale === 'en' || asked.has(locale)) return
  asked.add(locale)
  import('./translate-sentence.ts')
    .then(({ loadSentences, translateSentence }) => {
      translate = translateSentence
      return loadSentences(locale)
    })
    .catch(() => asked.delete(locale))
}

/** A sentence of the server in the language of the viewer; as the server wrote it where it is not known. */
export function translateServerSentence(english: string, { template, params }: SentenceParts = {}): string {
  loadServerSentences()
  return translate(template ?? english, params ?? {}) ?? english
}
