import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from './house/project-files.ts'
import { report } from './house/report.ts'
import { vagueSentences } from './house/vague-sentences.ts'

const longestLine = 100
const longestFile = 400
const longestFunction = 80

// The client needs nothing but the standard library: these are the parts of it that it uses, its tests and its build among them.
const standard = new Set(
  `__future__ ast asyncio base64 binascii codecs collections concurrent contextlib dataclasses datetime email functools hashlib hmac http
inspect io itertools json logging math os pathlib pickle random re secrets select socket ssl string struct subprocess sys tarfile
tempfile threading time tracemalloc types typing unittest urllib uuid warnings zipfile zlib`.split(/\s+/),
)

/** Finds what the house allows in no file of Python. */
export function checkPython(root: string): string[] {
  const paths = projectFiles(root).filter((path) => path.endsWith('.py'))
  // A check that saw no files must not report success.
  if (paths.length === 0) return ['There is no file of Python to judge.']
  const own = new Set(['crier', ...paths.map((path) => path.split('/').at(-1)?.replace(/\.py$/, '') ?? '')])
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [
      ...lineFaults(text),
      ...foreignImports(text, own, path.includes('/src/')),
      ...(isGenerated(path) ? [] : vagueWords(text)),
      ...(isGenerated(path) ? [] : lengthFaults(text)),
    ].map(({ line, fault }) => `${path}:${line} ${fault}`)
  })
}

interface Fault {
  readonly line: number
  readonly fault: string
}

/** Files that scripts/generate-python-sdk.ts writes; their length and their words follow from those of the API. */
function isGenerated(path: string): boolean {
  return path.includes('/_generated/')
}

function lineFaults(text: string): Fault[] {
  const lines = text.split('\n')
  const faults = lines.flatMap((line, index) => {
    const found = [
      ...([...line].length > longestLine ? [`is longer than ${longestLine} characters.`] : []),
      ...(/\t/.test(line) ? ['has a tab.'] : []),
      ...(/\s$/.test(line) ? ['has a space at its end.'] : []),
    ]
    return found.map((fault) => ({ line: index + 1, fault }))
  })
  return lines.at(-1) === '' ? faults : [...faults, { line: lines.length, fault: 'has no line end.' }]
}

/** Imports of packages that a user of the client would have to install. */
function foreignImports(text: string, own: ReadonlySet<string>, isShipped: boolean): Fault[] {
  return text.split('\n').flatMap((line, index) => {
    const names = /^\s*import ([^#]+)/.exec(line)?.[1]?.split(',') ?? [
      /^\s*from ([\w.]+) import\b/.exec(line)?.[1] ?? '',
    ]
    const foreign = names
      .map((name) => name.trim().split(/[. ]/)[0] ?? '')
      // Files beside the tests are no modules of the package.
      .filter((name) => name !== '' && !standard.has(name) && (isShipped ? name !== 'crier' : !own.has(name)))
    return foreign.map((name) => ({
      line: index + 1,
      fault: `imports ${name}, which is not in the list of the standard library in scripts/check-python.ts.`,
    }))
  })
}

/** Sentences of comments and docstrings that do not begin with their subject. */
function vagueWords(text: string): Fault[] {
  const docs = [...text.matchAll(/^ *r?"""([\s\S]*?)"""/gm)].map((found) => ({
    at: found.index,
    words: found[1] ?? '',
  }))
  const comments = [...text.matchAll(/(?:^ *# .*\n)+| {2}# .*$/gm)].map((found) => ({
    at: found.index,
    words: found[0].replace(/^ *# /gm, ''),
  }))
  return [...docs, ...comments].flatMap(({ at, words }) => {
    const line = text.slice(0, at).split('\n').length
    return vagueSentences(words.replace(/\s+/g, ' ')).map((one) => ({ line, fault: `"${one.slice(0, 60)}"` }))
  })
}

function lengthFaults(text: string): Fault[] {
  const lines = text.split('\n')
  const functions = lines.flatMap((line, index) => {
    const indent = /^( *)(?:async )?def /.exec(line)?.[1]?.length
    if (indent === undefined) return []
    // The bracket behind the parameters stands where the function began.
    const end = lines.findIndex(
      (later, at) =>
        at > index && later.trim() !== '' && depthOf(later) <= indent && !later.trim().startsWith(')'),
    )
    const length = (end === -1 ? lines.length : end) - index
    const fault = `begins a function of ${length} lines; ${longestFunction} are allowed.`
    return length > longestFunction ? [{ line: index + 1, fault }] : []
  })
  const isLong = lines.length - 1 > longestFile
  return isLong
    ? [...functions, { line: lines.length, fault: `is beyond the ${longestFile} lines of a file.` }]
    : functions
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length
}

if (import.meta.main) report(checkPython(process.cwd()))
