import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { connectors } from '../server/src/connectors/index.ts'
import { accessWords } from '../server/src/http/pages/access-words.ts'
import { sayName } from '../server/src/http/pages/schema-form.ts'
import { importsIn } from './house/import-graph.ts'
import { findServerSentences } from './server-sentences.ts'

/** The rooms whose sentences a person may meet who signs in on a page, besides those of the ways of each network. */
const rooms = /^(?:accounts|connections|platform-apps|lib)\//

/** Every sentence of the server that such a page may have to say. */
export function findToldSentences(root: string): string[] {
  const ofWays = filesOfWays(root)
  return [...findServerSentences(root)]
    .filter(([, file]) => rooms.test(file) || ofWays.has(file))
    .map(([sentence]) => sentence)
}

/** The files of the connectors that sign people in: those that give their connector its ways, and all that these import. */
function filesOfWays(root: string): Set<string> {
  const folder = join(root, 'server/src')
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file) || !file.startsWith('connectors/')) return
    found.add(file)
    for (const next of importsIn(file, readFileSync(join(folder, file), 'utf8'))) visit(next)
  }
  for (const file of globSync('connectors/*/connector.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, from = ''] of text.matchAll(/^import \{[^}]*\bconnect\w*[^}]*\} from '(\.[^']+)'/gm))
      visit(posix.join(posix.dirname(file), from))
  }
  return found
}

// Refusals that only such a page can meet.
const refusals = ['http/read-form.ts', 'http/routes/accounts/connect-pages.ts']

/** The words of the pages themselves: all that their files give to `say` and `text`, words in their lists, and refusals of their own. */
export function findPageWords(root: string): string[] {
  const folder = join(root, 'server/src')
  const files = [
    ...globSync('http/pages/*-page.ts', { cwd: folder }),
    'http/pages/schema-form.ts',
    'http/pages/calendar-words.ts',
    ...refusals,
  ]
  const found = files.sort().flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    return wordsIn(source, refusals.includes(file) ? isRefusal : isSaid)
  })
  return [...new Set(found)]
}

function wordsIn(source: ts.SourceFile, isWord: (node: ts.StringLiteral) => boolean): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && isWord(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** A reason of the audit log’s, which is for readers of the code. */
const isOfAudit = (parent: ts.Node) => ts.isPropertyAssignment(parent) && parent.name.getText() === 'none'

const isRefusal = ({ text, parent }: ts.StringLiteral) => /^[A-Z].* .*\.$/.test(text) && !isOfAudit(parent)

function isSaid({ parent }: ts.StringLiteral): boolean {
  if (ts.isCallExpression(parent)) return /^(?:speech\.)?(?:say|text)$/.test(parent.expression.getText())
  return ts.isPropertyAssignment(parent) && parent.parent.parent.getText().startsWith('words:')
}

/** The words of the forms of all ways: titles and choices, and hints. */
export function findFormWords(): { titles: Set<string>; hints: Set<string> } {
  const [titles, hints] = [new Set<string>(), new Set<string>()]
  for (const { fields } of connectors.flatMap(({ connect }) => connect))
    for (const [name, field] of Object.entries(fields.properties)) {
      const { title, description, anyOf } = field as Described
      titles.add(title ?? sayName(name))
      for (const choice of anyOf ?? []) if (choice.title !== undefined) titles.add(choice.title)
      if (description !== undefined) hints.add(description)
    }
  return { titles, hints }
}

interface Described {
  readonly title?: string
  readonly description?: string
  readonly anyOf?: readonly { readonly title?: string }[]
}

/** The things that ways ask for, as they stand after "with". */
export function findAccessWords(): string[] {
  const ways = connectors.flatMap(({ connect }) => connect.filter(({ kind }) => kind === 'form'))
  return [...new Set(ways.map(({ way }) => accessWords(way)))]
}
