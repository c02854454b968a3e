import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHere } from '../../../scripts/test-needs.ts'
import { type RecordedAnswer, readAnswers } from '../answer-journal.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let api: Described[]
let app: Described[]
interface Described {
  operationId: string
  responses: Record<string, { $ref?: string }>
}
beforeAll(async () => {
  house = await startHouse({ worker: false })
  api = await read('/openapi.json')
  app = await read('/app/openapi.json')
})
afterAll(() => house.stop())

async function read(path: string): Promise<Described[]> {
  const { json } = await house.request('GET', path, { key: null })
  return Object.values<Record<string, Described>>(json.paths).flatMap((methods) => Object.values(methods))
}

// Reading a body, our own faults and a key in use are the same for every operation and tested once, in test/http.
const testedOnce = new Set(['200', '304', '400', '413', '415', '500', '503'])
// A disk is full where one can be mounted.
if (!isHere('permission to mount a file system')) testedOnce.add('507')

const folder = import.meta.dirname
const fileOf = (operationId: string) =>
  join(folder, `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`)

const sharedStatuses = new Set(['401', '402', '403', '404', '409', '412', '422', '429'])

/** The answers of an operation that the document names and its tests never got. */
function missingCases({ operationId, responses }: Described, answers: RecordedAnswer[]): string[] {
  const file = fileOf(operationId)
  if (!existsSync(file)) return [`${operationId} has no ${basename(file)}`]
  const own = answers.filter((each) => each.operation === operationId)
  const ofFaults = answers.filter((each) => each.file.startsWith('test/faults/'))
  // Only a fault brings about the others; a quick run makes none.
  const isAsked = (status: string) => sharedStatuses.has(status) || ofFaults.length > 0
  const isShown = (status: string) =>
    own.some(
      (each) =>
        each.status === Number(status) &&
        (file.endsWith(each.file) || (!sharedStatuses.has(status) && ofFaults.includes(each))),
    )
  return Object.entries(responses)
    .filter(([status, { $ref }]) => !testedOnce.has(status) && !$ref?.endsWith('/IdempotencyInProgress'))
    .filter(([status]) => isAsked(status) && !isShown(status))
    .map(([status]) => `${operationId} has no case for ${status}`)
}

/** The files of operations that were answered nothing: they are no part of this run. */
function filesLeftOut(described: Described[], answers: RecordedAnswer[]): string[] {
  const answered = new Set(answers.map(({ file }) => basename(file)))
  const files = described.map(({ operationId }) => fileOf(operationId)).filter((file) => existsSync(file))
  return files.map((file) => basename(file)).filter((name) => !answered.has(name))
}

test('every operation has a file that was given each answer the document names', ({ skip }) => {
  const answers = readAnswers()
  const leftOut = filesLeftOut(api, answers)
  skip(leftOut.length > 0, `known once all files of test/api ran: ${leftOut.join(', ')} left no answer`)
  expect(api.length).toBeGreaterThan(15)
  expect(api.flatMap((operation) => missingCases(operation, answers))).toEqual([])
})

// The tests of the session API tell what people do with several of its operations. Only a browser makes a passkey. Programs that
// people let in have files beside what those programs use.
const server = join(folder, '../..')
const passkeys = 'test/stories/passkeys.test.ts'
const appFiles = readdirSync(join(server, 'test/app'))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/app/${name}`)
  .concat('test/attacks/17-programs.test.ts', 'test/mcp/sign-in.test.ts')
  .filter((file) => readFileSync(join(server, file), 'utf8').includes('.request('))

/** The answers of an operation for people that the document names and no test of these files ever got. */
function unaskedCases({ operationId, responses }: Described, answers: RecordedAnswer[]): string[] {
  const hasBrowser = answers.some(({ file }) => file === passkeys)
  if (!hasBrowser && /passkey/i.test(operationId)) return []
  const isAsked = (status: string) => !testedOnce.has(status) || status === '200'
  const got = answers
    .filter(({ operation, file }) => operation === operationId && [...appFiles, passkeys].includes(file))
    .map(({ status }) => String(status))
  return Object.keys(responses)
    .filter((status) => isAsked(status) && !got.includes(status))
    .map((status) => `${operationId} has no case for ${status}`)
}

test('every operation for people was given each answer the document names', ({ skip }) => {
  const answers = readAnswers()
  const leftOut = appFiles.filter((name) => !answers.some(({ file }) => file === name))
  skip(leftOut.length > 0, `known once all files of test/app ran: ${leftOut.join(', ')} left no answer`)
  expect(app.length).toBeGreaterThan(60)
  expect(app.flatMap((operation) => unaskedCases(operation, answers))).toEqual([])
})

test('sees an operation without a file and a file without a case', () => {
  const responses = { 200: {}, 401: {}, 409: { $ref: '#/components/responses/Conflict' }, 599: {} }
  expect(missingCases({ operationId: 'inventNothing', responses }, [])).toEqual([
    'inventNothing has no invent-nothing.test.ts',
  ])
  const answers: RecordedAnswer[] = [
    { operation: 'getMe', status: 402, file: 'test/api/get-me.test.ts' },
    // Answers that other files than the operation's own got.
    { operation: 'getMe', status: 401, file: 'test/api/get-post.test.ts' },
    { operation: 'getMe', status: 404, file: 'test/faults/some.test.ts' },
    { operation: 'getMe', status: 507, file: 'test/faults/some.test.ts' },
    { operation: 'getPost', status: 599, file: 'test/api/get-me.test.ts' },
  ]
  const asked = { operationId: 'getMe', responses: { 401: {}, 402: {}, 404: {}, 507: {}, 599: {} } }
  expect(missingCases(asked, answers)).toEqual([
    'getMe has no case for 401',
    'getMe has no case for 404',
    'getMe has no case for 599',
  ])
})
