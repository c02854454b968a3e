import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../src/context.ts'
import { sql } from '../../src/db/database.ts'
import { sessionCookie } from '../../src/http/app/session-cookie.ts'
import { createFindPerson } from '../../src/http/serving/create-find-person.ts'
import { newId } from '../../src/lib/id.ts'
import { insertUser } from '../../src/people/new-user.ts'
import { beginSession } from '../../src/people/sessions/begin-session.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const publicUrl = 'https://crier.example.org'
const origin = publicUrl
const workspaceId = newId()
let database: TestDatabase
let cookie: string
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const userId = await insertUser(db, { email: `${newId()}@example.org`, passwordHash: null })
  await db.run(sql`insert into workspaces (id, name) values (${workspaceId}, 'Harbour')`)
  await db.run(
    sql`insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'editor')`,
  )
  const { token } = await beginSession(db, userId, { ip: '203.0.113.7', userAgent: 'a browser' })
  cookie = sessionCookie(publicUrl, token).split(';')[0] ?? ''
})
afterAll(() => database.drop())

/** The caller of a request, or the problem with which it is refused. */
async function ask(headers: Record<string, string | string[]>, method = 'GET') {
  const findPerson = createFindPerson({ db: database.db, config: { publicUrl } } as Context)
  const own = { host: 'crier.example.org', cookie, 'crier-workspace': workspaceId }
  return findPerson({ method, headers: { ...own, ...headers } }).then(
    (caller) => caller && `${caller.workspaceId} ${caller.mode}`,
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  )
}

const found = `${workspaceId} live`
const foreign = '403 not_from_own_page'

describe('#18 a page that asks the API', () => {
  test.each([
    ['says that it is our own', 'POST', { 'sec-fetch-site': 'same-origin' }, found],
    ['says that it is our own, by a name alone', 'POST', { origin }, found],
    [
      'is our own whatever its Origin is called',
      'POST',
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      found,
    ],
    ['says nothing and reads', 'GET', {}, found],
    ['says nothing and asks for the head', 'HEAD', {}, found],
    ['says nothing and changes', 'POST', {}, foreign],
    ['says nothing and deletes', 'DELETE', {}, foreign],
    ['is of another site', 'GET', { 'sec-fetch-site': 'cross-site' }, foreign],
    ['is of a neighbour', 'GET', { 'sec-fetch-site': 'same-site' }, foreign],
    ['is none, as an address that somebody typed', 'GET', { 'sec-fetch-site': 'none' }, foreign],
    ['is of another site with our Origin', 'POST', { 'sec-fetch-site': 'cross-site', origin }, foreign],
    ['has another Origin and reads', 'GET', { origin: 'https://evil.example.org' }, foreign],
    ['has another Origin and changes', 'POST', { origin: 'https://evil.example.org' }, foreign],
    ['has no Origin to name', 'POST', { origin: 'null' }, foreign],
  ] as const)('that %s is answered as such: %s', async (_, method, headers, answer) => {
    expect(await ask(headers, method)).toBe(answer)
  })

  test('under another name than that of the server is refused', async () => {
    expect(await ask({ host: 'evil.example.org' })).toBe('403 foreign_host')
    expect(await ask({ host: 'CRIER.example.org' })).toBe(found)
  })

  test('is nobody’s where no workspace is named, or a key comes with it', async () => {
    const none = { 'crier-workspace': undefined } as unknown as Record<string, string>
    expect(await ask(none)).toBeNull()
    expect(await ask({ authorization: 'Bearer crier_live_x' })).toBeNull()
  })

  test('has the mode that it names, live unless it says so, and no third one', async () => {
    expect(await ask({ 'crier-mode': 'test' })).toBe(`${workspaceId} test`)
    expect(await ask({ 'crier-mode': 'live' })).toBe(found)
    const findPerson = createFindPerson({ db: database.db, config: { publicUrl } } as Context)
    const headers = {
      host: 'crier.example.org',
      cookie,
      'crier-workspace': workspaceId,
      'crier-mode': 'both',
    }
    await expect(findPerson({ method: 'GET', headers })).rejects.toMatchObject({
      status: 422,
      errors: [{ pointer: '#Crier-Mode', code: 'invalid_value', detail: 'Crier-Mode is live or test.' }],
    })
  })

  test('without the cookie of a session is nobody, and in another workspace no member, in the same words', async () => {
    expect(await ask({ cookie: '' })).toBe('401 not_signed_in')
    expect(await ask({ cookie: `${cookie}x` })).toBe('401 not_signed_in')
    for (const other of [newId(), 'none', `${workspaceId}x`])
      expect([other, await ask({ 'crier-workspace': other })]).toEqual([other, '403 not_a_member'])
    expect(await ask({ 'crier-workspace': [workspaceId, workspaceId] })).toBe('403 not_a_member')
  })
})
