import { i18n } from '@lingui/core'

/** The members beside a sentence of the server in English: the sentence with names where it varies, and what stands there. */
export interface SentenceParts {
  readonly code?: string
  readonly template?: string
  readonly params?: Readonly<Record<string, unknown>>
}

const asked = new Set<string>()
let translate: (id: string, params: NonNullable<SentenceParts['params']>) => string | null = () => null

/**
 * Loads the sentences of the server in the language of the viewer, so that one that comes later is understood at once. The server
 * speaks English, so for that nothing is asked for.
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
