import {
  type SerializerCompiler,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler'

// Kept for every server of this process, by schema.
const built = new WeakMap<object, ReturnType<SerializerCompiler>>()

/**
 * Builds what writes the answers of a route as the framework does, but with the first answer and not at the start. There it took
 * a quarter of a second for all routes, of which most processes need few and a command none.
 */
export function buildWhenNeeded(): SerializerFactory {
  const factory = SerializerSelector()
  return (schemas, options) => {
    const compile = factory(schemas, options)
    return (route) => {
      const { schema } = route
      if (typeof schema !== 'object' || schema === null) return compile(route)
      return (answer) => {
        const write = built.get(schema) ?? compile(route)
        built.set(schema, write)
        return write(answer)
      }
    }
  }
}
