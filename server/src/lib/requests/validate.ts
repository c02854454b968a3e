import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { Settings } from 'typebox/system'
import { isId } from '../id.ts'
import { escapePointer } from '../json/strict-json.ts'
import type { FieldProblem } from '../problem.ts'
import { nearestName } from '../text/nearest-name.ts'
import { sentence } from '../text/sentence.ts'
import { isRowNumber } from './row-number.ts'
import { type FoundFault, sayAlternatives, sayFault } from './say-fault.ts'

// All problems at once; the default stops at eight.
Settings.Set({ maxErrors: 200 })

Format.Set('uuid-or-number', (text) => isId(text) || isRowNumber(text))
Format.Set('media-id', isMediaName)

/** Whether a text may name a medium: by its id, storage path or public URL. Whether there is one is asked later. */
export function isMediaName(text: string): boolean {
  return text !== '' && text.length <= 1_000
}

/** Lists everything wrong with a value, each problem with its pointer. */
export type Validate = (value: unknown) => FieldProblem[]

/** Validates by a schema. It is compiled with the first value; nothing is coerced and nothing removed. */
export function createValidate(schema: TSchema): Validate {
  return (value) => {
    const { compiled, longest } = compile(schema)
    if (compiled.Check(value)) return []
    const found = withoutNoise(outsideLongLists(compiled.Errors(cutLists(value, longest)) as FoundFault[]))
    const problems = found.flatMap((error) => toFieldProblems(error, schema))
    return problems.length > 0
      ? problems
      : [{ pointer: '', code: 'invalid', detail: 'This does not have the required form.' }]
  }
}

// By schema, for every server of this process.
const kept = new WeakMap<TSchema, ReturnType<typeof compileAnew>>()

function compile(schema: TSchema): ReturnType<typeof compileAnew> {
  const known = kept.get(schema)
  if (known) return known
  const made = compileAnew(schema)
  kept.set(schema, made)
  return made
}

function compileAnew(schema: TSchema) {
  return { compiled: Compile(schema), longest: longestList(schema) + 1 }
}

/** The largest length that the schema allows any list; infinite if one of its lists has no limit. */
function longestList(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0
  const { type, items, maxItems = Number.POSITIVE_INFINITY } = schema as Record<string, unknown>
  const own = type === 'array' && items !== undefined ? Number(maxItems) : 0
  return Math.max(own, ...Object.values(schema).map(longestList))
}

// Lists are cut to one member over the limit, because comparing 100,000 members with each other takes minutes. An object in which no
// list is cut stays what it is: to copy one of 100,000 members takes longer than all the rest.
function cutLists(value: unknown, longest: number): unknown {
  if (typeof value !== 'object' || value === null || longest === Number.POSITIVE_INFINITY) return value
  if (Array.isArray(value)) return value.slice(0, longest).map((inner) => cutLists(inner, longest))
  const members: [string, unknown][] = []
  let isCut = false
  for (const [name, inner] of Object.entries(value)) {
    const cut = cutLists(inner, longest)
    isCut ||= cut !== inner
    members.push([name, cut])
  }
  return isCut ? Object.fromEntries(members) : value
}

/** Leaves out the faults of single members of a list that has too many: that it has too many says enough. */
function outsideLongLists(errors: FoundFault[]): FoundFault[] {
  const long = errors.filter(({ keyword }) => keyword === 'maxItems').map(({ instancePath }) => instancePath)
  if (long.length === 0) return errors
  return errors.filter(({ instancePath }) => !long.some((path) => instancePath.startsWith(`${path}/`)))
}

/** Replaces the errors of all branches of a union by those of the intended branch, or by the accepted alternatives. */
function withoutNoise(errors: FoundFault[]): FoundFault[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf')
  const inner = (union: FoundFault) => errors.filter((error) => error !== union && isInside(error, union))
  const noise = new Set<FoundFault>()
  const added: FoundFault[] = []
  for (const union of unions) {
    if (unions.some((outer) => outer !== union && isInside(union, outer))) continue
    for (const error of inner(union)) noise.add(error)
    noise.add(union)
    added.push(...meant(union, inner(union)))
  }
  return [...errors.filter((error) => !noise.has(error) && error.keyword !== 'boolean'), ...added]
}

function isInside(error: FoundFault, union: FoundFault): boolean {
  return (
    error.schemaPath.startsWith(`${union.schemaPath}/anyOf/`) &&
    (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))
  )
}

function meant(union: FoundFault, inner: FoundFault[]): FoundFault[] {
  const branches = Map.groupBy(
    inner,
    ({ schemaPath }) => schemaPath.slice(union.schemaPath.length + 7).split('/')[0] ?? '',
  )
  const refusesKind = (branch: FoundFault[]) =>
    branch.some(
      ({ keyword, instancePath }) =>
        instancePath === union.instancePath && ['type', 'const', 'enum'].includes(keyword),
    )
  const close = [...branches.values()].filter((branch) => !refusesKind(branch))
  const [only] = close
  if (close.length === 1 && only) return withoutNoise(only)
  return [
    {
      ...union,
      params: {
        branches: [...branches.values()].flat().filter((error) => error.instancePath === union.instancePath),
      },
    },
  ]
}

function toFieldProblems(error: FoundFault, schema: TSchema): FieldProblem[] {
  const { keyword, instancePath: pointer, params } = error
  switch (keyword) {
    case 'additionalProperties':
      return unknownFields(error, schema)
    case 'required':
      return names(params.requiredProperties).map((name) => ({
        pointer: `${pointer}/${escapePointer(name)}`,
        code: 'required',
        detail: sentence('"{name}" is missing.', { name }),
      }))
    case 'anyOf':
      return refusedKinds(pointer, params.branches as FoundFault[])
    case 'type':
    case 'const':
    case 'enum':
      return refusedKinds(pointer, [error])
    default:
      return [{ pointer, code: codes[keyword] ?? 'invalid', detail: sayFault(error) }]
  }
}

function refusedKinds(pointer: string, refusals: readonly FoundFault[]): FieldProblem[] {
  const code = codeOf(refusals)
  return [{ pointer, code, detail: sayAlternatives(refusals, code === 'not_allowed') }]
}

// A body may have any number of unknown fields; nobody reads more suggestions than these.
const mostSuggested = 10

function unknownFields(
  { instancePath: pointer, schemaPath, params }: FoundFault,
  schema: TSchema,
): FieldProblem[] {
  const known = propertiesAt(schema, schemaPath)
  return names(params.additionalProperties).map((name, index) => {
    const meant = index < mostSuggested ? nearestName(name, known) : null
    const shown = { name: name.slice(0, 100) }
    return {
      pointer: `${pointer}/${escapePointer(name)}`,
      code: 'unknown_field',
      detail:
        meant === null
          ? sentence('There is no field "{name}" here.', shown)
          : sentence('There is no field "{name}" here. Did you mean "{meant}"?', { ...shown, meant }),
    }
  })
}

/** The names of the fields of the object whose `additionalProperties` stands at the path. */
function propertiesAt(schema: TSchema, schemaPath: string): string[] {
  const steps = schemaPath.split('/').slice(1, -1)
  const parent = steps.reduce<unknown>((part, step) => {
    return typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[step] : undefined
  }, schema)
  const { properties } = (parent ?? {}) as { properties?: unknown }
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function codeOf(refusals: readonly FoundFault[]): string {
  return refusals.some(({ keyword }) => keyword === 'const' || keyword === 'enum')
    ? 'not_allowed'
    : 'wrong_type'
}

const codes: Readonly<Record<string, string>> = {
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minProperties: 'too_few',
  maxProperties: 'too_many',
  uniqueItems: 'repeated',
  pattern: 'wrong_format',
  format: 'wrong_format',
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
