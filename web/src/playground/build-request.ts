import type { ApiOperation, Parameter } from './api-document.ts'
import { describeSchema, typedValue, valuesOf } from './describe-schema.ts'

/** The words of a person in the form of an operation. */
export interface FormValues {
  /** The parameters of path and query by their names. */
  readonly parameters: Readonly<Record<string, string>>
  /** The text of the body; null as long as it is the example. */
  readonly body: string | null
  /** The key of the person's own; null where each request gets a new one. */
  readonly key: string | null
  readonly match: string
  /** Whether the answer is to be a stream of events. */
  readonly isStream: boolean
}

export const emptyForm: FormValues = { parameters: {}, body: null, key: null, match: '', isStream: false }

/** A request below the address of the server. */
export interface BuiltRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The required parameters that nobody has filled in. */
export function missingParameters(
  { pathParameters, queryParameters }: ApiOperation,
  form: FormValues,
): readonly string[] {
  // A dot, or two, would lead to another path.
  const isEmpty = ({ name }: Parameter) => /^\.{0,2}$/.test((form.parameters[name] ?? '').trim())
  return [...pathParameters, ...queryParameters]
    .filter((each) => (each.in === 'path' || each.required === true) && isEmpty(each))
    .map(({ name }) => name)
}

/** Makes the request of a form. An empty part of the path stays in its braces. The body is sent as it was written. */
export function buildRequest(operation: ApiOperation, form: FormValues, body: string): BuiltRequest {
  const { method, takesMatch, answersEvents } = operation
  const match = form.match.trim()
  const hasBody = operation.body !== null && body.trim() !== ''
  return {
    method,
    path: writePath(operation, form) + writeQuery(operation, form),
    headers: {
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      ...(takesMatch && match !== '' ? { 'If-Match': match } : {}),
      ...(answersEvents && form.isStream ? { Accept: 'text/event-stream' } : {}),
    },
    body: hasBody ? body : undefined,
  }
}

function writePath({ path }: ApiOperation, { parameters }: FormValues): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (parameters[name] ?? '').trim()
    return value === '' ? whole : encodeURIComponent(value)
  })
}

function writeQuery({ queryParameters }: ApiOperation, { parameters }: FormValues): string {
  const written = new URLSearchParams()
  for (const { name, schema } of queryParameters)
    for (const value of valuesOf(parameters[name] ?? '', describeSchema(schema))) written.append(name, value)
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}

/** The query as a program has it: with numbers, booleans and lists. */
export function typedQuery(
  { queryParameters }: ApiOperation,
  { parameters }: FormValues,
): Record<string, unknown> {
  const filled = queryParameters.filter(({ name }) => (parameters[name] ?? '').trim() !== '')
  return Object.fromEntries(
    filled.map(({ name, schema }) => [name, typedValue(parameters[name] ?? '', describeSchema(schema))]),
  )
}

/**
 * The example of a body, as text: with an account of the person in place of that of the example, and without its media, which
 * they do not have.
 */
export function writeExample(example: unknown, account: string | null): string {
  return example === undefined ? '' : JSON.stringify(adapt(example, account), null, 2)
}

function adapt(value: unknown, account: string | null): unknown {
  if (Array.isArray(value)) return value.map((each) => adapt(each, account))
  if (typeof value !== 'object' || value === null) return value
  const isPost = 'social_accounts' in value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isPost && name === 'media'))
      .map(([name, each]) => [
        name,
        name === 'social_accounts' && account !== null ? [account] : adapt(each, account),
      ]),
  )
}

/** Whether an example names an account. */
export function namesAccount(example: unknown): boolean {
  return example !== undefined && JSON.stringify(example).includes('"social_accounts"')
}

/** Whether a header can hold a text; a browser refuses any other. */
export function isHeaderText(text: string): boolean {
  return /^[ -~]*$/.test(text)
}
