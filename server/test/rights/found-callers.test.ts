// @module-tag slow
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createAuthenticateKey } from '../../src/api-keys/create-authenticate-key.ts'
import { allScopes, createKey, type NewKey } from '../../src/api-keys/create-key.ts'
import { makeKey } from '../../src/api-keys/key-form.ts'
import { hashToken, makeToken, type TokenKind } from '../../src/api-keys/token-form.ts'
import type { Role } from '../../src/callers/roles.ts'
import { type Database, type Sql, sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { checkOf, createSecretKeys, keyIdOf } from '../../src/lib/secrecy/secret-keys.ts'
import { insertUser } from '../../src/people/new-user.ts'
import { beginSession } from '../../src/people/sessions/begin-session.ts'
import { findSession, findSessionCaller } from '../../src/people/sessions/find-session.ts'
import { createWorkspace } from '../../src/workspaces/create-workspace.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const [keyA, keyB] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const keys = createSecretKeys(keyA)
const ip = '203.0.113.7'
let database: TestDatabase
let db: Database
let queries = 0
let workspaceId: string
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  db = {
    ...database.db,
    row: <Row>(statement: Sql) => {
      queries += 1
      return database.db.row<Row>(statement)
    },
  }
})
afterAll(() => database.drop())
beforeEach(async () => {
  workspaceId = await createWorkspace(db, 'Harbour')
  userId = await insertUser(db, { email: `${newId()}@example.org`, passwordHash: null })
  await setRole('owner')
  queries = 0
})

async function setRole(role: Role | null): Promise<void> {
  await db.run(sql`delete from memberships where user_id = ${userId} and workspace_id = ${workspaceId}`)
  if (role === null) return
  await db.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, ${role})`)
}

const changeWorkspace = (change: Sql) =>
  db.run(sql`update workspaces set ${change} where id = ${workspaceId}`)
const makeOne = (more: Partial<NewKey> = {}) =>
  createKey(db, keys, {
    workspaceId,
    userId,
    mode: 'live',
    name: 'Website',
    scopes: 'all',
    isPersonal: true,
    ...more,
  })

/** The caller that a fresh process finds. */
const find = (key: string, ...from: [address?: string, isHidden?: boolean]) =>
  createAuthenticateKey(db, keys)(key, ...from)

describe('the caller of a key', () => {
  test('is the key, with its workspace, its maker, its mode and where it may be used from', async () => {
    const { id, key } = await makeOne({
      mode: 'test',
      scopes: ['read', 'write'],
      ipAllow: ['203.0.113.0/24'],
    })
    expect(await find(key, ip)).toEqual({
      isGrant: false,
      kind: 'key',
      keyId: id,
      limitKey: id,
      workspaceId,
      userId,
      mode: 'test',
      scopes: ['read', 'write'],
      subscription: 'active',
      needsApproval: false,
      ipAllow: ['203.0.113.0/24'],
    })
  })

  test('has the rights that the role of its maker has too, and its posts wait as those of its maker', async () => {
    const { key } = await makeOne()
    for (const [role, scopes, needsApproval] of [
      ['owner', allScopes, false],
      ['admin', allScopes, false],
      ['editor', ['read', 'write', 'publish'], false],
      ['author', ['read', 'write'], true],
      ['viewer', ['read'], true],
    ] as const) {
      await setRole(role)
      expect([role, await find(key)]).toMatchObject([role, { scopes, needsApproval }])
    }
    await setRole(null)
    expect(await find(key)).toBeNull()
  })

  test('that the operator made has its rights whoever is a member, and waits only where everyone’s posts do', async () => {
    const { key } = await makeOne({ isPersonal: false, scopes: ['read', 'admin'] })
    await setRole(null)
    expect(await find(key)).toMatchObject({ scopes: ['read', 'admin'], needsApproval: false })
    await changeWorkspace(sql`approval_mode = 'everyone'`)
    expect(await find(key)).toMatchObject({ needsApproval: true })
  })

  test('says that the subscription has ended', async () => {
    const { key } = await makeOne()
    await changeWorkspace(sql`subscription = 'inactive', subscription_ended_at = clock_timestamp()`)
    expect(await find(key)).toMatchObject({ subscription: 'inactive' })
  })

  test('is nobody once the key is revoked or expired, or its workspace is deleted, and under another secret key', async () => {
    const { id, key } = await makeOne()
    const setKey = (change: Sql) => db.run(sql`update api_keys set ${change} where id = ${id}`)
    expect(await find(key)).not.toBeNull()
    await setKey(sql`revoked_at = clock_timestamp()`)
    expect(await find(key)).toBeNull()
    await setKey(sql`revoked_at = null, expires_at = clock_timestamp() - interval '1 second'`)
    expect(await find(key)).toBeNull()
    await setKey(sql`expires_at = clock_timestamp() + interval '1 hour'`)
    expect(await find(key)).not.toBeNull()
    await changeWorkspace(sql`purge_at = clock_timestamp() + interval '7 days'`)
    expect(await find(key)).toBeNull()
    await changeWorkspace(sql`purge_at = null`)
    expect(await createAuthenticateKey(db, createSecretKeys(keyB))(key)).toBeNull()
  })

  test('is found under the secret key before, and its hash is renewed only once the new one is current', async () => {
    const { id, key } = await makeOne()
    const both = createSecretKeys(keyB, keyA)
    const sealedBy = async () => {
      const row = await db.row<{ secret_key_id: string }>(
        sql`select secret_key_id from api_keys where id = ${id}`,
      )
      return row?.secret_key_id
    }
    both.use(checkOf(keyA))
    expect(await createAuthenticateKey(db, both)(key)).toMatchObject({ keyId: id })
    expect(await sealedBy()).toBe(keyIdOf(keyA))
    both.use(checkOf(keyB))
    // It was used within this minute, and is renewed all the same.
    expect(await createAuthenticateKey(db, both)(key)).toMatchObject({ keyId: id })
    expect(await sealedBy()).toBe(keyIdOf(keyB))
    expect(await createAuthenticateKey(db, createSecretKeys(keyB))(key)).toMatchObject({ keyId: id })
    expect(await find(key)).toBeNull()
  })
})

describe('the last use of a key', () => {
  const lastUse = async (id: string) => {
    const row = await db.row<{ at: Date | null; ip: string | null }>(sql`
      select last_used_at as at, last_used_ip as ip from api_keys where id = ${id}`)
    return { isUsed: row?.at !== null, ip: row?.ip ?? null, at: row?.at?.getTime() }
  }

  test('has the address it came from as people write it, and none that a proxy or a mistake put there', async () => {
    const uses: [asked: [address?: string, isHidden?: boolean], kept: string | null][] = [
      [[ip], ip],
      [['::ffff:203.0.113.9'], '203.0.113.9'],
      [['2001:db8::7'], '2001:db8::7'],
      [[ip, true], null],
      [['unknown'], null],
      [[], null],
    ]
    for (const [asked, kept] of uses) {
      const { id, key } = await makeOne()
      await find(key, ...asked)
      expect([asked, await lastUse(id)]).toMatchObject([asked, { isUsed: true, ip: kept }])
    }
  })

  test('is written once a minute, and for no request that the key does not allow', async () => {
    const { id, key } = await makeOne({ ipAllow: ['203.0.113.0/24'] })
    await find(key, '192.0.2.1')
    await find(key, ip, true)
    expect((await lastUse(id)).isUsed).toBe(false)
    await find(key, ip)
    const { at } = await lastUse(id)
    await find(key, ip)
    expect((await lastUse(id)).at).toBe(at)
    await db.run(
      sql`update api_keys set last_used_at = last_used_at - interval '61 seconds' where id = ${id}`,
    )
    await find(key, ip)
    expect((await lastUse(id)).at).toBeGreaterThan(at ?? Number.POSITIVE_INFINITY)
  })
})

describe('a process', () => {
  test('asks for a known key once a second, and for an unknown one once in five', async () => {
    const findKey = createAuthenticateKey(db, keys)
    const { key } = await makeOne()
    const asked = async (text: string, times: number) => {
      const before = queries
      const found = await Promise.all(Array.from({ length: times }, () => findKey(text, ip)))
      return { queries: queries - before, found: found.filter((each) => each !== null).length }
    }
    expect(await asked(key, 50)).toEqual({ queries: 1, found: 50 })
    const unknown = makeKey('live')
    expect(await asked(unknown, 50)).toEqual({ queries: 1, found: 0 })
    await new Promise((later) => setTimeout(later, 1_000))
    expect(await asked(key, 50)).toEqual({ queries: 1, found: 50 })
    expect(await asked(unknown, 1)).toEqual({ queries: 0, found: 0 })
    expect(await asked(`${key.slice(0, -1)}!`, 1)).toEqual({ queries: 0, found: 0 })
    expect(await asked('', 1)).toEqual({ queries: 0, found: 0 })
  })

  test('asks again after a database that was away', async () => {
    let isAway = true
    const shaky: Database = {
      ...db,
      row: <Row>(statement: Sql) => (isAway ? Promise.reject(new Error('away')) : db.row<Row>(statement)),
    }
    const findKey = createAuthenticateKey(shaky, keys)
    const { key } = await makeOne()
    await expect(findKey(key, ip)).rejects.toThrow('away')
    isAway = false
    expect(await findKey(key, ip)).not.toBeNull()
  })

  test('refuses unknown keys of an address after sixty, unseen; a key that was good lately is never refused', async () => {
    const findKey = createAuthenticateKey(db, keys)
    const [good, late] = [await makeOne(), await makeOne()]
    expect(await findKey(good.key, ip)).not.toBeNull()
    for (let guess = 0; guess < 60; guess += 1) expect(await findKey(makeKey('live'), ip)).toBeNull()
    // It is asked for anew once it is no longer believed.
    await new Promise((later) => setTimeout(later, 1_000))
    const before = queries
    expect(await findKey(good.key, ip)).not.toBeNull()
    expect(queries).toBe(before + 1)
    const refusal = { status: 429, code: 'too_many_unknown_keys' }
    await Promise.all([
      expect(findKey(makeKey('live'), ip)).rejects.toMatchObject(refusal),
      expect(findKey(late.key, ip)).rejects.toMatchObject(refusal),
    ])
    expect(queries).toBe(before + 1)
    expect(await findKey(late.key, '192.0.2.1')).not.toBeNull()
    expect(await findKey(makeKey('live'))).toBeNull()
  })
})

describe('the caller of the token of a program', () => {
  /** An access that begins now, with the token that a program would ask with. */
  async function letIn(scopes: NewKey['scopes'] = ['read', 'write'], kind: TokenKind = 'access') {
    const { id } = await makeOne({ scopes })
    const token = makeToken(kind)
    await db.run(sql`update api_keys set hash = null, last4 = '' where id = ${id}`)
    await db.run(sql`
      insert into grants (workspace_id, id, program_id, redirect_uri, code_hash, code_challenge, code_until)
      values (${workspaceId}, ${id}, 'a program', 'https://assistant.example/', ${hashToken(id)}, 'x', now())`)
    await db.run(sql`
      insert into grant_tokens (hash, workspace_id, grant_id, kind, expires_at)
      values (${hashToken(token)}, ${workspaceId}, ${id}, ${kind === 'access' ? 'access' : 'refresh'}, now() + interval '1 hour')`)
    return { id, token }
  }

  test('is the key of its access, marked as one for agents, with what its person may', async () => {
    const { id, token } = await letIn(['read', 'publish'])
    const caller = { kind: 'key', keyId: id, limitKey: id, userId, workspaceId, isGrant: true }
    expect(await find(token)).toMatchObject({ ...caller, scopes: ['read', 'publish'] })
    await setRole('viewer')
    expect(await find(token)).toMatchObject({ scopes: ['read'] })
    await setRole(null)
    expect(await find(token)).toBeNull()
  })

  test('is nobody once the token has expired, the access was ended, or the workspace was deleted', async () => {
    const ends = [
      sql`update grant_tokens set expires_at = now()`,
      sql`update api_keys set revoked_at = now()`,
      sql`update api_keys set expires_at = now()`,
      sql`update workspaces set purge_at = now() + interval '7 days'`,
    ]
    for (const end of ends) {
      const { token } = await letIn()
      expect(await find(token)).not.toBeNull()
      await db.run(end)
      expect(await find(token)).toBeNull()
      await changeWorkspace(sql`purge_at = null`)
    }
  })

  test('is nobody for a token with any other letter, and for one of another kind', async () => {
    const { token } = await letIn()
    const alphabet = [...'ABCXYZabcxyz0189-_']
    const place = fc.integer({ min: 0, max: token.length - 1 })
    const other = fc.tuple(place, fc.constantFrom(...alphabet)).filter(([at, letter]) => token[at] !== letter)
    const forged = fc.asyncProperty(other, async ([at, letter]) => {
      expect(await find(token.slice(0, at) + letter + token.slice(at + 1))).toBeNull()
    })
    await fc.assert(forged, { numRuns: 60, seed: inject('seed') })
    for (const kind of ['refresh', 'code'] as const)
      expect(await find((await letIn('all', kind)).token)).toBeNull()
    expect(await find(token)).not.toBeNull()
  })
})

describe('the person of a session', () => {
  const setSession = (change: Sql) => db.run(sql`update sessions set ${change} where user_id = ${userId}`)
  const begin = async () => (await beginSession(db, userId, { ip, userAgent: 'a browser' })).token
  const findCaller = (token: string, place = workspaceId) => findSessionCaller(db, token, place, 'live')

  test('is found with their rights in a workspace, whatever the mode', async () => {
    const token = await begin()
    const signedIn = await findSession(db, token)
    const found = {
      sessionId: expect.any(String),
      tokenHash: expect.any(Buffer),
      provedAt: expect.any(Date),
      hasFreshProof: true,
    }
    expect(signedIn).toEqual({ ...found, userId })
    expect(Date.now() - (signedIn?.provedAt.getTime() ?? 0)).toBeLessThan(60_000)
    const { sessionId } = signedIn ?? {}
    const expected = {
      kind: 'session',
      sessionId,
      limitKey: sessionId,
      userId,
      hasFreshProof: true,
      workspaceId,
      subscription: 'active',
    }
    for (const [role, scopes, needsApproval] of [
      ['owner', 'all', false],
      ['author', ['read', 'write'], true],
      ['viewer', ['read'], true],
    ] as const) {
      await setRole(role)
      expect(await findCaller(token)).toEqual({ ...expected, mode: 'live', scopes, needsApproval })
    }
    expect(await findSessionCaller(db, token, workspaceId, 'test')).toMatchObject({ mode: 'test' })
    await setRole('owner')
    await changeWorkspace(sql`approval_mode = 'everyone'`)
    expect(await findCaller(token)).toMatchObject({ needsApproval: true })
  })

  test('is no member of a workspace of others, of none, of one they left, or of one that was deleted', async () => {
    const token = await begin()
    const other = await createWorkspace(db, 'Other')
    for (const place of [other, newId()]) expect(await findCaller(token, place)).toBe('not_a_member')
    await changeWorkspace(sql`purge_at = clock_timestamp() + interval '7 days'`)
    expect(await findCaller(token)).toBe('not_a_member')
    await changeWorkspace(sql`purge_at = null`)
    expect(await findCaller(token)).toMatchObject({ kind: 'session' })
    await setRole(null)
    expect(await findCaller(token)).toBe('not_a_member')
  })

  test('is nobody after a week without use, after thirty days, and by a text that is no token', async () => {
    const token = await begin()
    for (const [change, isLiving] of [
      [sql`last_used_at = clock_timestamp() - interval '6 days 23 hours'`, true],
      [sql`last_used_at = clock_timestamp() - interval '7 days 1 hour'`, false],
      [
        sql`last_used_at = clock_timestamp(), created_at = clock_timestamp() - interval '29 days 23 hours'`,
        true,
      ],
      [sql`created_at = clock_timestamp() - interval '30 days 1 hour'`, false],
    ] as const) {
      await setSession(change)
      expect((await findSession(db, token)) !== null).toBe(isLiving)
      expect((await findCaller(token)) !== null).toBe(isLiving)
    }
    const before = queries
    for (const text of ['', 'x', `${token}x`]) {
      expect(await findSession(db, text)).toBeNull()
      expect(await findCaller(text)).toBeNull()
    }
    expect(queries).toBe(before)
    expect(await findSession(db, 'A'.repeat(43))).toBeNull()
  })

  test('uses the session, which is noted once a minute and for no session that has ended', async () => {
    const token = await begin()
    const lastUse = async () => {
      const row = await db.row<{ minutes: number }>(sql`
        select round(extract(epoch from clock_timestamp() - last_used_at) / 60)::int as minutes
        from sessions where user_id = ${userId}`)
      return row?.minutes
    }
    for (const look of [() => findSession(db, token), () => findCaller(token)]) {
      await setSession(sql`last_used_at = clock_timestamp() - interval '5 minutes'`)
      await look()
      expect(await lastUse()).toBe(0)
      await setSession(sql`last_used_at = clock_timestamp() - interval '50 seconds'`)
      await look()
      expect(await lastUse()).toBe(1)
      await setSession(sql`last_used_at = clock_timestamp() - interval '8 days'`)
      await look()
      expect(await lastUse()).toBe(8 * 24 * 60)
    }
  })

  test('works in a workspace, which is noted once a minute and of no other one', async () => {
    const token = await begin()
    const other = await createWorkspace(db, 'Other')
    await db.run(
      sql`insert into memberships (workspace_id, user_id, role) values (${other}, ${userId}, 'viewer')`,
    )
    const lastWork = () =>
      db.rows<{ isHere: boolean; at: Date | null }>(sql`
        select workspace_id = ${workspaceId} as "isHere", last_used_at as at from memberships
        where user_id = ${userId} order by workspace_id = ${workspaceId}`)
    await findSession(db, token)
    expect((await lastWork()).map(({ at }) => at)).toEqual([null, null])
    await findCaller(token)
    const [there, here] = await lastWork()
    expect([there?.at, here?.at]).toEqual([null, expect.any(Date)])
    await findCaller(token)
    expect((await lastWork())[1]?.at).toEqual(here?.at)
  })
})
