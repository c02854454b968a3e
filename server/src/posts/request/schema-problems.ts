import type { TSchema } from 'typebox'
import type { Json } from '../../lib/json/json.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import { createValidate, type Validate } from '../../lib/requests/validate.ts'

const validators = new WeakMap<TSchema, Validate>()

/** Problems of the value at `pointer` by its schema, in the words of the API. */
export function schemaProblems(schema: TSchema, value: Json, pointer: string): FieldProblem[] {
  const validate = validators.get(schema) ?? createValidate(schema)
  validators.set(schema, validate)
  return validate(value).map((problem) => ({ ...problem, pointer: pointer + problem.pointer }))
}
