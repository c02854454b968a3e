// @module-tag slow
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSdk } from '../../scripts/build-sdk.ts'
import { bundle } from './bundle.ts'

const modules = join(import.meta.dirname, '../../node_modules')
let place: string

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'crier-sdk-'))
  mkdirSync(join(place, 'node_modules/@crier'), { recursive: true })
  for (const name of ['@types', 'undici-types', 'tus-js-client'])
    symlinkSync(join(modules, name), join(place, 'node_modules', name))
  buildSdk(join(place, 'node_modules/@crier/sdk'))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Compiles the program of somebody who installed the built package. */
function compileConsumer(options: ts.CompilerOptions): string[] {
  const source = readFileSync(join(import.meta.dirname, 'consumer/calls.ts'), 'utf8')
  const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
  return compile({ 'calls.ts': source }, { ...strictest, ...options })
}

function compile(sources: Readonly<Record<string, string>>, options: ts.CompilerOptions): string[] {
  const files = Object.entries(sources).map(([name, source]) => {
    ts.sys.writeFile(join(place, name), source)
    return join(place, name)
  })
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    ...options,
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ messageText, file: at }) => `${at?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
}

test.each([
  [
    'a browser',
    { lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: [], skipLibCheck: false },
  ],
  [
    'Node',
    { lib: ['lib.es2023.d.ts'], types: ['node'], typeRoots: [join(modules, '@types')], skipLibCheck: true },
  ],
  [
    'a bundler',
    { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext, skipLibCheck: true },
  ],
])('right calls compile and wrong ones do not, with the types of %s', (_where, options) => {
  expect(compileConsumer(options)).toEqual([])
})

test('the examples of the README compile as they are written', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, example = '']) => example)
  expect(examples.length).toBeGreaterThan(5)
  const sources = Object.fromEntries(
    examples.map((example, index) => [`example-${index}.mts`, `${example}\nexport {}\n`]),
  )
  expect(compile({ 'known.d.ts': known, ...sources }, { types: [], skipLibCheck: true })).toEqual([])
})

// The names that examples take as given. One that an example makes itself comes before these.
const known = `
declare const client: import('@crier/sdk').CrierClient
declare const createClient: typeof import('@crier/sdk').createClient
declare const answerOf: typeof import('@crier/sdk').answerOf
declare const ConnectionError: typeof import('@crier/sdk').ConnectionError
declare const draft: import('@crier/sdk').CreatePostInput
declare const file: File
declare const queue: unknown[]
declare const request: Request
declare const id: string, baseUrl: string, apiKey: string
`

test('the built package is found by its names, and runs', async () => {
  const manifest = JSON.parse(readFileSync(join(place, 'node_modules/@crier/sdk/package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@crier/sdk', type: 'module' })
  expect(manifest).not.toHaveProperty('private')
  expect(manifest).not.toHaveProperty('dependencies')
  for (const entry of Object.values(manifest.exports as Record<string, { default: string }>)) {
    const built = await import(join(place, 'node_modules/@crier/sdk', entry.default))
    expect(Object.keys(built)).not.toEqual([])
  }
})

test.each([
  ['index', 10_000],
  ['app', 10_000],
  ['plans', 6_500],
  ['resumable', 3_000],
])('the entry %s is at most %i bytes compressed, and needs no module of Node', async (entry, most) => {
  const code = await bundle(`../src/${entry}.ts`, { external: ['tus-js-client'] })
  const imported = [...code.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, name]) => name)
  expect(imported).toEqual(entry === 'resumable' ? ['tus-js-client'] : [])
  expect(gzipSync(code).length).toBeLessThanOrEqual(most)
})
