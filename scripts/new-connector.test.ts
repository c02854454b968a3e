import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checks, runChecks } from './check.ts'
import { copyProject } from './house/copy-project.ts'
import { readSources } from './house/source.ts'
import { makeConnector, NameError } from './new-connector.ts'

const root = join(import.meta.dirname, '..')
const networks = 'server/src/connectors'

// delete-network.test.ts makes a connector where others were deleted, and runs these checks on it.
const ofCode = ['types', 'rooms', 'house']
// The app is built from the project itself, and it imports nothing of the server, so that a connector cannot change it.
const ofApp = ['web']

test('a new connector passes every check and its own tests, in under 500 lines', {
  timeout: 600_000,
}, async ({ onTestFinished }) => {
  const copy = copyProject(root)
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  const made = runNode(copy, 'scripts/new-connector.ts', 'harbourside')
  expect(made.stderr).toBe('')
  expect(made.stdout).toContain(`${networks}/harbourside/connector.ts\n`)

  const lines: string[] = []
  const others = checks.filter(({ name }) => ![...ofCode, ...ofApp].includes(name))
  await runChecks(others, copy, (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])

  const own = readSources(copy, (path) => path.startsWith(`${networks}/harbourside/`))
  const shipped = own.filter(({ isTest }) => !isTest)
  expect(shipped.reduce((sum, source) => sum + source.lines, 0)).toBeLessThan(500)

  const tested = runNode(copy, 'node_modules/vitest/vitest.mjs', 'run', `${networks}/harbourside/`)
  expect(tested.stdout).toMatch(/harbourside on its fake|harbourside\/test\/conformance\.test\.ts/)
  expect(tested.status, tested.stdout).toBe(0)
})

test('a new connector stands in the list, and nothing of it names the template', ({ onTestFinished }) => {
  const copy = copyProject(root)
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  const made = makeConnector(copy, 'harbourside')
  expect(made.map((path) => path.replace('/harbourside/', '/template/'))).toEqual(filesOfTemplate())
  for (const path of made) expect(readFileSync(join(copy, path), 'utf8')).not.toMatch(/perch/i)
  const list = readFileSync(join(copy, networks, 'index.ts'), 'utf8')
  expect(list).toContain("import { harbourside } from './harbourside/connector.ts'")
  expect(list).toMatch(/connectors: readonly Connector\[\] = \[[^\]]*\bharbourside\b/)
  expect(() => makeConnector(copy, 'harbourside')).toThrow('already')
})

test.each([
  ['', 'is no name of a platform'],
  ['x', 'is no name of a platform'],
  ['Harbour', 'is no name of a platform'],
  ['9gag', 'is no name of a platform'],
  ['my-network', 'is no name of a platform'],
  ['../harbour', 'is no name of a platform'],
  ['kit', 'a folder server/src/connectors/kit already'],
  ['conformance', 'already'],
  ['template', 'already'],
  ['sandbox', 'already'],
  ['new', 'a word of TypeScript'],
  ['test', 'a word of the code already (server/src/'],
  ['options', 'a word of the code already (server/src/'],
  ['perch', 'a word of the code already (server/src/connectors/template/'],
  ['house', 'a word of the code already (server/src/connectors/template/test/'],
])('the name %j is refused, and nothing is made', (name, refusal) => {
  const before = readdirSync(join(root, networks))
  expect(() => makeConnector(root, name)).toThrow(NameError)
  expect(() => makeConnector(root, name)).toThrow(refusal)
  expect(readdirSync(join(root, networks))).toEqual(before)
})

test('the command explains itself to somebody who gives no name', () => {
  const { status, stdout, stderr } = runNode(root, 'scripts/new-connector.ts')
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Give one name: npm run new-connector -- NAME\n',
  })
  expect(existsSync(join(root, networks, 'undefined'))).toBe(false)
})

test('the page about connectors names every file of the kit and of the template', () => {
  const page = readFileSync(join(root, 'docs/connectors.md'), 'utf8')
  const kit = readdirSync(join(root, networks, 'kit'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    // The files of these two are reached through those that the page names.
    .filter((file) => !/^(?:fitting|text\/weighted)\//.test(file))
  const template = filesOfTemplate().map((path) => path.slice(`${networks}/template/`.length))
  expect([...kit, ...template].filter((file) => !page.includes(`\`${file}\``))).toEqual([])
})

function filesOfTemplate(): string[] {
  const folder = join(root, networks, 'template')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1)).sort()
}

function runNode(cwd: string, script: string, ...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' })
}
