import type { TObject, TSchema } from 'typebox'
import type { FieldProblem } from '../../lib/problem.ts'

/**
 * Reads a query by its schema: numbers and booleans strictly, lists as `a=x&a=y`, `a[]=x` or `a=x,y`. A value that does not
 * fit stays as it came, for the schema to refuse. An empty value in a list is refused here: a filter that was left empty by
 * mistake must not find everything.
 */
export function readQuery(
  schema: TObject,
  search: URLSearchParams,
): { query: Record<string, unknown>; errors: FieldProblem[] } {
  // Without a prototype, so that `__proto__` is a name like any other, and unknown.
  const query: Record<string, unknown> = Object.create(null)
  const errors: FieldProblem[] = []
  for (const sent of new Set(search.keys())) {
    const name = sent.endsWith('[]') ? sent.slice(0, -2) : sent
    const member: Shape | undefined = Object.hasOwn(schema.properties, name)
      ? schema.properties[name]
      : undefined
    const values = search.getAll(sent)
    if (member?.type === 'array') {
      const listed = values.flatMap((value) => value.split(','))
      if (listed.includes('')) errors.push(emptyValue(name))
      query[name] = [
        ...((query[name] as unknown[] | undefined) ?? []),
        ...listed.filter((value) => value !== '').map((value) => read(member.items, value)),
      ]
    } else {
      if (values.length > 1)
        errors.push({ pointer: `?${name}`, code: 'repeated', detail: `"${name}" may appear only once.` })
      query[member ? name : sent] = read(member, values[0] ?? '')
    }
  }
  return { query, errors }
}

function emptyValue(name: string): FieldProblem {
  const detail = `"${name}" has an empty value. Give it a value, or leave it out.`
  return { pointer: `?${name}`, code: 'empty_value', detail }
}

type Shape = TSchema & { type?: unknown; items?: Shape }

function read(schema: Shape | undefined, text: string): unknown {
  if ((schema?.type === 'integer' || schema?.type === 'number') && /^-?\d{1,15}$/.test(text))
    return Number(text)
  if (schema?.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
