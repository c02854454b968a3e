import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signedIn } from '../app/person.ts'
import { type Answer, type House, type Send, startHouse } from '../house.ts'
import { allRows } from './belongings.ts'
import { type DescribedOperation, describedApi } from './described-api.ts'

let house: House
let person: Browser
let app: DescribedOperation[]
let api: DescribedOperation[]
beforeAll(async () => {
  house = await startHouse({ worker: false })
  const isChange = ({ method }: DescribedOperation) => !['GET', 'HEAD'].includes(method)
  app = (await describedApi(house, '/app/openapi.json')).filter(isChange)
  // An upload has its own signature, and no cookie counts there.
  api = (await describedApi(house)).filter((operation) => operation.needsKey && isChange(operation))
  person = await signedIn(house)
})
afterAll(() => house.stop())

const id = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b99'
const pathOf = ({ path }: DescribedOperation) =>
  path.replace('{workspace}', house.workspaceId).replaceAll(/\{\w+\}/g, id)

/** The headers that only the attack has: those of the browser are taken away. */
function attack(
  operation: DescribedOperation,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send: Send = { key: null, headers: { cookie, ...headers }, ...(body === undefined ? {} : { body }) }
  return house.request(operation.method, pathOf(operation), send)
}

const json = (operation: DescribedOperation) => JSON.stringify(operation.bodyExample ?? {})
const evil = 'https://evil.example'
const form = 'application/x-www-form-urlencoded'

/** Requests that a page of another site can make a browser send, with our cookie. */
const ofOtherSites: [string, (operation: DescribedOperation) => [Record<string, string>, string]][] = [
  ['a form', () => [{ 'content-type': form, origin: evil, 'sec-fetch-site': 'cross-site' }, 'name=value']],
  [
    'a form that looks like JSON',
    (operation) => [
      { 'content-type': 'text/plain', origin: evil, 'sec-fetch-site': 'cross-site' },
      json(operation),
    ],
  ],
  [
    'JSON',
    (operation) => [
      { 'content-type': 'application/json', origin: evil, 'sec-fetch-site': 'cross-site' },
      json(operation),
    ],
  ],
  [
    'JSON of a neighbour',
    (operation) => [{ 'content-type': 'application/json', 'sec-fetch-site': 'same-site' }, json(operation)],
  ],
  [
    'JSON without TLS, of a foreign origin',
    (operation) => [{ 'content-type': 'application/json', origin: evil }, json(operation)],
  ],
  [
    'JSON of a page without an origin',
    (operation) => [{ 'content-type': 'application/json', origin: 'null' }, json(operation)],
  ],
]

/** Sends one request to each operation, and answers those whose answer is another one. */
async function wrongOnes(
  operations: readonly DescribedOperation[],
  ask: (operation: DescribedOperation) => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of operations) {
    const answer = await ask(operation)
    if (!isRight(answer)) wrong.push(`${operation.id}: ${answer.status} ${answer.json?.code}`)
  }
  return wrong
}

/** A resumable upload has no JSON, and asks for its protocol first. */
const isOtherType = ({ status, json: problem }: Answer) => status === 415 || problem?.code === 'tus_version'

const isRefused = ({ status, json: problem }: Answer) =>
  status === 403 && problem?.code === 'not_from_own_page'

describe('#18 a change that another site sends with a person’s cookie', () => {
  it.each(ofOtherSites)(
    'is refused by every operation of the app and changes nothing: %s',
    async (_what, make) => {
      expect(app.length).toBeGreaterThan(30)
      const before = await allRows(house)
      expect(await wrongOnes(app, (operation) => attack(operation, ...make(operation)), isRefused)).toEqual(
        [],
      )
      expect(await allRows(house)).toEqual(before)
    },
  )

  it('is refused by every operation of the app when it does not say where it comes from', async () => {
    const silent = (operation: DescribedOperation) =>
      attack(operation, { 'content-type': 'application/json' }, json(operation))
    expect(await wrongOnes(app, silent, isRefused)).toEqual([])
  })

  it('is refused at the API with the header of a workspace when it does not say where it comes from', async () => {
    const before = await allRows(house)
    const silent = (operation: DescribedOperation) =>
      attack(
        operation,
        { 'content-type': 'application/json', 'crier-workspace': house.workspaceId },
        json(operation),
      )
    expect(await wrongOnes(api, silent, isRefused)).toEqual([])
    expect(await allRows(house)).toEqual(before)
  })

  it('is done where a browser says so in either way, and nothing has to be said by what only reads', async () => {
    const workspace = { 'crier-workspace': house.workspaceId }
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const statusOf = async (method: string, headers: Record<string, string>) => {
      const path = method === 'GET' ? '/v1/me' : '/v1/posts/validate'
      const send = { key: null, headers: { cookie, ...workspace, ...headers } }
      return (await house.request(method, path, send)).status
    }
    expect(await statusOf('GET', {})).toBe(200)
    // A page without TLS, the worker of the app, and a beacon: each has one of the two.
    for (const own of [{ origin: house.url }, { 'sec-fetch-site': 'same-origin' }])
      expect(await statusOf('POST', own)).not.toBe(403)
    expect(await statusOf('POST', {})).toBe(403)
  })

  it.each([form, 'text/plain', 'multipart/form-data; boundary=x'])(
    'is refused by every operation with a body as %s, even from an own page',
    async (type) => {
      const before = await allRows(house)
      for (const [operations, headers] of [
        [app, {}],
        [api, { 'crier-workspace': house.workspaceId }],
      ] as const) {
        const own = { 'sec-fetch-site': 'same-origin', 'content-type': type, ...headers }
        const ask = (operation: DescribedOperation) => attack(operation, own, json(operation))
        expect(await wrongOnes(operations, ask, isOtherType)).toEqual([])
      }
      expect(await allRows(house)).toEqual(before)
    },
  )

  it.each(ofOtherSites)(
    'is nobody’s at the API without the header of a workspace: %s',
    async (_what, make) => {
      expect(api.length).toBeGreaterThan(30)
      const ask = (operation: DescribedOperation) => attack(operation, ...make(operation))
      expect(await wrongOnes(api, ask, ({ status }) => status === 401)).toEqual([])
    },
  )

  it.each(ofOtherSites)('is refused at the API with the header of a workspace: %s', async (_what, make) => {
    const ask = (operation: DescribedOperation) => {
      const [headers, body] = make(operation)
      return attack(operation, { ...headers, 'crier-workspace': house.workspaceId }, body)
    }
    expect(await wrongOnes(api, ask, isRefused)).toEqual([])
  })
})

describe('#18 a browser that asks first', () => {
  it('is told by no operation that another site may send cookies, or the header of a workspace', async () => {
    const headers = {
      origin: evil,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'crier-workspace, content-type',
    }
    for (const operation of [...app, ...api]) {
      const { headers: received } = await house.request('OPTIONS', pathOf(operation), { key: null, headers })
      expect([operation.id, received.get('access-control-allow-credentials')]).toEqual([operation.id, null])
      expect(received.get('access-control-allow-headers') ?? '').not.toMatch(/crier-workspace|\*/i)
      if (operation.path.startsWith('/app/'))
        expect([...received.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})
