import { describeApi } from '../server/src/http/docs/describe-api.ts'
import { problemCatalog } from '../server/src/http/docs/problem-catalog.ts'
import { payingRoutes } from '../server/src/http/routes/index.ts'
import { eventCatalog } from '../server/src/webhooks/event-catalog.ts'
import { type GeneratedFile, keepFiles } from './sdk/keep-files.ts'
import { readDocument } from './sdk/read-document.ts'
import { pythonEvents } from './sdk-python/python-events.ts'
import { PythonModels } from './sdk-python/python-models.ts'
import { pythonResources } from './sdk-python/python-resources.ts'

const folder = 'sdk-python/src/crier/_generated'
const head = '# Generated from the OpenAPI document by `npm run generate-python-sdk`. Do not edit.\n'
const publicUrl = 'http://127.0.0.1:4747'

/** Generates the part of the client for Python that follows from the API: its types and a method for each operation. */
export function generatePythonSdk(
  document: object = describeApi({ ...payingRoutes, publicUrl }),
): GeneratedFile[] {
  const { operations, schemas } = readDocument(document)
  const events = pythonEvents(problemCatalog, eventCatalog)
  const models = new PythonModels(schemas, ['Event'])
  const resources = pythonResources(operations, models)
  // Every method has been written, and so every type that it needs.
  return [
    module('events', 'The events, and the codes of problems.', ['typing'], events.text, events.names),
    module(
      'models',
      'The types of what the API answers and takes.',
      ['typing', 'datetime', 'events'],
      models.text(),
      models.names(),
    ),
    module(
      'resources',
      'A method for each operation.',
      ['typing', 'datetime', 'events', 'models', 'parts'],
      resources.text,
      ['ApiClient', ...[...resources.text.matchAll(/^class (\w+Api)\b/gm)].map((match) => match[1] ?? '')],
      models.names(),
    ),
    {
      path: `${folder}/__init__.py`,
      text: `${head}"""The part of the client that follows from the API."""\n`,
    },
    {
      path: 'sdk-python/tests/generated_places.json',
      text: `${JSON.stringify(resources.places, null, 2)}\n`,
    },
  ]
}

type Import = 'typing' | 'datetime' | 'events' | 'models' | 'parts'

const typing = 'Any Dict List Literal Mapping Optional Sequence TypedDict Union'.split(' ')

/** A module with the imports of the names that it uses. */
function module(
  name: string,
  title: string,
  imports: readonly Import[],
  text: string,
  all: readonly string[],
  models: readonly string[] = [],
): GeneratedFile {
  const used = (names: readonly string[]) =>
    names.filter((one) => new RegExp(`\\b${one}\\b`).test(codeOf(text)))
  const lines: Record<Import, readonly [string, readonly string[]]> = {
    datetime: ['datetime', used(['date', 'datetime'])],
    typing: ['typing', used(typing)],
    events: ['.events', used(['Event'])],
    models: ['.models', used(models)],
    parts: ['', []],
  }
  const parts = [
    ['.._answers', used(['RawAnswer'])],
    ['.._event_stream', used(['EventStream'])],
    ['.._pages', used(['Pages'])],
    ['.._resource', used(['Resource'])],
    ['.._transport', used(['Call', 'Transport'])],
    ['.._values', used(['NOT_GIVEN', 'NotGiven', 'path_of', 'public_path'])],
  ] as const
  const standard = (['datetime', 'typing'] as const)
    .filter((one) => imports.includes(one))
    .map((one) => lines[one])
  const own = [
    ...(imports.includes('parts') ? parts : []),
    ...(['events', 'models'] as const).filter((one) => imports.includes(one)).map((one) => lines[one]),
  ]
  const groups = [standard, own].map((group) => group.map(importOf).join('')).filter((group) => group !== '')
  const exported = `__all__ = [\n${[...new Set(all)]
    .sort()
    .map((one) => `    "${one}",\n`)
    .join('')}]\n`
  const whole = `${head}"""${title}"""\n\nfrom __future__ import annotations\n\n${groups.join('\n')}\n${exported}\n\n${text}`
  return { path: `${folder}/${name}.py`, text: whole }
}

/** A text without its docstrings, texts and names of members, of whose words some are also types. */
function codeOf(text: string): string {
  const code = text.replace(/"""[\s\S]*?"""/g, '').replace(/^\s*#.*$/gm, '')
  return code.replace(/^ +(?:\w+|"[^"\n]*"):/gm, '').replace(/Literal\[[^\]]*\]/g, 'Literal')
}

function importOf([place, names]: readonly [string, readonly string[]]): string {
  if (names.length === 0) return ''
  const line = `from ${place} import ${names.join(', ')}\n`
  return line.length <= 101
    ? line
    : `from ${place} import (\n${[...names]
        .sort(byLetters)
        .map((one) => `    ${one},\n`)
        .join('')})\n`
}

function byLetters(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1
}

if (import.meta.main) keepFiles(generatePythonSdk())
