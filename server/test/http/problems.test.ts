import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemCatalog } from '../../src/http/problem-catalog.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const source = join(import.meta.dirname, '../../src')
// What only a person at the terminal meets is said there.
const atTheTerminal = /^(?:operator|people|workspaces)\//

const thrown = globSync('**/*.ts', { cwd: source })
  .filter((path) => !atTheTerminal.test(path) && !path.endsWith('.test.ts'))
  .flatMap((path) => [
    ...readFileSync(join(source, path), 'utf8').matchAll(/new Problem\(\s*\d+,\s*'(\w+)'/g),
  ])
  .map(([, code = '']) => code)

test('every code that is thrown is explained, and nothing else', () => {
  const codes = new Set([...thrown, 'validation_failed'])
  expect(thrown.length).toBeGreaterThan(30)
  expect([...codes].filter((code) => !(code in problemCatalog)).sort()).toEqual([])
  expect(Object.keys(problemCatalog).filter((code) => !codes.has(code))).toEqual([])
})

test('the type of a problem leads to a page about it', async () => {
  const { json } = await house.request('GET', '/v1/me', { key: null })
  const page = await house.request('GET', json.type, { key: null })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<code>unauthorized</code>')
  expect(page.text).not.toContain('<code>stale</code>')
})

test('a code that is not known leads to all of them, and is not written into the page', async () => {
  const page = await house.request('GET', '/docs/problems/%3Cscript%3Ealert(1)%3C%2Fscript%3E', { key: null })
  expect(page.status).toBe(200)
  expect(page.text).toContain('<code>stale</code>')
  expect(page.text).not.toContain('script>alert')
})
