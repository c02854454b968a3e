import { i18n } from '@lingui/core'

// The server speaks English. Its sentences in another language are a file of their own, asked for when the first is shown.
const files = import.meta.glob<{ default: Record<string, string> }>('../locales/server/*.json')

/** What the server says beside a sentence in English: the sentence with names where it varies, and what stands there. */
export interface Told {
  readonly code?: string
  readonly template?: string
  readonly params?: Readonly<Record<string, unknown>>
}

const asked = new Set<string>()

/** Loads the sentences of the server in the language of the viewer, so that one that comes later is understood at once. */
export function loadServerSentences(): void {
  const { locale } = i18n
  const load = files[`../locales/server/${locale}.json`]
  if (load === undefined || asked.has(locale)) return
  asked.add(locale)
  load().then(
    ({ default: sentences }) => i18n.load(locale, sentences),
    () => asked.delete(locale),
  )
}

/** A sentence of the server in the language of the viewer; as the server wrote it where it is not known. */
export function say(english: string, { template, params }: Told = {}): string {
  loadServerSentences()
  return translated(template ?? english, params ?? {}) ?? english
}

/**
 * Why a network or the server failed, in the language of the viewer. Where only the code is known, it says what that means, and
 * the words of the server follow as they are.
 */
export function sayFailure(failure: Told & { readonly message: string }): string {
  const { message, code = '' } = failure
  const said = say(message, failure)
  const meaning = said === message ? translated(`code ${code}`, {}) : null
  return meaning === null ? said : `${meaning} “${message}”`
}

type Params = Readonly<Record<string, unknown>>

function translated(id: string, params: Params): string | null {
  return Object.hasOwn(i18n.messages, id) ? i18n._(id, valuesOf(params)) : null
}

function valuesOf(params: Params): Record<string, string | number> {
  return Object.fromEntries(Object.entries(params).map(([name, part]) => [name, shownPart(part)]))
}

function shownPart(part: unknown): string | number {
  if (typeof part === 'string' || typeof part === 'number') return part
  if (Array.isArray(part)) return listOf(part.map((one) => String(shownPart(one))))
  return isTold(part) ? (translated(part.template, part.params ?? {}) ?? inEnglish(part)) : ''
}

function inEnglish({ template, params = {} }: Sentence): string {
  const values = valuesOf(params)
  return template.replace(/\{(\w+)\}/g, (_braces, name: string) => String(values[name] ?? ''))
}

type Sentence = Told & { readonly template: string }

function isTold(part: unknown): part is Sentence {
  return typeof part === 'object' && part !== null && 'template' in part && typeof part.template === 'string'
}

/** One of them applies. */
function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names)
}
