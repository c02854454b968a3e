import { capital } from './name-method.ts'
import type { Schema } from './read-document.ts'
import { writeComment, writeType } from './write-type.ts'

interface EventKind {
  readonly description: string
  readonly data: object
}

/** Writes the codes of problems and the events, which are told apart by their `type`. */
export function writeCatalogs(
  problems: Readonly<Record<string, unknown>>,
  events: Readonly<Record<string, EventKind>>,
): string {
  const codes = Object.keys(problems).sort()
  const kinds = Object.entries(events).map(([type, kind]) => ({ type, name: nameOf(type), ...kind }))
  const written = kinds.map(({ type, name, description, data }) => {
    // The catalogue holds schemas with marks of their own library.
    const schema = JSON.parse(JSON.stringify(data)) as Schema
    return `${writeComment(description)}export interface ${name} extends EventBase {
type: '${type}'
data: ${writeType(schema, 'received')}
}
`
  })
  return `/** The stable codes of problems. A newer server may answer others. */
export type ProblemCode = ${codes.map((code) => `'${code}'`).join(' | ')}

interface EventBase {
id: string
/** ISO 8601, UTC. */
created_at: string
}

${written.join('\n')}
/** A change that Crier tells of, by webhook or stream. Its \`type\` tells which; a newer server may have others. */
export type CrierEvent = ${kinds.map(({ name }) => name).join(' | ')}
`
}

function nameOf(type: string): string {
  return `${type.split(/[._]/).map(capital).join('')}Event`
}
