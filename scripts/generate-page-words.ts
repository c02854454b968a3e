import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAccessWords, findFormWords, findPageWords, findToldSentences } from './page-words.ts'

/**
 * Generates the words of the server's own pages in a language. All of them come from the words of the app, which people edit:
 * its sentences of the server, its catalogue, and a file of words that only these pages have.
 */
export function generatePageWords(root: string, locale: string): string {
  const folder = join(root, 'web/src/locales')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const own = new Map(Object.entries<string>(JSON.parse(read(`pages/${locale}.json`))))
  const sentences = new Map(Object.entries<string>(JSON.parse(read(`server/${locale}.json`))))
  const catalogue = readCatalogue(read(`${locale}.po`))
  const { titles, hints } = findFormWords()
  const pairs = [
    ...findPageWords(root).map((text) => [text, own.get(text)]),
    ...findToldSentences(root).map((text) => [text, sentences.get(text)]),
    ...[...titles].map((text) => [text, catalogue.get(nameOf(text)) ?? own.get(text)]),
    ...[...hints].map((text) => [text, catalogue.get(nameOf(text)) ?? own.get(text)]),
    ...findAccessWords().map((text) => [text, catalogue.get(nameOf(text, 'with …'))]),
  ] as [string, string | undefined][]
  // The pages know no plurals; a sentence with one is said in English.
  const known = pairs.filter(([, said]) => said !== undefined && !said.includes(', plural,'))
  known.sort(([one], [other]) => (one < other ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`
}

/** Reads the messages of a catalogue of gettext that have a translation, by their context and their English. */
function readCatalogue(text: string): Map<string, string> {
  const messages = text.split('\n\n').map((block) => {
    const [context, id, said] = ['msgctxt', 'msgid', 'msgstr'].map((member) => memberOf(block, member))
    return [nameOf(id ?? '', context), said ?? ''] as const
  })
  return new Map(messages.filter(([, said]) => said !== ''))
}

function memberOf(block: string, member: string): string | undefined {
  const lines = block.split('\n')
  const begin = lines.findIndex((line) => line.startsWith(`${member} "`))
  if (begin === -1) return undefined
  const rest = lines.slice(begin + 1)
  const end = rest.findIndex((line) => !line.startsWith('"'))
  const parts = [
    lines[begin]?.slice(member.length + 1) ?? '""',
    ...rest.slice(0, end === -1 ? undefined : end),
  ]
  return parts.map((part) => JSON.parse(part)).join('')
}

function nameOf(english: string, context = ''): string {
  return JSON.stringify([context, english])
}
