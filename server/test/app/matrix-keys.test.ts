// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allScopes } from '../../src/api-keys/create-key.ts'
import { makeKey } from '../../src/api-keys/key-form.ts'
import { revokeKey } from '../../src/api-keys/revoke-key.ts'
import type { KeyScope } from '../../src/context.ts'
import { sql } from '../../src/db/database.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { beginAgain, newPerson, openBrowser, signedIn } from './person.ts'

interface Described {
  readonly name: string
  readonly method: string
  readonly path: string
  /** Null for what is not for keys. */
  readonly scope: KeyScope | null
  readonly isForAnybody: boolean
}

const missing = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b99'
let house: House
let api: Described[]
let app: Described[]
beforeAll(async () => {
  house = await startHouse({ worker: false })
  api = (await read('/openapi.json')).filter(({ scope }) => scope !== null)
  app = (await read('/app/openapi.json')).filter(({ isForAnybody }) => !isForAnybody)
})
afterAll(() => house.stop())

async function read(at: string): Promise<Described[]> {
  const { paths } = (await house.request('GET', at, { key: null })).json
  return Object.entries<Record<string, ReturnType<typeof JSON.parse>>>(paths).flatMap(([route, methods]) =>
    Object.entries<ReturnType<typeof JSON.parse>>(methods).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${route}`,
      method: method.toUpperCase(),
      path: route.replace('{workspace}', house.workspaceId).replaceAll(/\{\w+\}/g, missing),
      scope: security?.[0]?.apiKey?.[0] ?? null,
      isForAnybody: security?.length === 0,
    })),
  )
}

/** A refusal as a client learns of it, but for what differs each time. */
const learned = ({ status, json, headers }: Answer) =>
  JSON.stringify({ status, ...json, request_id: '', challenge: headers.get('www-authenticate') })

/** The answers to one request for each operation, by their text, with the operations that gave them. */
async function answersOf(operations: readonly Described[], ask: (operation: Described) => Promise<Answer>) {
  const found = new Map<string, string[]>()
  for (const operation of operations) {
    const text = learned(await ask(operation))
    found.set(text, [...(found.get(text) ?? []), operation.name])
  }
  return found
}

async function madeBy(role: 'admin' | 'viewer'): Promise<{ key: string; userId: string }> {
  const { id: userId } = await newPerson(house, role)
  const { id, key } = await house.key()
  await house.db.run(sql`update api_keys set by_operator = false, user_id = ${userId} where id = ${id}`)
  return { key, userId }
}

describe('every operation of the API', () => {
  it('refuses no key, and any that is worth nothing, in the same words', async () => {
    const revoked = await house.key()
    await revokeKey(house.db, house.workspaceId, revoked.id)
    const expired = await house.key({ expiresAt: new Date(Date.now() - 1_000) })
    const left = await madeBy('admin')
    await house.db.run(sql`delete from memberships where user_id = ${left.userId}`)
    const deleted = await house.newTenant()
    await house.db.run(sql`
      update workspaces set purge_at = clock_timestamp() + interval '1 day' where id = ${deleted.workspaceId}`)
    const keys: [string, string | null][] = [
      ['none', null],
      ['a wrong one', makeKey('live')],
      ['a wrong one for test data', makeKey('test')],
      ['a mistyped one', `${house.liveKey.slice(0, -1)}${house.liveKey.endsWith('a') ? 'b' : 'a'}`],
      ['a revoked one', revoked.key],
      ['an expired one', expired.key],
      ['one whose maker has left', left.key],
      ['one of a workspace that was deleted', deleted.liveKey],
    ]
    expect(api.length).toBeGreaterThan(60)
    const texts = new Set<string>()
    for (const [what, key] of keys) {
      const found = await answersOf(api, ({ method, path }) => house.request(method, path, { key }))
      expect([what, [...found.values()].slice(1)]).toEqual([what, []])
      for (const text of found.keys()) texts.add(text)
    }
    expect(texts.size).toBe(1)
    expect(JSON.parse([...texts][0] ?? '')).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('refuses a key without its scope, whatever else the key may do, and says which it lacks', async () => {
    for (const scope of allScopes) {
      const { key } = await house.key({ scopes: allScopes.filter((other) => other !== scope) })
      const asking = api.filter((operation) => operation.scope === scope)
      const found = await answersOf(asking, ({ method, path }) => house.request(method, path, { key }))
      expect([scope, [...found.values()].slice(1)]).toEqual([scope, []])
      for (const text of found.keys())
        expect(JSON.parse(text)).toMatchObject({ status: 403, code: 'scope_missing', scope })
    }
  })

  it('refuses a key with every scope where the role of its maker lacks it', async () => {
    const { key } = await madeBy('viewer')
    const beyond = api.filter(({ scope }) => scope !== 'read')
    const found = await answersOf(beyond, ({ method, path }) => house.request(method, path, { key }))
    for (const [text, names] of found)
      expect([names, JSON.parse(text)]).toMatchObject([names, { status: 403, code: 'scope_missing' }])
  })
})

describe('every operation for people', () => {
  it('refuses sessions that have ended, in whatever way, as it refuses none', async () => {
    const out = await signedIn(house)
    const copy = openBrowser(house)
    for (const [name, value] of out.cookies) copy.cookies.set(name, value)
    await out.request('POST', '/app/sign-out')
    const idle = await signedIn(house)
    await house.db.run(sql`
      update sessions set last_used_at = last_used_at - interval '8 days' where user_id = ${idle.id}`)
    const old = await signedIn(house)
    await house.db.run(sql`
      update sessions set created_at = created_at - interval '31 days' where user_id = ${old.id}`)
    const person = await signedIn(house)
    const elsewhere = await beginAgain(house, person)
    await person.request('POST', '/app/sessions/end-others')
    const texts = new Set<string>()
    for (const browser of [openBrowser(house), copy, idle, old, elsewhere]) {
      const found = await answersOf(app, ({ method, path }) => browser.request(method, path))
      expect([...found.values()].slice(1)).toEqual([])
      for (const text of found.keys()) texts.add(text)
      const headers = { 'crier-workspace': house.workspaceId }
      const atApi = await answersOf(api, ({ method, path }) => browser.request(method, path, { headers }))
      for (const [text, names] of atApi) expect([names, JSON.parse(text).status]).toEqual([names, 401])
    }
    expect(app.length).toBeGreaterThan(30)
    expect(texts.size).toBe(1)
    expect(JSON.parse([...texts][0] ?? '')).toMatchObject({ status: 401, code: 'not_signed_in' })
  })
})
