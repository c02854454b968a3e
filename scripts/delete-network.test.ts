import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { checks, runChecks } from './check.ts'
import { checkTypesOf } from './check-types.ts'
import { copyProject } from './house/copy-project.ts'
import { readSources } from './house/source.ts'
import { makeConnector } from './new-connector.ts'

const root = join(import.meta.dirname, '..')
const networks = 'server/src/connectors'
const list = `${networks}/index.ts`

// Every network at once: that none of them needs another one is a rule of the rooms. The sandbox is everybody's.
const deleted = readdirSync(join(root, networks), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(root, networks, entry.name, 'connector.ts')))
  .map(({ name }) => name)
  .filter((name) => name !== 'sandbox' && name !== 'template')

// The test of new connectors leaves these and the types to this one, because one look at the code proves both.
const ofCode = ['rooms', 'house']

test('with the folder of every network and its line in the list deleted and a new connector made, everything compiles and keeps the rules of the house', {
  timeout: 300_000,
}, async ({ onTestFinished }) => {
  expect(deleted.length).toBeGreaterThan(7)
  const clone = cloneWithout(deleted)
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  makeConnector(clone, 'harbourside')
  // Nobody else's types can change: the rooms show that no import leads to what is gone, and the list declares what it did.
  expect(declarationOf(clone, list)).toBe(declarationOf(root, list))
  expect(deleted.flatMap(globalDeclarations)).toEqual([])
  const changed = (path: string) => path === list || path.startsWith(`${networks}/harbourside/`)
  expect(checkTypesOf(clone, changed)).toEqual([])

  const lines: string[] = []
  const wanted = checks.filter(({ name }) => ofCode.includes(name))
  await runChecks(wanted, clone, (line) => lines.push(line))
  // A network has more tests than source, so that the share of the tests is lower without two of them.
  const broken = lines
    .join('\n')
    .split('\n')
    .filter((line) => /^(?:FAIL|OVER)/.test(line) && !/^FAIL {2}house$|^OVER {2}test lines/.test(line))
  expect([broken, lines.length]).toEqual([[], ofCode.length])
})

function cloneWithout(platforms: readonly string[]): string {
  const folders = platforms.map((platform) => `${networks}/${platform}/`)
  const clone = copyProject(root, (path) => !folders.some((folder) => path.startsWith(folder)))
  for (const platform of platforms) deleteImports(join(clone, list), platform)
  return clone
}

/** The types that a file declares for others. */
function declarationOf(project: string, path: string): string {
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(join(project, path), 'utf8'), {
    fileName: path,
    reportDiagnostics: true,
  })
  // A type that is not written down would be that of the imported connectors.
  expect(diagnostics ?? []).toEqual([])
  return outputText
}

/** Files of a network that declare something for files that do not import them. */
function globalDeclarations(platform: string): string[] {
  return readSources(root, (path) => path.startsWith(`${networks}/${platform}/`))
    .filter(({ syntax }) => /^\s*declare (?:global|module|namespace)\b/m.test(syntax.text))
    .map(({ path }) => path)
}

/** Deletes the connector of a platform from the list. */
function deleteImports(file: string, platform: string): void {
  const before = readFileSync(file, 'utf8')
  const line = new RegExp(`^import \\{ (\\w+) \\} from '\\./${platform}/.*\\n`, 'gm')
  const names = [...before.matchAll(line)].flatMap(([, name = '']) => name)
  const after = names.reduce(
    (text, name) =>
      text.replace(new RegExp(`^  ${name},\\n|\\b${name}, |, ${name}\\b|(?<=\\[)${name}(?=\\])`, 'm'), ''),
    before.replace(line, ''),
  )
  expect(after).not.toContain(platform)
  writeFileSync(file, after)
}
