import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAccessWords, findFormWords, findMailWords, findPageWords } from './page-words.ts'
import { findServerSentences } from './server-sentences.ts'

/**
 * Generates the words of the server's own pages and of its mails in a language. All of them come from the words of the app, which
 * people edit: its sentences of the server, its catalogue, and a file each of words that only these pages or mails have.
 */
export function generatePageWords(root: string, locale: string): string {
  const folder = join(root, 'web/src/locales')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const own = new Map(Object.entries<string>(JSON.parse(read(`pages/${locale}.json`))))
  const mails = new Map(Object.entries<string>(JSON.parse(read(`mails/${locale}.json`))))
  const sentences = new Map(Object.entries<string>(JSON.parse(read(`server/${locale}.json`))))
  const catalogue = readCatalogue(read(`${locale}.po`))
  const { titles, hints } = findFormWords()
  const pairs = [
    ...findPageWords(root).map((text) => [text, own.get(text)]),
    ...findMailWords(root).map((text) => [text, mails.get(text)]),
    // A mail may have to tell any reason for which something was not done.
    ...[...findServerSentences(root).keys()].map((text) => [text, sentences.get(text)]),
    ...[...titles].map((text) => [text, catalogue.get(nameOf(text)) ?? own.get(text)]),
    ...[...hints].map((text) => [text, catalogue.get(nameOf(text)) ?? own.get(text)]),
    ...findAccessWords().map((text) => [text, catalogue.get(nameOf(text, 'with …'))]),
  ] as [string, string | undefined][]
  const known = pairs.filter(([, said]) => said !== undefined)
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
