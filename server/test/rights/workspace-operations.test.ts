import Type from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { defineWorkspaceOperation, type MemberCall } from '../../src/http/app/workspace-operation.ts'
import { actionOf, entryOf } from '../../src/http/audit-rule.ts'
import { newId } from '../../src/lib/id.ts'
import { insertUser } from '../../src/people/new-user.ts'
import { beginSession } from '../../src/people/sessions/begin-session.ts'
import { findSession, type SignedIn } from '../../src/people/sessions/find-session.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { howManyWait } from '../how-many-wait.ts'

const browser = { ip: '203.0.113.7', userAgent: 'a browser' }
const closed = { additionalProperties: false }
const workspaceId = newId()
let database: TestDatabase
let person: SignedIn
let token: string
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  await db.run(sql`insert into workspaces (id, name) values (${workspaceId}, 'Harbour')`)
  const userId = await insertUser(db, { email: `${newId()}@example.org`, passwordHash: null })
  await db.run(
    sql`insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'admin')`,
  )
  token = (await beginSession(db, userId, browser)).token
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.run(sql`update memberships set role = 'admin'`)
  await database.db.run(sql`update workspaces set purge_at = null`)
  person = (await findSession(database.db, token)) ?? person
})

type Given = Partial<Parameters<typeof defineWorkspaceOperation>[0]>
type Run = (call: MemberCall, given: unknown) => unknown

/** An operation that an admin may do, with whatever its verb does. */
function operation(given: object = {}, run: Run = () => undefined) {
  const spec = {
    id: 'paintHull',
    method: 'POST',
    audit: { action: 'hull.paint', keeps: ['colour'] },
    path: '/hulls/{id}',
    least: 'admin',
    summary: 'Paint a hull',
    params: Type.Object({ id: Type.String() }, closed),
    body: Type.Object({ colour: Type.String(), secret: Type.String() }, closed),
    response: Type.Object({}, closed),
    successExample: {},
    ...given,
    run: async (call: MemberCall, given: unknown) => {
      await run(call, given)
      return { done: true }
    },
  } as Given
  return defineWorkspaceOperation(spec as Parameters<typeof defineWorkspaceOperation>[0])
}

const hull = newId()
const input = {
  params: { workspace: workspaceId, id: hull },
  body: { colour: 'blue', secret: 'a secret' },
  query: {},
  url: new URL('http://localhost/'),
}

/** Does an operation as the person; answers what came of it, or its refusal. */
function perform(of: ReturnType<typeof operation>, workspace = workspaceId): Promise<unknown> {
  const context = { db: database.db } as Parameters<typeof of.run>[0]['context']
  const call = { context, person, browser, isAtMachine: false }
  return of.run(call, { ...input, params: { ...input.params, workspace } }).then(
    ({ body }) => body,
    ({ code }: { code: string }) => code,
  )
}

/** Answers how the operation refuses a request, or admits it, before the body is read. */
function admit(of: ReturnType<typeof operation>, workspace: string): Promise<unknown> {
  const context = { db: database.db } as Parameters<typeof of.run>[0]['context']
  return Promise.resolve(of.admit?.(person, context, { workspace })).then(
    () => 'admitted',
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  )
}

const entries = (action: string) =>
  database.db.rows(sql`
    select workspace_id, actor_kind, actor_id, action, subject_id, mode, ip, user_agent, details from audit_log
    where action = ${action}`)

describe('an operation in a workspace', () => {
  test('is described below its workspace, for people, with the refusals that each may get', () => {
    expect(operation({ problems: [409, 403], reach: 'living', changesMembers: true })).toMatchObject({
      path: '/app/workspaces/{workspace}/hulls/{id}',
      who: 'person',
      method: 'POST',
      least: 'admin',
      problems: [403, 409],
      audit: { action: 'hull.paint', writtenBy: 'verb' },
    })
    expect(operation().problems).toEqual([403])
    const { params } = operation()
    expect(params).toMatchObject({ additionalProperties: false })
    expect(Object.keys(params.properties)).toEqual(['workspace', 'id'])
    expect(Object.keys(operation({ params: undefined }).params.properties)).toEqual(['workspace'])
    expect(operation({ audit: 'hull.paint' }).audit).toEqual({ action: 'hull.paint', writtenBy: 'verb' })
    expect(operation({ audit: { none: 'It is a look.' } }).audit).toEqual({ none: 'It is a look.' })
    const look = operation({ method: 'GET', audit: undefined })
    expect([look.method, 'audit' in look]).toEqual(['GET', false])
    expect(operation()).not.toHaveProperty('changesMembers')
  })

  test('is for members with the role that it needs, before its body is read and when it is done', async () => {
    const of = operation()
    expect([await admit(of, workspaceId), await perform(of)]).toEqual(['admitted', { done: true }])
    expect([await admit(of, newId()), await perform(of, newId())]).toEqual(['404 not_found', 'not_found'])
    for (const text of ['', 'harbour', `${workspaceId}0`]) expect(await admit(of, text)).toBe('404 not_found')
    await database.db.run(sql`update memberships set role = 'editor'`)
    expect([await admit(of, workspaceId), await perform(of)]).toEqual(['403 role_missing', 'role_missing'])
    expect(await perform(operation({ least: 'editor' }))).toEqual({ done: true })
  })

  test('is done with what was asked for', async () => {
    const seen: unknown[] = []
    await perform(operation({}, (_call, given) => void seen.push(given)))
    expect(seen).toEqual([input])
  })

  test('is not done in a workspace that was deleted, unless it says so', async () => {
    await database.db.run(sql`update workspaces set purge_at = clock_timestamp() + interval '1 day'`)
    const reaching = operation({ reach: 'deleted_too' })
    expect([await admit(operation(), workspaceId), await perform(operation())]).toEqual([
      '404 not_found',
      'not_found',
    ])
    expect([await admit(reaching, workspaceId), await perform(reaching)]).toEqual([
      'admitted',
      { done: true },
    ])
  })

  test('asks for a fresh proof, and for a session that lives, where it says so', async () => {
    const of = operation({ needsProof: true })
    expect(await perform(of)).toEqual({ done: true })
    person = { ...person, hasFreshProof: false }
    expect([await perform(of), await perform(operation())]).toEqual(['proof_required', { done: true }])
    person = { ...person, hasFreshProof: true, sessionId: newId() }
    expect([await perform(of), await perform(operation())]).toEqual(['not_signed_in', { done: true }])
  })

  test('is told to the audit log with the members that it keeps, in its own transaction', async () => {
    const audit = { action: 'mast.paint', keeps: ['colour'] }
    await perform(operation({ audit }))
    expect(await perform(operation({ audit: { none: 'It is a look.' } }))).toEqual({ done: true })
    await perform(operation({ audit }, ({ db }) => db.run(sql`select 1 / 0`)))
    const entry = {
      workspace_id: workspaceId,
      actor_kind: 'user',
      actor_id: person.userId,
      action: 'mast.paint',
      subject_id: hull,
      mode: null,
      ip: browser.ip,
      user_agent: browser.userAgent,
      details: { colour: 'blue', secret: 'hidden' },
    }
    expect(await entries('mast.paint')).toEqual([entry])
  })

  test('is told with what was made, in whatever member of the answer it is, and with no value unless it is kept', async () => {
    const made = newId()
    const bare = { params: { workspace: workspaceId }, body: { colour: 'blue' } }
    const rule = { action: 'sail.make', keeps: [] } as const
    const results = [{ id: made }, { sail: { id: made } }, { id: 7 }, null, 'a sail']
    const subjects = (subjectIn?: string) =>
      results.map(
        (result) => entryOf({ ...rule, ...(subjectIn ? { subjectIn } : {}) }, { ...bare, result })?.subjectId,
      )
    expect(subjects()).toEqual([made, null, null, null, null])
    expect(subjects('sail')).toEqual([null, made, null, null, null])
    expect(entryOf('sail.make', { ...bare, result: null })).toEqual({
      action: 'sail.make',
      subjectId: null,
      details: { colour: 'hidden' },
    })
    for (const body of [undefined, null, 'blue'])
      expect(entryOf('sail.make', { ...bare, body, result: null })?.details).toEqual({})
    for (const none of [undefined, { none: 'It is a look.' }, { action: 'a.b', writtenBy: 'verb' }] as const)
      expect(entryOf(none, { ...bare, result: null })).toBeNull()
    expect(['sail.make' as const, rule, { none: 'It is a look.' }].map(actionOf)).toEqual([
      'sail.make',
      'sail.make',
      null,
    ])
  })

  test('leaves what comes afterwards until it is stored, and never does it where it was not', async () => {
    const done: string[] = []
    const afterwards = (work: Run) =>
      operation({}, async (call) => {
        call.afterCommit(() => done.push('told'))
        await work(call, null)
        expect(done).toEqual([])
      })
    await perform(afterwards(({ db }) => db.run(sql`select 1 / 0`)))
    expect(done).toEqual([])
    expect(await perform(afterwards(() => undefined))).toEqual({ done: true })
    expect(done).toEqual(['told'])
  })

  test('knows the part that its person has, which stays until it is over', async () => {
    const { doing, call, leave } = await enter({})
    expect(call.member).toEqual({ workspaceId, userId: person.userId, role: 'admin' })
    const lowered = database.db.run(sql`update memberships set role = 'viewer'`)
    await oneWaits()
    leave()
    expect(await doing).toEqual({ done: true })
    expect(await lowered).toBe(1)
  })

  test('waits for another that changes members, where it does so too', async () => {
    const first = await enter({ changesMembers: true })
    const order: string[] = []
    const second = perform(operation({ changesMembers: true }, () => void order.push('second')))
    await oneWaits()
    expect(await perform(operation({}, () => void order.push('one that changes none')))).toEqual({
      done: true,
    })
    first.leave()
    await Promise.all([first.doing, second])
    expect(order).toEqual(['one that changes none', 'second'])
  })
})

/** Begins an operation that goes on until it is told to leave. */
async function enter(given: object) {
  const inside = Promise.withResolvers<MemberCall>()
  const left = Promise.withResolvers<void>()
  const doing = perform(
    operation(given, (call) => {
      inside.resolve(call)
      return left.promise
    }),
  )
  return { doing, call: await inside.promise, leave: left.resolve }
}

async function oneWaits(): Promise<void> {
  await expect.poll(() => howManyWait(database.db)).toBe(1)
}
