import { methodsByHand } from './name-method.ts'
import type { CallShape, MethodTable, Resources } from './write-resources.ts'

/** Writes the tables of how each operation is called by the SDK. Methods that were written by hand are not in them. */
export function writeCalls(methods: MethodTable, shapes: Resources['shapes']): string {
  const known = Object.entries(methods).filter(([id]) => methodsByHand[id] === undefined)
  const calls = known.map(([id, method]) => [id, writeCall(method, shapes[method])])
  const streams = known.flatMap(([id, method]) => {
    const name = `${method.split('.')[0]}.stream`
    return shapes[name] === undefined ? [] : [[id, writeCall(name, shapes[name])]]
  })
  return `/**
 * How each operation is called by the SDK. A word in braces is a part of the path, and \`.page()\` reads the one page of a list that
 * the operation answers.
 */
export const sdkCalls: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(calls), null, 2)}

/** How the operations that can answer a stream of events are followed. */
export const sdkStreams: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(streams), null, 2)}
`
}

function writeCall(method: string, shape: CallShape | undefined): string {
  if (shape === undefined) throw new Error(`${method} is no method of the SDK.`)
  return `${method}(${shape.takes.join(', ')})${shape.answers === 'pages' ? '.page()' : ''}`
}
