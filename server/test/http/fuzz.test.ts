import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/http/routes/index.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const text = fc.string({ unit: 'binary', maxLength: 40 })
const names = (operation: Operation) => Object.keys(operation.query.properties)
const query = (operation: Operation) =>
  fc.array(fc.tuple(fc.oneof(fc.constantFrom('x', ...names(operation)), text), text), { maxLength: 4 })
const members = (operation: Operation) =>
  Object.keys((operation.body as { properties?: object } | null)?.properties ?? { x: 1 })
const body = (operation: Operation) =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...members(operation)), text), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 6,
    }),
  )

function encode(search: readonly (readonly [string, string])[]): string {
  return search.map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('=')).join('&')
}

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s answers whatever it is sent without a fault of its own, and shows nothing of its insides',
  async (_id, operation) => {
    const asked = fc.tuple(query(operation), body(operation), fc.constantFrom(newId(), 'x', '..', '%00'))
    await fc.assert(
      fc.asyncProperty(asked, async ([search, sent, id]) => {
        const path = `${operation.path.replace('{id}', id)}?${encode(search)}`
        const answer = await house.request(
          operation.method,
          path,
          operation.method === 'GET' ? {} : { body: sent ?? 'null' },
        )
        expect(answer.status, answer.text).toBeLessThan(500)
        if (answer.status < 400) return
        expect(answer.json).toMatchObject({ status: answer.status, code: expect.any(String) })
        expect(answer.text).not.toMatch(/\bat .*\(|SELECT |password|Bearer c/)
      }),
      { numRuns: 40 },
    )
  },
)
