import { capital, nameMethod } from '../sdk/name-method.ts'
import type { Operation, Schema } from '../sdk/read-document.ts'
import { docstring } from './python-docs.ts'
import { descriptionOf, type PythonModels } from './python-models.ts'
import {
  flat,
  layType,
  lineWidth,
  nameInPython,
  type PythonType,
  pythonString,
  snake,
  unionOf,
} from './python-type.ts'

/** A method of a resource, as it stands in its class. */
export interface PythonMethod {
  readonly name: string
  readonly text: string
}

/** One parameter of a method. */
interface Parameter {
  /** As in the API. */
  readonly sent: string
  /** As in Python. */
  readonly name: string
  readonly type: PythonType
  readonly isRequired: boolean
  readonly absent: 'NOT_GIVEN' | 'None'
  readonly text: string | undefined
}

interface Parameters {
  readonly path: readonly Parameter[]
  readonly body: readonly Parameter[] | 'whole' | 'none'
  readonly query: readonly Parameter[]
  readonly options: readonly Parameter[]
  /** The body where it is no object with members of its own. */
  readonly whole: readonly Parameter[]
}

/** The method that calls an operation. */
export function pythonMethod(name: string, operation: Operation, models: PythonModels): PythonMethod {
  const parameters = parametersOf(operation, models)
  const answer = answerOf(operation, models)
  const call = callOf(operation, parameters, answer.isRaw)
  const options = parameters.options.map(({ sent, name: given }) => `${sent}=${given}`)
  const text = [
    signature(name, parameters, answer.type),
    docstring(documentation(operation, parameters), 8),
    ...(answer.verb === '_transport.send'
      ? // The JSON of an answer is of no type; its name here gives it one.
        [
          statement(`answer: ${flat(answer.type)} = `, answer.verb, [call, ...options]),
          '        return answer\n',
        ]
      : [statement('return ', answer.verb, [call, ...options])]),
  ]
  return { name, text: text.join('') }
}

/** The method that follows the events of an operation. */
export function pythonStream(operation: Operation, models: PythonModels): PythonMethod {
  const resource = snake(nameMethod(operation).resource ?? '')
  const all = parametersOf(operation, models)
  const query = all.query.filter(({ sent }) => !['cursor', 'limit', 'offset'].includes(sent))
  const options = [
    option(
      'last_event_id',
      unionOf(['str', 'None']),
      'The `cursor` behind which to go on; without it, only new events come.',
    ),
    {
      ...option(
        'silence',
        'float',
        'How many seconds nothing may come before the connection is opened again.',
      ),
      absent: '60.0' as 'None',
    },
  ]
  const parameters: Parameters = { ...all, query, options, body: 'none', whole: [] }
  const text = [
    signature('stream', parameters, 'EventStream'),
    docstring(
      `Follow the events as they happen: \`for event in crier.${resource}.stream()\`.\n\nA connection that breaks is opened again behind the last event that came. \`GET ${operation.path}\` (${operation.id})${argumentsOf(parameters)}`,
      8,
    ),
    statement('return ', '_follow', [callOf(operation, parameters, false), 'last_event_id', 'silence']),
  ]
  return { name: 'stream', text: text.join('') }
}

function parametersOf(operation: Operation, models: PythonModels): Parameters {
  const { id, params, query } = operation
  const taken = new Set(['self'])
  const named = <T extends { readonly sent: string }>(one: T) => ({ ...one, name: freeName(one.sent, taken) })
  const path = params.map(({ name, description }) =>
    named({ sent: name, type: 'str', isRequired: true, absent: 'None' as const, text: description }),
  )
  const body = bodyOf(operation, models)
  const members = (Array.isArray(body) ? body : []).map(named)
  const whole = (Array.isArray(body) || body === undefined ? [] : [body]).map(named)
  const filters = query.map(({ name, schema, required, description }) => {
    const type = filterType(schema, models, `${capital(id)}${capital(name)}`)
    return named({
      sent: name,
      type: required ? type : unionOf([type, 'None']),
      isRequired: required,
      absent: 'None' as const,
      text: description ?? descriptionOf(schema),
    })
  })
  return {
    path,
    body: body === undefined ? 'none' : whole.length > 0 ? 'whole' : members,
    whole,
    query: filters,
    options: optionsOf(operation).map(named),
  }
}

function freeName(sent: string, taken: Set<string>): string {
  let name = nameInPython(sent.replace(/\W+/g, '_'))
  while (taken.has(name)) name = `${name}_`
  taken.add(name)
  return name
}

type Unnamed = Omit<Parameter, 'name'>

/** The members of a body, or the body where it has none of its own. */
function bodyOf({ id, body }: Operation, models: PythonModels): Unnamed[] | Unnamed | undefined {
  if (body === undefined) return undefined
  const { properties, required = [], anyOf, oneOf, allOf, patternProperties } = models.open(body)
  const isPlain = [anyOf, oneOf, allOf, patternProperties].every((one) => one === undefined)
  if (properties === undefined || !isPlain) {
    const type = models.typeOf(body, 'sent', `${capital(id)}Body`)
    return { sent: 'body', type, isRequired: true, absent: 'NOT_GIVEN', text: descriptionOf(body) }
  }
  return Object.entries(properties).map(([sent, schema]) => {
    const isRequired = required.includes(sent)
    const type = models.typeOf(schema, 'sent', `${capital(id)}${sent.split('_').map(capital).join('')}`)
    return {
      sent,
      type: isRequired ? type : unionOf([type, 'NotGiven']),
      isRequired,
      absent: 'NOT_GIVEN',
      text: descriptionOf(schema),
    }
  })
}

/** A filter that may be repeated is one value or several. */
function filterType(schema: Schema, models: PythonModels, place: string): PythonType {
  const type = models.typeOf(schema, 'sent', place)
  return schema.items === undefined ? type : unionOf([models.typeOf(schema.items, 'sent', place), type])
}

function optionsOf({ takesIdempotencyKey, takesIfMatch }: Operation): Unnamed[] {
  return [
    ...(takesIdempotencyKey ? [option('idempotency_key', unionOf(['str', 'None']))] : []),
    ...(takesIfMatch ? [option('if_match', unionOf(['str', 'None']))] : []),
    option('timeout', unionOf(['float', 'None'])),
  ]
}

function option(sent: string, type: PythonType, text?: string): Parameter {
  return { sent, name: sent, type, isRequired: false, absent: 'None', text }
}

interface Answer {
  readonly type: PythonType
  /** The method of the transport. */
  readonly verb: string
  readonly isRaw: boolean
}

function answerOf({ id, response }: Operation, models: PythonModels): Answer {
  if (response === undefined) return { type: 'RawAnswer', verb: '_transport.raw', isRaw: true }
  const { data, meta, ...others } = models.open(response).properties ?? {}
  const isPaged = data?.items !== undefined && meta !== undefined && Object.keys(others).length === 0
  if (!isPaged || data.items === undefined)
    return {
      type: models.typeOf(response, 'received', `${capital(id)}Result`),
      verb: '_transport.send',
      isRaw: false,
    }
  const item = models.typeOf(data.items, 'received', `${capital(id)}Item`)
  return { type: { head: 'Pages', args: [item] }, verb: '_transport.pages', isRaw: false }
}

function signature(
  name: string,
  { path, body, whole, query, options }: Parameters,
  answer: PythonType,
): string {
  const members = Array.isArray(body) ? [...body, ...query] : query
  const byName = [
    ...members.filter((one) => one.isRequired),
    ...members.filter((one) => !one.isRequired),
    ...options,
  ]
  const written = [
    'self',
    ...[...path, ...whole].map((one) => layType(`${one.name}: `, one.type, '', 0)),
    '*',
    ...byName.map((one) => layType(`${one.name}: `, one.type, one.isRequired ? '' : ` = ${one.absent}`, 0)),
  ]
  const line = layType(`def ${name}(${written.join(', ')}) -> `, answer, ':', 4)
  if (line.length <= lineWidth && !line.includes('\n')) return `${line}\n`
  const lines = [
    '        self,',
    ...[...path, ...whole].map((one) => layType(`${one.name}: `, one.type, ',', 8)),
    '        *,',
    ...byName.map((one) => layType(`${one.name}: `, one.type, one.isRequired ? ',' : ` = ${one.absent},`, 8)),
  ]
  return `    def ${name}(\n${lines.join('\n')}\n${layType(') -> ', answer, ':', 4)}\n`
}

function documentation(
  { summary, description, id, method, path }: Operation,
  parameters: Parameters,
): string {
  const parts = [`${summary}.`, description, `\`${method} ${path}\` (${id})`]
  return `${parts.filter(Boolean).join('\n\n')}${argumentsOf(parameters)}`
}

function argumentsOf({ path, body, whole, query, options }: Parameters): string {
  const all = [...path, ...whole, ...(Array.isArray(body) ? body : []), ...query, ...options]
  const described = all.flatMap(({ name, text }) =>
    text === undefined ? [] : [`    ${name}: ${oneLine(text)}`],
  )
  return described.length === 0 ? '' : `\n\nArgs:\n${described.join('\n')}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function callOf(operation: Operation, { path, body, whole, query }: Parameters, isRaw: boolean): string {
  const [only] = whole
  const parts = [
    pythonString(operation.method),
    pathOf(operation, path),
    ...(query.length > 0 ? [`query=${dictOf(query, 16)}`] : []),
    ...(Array.isArray(body) ? [`body=${dictOf(body, 16)}`] : []),
    ...(only === undefined ? [] : [`body=${only.name}`]),
    ...(operation.takesIdempotencyKey ? ['repeat="keyed"'] : []),
    ...(operation.isPublic && isRaw ? ['is_public=True'] : []),
    ...startOf(operation),
  ]
  const line = `Call(${parts.join(', ')})`
  if (!line.includes('\n') && line.length + 12 < lineWidth) return line
  return `Call(\n${parts.map((part) => `                ${part},\n`).join('')}            )`
}

function dictOf(parameters: readonly Parameter[], indent: number): string {
  const pad = ' '.repeat(indent)
  const lines = parameters.map(({ sent, name }) => `${pad}    ${pythonString(sent)}: ${name},\n`)
  return `{\n${lines.join('')}${pad}}`
}

function pathOf({ path, isPublic, response }: Operation, params: readonly Parameter[]): string {
  if (params.length === 0) return pythonString(path)
  const writer = isPublic && response === undefined ? 'public_path' : 'path_of'
  return `${writer}(${[pythonString(path.replace(/\{\w+\}/g, '{}')), ...params.map(({ name }) => name)].join(', ')})`
}

/** A list that begins by offset can be read from a cursor too, which nothing that is added meanwhile shifts. */
function startOf({ query, response }: Operation): string[] {
  const has = (name: string) => query.some((one) => one.name === name)
  if (response === undefined || !has('cursor') || !has('limit')) return []
  return has('offset') ? ['start={"cursor": "", "limit": 100}'] : ['start={"limit": 100}']
}

function statement(begin: string, verb: string, given: readonly string[]): string {
  const line = `        ${begin}self.${verb}(${given.join(', ')})\n`
  if (!given.some((one) => one.includes('\n')) && line.length <= lineWidth + 1) return line
  return `        ${begin}self.${verb}(\n${given.map((one) => `            ${one},\n`).join('')}        )\n`
}
