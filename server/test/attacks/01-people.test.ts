import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raw, sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type Browser, openBrowser, password, signedIn } from '../app/person.ts'
import { type Answer, type House, startHouse, type Tenant } from '../house.ts'
import { allRows } from './belongings.ts'
import { type DescribedOperation, describedApi } from './described-api.ts'

/** One thing of each kind that an id of the session API can name, by the word before it in a path. */
type PeopleThings = Record<
  | 'members'
  | 'keys'
  | 'programs'
  | 'invitations'
  | 'exports'
  | 'notifications'
  | 'sessions'
  | 'passkeys'
  | 'identities'
  | 'connect-attempts'
  | 'calendar-addresses'
  | 'posts',
  string
>

let house: House
let operations: DescribedOperation[]
let owner: Browser & { id: string }
let theirs: PeopleThings
beforeAll(async () => {
  house = await startHouse({ worker: false })
  operations = await describedApi(house, '/app/openapi.json')
  owner = await signedIn(house)
  theirs = await giveThings(await house.other())
})
afterAll(() => house.stop())

/** Things of a person who is in another workspace, and of that workspace. */
async function giveThings(tenant: Tenant): Promise<PeopleThings> {
  const { db } = house
  const { workspaceId, userId, liveKey: key } = tenant
  const account = await house.connectIn(tenant, 'sandbox', { name: 'Harbour' }, 'live')
  const body = { caption: 'Theirs', social_accounts: [account], is_draft: true }
  const post = await house.request('POST', '/v1/posts', { key, body })
  const given: PeopleThings = {
    members: userId,
    keys:
      (await db.row<{ id: string }>(sql`select id from api_keys where workspace_id = ${workspaceId}`))?.id ??
      '',
    programs: newId(),
    invitations: newId(),
    exports: newId(),
    notifications: newId(),
    sessions: newId(),
    passkeys: newId(),
    identities: newId(),
    'connect-attempts': newId(),
    'calendar-addresses': newId(),
    posts: post.json.id,
  }
  await db.run(sql`
    insert into api_keys (workspace_id, id, user_id, mode, name, scopes, last4, by_operator)
    values (${workspaceId}, ${given.programs}, ${userId}, 'live', 'A program', '{read}', '', false)`)
  await db.run(sql`
    insert into grants (workspace_id, id, program_id, redirect_uri, code_hash, code_challenge, code_until, exchanged_at)
    values (${workspaceId}, ${given.programs}, 'a program', 'https://assistant.example/', '\\x01', 'x', now(), now())`)
  await db.run(sql`
    insert into invitations (workspace_id, id, token_hash, email, role, invited_by, expires_at)
    values (${workspaceId}, ${given.invitations}, '\\x01', 'invited@example.org', 'editor', ${userId},
      clock_timestamp() + interval '1 day')`)
  await db.run(sql`
    insert into workspace_exports (workspace_id, id, asked_by, state, storage_key, size_bytes, ready_at, expires_at)
    values (${workspaceId}, ${given.exports}, ${userId}, 'ready', 'none', 1, clock_timestamp(),
      clock_timestamp() + interval '1 day')`)
  await db.run(sql`
    insert into notifications (workspace_id, id, user_id, event_id, event_type, kind, mode, subject_id, facts)
    values (${workspaceId}, ${given.notifications}, ${userId}, ${newId()}, 'post.failed', 'post_failed', 'live',
      ${newId()}, '{}')`)
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, ip, user_agent)
    values (${given.sessions}, ${userId}, '\\x01', '192.0.2.1', 'a browser')`)
  await db.run(sql`
    insert into connect_attempts (workspace_id, id, mode, platform, way, actor_kind, actor_id, status, session_id)
    values (${workspaceId}, ${given['connect-attempts']}, 'live', 'sandbox', 'oauth', 'user', ${userId}, 'waiting',
      ${given.sessions})`)
  await db.run(sql`
    insert into calendar_addresses (workspace_id, id, user_id, name, language, secret_hash)
    values (${workspaceId}, ${given['calendar-addresses']}, ${userId}, 'Theirs', 'en', '\\x01')`)
  await db.run(sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, is_synced)
    values (${given.passkeys}, ${userId}, 'A device', 'AAAA', '\\x01', 0, '{}', false)`)
  await db.run(sql`
    insert into identities (id, user_id, issuer, subject)
    values (${given.identities}, ${userId}, 'https://id.example.org', 'somebody')`)
  return given
}

const withId = () => operations.filter(({ path }) => path.includes('{id}'))

/** @throws for a path whose thing is not known here, so that no operation is forgotten. */
function thingOf({ path }: DescribedOperation): keyof PeopleThings {
  const word = /([a-z-]+)\/\{id\}/.exec(path)?.[1] ?? ''
  if (word in theirs) return word as keyof PeopleThings
  throw new Error(`Say in 01-people.test.ts what the id of ${path} names.`)
}

function ask({ method, path, bodyExample }: DescribedOperation, id: string): Promise<Answer> {
  const address = path.replace('{workspace}', house.workspaceId).replace('{id}', id)
  return owner.request(method, address, bodyExample === undefined ? {} : { body: bodyExample })
}

const wordsOf = ({ status, text, json }: Answer, asked: string) =>
  `${status} ${text.replaceAll(json?.request_id, 'R').replaceAll(asked, 'X')}`

const peopleRows = async () => {
  const tables = [
    'invitations',
    'workspace_exports',
    'notifications',
    'passkeys',
    'identities',
    'memberships',
    'presences',
  ]
  const rows = await Promise.all(
    tables.map((table) => house.db.rows(sql`select * from ${raw(table)} order by 1, 2`)),
  )
  const sessions = await house.db.rows(sql`select id, user_id from sessions order by id`)
  return [await allRows(house), rows, sessions]
}

describe('#1 an id in a path of the session API', () => {
  it('of another person or workspace: 404 in the words of one that never was, and nothing changes', async () => {
    expect(withId().length).toBeGreaterThan(10)
    expect((await owner.request('POST', '/app/proof', { body: { password } })).status).toBe(200)
    const before = await peopleRows()
    for (const operation of withId()) {
      const words: string[] = []
      // One after the other: changes of one workspace at once may be told to come back.
      for (const id of [theirs[thingOf(operation)], newId(), 'no-id', "' or 1=1 --", '%2e%2e%2f'])
        words.push(wordsOf(await ask(operation, id), id))
      expect(words[0], operation.id).toMatch(/^404 .*"code":"not_found"/)
      expect(new Set(words).size, `${operation.id}: ${words.join('\n')}`).toBe(1)
    }
    expect(await peopleRows()).toEqual(before)
  })

  it('is found by its own person, so that the 404 above is about whose it is', async () => {
    const stranger = openBrowser(house)
    const person = await signedIn(house)
    const { data } = (await person.request('GET', '/app/sessions')).json
    const path = `/app/sessions/${data[0].id}`
    expect((await owner.request('DELETE', path)).status).toBe(404)
    expect((await stranger.request('DELETE', path)).status).toBe(401)
    expect((await person.request('DELETE', path)).status).toBe(200)
  })
})
