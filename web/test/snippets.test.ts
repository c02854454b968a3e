import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { describeApi } from '../../server/src/http/docs/describe-api.ts'
import { routes } from '../../server/src/http/routes/index.ts'
import {
  type ApiDocument,
  type ApiOperation,
  type Parameter,
  readOperations,
} from '../src/playground/api-document.ts'
import { emptyForm, type FormValues, writeExample } from '../src/playground/build-request.ts'
import { describeSchema } from '../src/playground/describe-schema.ts'
import { typeScriptOf } from '../src/playground/write-code.ts'

const url = 'https://crier.example.org'
const operations = readOperations(describeApi({ ...routes, publicUrl: url }) as unknown as ApiDocument)

/** Something that a person could write into the field of a parameter. */
function valueFor({ schema }: Parameter): string {
  const { kind, choices, isList } = describeSchema(schema)
  if (kind === 'choice') return isList ? choices.slice(0, 2).join(', ') : (choices[0] ?? '')
  if (kind === 'number') return '5'
  return kind === 'boolean' ? 'true' : '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30'
}

/** A form in which everything is filled in, or only what must be. */
function formFor(operation: ApiOperation, isFull: boolean): FormValues {
  const { pathParameters, queryParameters } = operation
  const filled = [...pathParameters, ...queryParameters.filter((each) => isFull || each.required)]
  return {
    ...emptyForm,
    parameters: Object.fromEntries(filled.map((each) => [each.name, valueFor(each)])),
    ...(isFull ? { key: 'a key of my own', match: '"an ETag"' } : {}),
  }
}

/** The code of every operation, by a name for its file. */
function snippets(): ReadonlyMap<string, string> {
  const written = operations.flatMap((operation) =>
    [true, false].flatMap((isFull) => {
      const form = formFor(operation, isFull)
      const body = writeExample(operation.body?.example, null)
      const streams = operation.answersEvents ? [false, true] : [false]
      return streams.map((isStream) => {
        const code = typeScriptOf(url, { operation, form: { ...form, isStream }, body })
        return [`${operation.id}-${isFull ? 'full' : 'least'}${isStream ? '-stream' : ''}.ts`, code] as const
      })
    }),
  )
  return new Map(written.flatMap(([name, code]) => (code === null ? [] : [[name, code]])))
}

test('the TypeScript of every operation is right for the SDK', { timeout: 120_000 }, () => {
  const all = snippets()
  expect(all.size).toBeGreaterThan(150)
  expect(complaints(all)).toEqual([])
})

test('a snippet that is wrong would be found', { timeout: 120_000 }, () => {
  const [name = '', code = ''] = [...snippets()].find(([each]) => each.startsWith('createPost-least')) ?? []
  const wrong = new Map([[name, code.replace('caption:', 'captoin:')]])
  expect(complaints(wrong)).toEqual([expect.stringContaining('captoin')])
})

test('only what no generated method can do has no TypeScript, and no code holds a key', () => {
  const without = operations.filter((operation) => {
    const body = writeExample(operation.body?.example, null)
    return typeScriptOf(url, { operation, form: formFor(operation, false), body }) === null
  })
  expect(without.map(({ id }) => id)).toEqual(['uploadMedia', 'createResumableUpload'])
  for (const code of snippets().values()) expect(code).toContain("apiKey: process.env.CRIER_API_KEY ?? '',")
})

/** The errors of the compiler, as strict as one would set it. The files lie where the SDK is found as by any program. */
function complaints(files: ReadonlyMap<string, string>): string[] {
  const folder = mkdtempSync(join(import.meta.dirname, '.snippets-'))
  try {
    for (const [name, code] of files) writeFileSync(join(folder, name), code)
    const program = ts.createProgram({
      rootNames: [...files.keys()].map((name) => join(folder, name)),
      options: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        target: ts.ScriptTarget.ES2023,
        types: ['node'],
        skipLibCheck: true,
      },
    })
    const found = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()]
    return found
      .filter(({ file }) => file?.fileName.startsWith(folder))
      .map(({ file, messageText }) => {
        const text = ts.flattenDiagnosticMessageText(messageText, ' ')
        return `${file?.fileName.slice(folder.length + 1)}: ${text}`
      })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
