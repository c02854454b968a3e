import { i18n } from '@lingui/core'

const files = import.meta.glob<{ default: Record<string, string> }>('../locales/server/*.json')

/** Loads the sentences of the server in a language. i18n notifies the parts that show some. */
export async function loadSentences(locale: string): Promise<void> {
  const file = await files[`../locales/server/${locale}.json`]?.()
  if (file) i18n.load(locale, file.default)
}

type Params = Readonly<Record<string, unknown>>

/** A sentence of the server in the language of the viewer, with its varying parts; null where it is not known. */
export function translateSentence(id: string, params: Params): string | null {
  return Object.hasOwn(i18n.messages, id) ? i18n._(id, shownParts(params)) : null
}

function shownParts(params: Params): Record<string, string | number> {
  return Object.fromEntries(Object.entries(params).map(([name, part]) => [name, shownPart(part)]))
}

/** A part is a name or a number, a sentence of its own, or a list of which one applies. */
function shownPart(part: unknown): string | number {
  if (typeof part === 'string' || typeof part === 'number') return part
  if (Array.isArray(part)) return listOf(part.map((one) => String(shownPart(one))))
  return isSentence(part) ? (translateSentence(part.template, part.params ?? {}) ?? inEnglish(part)) : ''
}

interface Sentence {
  readonly template: string
  readonly params?: Params
}

function isSentence(part: unknown): part is Sentence {
  return typeof part === 'object' && part !== null && 'template' in part && typeof part.template === 'string'
}

function inEnglish({ template, params = {} }: Sentence): string {
  const parts = shownParts(params)
  return template.replace(/\{(\w+)\}/g, (_braces, name: string) => String(parts[name] ?? ''))
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names)
}
