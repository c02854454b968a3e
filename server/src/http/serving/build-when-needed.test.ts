import Type from 'typebox'
import { expect, test } from 'vitest'
import { buildWhenNeeded } from './build-when-needed.ts'

/** A schema that counts how often something is read from it. */
function watched() {
  let reads = 0
  const schema = new Proxy(Type.Object({ name: Type.String() }), {
    get: (own, name) => {
      reads += 1
      return Reflect.get(own, name)
    },
  })
  return { schema, reads: () => reads }
}

const route = { method: 'GET', url: '/', httpStatus: '200' }

test('what writes an answer is built with the first one, once for all servers, and leaves out what the schema does', () => {
  const { schema, reads } = watched()
  const [one, other] = [buildWhenNeeded(), buildWhenNeeded()].map((factory) =>
    factory({}, {})({ ...route, schema }),
  )
  expect(reads()).toBe(0)
  expect(one?.({ name: 'Harbour', more: 1 })).toBe('{"name":"Harbour"}')
  const afterFirst = reads()
  expect(afterFirst).toBeGreaterThan(0)
  expect(other?.({ name: 'Pier' })).toBe('{"name":"Pier"}')
  expect(reads()).toBe(afterFirst)
})
