import { i18n } from '@lingui/core'

// The server speaks English. Its sentences in another language, and the code that fills them in, are asked for when the first
// is shown.
const files = import.meta.glob<{ default: Record<string, string> }>('../locales/server/*.json')

/** The members beside a sentence of the server in English: the sentence with names where it varies, and what stands there. */
export interface Told {
  readonly code?: string
  readonly template?: string
  readonly params?: Readonly<Record<string, unknown>>
}

const asked = new Set<string>()
let translate: (id: string, params: NonNullable<Told['params']>) => string | null = () => null

/** Loads the sentences of the server in the language of the viewer, so that one that comes later is understood at once. */
export function loadServerSentences(): void {
  const { locale } = i18n
  const load = files[`../locales/server/${locale}.json`]
  if (load === undefined || asked.has(locale)) return
  asked.add(locale)
  Promise.all([load(), import('./translate-sentence.ts')]).then(
    ([{ default: sentences }, { translateSentence }]) => {
      translate = translateSentence
      i18n.load(locale, sentences)
    },
    () => asked.delete(locale),
  )
}

/** A sentence of the server in the language of the viewer; as the server wrote it where it is not known. */
export function say(english: string, { template, params }: Told = {}): string {
  loadServerSentences()
  return translate(template ?? english, params ?? {}) ?? english
}

/**
 * Why a network or the server failed, in the language of the viewer. Where only the code is known, it says what that means, and
 * the words of the server follow as they are.
 */
export function sayFailure(failure: Told & { readonly message: string }): string {
  const { message, code = '' } = failure
  const said = say(message, failure)
  const meaning = said === message ? translate(`code ${code}`, {}) : null
  return meaning === null ? said : `${meaning} “${message}”`
}
