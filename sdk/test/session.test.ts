// @module-tag slow
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/src/db/database.ts'
import { newPerson, password } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { createAppClient } from '../src/app.ts'
import { AuthenticationError, createClient, PermissionError, ProofRequiredError } from '../src/index.ts'
import { type LosingProxy, startLosingProxy } from './losing-proxy.ts'

let house: House

beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

/** A fetch that keeps cookies for those who ask it to, as a page of the house has. */
function pageFetch(): typeof fetch {
  const cookies = new Map<string, string>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (init?.credentials === 'include' && cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('sec-fetch-site', 'same-origin')
    const answer = await fetch(input, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.slice(0, line.indexOf(';')).split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
}

let page: typeof fetch
let app: ReturnType<typeof createAppClient>
let email: string

beforeEach(async () => {
  page = pageFetch()
  app = createAppClient({ baseUrl: house.url, fetch: page })
  email = (await newPerson(house)).email
})

const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  )

test('a person signs in, and reads and writes the workspace of their choice and its mode', async () => {
  expect(await thrownBy(app.getPerson())).toBeInstanceOf(AuthenticationError)
  const person = await app.signIn({ email, password })
  expect(person.workspaces.map(({ id }) => id)).toEqual([house.workspaceId])
  const accountId = await house.connect('sandbox', { name: 'Of the session' }, 'test')
  const session = { workspace: house.workspaceId, mode: 'test' as const }
  const client = createClient({ baseUrl: house.url, session, fetch: page })
  const accounts = await client.socialAccounts.list().toArray()
  expect(accounts.map(({ id }) => id)).toContain(accountId)
  const draft = await client.posts.create({ social_accounts: [accountId], is_draft: true })
  expect((await client.posts.get(draft.id)).status).toBe('draft')
  const live = createClient({ baseUrl: house.url, session: { workspace: house.workspaceId }, fetch: page })
  expect(await live.socialAccounts.list().toArray()).toEqual([])
  const other = await house.other()
  const foreign = createClient({ baseUrl: house.url, session: { workspace: other.workspaceId }, fetch: page })
  expect(await thrownBy(foreign.me.get())).toBeInstanceOf(PermissionError)
  await app.signOut()
  expect(await thrownBy(client.me.get())).toBeInstanceOf(AuthenticationError)
})

test('an operation that needs a proof says so, and works after it', async () => {
  await app.signIn({ email, password })
  await house.db.run(sql`update sessions set proved_at = now() - interval '11 minutes'`)
  const make = () => app.keys.create(house.workspaceId, { name: 'Site', mode: 'test', scopes: ['read'] })
  const refused = await thrownBy(make())
  expect(refused).toBeInstanceOf(ProofRequiredError)
  expect(refused).toBeInstanceOf(PermissionError)
  await app.prove({ password })
  const { key } = await make()
  expect((await createClient({ baseUrl: house.url, apiKey: key }).me.get()).workspace.id).toBe(
    house.workspaceId,
  )
  const { data } = await app.keys.list(house.workspaceId)
  expect(data.map(({ name }) => name)).toContain('Site')
})

test('a change of the session API is not repeated, and a question is', async () => {
  const proxy: LosingProxy = await startLosingProxy(house.url)
  try {
    const far = createAppClient({ baseUrl: proxy.url, fetch: page })
    proxy.fail('GET', '/app/setup', 'answer lost')
    expect((await far.getSetup()).is_needed).toBe(false)
    proxy.fail('POST', '/app/sign-in', 'answer lost')
    const error = await thrownBy(far.signIn({ email, password }))
    expect(error).toMatchObject({ name: 'ConnectionError' })
    expect(proxy.passed.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /app/setup',
      'GET /app/setup',
      'POST /app/sign-in',
    ])
  } finally {
    await proxy.close()
  }
})

test('a client has a key or a session, and an address', () => {
  const make = (options: unknown) => () => createClient(options as Parameters<typeof createClient>[0])
  expect(make({ baseUrl: house.url })).toThrow('needs an apiKey')
  expect(make({ baseUrl: house.url, apiKey: 'x', session: { workspace: 'y' } })).toThrow(TypeError)
  expect(make({ baseUrl: 'crier.example.org', apiKey: 'x' })).toThrow('https://crier.example.org')
  expect(() => createAppClient()).toThrow(TypeError)
})
