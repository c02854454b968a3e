import { sdkCalls, sdkStreams } from './sdk-calls.ts'
import { writeValue } from './write-value.ts'

/** The input of an operation, as the SDK takes it. */
export interface SdkInput {
  /** The parts of the path by their names. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Undefined where there is none. */
  readonly body?: unknown
  readonly options?: Readonly<Record<string, string>>
  /** Whether the events are followed as they happen. */
  readonly isStream?: boolean
}

/** The call of an operation by the SDK, as a program; null for an operation that has no generated method. */
export function writeTypeScript(url: string, operation: string, input: SdkInput): string | null {
  const shape = (input.isStream ? sdkStreams : sdkCalls)[operation]
  const [, method = '', names = '', end = ''] = /^([\w.]+)\(([^)]*)\)(.*)$/.exec(shape ?? '') ?? []
  if (shape === undefined) return null
  const call = `crier.${method}(${writeArguments(names.split(', '), input)})${end}`
  return [
    "import { createClient } from '@crier/sdk'",
    '',
    'const crier = createClient({',
    `  baseUrl: ${writeValue(url)},`,
    "  apiKey: process.env.CRIER_API_KEY ?? '',",
    '})',
    ...(input.isStream
      ? [`for await (const event of ${call}) console.log(event)`]
      : [`const answer = await ${call}`, 'console.log(answer)']),
  ].join('\n')
}

/** Empty arguments at the end are left out. An empty one before others is an empty object. */
function writeArguments(names: readonly string[], input: SdkInput): string {
  const values = names.map((name) => writeArgument(name, input))
  const last = values.findLastIndex((value) => value !== null)
  return values
    .slice(0, last + 1)
    .map((value) => value ?? '{}')
    .join(', ')
}

function writeArgument(
  name: string,
  { params = {}, query = {}, body, options = {}, isStream }: SdkInput,
): string | null {
  switch (name) {
    case 'body':
      return writeValue(body ?? {})
    case 'query':
      return unlessEmpty(isStream ? forStream(query) : query)
    case 'options':
      return unlessEmpty(options)
    default:
      return writeValue(params[name.slice(1, -1)] ?? '')
  }
}

const unlessEmpty = (members: object) => (Object.keys(members).length === 0 ? null : writeValue(members))

/** A stream has no pages; it goes on behind the last event that was handled. */
function forStream({ cursor, limit: _limit, ...query }: Readonly<Record<string, unknown>>): object {
  return { ...query, ...(cursor === undefined || cursor === 'now' ? {} : { lastEventId: cursor }) }
}
