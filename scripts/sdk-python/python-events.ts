import { capital } from '../sdk/name-method.ts'
import type { Schema } from '../sdk/read-document.ts'
import { comment } from './python-docs.ts'
import { PythonModels } from './python-models.ts'
import { layType, pythonString } from './python-type.ts'

interface EventKind {
  readonly description: string
  readonly data: object
}

/** The module of the events, which are told apart by their `type`, and of the codes of problems. */
export function pythonEvents(
  problems: Readonly<Record<string, unknown>>,
  events: Readonly<Record<string, EventKind>>,
): { text: string; names: string[] } {
  const models = new PythonModels({})
  const kinds = Object.entries(events).map(([type, kind]) => ({ type, name: nameOf(type), ...kind }))
  for (const { type, name, description, data } of kinds) {
    // The catalogue holds schemas with marks of their own library.
    const schema = JSON.parse(JSON.stringify(data)) as Schema
    const properties = {
      id: { type: 'string' },
      type: { const: type },
      created_at: { type: 'string', description: 'ISO 8601, UTC.' },
      data: schema,
    }
    models.define(
      name,
      { type: 'object', properties, required: Object.keys(properties) },
      'received',
      description,
    )
  }
  const codes = Object.keys(problems).sort().map(pythonString)
  const parts = [
    models.text(),
    `${comment('A change that Crier tells of, by webhook or stream. Its `type` tells which; a newer server may have others.', 0)}${layType('Event = ', { head: 'Union', args: kinds.map(({ name }) => name) }, '', 0)}\n`,
    `${comment('The stable codes of problems. A newer server may answer others.', 0)}${layType('ProblemCode = ', { head: 'Literal', args: codes }, '', 0)}\n`,
  ]
  return { text: parts.join('\n\n'), names: [...models.names(), 'Event', 'ProblemCode'] }
}

function nameOf(type: string): string {
  return `${type.split(/[._]/).map(capital).join('')}Event`
}
