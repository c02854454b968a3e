import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plant } from './house/plant.ts'

const project = join(import.meta.dirname, '..')
const head = "import { beforeAll, beforeEach, describe, expect, test } from 'vitest'\n"

const tests = {
  'vitest.config.ts': "export default { test: { include: ['*.test.ts'] } }\n",
  'pass.test.ts': `${head}test('passes', () => undefined)\ntest('passes too', () => undefined)\n`,
  'fail.test.ts': `${head}test('fails', () => expect(1).toBe(2))\n`,
  'skip.test.ts': `${head}beforeEach(({ skip }) => skip(true, 'it rained'))\ntest('is skipped', () => undefined)\n`,
  'load.test.ts': "throw new Error('never loads')\n",
  'hook.test.ts': `${head}describe('a', () => {\n  beforeAll(() => {\n    throw new Error('no set-up')\n  })\n  test('never runs', () => undefined)\n})\n`,
}

function runTests(
  files: Record<string, string>,
  env: Record<string, string>,
  args: string[] = [],
): { lines: string[]; status: number | null } {
  const root = plant({ 'package.json': '{ "type": "module" }', ...files })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
  })
  return { lines: stdout.trimEnd().split('\n'), status }
}

test('the last line counts checks and tests; what was skipped says why; a failure fails', () => {
  const { lines, status } = runTests(tests, { CI: 'true' })
  const [checksPassed, checksFailed] = [/^ok {4}/, /^FAIL {2}\S/].map(
    (pattern) => lines.filter((line) => pattern.test(line) && !line.includes('.test.ts')).length,
  )
  expect((checksPassed ?? 0) + (checksFailed ?? 0)).toBe(12)
  expect(lines.at(-1)).toBe(`${(checksPassed ?? 0) + 2} passed, ${(checksFailed ?? 0) + 3} failed, 2 skipped`)
  expect(lines).toContain('skipped  skip.test.ts > is skipped: it rained')
  expect(lines).toContain('In CI nothing may be skipped that Debian has: 2 skipped.')
  expect(status).toBe(1)
}, 120_000)

test('the quick run leaves out slow checks, marked files and every project but the fast one, and says how much that is and how long the rest took', () => {
  const project = (name: string) => `{ test: { name: '${name}', include: ['${name}/*.test.ts'] } }`
  const files = {
    'vitest.config.ts': `export default { test: { tags: [{ name: 'slow' }], projects: [${['fast', 'server', 'long'].map(project)}] } }\n`,
    'fast/pass.test.ts': tests['pass.test.ts'],
    'fast/marked.test.ts': `// @module-tag slow\n${tests['fail.test.ts']}`,
    'server/fail.test.ts': tests['fail.test.ts'],
    'long/fail.test.ts': tests['fail.test.ts'],
  }
  const { lines } = runTests(files, {}, ['--quick'])
  expect(lines).toContain('Left out: 5 checks and 3 of 4 test files. npm test runs all.')
  expect(lines.filter((line) => /^(?:ok {4}|FAIL {2}\S)/.test(line)).length).toBe(7)
  expect(lines.at(-1)).toMatch(/^\d passed, \d failed, 0 skipped$/)
  expect(lines.join('\n')).toMatch(/Tests {2}2 passed \(2\)/)
  expect(lines.filter((line) => line.startsWith('took '))).toEqual([
    expect.stringMatching(/^took {5}checks: \d+\.\d s$/),
    expect.stringMatching(/^took {5}fast: \d+\.\d s for 1 file, \d+\.\d s added up$/),
  ])
}, 120_000)

test('a file that failed beside others is tried alone, says so, and counts as it went then, and what judges all files judges again; a proof is not', () => {
  const project = (name: string) => `{ test: { name: '${name}', include: ['${name}/*.test.ts'] } }`
  // Fails the first time, as where a machine is busy.
  const busy = `${head}import { existsSync, writeFileSync } from 'node:fs'
import { inject } from 'vitest'
const isSecond = existsSync(import.meta.filename + '.ran')
writeFileSync(import.meta.filename + '.ran', '')
const left = import.meta.filename.replace(/fast.busy/, 'answers/judge') + '.left'
if (isSecond) writeFileSync(left, '')
test('is in time', () => expect(isSecond).toBe(true))
test('has the cluster of the run', () => expect(inject('cluster')).toBe('running'))
`
  // Judges what that file leaves behind.
  const judge = `${head}import { existsSync } from 'node:fs'
const isLeft = existsSync(import.meta.filename + '.left')
beforeEach(({ skip }) => skip(!isLeft, 'the busy file left nothing'))
test('has seen what the busy file left', () => undefined)
`
  const setUp = `export default ({ provide }) => {
  provide('cluster', 'running')
  return () => console.log('the cluster ended')
}
`
  const files = {
    'vitest.config.ts': `export default { test: { globalSetup: ['set-up.ts'], projects: [${['fast', 'long', 'answers'].map(project)}] } }\n`,
    'set-up.ts': setUp,
    'fast/pass.test.ts': tests['pass.test.ts'],
    'fast/fail.test.ts': tests['fail.test.ts'],
    'fast/busy.test.ts': busy,
    'long/busy.test.ts': busy,
    'answers/judge.test.ts': judge,
  }
  const { lines, status } = runTests(files, {})
  expect(lines.filter((line) => line.startsWith('alone '))).toEqual([
    'alone    fast/busy.test.ts passed alone, but not beside others: is in time: expected false to be true // Object.is equality',
  ])
  expect(lines.filter((line) => line === 'the cluster ended').length).toBe(1)
  const failedChecks = lines.filter((line) => /^FAIL {2}\S/.test(line) && !line.includes('.test.ts')).length
  expect(lines.at(-1)).toContain(`, ${failedChecks + 2} failed, 0 skipped`)
  expect(status).toBe(1)
}, 240_000)

test('no test at all is a failure', () => {
  const none = "export default { test: { projects: [{ test: { name: 'fast', include: ['*.test.ts'] } }] } }\n"
  const { lines, status } = runTests({ 'vitest.config.ts': none }, {}, ['--quick'])
  expect(lines.at(-1)).toMatch(/^\d passed, \d failed, 0 skipped$/)
  // One failure more than those of the checks.
  const failedChecks = lines.filter((line) => /^FAIL {2}\S/.test(line)).length
  expect(lines.at(-1)).toContain(`, ${failedChecks + 1} failed, `)
  expect(status).toBe(1)
}, 120_000)

test.each([
  ['counts', "console.log('chatter\\n3 passed, 0 failed, 1 skipped')", '3 passed, 0 failed, 1 skipped', 0],
  [
    'fails',
    "console.log('1 passed, 2 failed, 0 skipped'); process.exit(1)",
    '1 passed, 2 failed, 0 skipped',
    1,
  ],
  ['cannot start', "console.error('no network'); process.exit(7)", '0 passed, 1 failed, 0 skipped', 7],
  ['says nothing', '', '0 passed, 1 failed, 0 skipped', 1],
])('.ci/run ends with the counts when npm test %s', (_what, code, last, status) => {
  const root = plant({
    'package.json': '{ "type": "module", "scripts": { "test": "exec node fake-test.js" } }',
    'fake-test.js': code,
  })
  mkdirSync(join(root, '.ci'))
  copyFileSync(join(project, '.ci/run'), join(root, '.ci/run'))
  const run = spawnSync(join(root, '.ci/run'), { encoding: 'utf8' })
  expect(run.stdout.trimEnd().split('\n').at(-1)).toBe(last)
  expect(run.status).toBe(status)
})
