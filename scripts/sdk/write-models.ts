import { capital } from './name-method.ts'
import type { Operation, Schema } from './read-document.ts'
import { writeComment, writeMembers, writeType } from './write-type.ts'

/** A list that answers page by page. */
export interface ListOf {
  readonly item: string
}

/** The names of the types of one operation; undefined where it has none. */
export interface OperationTypes {
  readonly body: string | undefined
  readonly query: string | undefined
  readonly isQueryRequired: boolean
  /** The type of the answer, or the items of a list. */
  readonly answer: string | ListOf | undefined
}

/** Collects the named types of a document while its operations are written. */
export class Models {
  readonly #written = new Map<string, string>()
  readonly #schemas: Readonly<Record<string, Schema>>

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas
    for (const [name, schema] of Object.entries(schemas))
      if (name !== 'Event') this.#write(name, schema, 'received', undefined)
  }

  typesOf(operation: Operation): OperationTypes {
    const name = capital(operation.id)
    return {
      body: operation.body && this.#nameOf(`${name}Input`, operation.body, `The body of ${operation.id}.`),
      query: this.#writeQuery(`${name}Query`, operation),
      isQueryRequired: operation.query.some(({ required }) => required),
      answer: this.#answerOf(name, operation),
    }
  }

  names(): string[] {
    return [...this.#written.keys()].sort()
  }

  /** Every type, in the order of its name. */
  text(): string {
    const sorted = [...this.#written].sort(([a], [b]) => (a < b ? -1 : 1))
    return sorted.map(([, text]) => text).join('\n')
  }

  #answerOf(name: string, { response, id }: Operation): string | ListOf | undefined {
    if (response === undefined) return undefined
    const { data, meta, ...others } = this.#open(response).properties ?? {}
    const isPaged = data?.items !== undefined && meta !== undefined && Object.keys(others).length === 0
    if (!isPaged || data.items === undefined)
      return this.#nameOf(`${name}Result`, response, `The answer of ${id}.`, 'received')
    return { item: this.#nameOf(`${name}Item`, data.items, `One row of ${id}.`, 'received') }
  }

  #open(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.#schemas[writeType(schema, 'received')] ?? schema)
  }

  /** The name of a schema: its own, or else this one. */
  #nameOf(name: string, schema: Schema, comment: string, direction: 'sent' | 'received' = 'sent'): string {
    if (schema.$ref !== undefined) return writeType(schema, direction)
    this.#write(name, schema, direction, comment)
    return name
  }

  #writeQuery(name: string, { query, id }: Operation): string | undefined {
    if (query.length === 0) return undefined
    const properties = Object.fromEntries(
      query.map(({ name: member, schema, description }) => [
        member,
        // A filter that may be repeated is one value or several.
        {
          ...(schema.items === undefined ? schema : { anyOf: [schema.items, schema] }),
          ...(description === undefined ? {} : { description }),
        },
      ]),
    )
    const required = query.filter((one) => one.required).map((one) => one.name)
    this.#write(name, { type: 'object', properties, required }, 'sent', `The filters of ${id}.`)
    return name
  }

  #write(name: string, schema: Schema, direction: 'sent' | 'received', comment: string | undefined): void {
    if (this.#written.has(name)) throw new Error(`Two types of the SDK are named ${name}.`)
    const isInterface = schema.properties !== undefined && Object.keys(schema.properties).length > 0
    const text = isInterface
      ? `export interface ${name} {\n${writeMembers(schema, direction)}\n}\n`
      : `export type ${name} = ${writeType(schema, direction)}\n`
    this.#written.set(name, writeComment(schema.description ?? comment) + text)
  }
}
