// @module-tag slow
import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Caller } from '../../src/context.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { createSealer } from '../../src/lib/secrecy/seal.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { insertUser } from '../../src/people/new-user.ts'
import { hashPassword } from '../../src/people/password.ts'
import { beginSession } from '../../src/people/sessions/begin-session.ts'
import { findSession, type SignedIn } from '../../src/people/sessions/find-session.ts'
import {
  prove,
  requireFreshProof,
  requireProofOf,
  requireRightPassword,
} from '../../src/people/sessions/prove.ts'
import { createTotpSecret } from '../../src/people/two-factor/totp.ts'
import { sealedIn } from '../../src/secrets/sealed-columns.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const from = { ip: '203.0.113.7', userAgent: 'a browser' }
const password = 'a long sentence of mine'
let database: TestDatabase
let passwordHash: string
beforeAll(async () => {
  database = await createTestDatabase()
  passwordHash = await hashPassword(password)
})
afterAll(() => database.drop())

const sealer = createSealer(createSecretKeys(randomBytes(32)))
const parts = () => ({ db: database.db, sealer })

/** A person who signed in an hour ago. */
async function signedInLongAgo(hash: string | null = passwordHash): Promise<SignedIn> {
  await database.db.run(sql`delete from sign_in_counts`)
  const provedAgo = await begin(hash)
  return provedAgo('1 hour')
}

/** Signs a new person in. Answers how to find them again, as somebody who showed so long ago who they are. */
async function begin(hash: string | null): Promise<(ago: string) => Promise<SignedIn>> {
  const { db } = database
  const userId = await insertUser(db, { email: `${newId()}@example.org`, passwordHash: hash })
  const { token } = await beginSession(db, userId, from)
  return async (ago) => {
    await db.run(sql`
      update sessions set proved_at = clock_timestamp() - ${ago}::interval where user_id = ${userId}`)
    const found = await findSession(db, token)
    if (!found) throw new Error('There is no session.')
    return found
  }
}

/** How long ago somebody showed who they are, what the audit log says of them, and how many of their sign-ins are counted. */
async function stateOf({ sessionId, userId }: SignedIn) {
  const { db } = database
  const session = await db.row<{ minutes: number }>(sql`
    select (extract(epoch from clock_timestamp() - proved_at) / 60)::int as minutes from sessions where id = ${sessionId}`)
  const actions = await db.rows<{ action: string; ip: string }>(sql`
    select action, ip from audit_log where actor_id = ${userId} and action <> 'person.sign_in' order by created_at`)
  const counts = await db.rows<{ count: number }>(sql`select count from sign_in_counts order by count`)
  return { minutes: session?.minutes, actions, counts: counts.map(({ count }) => count) }
}

const missing = { status: 403, code: 'wrong_password', message: 'Give your password.' }
const wrong = { status: 403, code: 'wrong_password', message: 'The password is wrong.' }

describe('a person who shows again who they are', () => {
  test('has done so now in this session, with the right password, and nothing is counted against them', async () => {
    const person = await signedInLongAgo()
    const elsewhere = await beginSession(database.db, person.userId, from)
    await database.db.run(sql`
      update sessions set proved_at = proved_at - interval '1 hour' where id <> ${person.sessionId}`)
    await prove(parts(), person, { password, code: null }, from)
    expect(await stateOf(person)).toEqual({
      minutes: 0,
      actions: [{ action: 'person.prove', ip: from.ip }],
      counts: [0],
    })
    const other = await findSession(database.db, elsewhere.token)
    expect(Date.now() - (other?.provedAt.getTime() ?? 0)).toBeGreaterThan(3_500_000)
  })

  test('has not with a wrong one, which is counted like a sign-in and told to the audit log', async () => {
    const person = await signedInLongAgo()
    await expect(
      prove(parts(), person, { password: `${password}.`, code: null }, from),
    ).rejects.toMatchObject(wrong)
    expect(await stateOf(person)).toEqual({
      minutes: 60,
      actions: [{ action: 'person.proof_failed', ip: from.ip }],
      counts: [1, 1],
    })
  })

  test('has not with any where they have none', async () => {
    const person = await signedInLongAgo(null)
    for (const tried of ['', password])
      await expect(prove(parts(), person, { password: tried, code: null }, from)).rejects.toMatchObject(wrong)
    expect((await stateOf(person)).minutes).toBe(60)
  })

  test('gives a code too where they have a second factor, and stays counted until one is right', async () => {
    const person = await signedInLongAgo()
    const secret = createTotpSecret()
    const sealed = sealer.seal(secret, sealedIn('authenticators.secret', person.userId))
    await database.db.run(sql`
      insert into authenticators (user_id, secret, confirmed_at) values (${person.userId}, ${sealed}, clock_timestamp())`)
    const give = (code: string | null) => prove(parts(), person, { password, code }, from)
    await expect(give(null)).rejects.toMatchObject({ status: 403, code: 'code_needed' })
    await expect(give('000000')).rejects.toMatchObject({ status: 403, code: 'wrong_code' })
    expect(await stateOf(person)).toEqual({
      minutes: 60,
      actions: [{ action: 'person.proof_failed', ip: from.ip }],
      counts: [2, 2],
    })
    const code = new TOTP({ secret }).generate()
    await give(code)
    expect(await stateOf(person)).toMatchObject({ minutes: 0, counts: [2] })
    await expect(give(code)).rejects.toMatchObject({ code: 'wrong_code' })
  })

  test('gives the code alone where they have a second factor and no password, and nothing in its place', async () => {
    const person = await signedInLongAgo(null)
    const secret = createTotpSecret()
    const sealed = sealer.seal(secret, sealedIn('authenticators.secret', person.userId))
    await database.db.run(
      sql`insert into authenticators (user_id, secret) values (${person.userId}, ${sealed})`,
    )
    const give = (code: string | null) => prove(parts(), person, { password: null, code }, from)
    const code = new TOTP({ secret }).generate()
    // An app that was never confirmed is no second factor.
    await expect(give(code)).rejects.toMatchObject(missing)
    await database.db.run(sql`
      update authenticators set confirmed_at = clock_timestamp() where user_id = ${person.userId}`)
    await expect(give(null)).rejects.toMatchObject({ code: 'code_needed' })
    await expect(give('000000')).rejects.toMatchObject({ code: 'wrong_code' })
    expect((await stateOf(person)).minutes).toBe(60)
    await give(code)
    expect((await stateOf(person)).minutes).toBe(0)
    await database.db.run(sql`update users set password_hash = ${passwordHash} where id = ${person.userId}`)
    await expect(
      give(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })),
    ).rejects.toMatchObject(missing)
  })

  test('waits after ten wrong ones, with the right one too', async () => {
    const person = await signedInLongAgo(null)
    for (let time = 0; time < 10; time += 1)
      await expect(requireRightPassword(database.db, person, 'x', from)).rejects.toMatchObject(wrong)
    await database.db.run(sql`update users set password_hash = ${passwordHash} where id = ${person.userId}`)
    await expect(prove(parts(), person, { password, code: null }, from)).rejects.toMatchObject({
      status: 429,
      code: 'too_many_sign_ins',
    })
    expect((await stateOf(person)).minutes).toBe(60)
  })

  test('is asked for the password alone where that is enough, and counts all the same', async () => {
    const person = await signedInLongAgo()
    const { email } = await requireRightPassword(database.db, person, password, from)
    expect(email).toMatch(/@example\.org$/)
    expect(await stateOf(person)).toEqual({ minutes: 60, actions: [], counts: [1, 1] })
  })

  test('is somebody: a session of nobody is a fault of ours', async () => {
    const nobody = {
      sessionId: newId(),
      userId: newId(),
      provedAt: new Date(),
      hasFreshProof: true,
      tokenHash: Buffer.alloc(32),
    }
    await expect(prove(parts(), nobody, { password, code: null }, from)).rejects.toThrow(
      'A session belongs to nobody.',
    )
  })
})

describe('a change that asks for a fresh proof', () => {
  const refusal = {
    status: 403,
    code: 'proof_required',
    message: 'Show first that it is you: give your password or use a passkey.',
  }

  test('is open for ten minutes, by the clock of the database', async () => {
    const provedAgo = await begin(null)
    for (const ago of ['0 s', '9 min 30 s']) expect(requireFreshProof(await provedAgo(ago))).toBeUndefined()
    const late = await provedAgo('10 min')
    expect(() => requireFreshProof(late)).toThrow(expect.objectContaining(refusal))
    // A process whose clock is an hour behind is no more lenient.
    vi.useFakeTimers({ now: Date.now() - 3_600_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const later = await provedAgo('10 min')
    expect(() => requireFreshProof(later)).toThrow(expect.objectContaining(refusal))
  })

  test('asks people alone, because a key cannot give one', () => {
    const common = { userId: 'ada', scopes: 'all' } as const
    const remote = {
      ...common,
      workspaceId: 'harbour',
      mode: 'live',
      subscription: 'active',
      needsApproval: false,
      limitKey: 'some',
    } as const
    const session = (hasFreshProof: boolean): Caller => ({
      ...remote,
      kind: 'session',
      sessionId: 'laptop',
      hasFreshProof,
    })
    const others: Caller[] = [
      { ...remote, kind: 'key', keyId: 'website' },
      { ...common, kind: 'operator' },
      { ...common, kind: 'system', needsApproval: false },
      session(true),
    ]
    for (const caller of others) expect(() => requireProofOf(caller)).not.toThrow()
    expect(() => requireProofOf(session(false))).toThrow(expect.objectContaining(refusal))
  })
})
