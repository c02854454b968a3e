// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAtLeast, type Role, roles, scopesOf } from '../../src/callers/roles.ts'
import type { KeyScope } from '../../src/context.ts'
import { sql } from '../../src/db/database.ts'
import { operations, routes } from '../../src/http/routes/index.ts'
import type { Answer, House, Send, Tenant } from '../house.ts'
import { startHouse } from '../house.ts'
import { type Browser, openBrowser, signedIn } from './person.ts'

/** An operation as one of the two documents describes it. */
interface Described {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly scope: KeyScope | null
  readonly least: Role | null
  readonly isForAnybody: boolean
  readonly hasBody: boolean
}

const missing = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b99'
let house: House
let other: Tenant
let api: Described[]
let app: Described[]
const people = new Map<Role, Browser>()
beforeAll(async () => {
  house = await startHouse({ worker: false })
  other = await house.other()
  api = (await read('/openapi.json')).filter(({ scope }) => scope !== null)
  app = await read('/app/openapi.json')
  for (const role of roles) people.set(role, await signedIn(house, role))
  // Nobody here has shown lately who they are, so that nothing changes.
  await house.db.run(sql`update sessions set proved_at = proved_at - interval '1 hour'`)
}, 60_000)
afterAll(() => house.stop())

async function read(path: string): Promise<Described[]> {
  const { paths } = (await house.request('GET', path, { key: null })).json
  return Object.entries<Record<string, Record<string, ReturnType<typeof JSON.parse>>>>(paths).flatMap(
    ([route, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${route}`,
        method: method.toUpperCase(),
        path: route,
        scope: operation.security?.[0]?.apiKey?.[0] ?? null,
        least: operation['x-least-role'] ?? null,
        isForAnybody: operation.security?.length === 0,
        hasBody: operation.requestBody !== undefined,
      })),
  )
}

/** A few operations ask less of a person than of a key. */
const scopesOfPeople = new Map<string, KeyScope>(
  operations.flatMap(({ method, path, scopeOfPeople }) =>
    scopeOfPeople === undefined ? [] : [[`${method} ${path}`, scopeOfPeople] as const],
  ),
)

/** The address with ids that are nobody's. */
const fill = (path: string, workspace = house.workspaceId) =>
  path.replace('{workspace}', workspace).replaceAll(/\{\w+\}/g, missing)

const bodyOf = ({ hasBody, method }: Described): Send =>
  hasBody && !['GET', 'HEAD'].includes(method) ? { body: {} } : {}

const inWorkspace = (workspaceId: string, more: Record<string, string> = {}) => ({
  headers: { 'crier-workspace': workspaceId, ...more },
})

/** An answer without what differs each time. */
const withoutId = ({ status, json }: Answer) => ({ status, ...json, request_id: null })

/** Asks for every operation of a list, and answers those whose answer is not as it should be. */
async function wrongOnes(
  operations: readonly Described[],
  ask: (operation: Described) => Promise<Answer>,
  isRight: (answer: Answer, operation: Described) => boolean,
): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of operations) {
    const answer = await ask(operation)
    if (!isRight(answer, operation)) wrong.push(`${operation.name}: ${answer.status} ${answer.json?.code}`)
  }
  return wrong
}

describe('every operation of the API', () => {
  it('is known here', () => {
    expect(api.length).toBeGreaterThan(40)
  })

  it.each(roles)('lets a person with the role %s do what its scope says', async (role) => {
    const browser = people.get(role) ?? openBrowser(house)
    const scopes = scopesOf(role)
    const ask = (operation: Described) =>
      browser.request(operation.method, fill(operation.path), {
        ...bodyOf(operation),
        ...inWorkspace(house.workspaceId),
      })
    const wrong = await wrongOnes(api, ask, ({ status, json }, { name, scope: ofKeys }) => {
      const scope = scopesOfPeople.get(name) ?? ofKeys
      const isAllowed = scopes === 'all' || (scope !== null && scopes.includes(scope))
      return isAllowed ? status !== 401 && json?.code !== 'scope_missing' : json?.code === 'scope_missing'
    })
    expect(wrong).toEqual([])
  })

  it('refuses a session that is none, and one without the header of a workspace', async () => {
    const [stranger, person] = [openBrowser(house), people.get('owner') ?? openBrowser(house)]
    stranger.cookies.set('crier_session', 'A'.repeat(43))
    const asStranger = ({ method, path }: Described) =>
      stranger.request(method, fill(path), inWorkspace(house.workspaceId))
    const withoutHeader = ({ method, path }: Described) => person.request(method, fill(path))
    for (const ask of [asStranger, withoutHeader])
      expect(await wrongOnes(api, ask, ({ status }) => status === 401)).toEqual([])
  })

  it('refuses a person in a workspace of others as in one that is none, in the same words', async () => {
    const person = people.get('owner') ?? openBrowser(house)
    for (const operation of api) {
      const ask = (workspace: string) =>
        person.request(operation.method, fill(operation.path), inWorkspace(workspace))
      const [foreign, none] = [await ask(other.workspaceId), await ask(missing)]
      expect([operation.name, foreign.json.code]).toEqual([operation.name, 'not_a_member'])
      expect(withoutId(foreign)).toEqual(withoutId(none))
    }
  })

  it('refuses the cookie of a person to pages of other sites and under foreign names', async () => {
    const person = people.get('owner') ?? openBrowser(house)
    const fromOutside = ({ method, path }: Described) =>
      person.request(method, fill(path), inWorkspace(house.workspaceId, { 'sec-fetch-site': 'cross-site' }))
    expect(await wrongOnes(api, fromOutside, ({ json }) => json?.code === 'not_from_own_page')).toEqual([])
  })
})

describe('every operation for people', () => {
  it('refuses whoever is not signed in, unless it is for anybody', async () => {
    const stranger = openBrowser(house)
    const ask = (operation: Described) =>
      stranger.request(operation.method, fill(operation.path), bodyOf(operation))
    const wrong = await wrongOnes(app, ask, ({ status }, { isForAnybody }) =>
      isForAnybody ? status !== 401 : status === 401,
    )
    expect(wrong).toEqual([])
    expect(app.length).toBeGreaterThan(10)
  })

  it('refuses changes from pages of other sites, and an API key in place of a session', async () => {
    const person = people.get('owner') ?? openBrowser(house)
    const changes = app.filter(({ method }) => method !== 'GET')
    const headers = { 'sec-fetch-site': 'cross-site' }
    const fromOutside = (operation: Described) =>
      person.request(operation.method, fill(operation.path), { ...bodyOf(operation), headers })
    expect(await wrongOnes(changes, fromOutside, ({ json }) => json?.code === 'not_from_own_page')).toEqual(
      [],
    )
    const withKey = (operation: Described) =>
      house.request(operation.method, fill(operation.path), {
        ...bodyOf(operation),
        headers: { 'sec-fetch-site': 'same-origin' },
      })
    const guarded = app.filter(({ isForAnybody }) => !isForAnybody)
    expect(await wrongOnes(guarded, withKey, ({ status }) => status === 401)).toEqual([])
  })

  it.each(roles)('refuses a person with the role %s what needs a higher one', async (role) => {
    const browser = people.get(role) ?? openBrowser(house)
    const inside = app.filter(({ least }) => least !== null)
    const ask = (operation: Described) =>
      browser.request(operation.method, fill(operation.path), bodyOf(operation))
    const wrong = await wrongOnes(inside, ask, ({ json }, { least }) => {
      const isEnough = least !== null && isAtLeast(role, least)
      return isEnough === (json?.code !== 'role_missing')
    })
    expect(wrong).toEqual([])
  })

  it('answers for a workspace of others as for one that is none, to the letter', async () => {
    const person = people.get('owner') ?? openBrowser(house)
    for (const operation of app.filter(({ least }) => least !== null)) {
      const ask = (workspace: string) =>
        person.request(operation.method, fill(operation.path, workspace), bodyOf(operation))
      const [foreign, none] = [await ask(other.workspaceId), await ask(missing)]
      expect([operation.name, foreign.status]).toEqual([operation.name, 404])
      expect(withoutId(foreign)).toEqual(withoutId(none))
    }
  })
})

it('every operation that needs a fresh proof refuses a session without one, in these words', async () => {
  const owner = people.get('owner') ?? openBrowser(house)
  const proving = [...routes.operations, ...routes.personOperations].filter(({ needsProof }) => needsProof)
  expect(proving.length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const { id, method, path, bodyExample } of proving) {
    const { json } = await owner.request(method, fill(path), {
      ...(path.startsWith('/v1/') ? inWorkspace(house.workspaceId) : {}),
      ...(bodyExample === undefined ? {} : { body: bodyExample }),
    })
    if (json?.code !== 'proof_required') wrong.push(`${id}: ${json?.status} ${json?.code}`)
  }
  expect(wrong).toEqual([])
})
