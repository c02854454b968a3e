import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'

let house: House
let document: { paths: Record<string, Record<string, Described>> }
interface Described {
  operationId: string
  responses: Record<string, { $ref?: string }>
}
beforeAll(async () => {
  house = await startHouse({ worker: false })
  document = (await house.request('GET', '/openapi.json', { key: null })).json
})
afterAll(() => house.stop())

// Reading a body, our own faults and a key in use are the same for every operation and tested once, in test/http.
const testedOnce = new Set(['200', '304', '400', '413', '415', '500', '503'])

/** What a call of these shows in the file that calls it. */
const shownBy: [RegExp, string[]][] = [
  [/\btestRefusals\(/, ['401', '402', '403', '422', '429']],
  [/\btestStrangers\(/, ['404']],
]

const folder = import.meta.dirname
const fileOf = (operationId: string) =>
  join(folder, `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`)

// What only a fault brings about is shown where faults are made.
const faults = readdirSync(join(folder, '../faults')).map((name) =>
  readFileSync(join(folder, '../faults', name), 'utf8'),
)

const sharedStatuses = new Set(['401', '402', '403', '404', '409', '412', '422', '429'])

/** What the tests of an operation do not show, although the document says it can be answered. */
function missingCases({ operationId, responses }: Described): string[] {
  const file = fileOf(operationId)
  if (!existsSync(file)) return [`${operationId} has no ${basename(file)}`]
  const text = readFileSync(file, 'utf8')
  const shown = new Set(shownBy.flatMap(([call, statuses]) => (call.test(text) ? statuses : [])))
  const isShown = (status: string) =>
    shown.has(status) ||
    [text, ...(sharedStatuses.has(status) ? [] : faults)].some((tests) =>
      new RegExp(`\\b${status}\\b`).test(tests),
    )
  return Object.entries(responses)
    .filter(([status, { $ref }]) => !testedOnce.has(status) && !$ref?.endsWith('/IdempotencyInProgress'))
    .filter(([status]) => !isShown(status))
    .map(([status]) => `${operationId} has no case for ${status}`)
}

test('every operation has a file that shows each answer it can give', () => {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(described.length).toBeGreaterThan(15)
  expect(described.flatMap(missingCases)).toEqual([])
})

test('sees an operation without a file and a file without a case', () => {
  const responses = { 200: {}, 401: {}, 409: { $ref: '#/components/responses/Conflict' }, 599: {} }
  expect(missingCases({ operationId: 'inventNothing', responses })).toEqual([
    'inventNothing has no invent-nothing.test.ts',
  ])
  expect(missingCases({ operationId: 'getMe', responses: { 402: {}, 404: {}, 599: {} } })).toEqual([
    'getMe has no case for 404',
    'getMe has no case for 599',
  ])
})
