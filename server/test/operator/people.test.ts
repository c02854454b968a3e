import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { isIdVersion7 } from '../../src/lib/id.ts'
import { createLog } from '../../src/lib/log.ts'
import { Problem } from '../../src/lib/problem.ts'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import { createOwner, hasOwner } from '../../src/people/create-owner.ts'
import { findOwner } from '../../src/people/find-owner.ts'
import { insertUser, type NewUser, prepareUser } from '../../src/people/new-user.ts'
import { findWorkspace } from '../../src/workspaces/find-workspace.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let test_: TestDatabase
beforeAll(async () => {
  test_ = await createTestDatabase()
})
afterAll(() => test_.drop())

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => new Error('it was done'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Problem)) throw error
  return error
}

const password = 'correct horse'

// Nobody is asked about passwords here.
const check = {
  config: { passwordBreachCheck: null },
  outbound: createOutbound({ allow: [], internalHosts: new Map() }),
  log: createLog('silent'),
}
const prepare = (user: NewUser) => prepareUser(check, user)
const createUser = async (user: NewUser) => insertUser(test_.db, await prepare(user))

test('of many who ask at once one becomes the first owner, with a workspace; the others are told', async () => {
  const { db } = test_
  expect(await hasOwner(db)).toBe(false)
  await expect(findWorkspace(db, null)).rejects.toThrow('There is no workspace yet')
  const asked = Array.from({ length: 4 }, async (_, index) => {
    const user = await prepare({ email: `owner${index}@example.org`, password })
    return db.transaction((tx) => createOwner(tx, user))
  })
  const made = await Promise.allSettled(asked)
  const [owner, ...more] = made.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(more).toEqual([])
  for (const result of made) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 409, code: 'owner_exists' })
  }
  expect(await db.rows(sql`select id from users`)).toEqual([{ id: owner?.userId }])
  expect(await db.rows(sql`select id, subscription from workspaces`)).toEqual([
    { id: owner?.workspaceId, subscription: 'active' },
  ])
  expect(await hasOwner(db)).toBe(true)
  expect(await findWorkspace(db, null)).toBe(owner?.workspaceId)
  expect(await findOwner(db, owner?.workspaceId ?? '')).toBe(owner?.userId)
})

test('a password is kept as an Argon2id hash that no dictionary is quick with', async () => {
  const id = await createUser({ email: 'hash@example.org', password })
  expect(isIdVersion7(id)).toBe(true)
  const row = await test_.db.row<{ password_hash: string }>(
    sql`select password_hash from users where id = ${id}`,
  )
  const hash = row?.password_hash ?? ''
  const [, memory, times] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? []
  expect(Number(memory)).toBeGreaterThanOrEqual(65_536)
  expect(Number(times)).toBeGreaterThanOrEqual(3)
  expect(await verify(hash, password)).toBe(true)
  expect(await verify(hash, `${password} `)).toBe(false)
})

test('a password has 8 to 1024 characters, counted as people count, and one spelling is as good as another', async () => {
  const make = (name: string, secret: string) =>
    createUser({ email: `${name}@example.org`, password: secret })
  for (const secret of ['', '1234567', '🔑'.repeat(7), 'a'.repeat(1_025)]) {
    expect(await problemOf(make('short', secret))).toMatchObject({ status: 422, code: 'password_length' })
  }
  await make('eight', '83 47 ab')
  await make('keys', '🔑🗝🔒🔓🔏🔐🚪🧷')
  await make('longest', 'abcd'.repeat(256))
  const id = await make('spelling', 'Cafe\u0301-Cafe\u0301')
  const row = await test_.db.row<{ password_hash: string }>(
    sql`select password_hash from users where id = ${id}`,
  )
  expect(await verify(row?.password_hash ?? '', 'Caf\u00e9-Caf\u00e9')).toBe(true)
})

test.each([
  'no-at-sign',
  '@example.org',
  'me@',
  'me@@example.org',
  'me@exa mple.org',
  'me@-example.org',
  'me@example..org',
  'me\n@example.org',
  'mé@example.org',
  `${'a'.repeat(65)}@example.org`,
  `me@${'a.'.repeat(130)}org`,
  '"; drop table users; --',
])('%j is not an email address', async (email) => {
  expect(await problemOf(createUser({ email, password }))).toMatchObject({
    status: 422,
    code: 'email_invalid',
  })
})

test('everything wrong is named at once, and an address belongs to one person whatever its capitals', async () => {
  const wrong = await problemOf(createUser({ email: 'me', password: 'short' }))
  expect(wrong.errors.map(({ pointer }) => pointer)).toEqual(['/email', '/password'])
  await createUser({ email: ' Ada@Example.org ', password })
  const taken = createUser({ email: 'ada@example.org', password })
  expect(await problemOf(taken)).toMatchObject({ status: 409, code: 'email_taken' })
  const row = await test_.db.row(sql`select email from users where lower(email) = 'ada@example.org'`)
  expect(row).toEqual({ email: 'Ada@Example.org' })
})
