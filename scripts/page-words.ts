import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { connectors } from '../server/src/connectors/index.ts'
import { accessWords } from '../server/src/http/pages/access-words.ts'
import { sayName } from '../server/src/http/pages/schema-form.ts'

// Refusals that only a page of the server can meet.
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

/** The words of the mails: all that files outside `http` give to the `text` of a speech. */
export function findMailWords(root: string): string[] {
  const found = filesOfMails(root).flatMap((file) => saidIn(file).map(({ text }) => text))
  return [...new Set(found)].filter((text) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''))).sort()
}

/** Where a mail says words that stand somewhere else, so that nobody can find and translate them. */
export function findHiddenMailWords(root: string): string[] {
  return filesOfMails(root).flatMap((file) =>
    callsOfText(file).flatMap((call) => {
      const [words] = call.arguments
      if (words !== undefined && ts.isStringLiteral(words)) return []
      return [`${file.fileName}: ${call.getText()}`]
    }),
  )
}

/** The files that speak outside the pages. */
function filesOfMails(root: string): ts.SourceFile[] {
  const folder = join(root, 'server/src')
  return globSync('**/*.ts', { cwd: folder, exclude: ['http/**', 'words/**', '**/test/**', '**/*.test.ts'] })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      if (!text.includes("/words/speech.ts'")) return []
      return [ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)]
    })
}

function saidIn(file: ts.SourceFile): ts.StringLiteral[] {
  return callsOfText(file).flatMap(({ arguments: [words] }) =>
    words !== undefined && ts.isStringLiteral(words) ? [words] : [],
  )
}

function callsOfText(file: ts.SourceFile): ts.CallExpression[] {
  const found: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:speech\.)?text$/.test(node.expression.getText())) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
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
