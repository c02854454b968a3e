import { capital, type MethodName, methodsByHand, nameMethod } from './name-method.ts'
import type { Operation } from './read-document.ts'
import type { Models, OperationTypes } from './write-models.ts'
import { writeComment } from './write-type.ts'

interface Method {
  readonly id: string
  readonly name: MethodName
  readonly text: string
  readonly call: CallShape
}

/** How a method is called: what it takes, in its order, and what it answers. */
export interface CallShape {
  /** `{id}` is a part of the path; the options come last and can be left out. */
  readonly takes: readonly string[]
  readonly answers: 'object' | 'pages' | 'bytes' | 'events'
}

/** Where each operation is found, as `posts.create`. */
export type MethodTable = Readonly<Record<string, string>>

export interface Resources {
  readonly text: string
  readonly methods: MethodTable
  /** The shapes of the generated methods, by their dotted names. */
  readonly shapes: Readonly<Record<string, CallShape>>
}

/** Writes a class for each resource, and the client that has them all. */
export function writeResources(
  client: { readonly name: string; readonly comment: string },
  operations: readonly Operation[],
  models: Models,
): Resources {
  const methods = operations
    .filter(({ id }) => methodsByHand[id] === undefined)
    .flatMap((operation) => writeMethods(operation, models))
  refuseTwins(methods)
  const resources = [...new Set(methods.flatMap(({ name }) => name.resource ?? []))].sort()
  const classes = resources.map((resource) => {
    const own = methods.filter(({ name }) => name.resource === resource)
    return `export class ${classOf(resource)} extends Resource {\n${own.map(({ text }) => text).join('\n')}}\n`
  })
  const flat = methods.filter(({ name }) => name.resource === null)
  return {
    text: [...classes, writeClient(client, resources, flat)].join('\n'),
    methods: Object.fromEntries(
      operations.map(({ id }) => {
        const method = methods.find((one) => one.id === id)
        return [id, methodsByHand[id] ?? (method === undefined ? '' : dotted(method.name))]
      }),
    ),
    shapes: Object.fromEntries(methods.map(({ name, call }) => [dotted(name), call])),
  }
}

function dotted({ resource, method }: MethodName): string {
  return resource === null ? method : `${resource}.${method}`
}

function refuseTwins(methods: readonly Method[]): void {
  const before = new Map<string, string>()
  for (const { id, name } of methods) {
    const place = dotted(name)
    const other = before.get(place)
    if (other !== undefined)
      throw new Error(
        `${other} and ${id} would both be client.${place}(): give one of them another name in scripts/sdk/name-method.ts.`,
      )
    before.set(place, id)
  }
}

function classOf(resource: string): string {
  return `${capital(resource)}Api`
}

function writeClient(
  { name, comment }: { readonly name: string; readonly comment: string },
  resources: readonly string[],
  flat: readonly Method[],
): string {
  const fields = resources.map((resource) => `readonly ${resource}: ${classOf(resource)}`)
  const made = resources.map((resource) => `this.${resource} = new ${classOf(resource)}(transport)`)
  return `${writeComment(comment)}export class ${name} extends Resource {
${fields.join('\n')}

constructor(transport: Transport) {
super(transport)
${made.join('\n')}
}
${flat.map(({ text }) => `\n${text}`).join('')}}
`
}

/** The method of an operation; one that can answer a stream of events has one more for that. */
function writeMethods(operation: Operation, models: Models): Method[] {
  const types = models.typesOf(operation)
  if (!operation.answersEvents) return [writeMethod(operation, types)]
  const stream = writeStream(operation, types)
  return operation.response === undefined ? [stream] : [writeMethod(operation, types), stream]
}

function writeStream(operation: Operation, { query }: OperationTypes): Method {
  const { resource } = nameMethod(operation)
  const { path, id } = operation
  const comment = writeComment(
    `Follow the events as they happen, for as long as the loop runs: \`for await (const event of client.${resource}.stream())\`. A connection that breaks is opened again behind the last event that came.\n\n\`GET ${path}\` (${id})`,
  )
  const filters = query === undefined ? '' : ` & Omit<${query}, 'cursor' | 'limit' | 'offset'>`
  const text = `${comment}stream(options: StreamOptions${filters} = {}): AsyncGenerator<StreamedEvent, void, undefined> {
return streamEvents(this.transport, '${path}', options)
}
`
  return { id, name: { resource, method: 'stream' }, text, call: { takes: ['query'], answers: 'events' } }
}

function writeMethod(operation: Operation, types: OperationTypes): Method {
  const name = nameMethod(operation)
  // A wrong id rejects the promise, rather than being thrown past a `.catch`.
  const isAsync = types.answer === undefined || typeof types.answer === 'string'
  const text = `${documentation(operation)}${isAsync ? 'async ' : ''}${name.method}(${parameters(operation, types)}): ${answer(
    types,
  )} {\n${statement(operation, types)}\n}\n`
  return { id: operation.id, name, text, call: shapeOf(operation, types) }
}

function shapeOf({ params }: Operation, { body, query, answer: type }: OperationTypes): CallShape {
  return {
    takes: [
      ...params.map(({ name }) => `{${name}}`),
      ...(body === undefined ? [] : ['body']),
      ...(query === undefined ? [] : ['query']),
      'options',
    ],
    answers: type === undefined ? 'bytes' : typeof type === 'string' ? 'object' : 'pages',
  }
}

function documentation({ summary, description, id, method, path }: Operation): string {
  const end = `\`${method} ${path}\` (${id})`
  return writeComment([`${summary}.`, description, end].filter(Boolean).join('\n\n'))
}

function parameters(operation: Operation, { body, query, isQueryRequired }: OperationTypes): string {
  const named = operation.params.map(({ name }) => `${camel(name)}: string`)
  const options = operation.takesIfMatch
    ? 'GuardedOptions'
    : operation.takesIdempotencyKey
      ? 'ChangeOptions'
      : 'RequestOptions'
  return [
    ...named,
    ...(body === undefined ? [] : [`body: ${body}`]),
    ...(query === undefined ? [] : [`query${isQueryRequired ? '' : '?'}: ${query}`]),
    `options?: ${options}`,
  ].join(', ')
}

function answer({ answer: type }: OperationTypes): string {
  if (type === undefined) return 'Promise<Response>'
  return typeof type === 'string' ? `Promise<${type}>` : `Pages<${type.item}>`
}

function statement(operation: Operation, { body, query, answer: type }: OperationTypes): string {
  const call = [
    `method: '${operation.method}'`,
    `path: ${pathOf(operation)}`,
    ...(query === undefined ? [] : ['query']),
    ...(body === undefined ? [] : ['body']),
    ...repetition(operation),
    ...(operation.isPublic && type === undefined ? ['isPublic: true'] : []),
  ].join(', ')
  if (type === undefined) return `return this.transport.bytes({ ${call} }, options)`
  if (typeof type === 'string') return `return this.transport.send({ ${call} }, options)`
  return `return this.transport.list({ ${call}${startOf(operation)} }, options)`
}

/** A list that begins by offset can be read from a cursor too, which nothing that is added meanwhile shifts. */
function startOf({ query }: Operation): string {
  const has = (name: string) => query.some((one) => one.name === name)
  if (!has('cursor')) return ''
  return has('offset') ? ", start: { cursor: '', limit: 100 }" : ', start: { limit: 100 }'
}

// A POST of the API that takes no key of idempotency changes nothing. The session API keeps no answers.
function repetition({ takesIdempotencyKey, method, path }: Operation): string[] {
  if (takesIdempotencyKey) return ["repeat: 'keyed'"]
  return path.startsWith('/app/') && method !== 'GET' ? ["repeat: 'never'"] : []
}

function pathOf({ path, params, isPublic, response }: Operation): string {
  if (params.length === 0) return `'${path}'`
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => `\${${camel(name)}}`)
  return `${isPublic && response === undefined ? 'publicPath' : 'path'}\`${filled}\``
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
