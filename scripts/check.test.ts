import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Check, checks, runChecks } from './check.ts'
import { plant } from './house/plant.ts'

const project = join(import.meta.dirname, '..')
const settings = Object.fromEntries(
  ['biome.json', '.knip.json', 'tsconfig.json'].map((name) => [
    name,
    readFileSync(join(project, name), 'utf8'),
  ]),
)

function manifest(content: object): string {
  return `${JSON.stringify({ type: 'module', ...content }, null, 2)}\n`
}
const manifests = {
  'package.json': manifest({
    workspaces: { packages: ['server'] },
    scripts: { start: 'node server/src/main.ts' },
  }),
  'server/package.json': manifest({ dependencies: { 'p-limit': '1' } }),
}
const sound = {
  ...settings,
  ...manifests,
  'server/src/main.ts':
    "import pLimit from 'p-limit'\nimport { port } from './config.ts'\n\nport(String(pLimit(1)))\n",
  'server/src/config.ts': 'export const port = (id: string) => [process.env.PORT, id]\n',
  'server/src/lib/safe-fetch/request.test.ts': "await fetch('http://localhost')\n",
}

async function judge(name: string, files: Record<string, string>): Promise<string> {
  const root = plant({ ...sound, ...files })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  const lines: string[] = []
  await runChecks(
    checks.filter((check) => check.name === name),
    root,
    (text) => lines.push(text),
  )
  return lines.join('\n')
}

test.each(['format', 'lint', 'dead code', 'types'])('%s accepts a sound tree in one line', async (name) => {
  expect(await judge(name, {})).toBe(`ok    ${name}`)
})

test.each([
  ['double quotes', 'export const planted = "a"\n'],
  ['a semicolon', "export const planted = 'a';\n"],
  ['four spaces', 'export function planted() {\n    return 1\n}\n'],
  ['no comma at the end', `export const planted = [\n  '${'a'.repeat(60)}',\n  '${'b'.repeat(60)}'\n]\n`],
  ['a line over 110', `export const planted = ['${'a'.repeat(60)}', '${'b'.repeat(60)}']\n`],
  [
    'imports out of order',
    "import { b } from './b.ts'\nimport { a } from './a.ts'\n\nexport const planted = [a, b]\n",
  ],
])('format refuses %s', async (_what, content) => {
  expect(await judge('format', { 'server/src/planted.ts': content })).toMatch(
    /^FAIL {2}format\n.*planted\.ts/s,
  )
})

const violations: Record<string, [path: string, content: string]> = {
  noExplicitAny: ['server/src/any.ts', 'export const a = (b: any) => b\n'],
  noNonNullAssertion: ['server/src/non-null.ts', 'export const a = (b?: string) => b!\n'],
  noEmptyBlockStatements: ['server/src/empty.ts', 'export function a() {}\n'],
  noUnusedImports: [
    'server/src/unused-import.ts',
    "import { join } from 'node:path'\n\nexport const a = 1\n",
  ],
  noUnusedVariables: ['server/src/unused.ts', 'const a = 1\n'],
  useNodejsImportProtocol: ['server/src/protocol.ts', "export { join } from 'path'\n"],
  useImportType: ['server/src/import-type.ts', "import { Pool } from 'pg'\n\nexport type Store = Pool\n"],
  useImportExtensions: ['server/src/extension.ts', "export { port } from './config'\n"],
  useFilenamingConvention: ['server/src/camelCase.ts', 'export {}\n'],
  noProcessEnv: ['server/src/env.ts', 'export const a = process.env.A\n'],
  noRestrictedGlobals: ['server/src/request.ts', "export const a = () => fetch('http://localhost')\n"],
  noTsIgnore: ['server/src/ignore.ts', '// @ts-ignore\nexport const a = 1\n'],
  noSkippedTests: [
    'server/test/skip.test.ts',
    "import { test } from 'vitest'\n\ntest.skip('a', () => undefined)\n",
  ],
  noFocusedTests: [
    'server/test/focus.test.ts',
    "import { test } from 'vitest'\n\ntest.only('a', () => undefined)\n",
  ],
}

test('lint refuses each violation that was planted, in its file', async () => {
  const output = await judge('lint', Object.fromEntries(Object.values(violations)))
  for (const [rule, [path]] of Object.entries(violations))
    expect(output).toMatch(new RegExp(`${path.replaceAll('.', '\\.')}\\S* lint/\\w+/${rule} `))
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a file', { 'server/src/orphan.ts': 'export {}\n' }, /Unused files.*orphan\.ts/s],
  [
    'an export',
    { 'server/src/config.ts': `${sound['server/src/config.ts']}export const spare = 1\n` },
    /Unused exports.*spare/s,
  ],
  [
    'a dependency',
    { 'server/package.json': manifest({ dependencies: { 'p-limit': '1', pino: '1' } }) },
    /Unused dependencies.*pino/s,
  ],
])('dead code refuses %s that nothing uses', async (_what, files, sentence) => {
  expect(await judge('dead code', files)).toMatch(sentence)
})

test('dead code refuses an import that no package.json names', async () => {
  const main = `${sound['server/src/main.ts']}await import('pino')\n`
  expect(await judge('dead code', { 'server/src/main.ts': main })).toMatch(/Unlisted dependencies.*pino/s)
})

test('each check prints one line, a failed one what it said, and all are counted', async () => {
  const node = (code: string): Check['command'] => [process.execPath, '-e', code]
  const lines: string[] = []
  const tally = await runChecks(
    [
      { name: 'good', command: node("console.log('chatter')") },
      { name: 'bad', command: node("console.error('why'); process.exitCode = 3") },
      { name: 'absent', command: ['/nowhere/program'] },
    ],
    project,
    (text) => lines.push(text),
  )
  expect(tally).toEqual({ passed: 1, failed: 2 })
  expect(lines.sort()).toEqual([
    'FAIL  absent\n/nowhere/program: spawn /nowhere/program ENOENT',
    'FAIL  bad\nwhy',
    'ok    good',
  ])
})
