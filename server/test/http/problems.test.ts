// @module-tag slow
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldCatalog } from '../../src/http/docs/field-catalog.ts'
import { problemCatalog } from '../../src/http/docs/problem-catalog.ts'
import { errorCatalog } from '../../src/publishing/error-catalog.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const source = join(import.meta.dirname, '../../src')
// Problems of these files only arise at the terminal, and are explained there.
const atTheTerminal =
  /^(?:operator\/|people\/(?:create-|new-user|find-owner)|workspaces\/(?!test-clock|workspace-name))/

const files = globSync('**/*.ts', { cwd: source })
  .filter((path) => !atTheTerminal.test(path) && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
const thrown = files
  .flatMap(({ text }) => [...text.matchAll(/new Problem\(\s*(\d+),\s*'(\w+)'/g)])
  .map(([, status = '', code = '']) => `${status} ${code}`)

test('every code that is thrown is explained with its status, and nothing else', () => {
  const codes = new Set([...thrown, '422 validation_failed'])
  expect(thrown.length).toBeGreaterThan(30)
  const explained = Object.entries(problemCatalog).map(([code, { status }]) => `${status} ${code}`)
  expect([...codes].sort()).toEqual(explained.sort())
})

// The items of a feed say in `notes` what stood in their way; docs/feeds.md lists their codes.
// Codes that a connector finds in a draft belong to its platform; the errors of a result are typed by their catalog.
const withFields =
  /^(?:posts|recurrences|feeds\/(?!posting|looking)|media|accounts|analytics|connections|moving-out|queue|people|webhooks\/(?!\w+-events\.ts)|workspaces|http\/serving\/(?:create-)?read|publishing\/person\/(?:resolve|move-test-clock))|^lib\/requests\/(?:validate|page|tags)\.ts$/

test('every code of a field is explained, and nothing else', () => {
  const found = files
    .filter(({ path }) => withFields.test(path))
    .flatMap(({ text }) => [
      ...text.matchAll(/\bcode: '(\w+)'/g),
      ...text.matchAll(/^ {2}(?:m(?:in|ax)\w+|exclusiveM\w+|uniqueItems|pattern): '(\w+)'/gm),
      ...text.matchAll(/^ {8}'(wrong_format)',$/gm),
      ...text.matchAll(/\? '(not_allowed)'\s+: '(?:wrong_type)'/g),
      ...text.matchAll(/(?:new (?:Refused|ImportFailed)|feedFault)\(\s*'(\w+)'/g),
    ])
    .map(([, code = '']) => code)
  const ofResults = Object.keys(errorCatalog).filter((code) => !(code in fieldCatalog))
  const codes = new Set(found.filter((code) => !ofResults.includes(code)))
  expect([...codes].sort()).toEqual(Object.keys(fieldCatalog).sort())
})

test('every cause and cure is a sentence', () => {
  for (const entries of [problemCatalog, fieldCatalog, errorCatalog]) {
    for (const [code, { cause, cure }] of Object.entries(entries)) {
      expect(cause, code).toMatch(/^[A-Za-z].+\.$/)
      expect(cure, code).toMatch(/^[A-Z].+\.$/)
    }
  }
})

test('the type of a problem leads to a page about it', async () => {
  const { json } = await house.request('GET', '/v1/me', { key: null })
  const page = await house.request('GET', json.type, { key: null })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<code>unauthorized</code>')
  expect(page.text).not.toContain('<code>stale</code>')
  expect(page.text).toContain('Send Authorization: Bearer &#60;key&#62;.')
})

test('a problem with one wrong field leads to a page about that', async () => {
  const { json } = await house.request('POST', '/v1/posts', { body: {} })
  const page = await house.request('GET', json.type, { key: null })
  expect([json.code, page.text]).toEqual(['required', expect.stringContaining('<code>required</code>')])
  expect(page.text).not.toContain('<code>stale</code>')
})

test('a code that is not known leads to all of them, and is not written into the page', async () => {
  const page = await house.request('GET', '/docs/problems/%3Cscript%3Ealert(1)%3C%2Fscript%3E', { key: null })
  expect(page.status).toBe(200)
  expect(page.text).toContain('<code>stale</code>')
  expect(page.text).not.toContain('script>alert')
})
