import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { placeOf, type Source, visitAll } from './source.ts'

/** Finds regular expressions of the server and of the command line whose time can grow faster than the text that they read. */
export function slowExpressions(sources: Source[]): string[] {
  const known = readKnown()
  const judged: Verdicts = {}
  const found = sources
    .filter(({ path, isTest }) => /^(?:server|cli)\/src\//.test(path) && !isTest)
    .flatMap((source) => {
      const places: string[] = []
      visitAll(source, (node) => {
        if (!ts.isRegularExpressionLiteral(node)) return
        const verdict = judged[node.text] ?? known[node.text] ?? isSlow(node.text)
        judged[node.text] = verdict
        if (verdict) places.push(`${placeOf(source, node)} ${node.text}`)
      })
      return places
    })
  if (Object.keys(judged).some((literal) => !(literal in known))) writeKnown({ ...known, ...judged })
  return found
}

/** Whether each expression that was judged is slow. */
type Verdicts = Record<string, boolean>

// To judge an expression takes as long as to read the whole project, and always ends the same with the same checker.
const folder = join(import.meta.dirname, '../../node_modules/.cache/crier')
const { version } = createRequire(import.meta.url)('recheck/package.json')
const knownFile = join(folder, `expressions-by-recheck-${version}.json`)

function readKnown(): Verdicts {
  return existsSync(knownFile) ? JSON.parse(readFileSync(knownFile, 'utf8')) : {}
}

/** Puts the file in its place as a whole, because several checks may run at once. */
function writeKnown(verdicts: Verdicts): void {
  const unfinished = `${knownFile}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(unfinished, `${JSON.stringify(verdicts, null, 1)}\n`)
  renameSync(unfinished, knownFile)
}

function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  // The checker does not know the flag that only adds the places of groups.
  const flags = literal.slice(end + 1).replace('d', '')
  // The time of an attack is counted in letters: a busy machine must not make an expression look slow.
  const limits = { attackTimeout: 60_000, timeout: 120_000, randomSeed: 1 }
  return checkSync(literal.slice(1, end), flags, limits).status === 'vulnerable'
}
