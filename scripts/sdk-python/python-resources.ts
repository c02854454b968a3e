import { capital, methodsByHand, nameMethod } from '../sdk/name-method.ts'
import type { Operation } from '../sdk/read-document.ts'
import { docstring } from './python-docs.ts'
import { type PythonMethod, pythonMethod, pythonStream } from './python-methods.ts'
import type { PythonModels } from './python-models.ts'
import { nameInPython, snake } from './python-type.ts'

/** Where an operation is found, and how it is asked for. */
export interface MethodPlace {
  /** As in `posts.create`. */
  readonly method: string
  readonly verb: string
  readonly path: string
}

/** Writes a class for each resource, and the client that has them all. */
export function pythonResources(
  operations: readonly Operation[],
  models: PythonModels,
): { text: string; places: Readonly<Record<string, MethodPlace>> } {
  const generated = operations.filter(({ id }) => methodsByHand[id] === undefined)
  const methods = generated.flatMap((operation) => methodsOf(operation, models))
  refuseTwins(methods)
  const resources = [...new Set(methods.map(({ resource }) => resource))].sort()
  const classes = resources.map((resource) => {
    const own = methods.filter((one) => one.resource === resource)
    return `class ${classOf(resource)}(Resource):\n${docstring(`The operations of \`${resource}\`.`, 4)}\n${own.map(({ text }) => text).join('\n')}`
  })
  const places = operations.map(({ id, method: verb, path }) => {
    const byHand = methodsByHand[id]
    const method = byHand === undefined ? placeOf(methods.find((one) => one.id === id)) : snake(byHand)
    return [id, { method, verb, path }]
  })
  return { text: [...classes, client(resources)].join('\n\n'), places: Object.fromEntries(places) }
}

interface Placed extends PythonMethod {
  readonly id: string
  readonly resource: string
}

/** The method of an operation; one that can answer a stream of events has one more for that. */
function methodsOf(operation: Operation, models: PythonModels): Placed[] {
  const { resource, method } = nameMethod(operation)
  // An operation of no resource would stand on the client itself, which the session API alone has.
  if (resource === null) throw new Error(`${operation.id} belongs to no resource.`)
  const place = { id: operation.id, resource: snake(resource) }
  const name = nameInPython(snake(method))
  const whole =
    operation.answersEvents && operation.response === undefined ? [] : [pythonMethod(name, operation, models)]
  const streams = operation.answersEvents ? [pythonStream(operation, models)] : []
  return [...whole, ...streams].map((one) => ({ ...one, ...place }))
}

function placeOf(method: Placed | undefined): string {
  return method === undefined ? '' : `${method.resource}.${method.name}`
}

function refuseTwins(methods: readonly Placed[]): void {
  const before = new Map<string, string>()
  for (const method of methods) {
    const other = before.get(placeOf(method))
    if (other !== undefined)
      throw new Error(
        `${other} and ${method.id} would both be ${placeOf(method)}(): give one of them another name in scripts/sdk/name-method.ts.`,
      )
    before.set(placeOf(method), method.id)
  }
}

function classOf(resource: string): string {
  return `${resource.split('_').map(capital).join('')}Api`
}

function client(resources: readonly string[]): string {
  const made = resources.map((one) => `        self.${one} = ${classOf(one)}(transport)\n`)
  return `class ApiClient:
    """Every operation of the API below \`/v1\`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
${made.join('')}`
}
