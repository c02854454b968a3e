import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type GeneratedPage, generatedPages } from './generate-docs.ts'
import { type Page, readMarkdown } from './house/markdown.ts'
import { projectFiles } from './house/project-files.ts'
import { wrongProofs } from './house/proofs.ts'
import { report } from './house/report.ts'
import { floors } from './house/rooms.ts'
import { vagueSentences } from './house/vague-sentences.ts'
import { wrongWalks } from './house/walks.ts'

const mustExist = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/words.md',
  'docs/states.md',
  'docs/guarantees.md',
  'docs/house.md',
  'docs/self-hosting.md',
  'docs/decisions/dependencies.md',
]

/** Finds statements in the documents about files, commands, settings and the API that are not true. */
export function checkDocs(root: string, generated: readonly GeneratedPage[]): string[] {
  const files = projectFiles(root)
  const pages = new Map(
    files
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path, readMarkdown(readFileSync(join(root, path), 'utf8'))]),
  )
  const scripts = npmScripts(root)
  const missing = mustExist.filter((path) => !pages.has(path)).map((path) => `${path} is missing.`)
  const wrong = [...pages].flatMap(([path, page]) => [
    ...deadLinks(root, path, page, pages),
    ...deadPaths(files, path, page),
    ...deadCommands(scripts, path, page),
    ...vague(path, page),
  ])
  return [
    ...missing,
    ...wrong,
    ...walksOf(root, files),
    ...proofsOf(root, files),
    ...missingRooms(root, files),
    ...generated.flatMap((page) => stalePage(root, page)),
  ]
}

// A newcomer's walk through the code is worth nothing once it leads past a file.
function walksOf(root: string, files: string[]): string[] {
  const page = 'docs/house.md'
  if (!files.includes(page)) return []
  return wrongWalks(root, files, page, readFileSync(join(root, page), 'utf8'))
}

// A promise whose test is gone is a promise that nobody keeps.
function proofsOf(root: string, files: string[]): string[] {
  const page = 'docs/security-proofs.md'
  if (!files.includes(page)) return []
  return wrongProofs(root, page, readFileSync(join(root, page), 'utf8'))
}

// The table of rooms is the first thing that a newcomer reads of the code.
function missingRooms(root: string, files: string[]): string[] {
  const page = 'docs/architecture.md'
  if (!files.includes(page)) return []
  const text = readFileSync(join(root, page), 'utf8')
  return floors
    .flat()
    .filter(({ room }) => !new RegExp(`^\\|[^|]*\`${room}(?:/|\\.ts)\``, 'm').test(text))
    .map(({ room }) => `${page} does not list the room ${room}.`)
}

function npmScripts(root: string): Set<string> {
  const file = join(root, 'package.json')
  const manifest: { scripts?: object } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return new Set(Object.keys(manifest.scripts ?? {}))
}

function deadLinks(root: string, path: string, page: Page, pages: Map<string, Page>): string[] {
  return page.links
    .filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link))
    .flatMap((link) => {
      const [target = '', anchor] = decodeURI(link).split('#')
      const file = target === '' ? path : posix.join(posix.dirname(path), target)
      if (!existsSync(join(root, file))) return [`${path}: the link to ${link} leads nowhere.`]
      const headings = pages.get(file)?.anchors
      const isDead = anchor !== undefined && headings !== undefined && !headings.includes(anchor)
      return isDead ? [`${path}: the link to ${link} leads to a heading that is not there.`] : []
    })
}

// A changelog may name files that have since been removed.
function deadPaths(files: string[], path: string, page: Page): string[] {
  if (path === 'CHANGELOG.md') return []
  const roots = new Set(files.map((file) => file.split('/')[0]))
  const quoted = page.quoted.flatMap(wordsOfCode).filter((word) => looksLikePath(word, roots))
  // A bare file name in a code block may belong to any program, so only whole paths are checked there.
  const shown = page.fenced
    .flatMap(wordsOfCode)
    .filter((word) => looksLikePath(word, roots) && startsAtRoot(word, roots))
  const named = [...new Set([...quoted, ...shown])]
  return named
    .filter((word) => !existsInProject(files, word))
    .map((word) => `${path}: ${word} is named and is not there.`)
}

function wordsOfCode(code: string): string[] {
  return code.split(/\s+/)
}

// A path of the repository starts with a folder of its root or ends like a source file.
function looksLikePath(word: string, roots: Set<string | undefined>): boolean {
  if (!/^[\w.@*-]+(?:\/[\w.@*-]+)*\/?$/.test(word)) return false
  if (/^[\w@-][\w.@*-]*\.(?:ts|tsx|md|sql|sh)$/.test(word)) return true
  return word.includes('/') && (startsAtRoot(word, roots) || /\.(?:ts|tsx|md|sql|sh)$/.test(word))
}

function startsAtRoot(word: string, roots: Set<string | undefined>): boolean {
  return word.includes('/') && roots.has(word.split('/')[0])
}

// Pages may shorten paths: the end of a path is enough to find its file.
function existsInProject(files: string[], word: string): boolean {
  const end = word
    .replace(/\/$/, '')
    .replace(/[.@-]/g, '\\$&')
    .replace(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'))
  const pattern = new RegExp(`(?:^|/)${end}(?:/|$)`)
  return files.some((file) => pattern.test(file))
}

function deadCommands(scripts: Set<string>, path: string, page: Page): string[] {
  return [...page.quoted, ...page.fenced].flatMap((code) =>
    [...code.matchAll(/\bnpm (?:--?\S+ )*(?:(?:run|run-script) (?:--?\S+ )*([\w:-]+)|(start|test)\b)/g)]
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((script) => !scripts.has(script))
      .map((script) => `${path}: npm has no script ${script} to run.`),
  )
}

// Figures and what was found with them are notes, not documents.
function vague(path: string, page: Page): string[] {
  if (path.startsWith('bench/')) return []
  return page.paragraphs
    .flatMap(vagueSentences)
    .map((sentence) => `${path}: a sentence does not begin with its subject: "${sentence.slice(0, 60)}"`)
}

function stalePage(root: string, { path, source, text }: GeneratedPage): string[] {
  const file = join(root, path)
  const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (written === text) return []
  return [`${path} is not what ${source} says: run \`npm run check -- --fix\`.`]
}

if (import.meta.main) report(checkDocs(process.cwd(), generatedPages()))
