import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/api-keys/revoke-key.ts'
import { sql } from '../../src/db/database.ts'
import { findSession } from '../../src/people/sessions/find-session.ts'
import { keepOnlySession } from '../../src/people/sessions/keep-only-session.ts'
import { type Browser, openBrowser, type Person, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let owner: Browser & Person
let account: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  owner = await signedIn(house)
  account = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A request whose body is held back after its first byte. It is admitted when the promise is kept. */
async function hold(method: string, path: string, headers: Record<string, string>, body: object) {
  const text = JSON.stringify(body)
  const held: ClientRequest = request(house.url + path, {
    method,
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': text.length, ...headers },
  })
  held.on('error', () => undefined)
  held.write(text.slice(0, 1))
  await wait(300)
  return async () => {
    held.end(text.slice(1))
    const [response] = (await once(held, 'response')) as [IncomingMessage]
    const chunks = await response.toArray()
    return { status: response.statusCode, json: JSON.parse(Buffer.concat(chunks).toString()) }
  }
}

const cookieOf = ({ cookies }: Browser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'sec-fetch-site': 'same-origin',
})
const inWorkspace = (browser: Browser) => ({ ...cookieOf(browser), 'crier-workspace': house.workspaceId })
const memberPath = ({ id }: Person) => `/app/workspaces/${house.workspaceId}/members/${id}`
const draft = (caption: string) => ({ caption, social_accounts: [account], is_draft: true })
const isStored = async (caption: string) =>
  (await house.request('GET', `/v1/posts?text=${caption}`)).json.data.length > 0

describe('#19 a request whose body comes slowly', () => {
  it('is done while its key is good, so that the refusals below are about the key', async () => {
    const { key } = await house.key()
    const finish = await hold('POST', '/v1/posts', { authorization: `Bearer ${key}` }, draft('slowly'))
    expect((await finish()).status).toBe(200)
    expect(await isStored('slowly')).toBe(true)
  })

  it('does nothing once its key was revoked', async () => {
    const { id, key } = await house.key()
    const finish = await hold('POST', '/v1/posts', { authorization: `Bearer ${key}` }, draft('revoked'))
    await revokeKey(house.db, house.workspaceId, id)
    await wait(1_000)
    expect(await finish()).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
    expect(await isStored('revoked')).toBe(false)
  })

  it('does nothing once the session was ended', async () => {
    const person = await signedIn(house, 'editor')
    const body = { name: 'Left behind', timezone: 'UTC' }
    const finish = await hold('POST', '/app/workspaces', cookieOf(person), body)
    const finishPost = await hold('POST', '/v1/posts', inWorkspace(person), draft('ended'))
    expect((await person.request('POST', '/app/sign-out')).status).toBe(200)
    for (const end of [finish, finishPost])
      expect(await end()).toMatchObject({ status: 401, json: { code: 'not_signed_in' } })
    expect(await isStored('ended')).toBe(false)
    expect(await house.db.rows(sql`select 1 from workspaces where name = 'Left behind'`)).toEqual([])
  })

  it('does nothing that a lower role may not do, once its person has that', async () => {
    const person = await signedIn(house, 'editor')
    const finish = await hold('POST', '/v1/posts', inWorkspace(person), draft('lowered'))
    const body = { role: 'viewer' }
    expect((await owner.request('PATCH', memberPath(person), { body })).status).toBe(200)
    expect(await finish()).toMatchObject({ status: 403, json: { code: 'scope_missing' } })
    expect(await isStored('lowered')).toBe(false)
  })
})

describe('#18 a copy of a cookie whose session gets another token', () => {
  it('turns nothing on and takes no session over, when its request waited for the change', async () => {
    const person = await signedIn(house)
    const thief = openBrowser(house)
    for (const [name, value] of person.cookies) thief.cookies.set(name, value)
    const { secret } = (await thief.request('POST', '/app/two-factor/begin')).json
    const token = [...person.cookies.values()][0] ?? ''
    const found = await findSession(house.db, token)
    if (found === null) throw new Error('The person is not signed in.')
    let stolen = Promise.resolve({ status: 0 })
    await house.db.transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${person.id} for update`)
      const body = { code: new TOTP({ secret }).generate() }
      stolen = thief.request('POST', '/app/two-factor', { body })
      await wait(300)
      await keepOnlySession(tx, found, {
        action: 'person.change_password',
        from: { ip: null, userAgent: null },
      })
    })
    expect((await stolen).status).toBe(401)
    expect(
      await house.db.rows(
        sql`select 1 from authenticators where user_id = ${person.id} and confirmed_at is not null`,
      ),
    ).toEqual([])
  })
})

describe('#19 a file that is read slowly', () => {
  it('breaks off within two seconds of its key being revoked', async () => {
    const entries = 40_000
    await house.db.run(sql`
      insert into audit_log (workspace_id, actor_kind, action, subject_kind, details)
      select ${house.workspaceId}, 'system', 'post.update', 'post', jsonb_build_object('note', repeat('x', 500))
      from generate_series(1, ${entries})`)
    const { id, key } = await house.key()
    const read = async (meanwhile: () => Promise<void>) => {
      const headers = { authorization: `Bearer ${key}` }
      const asked = get(`${house.url}/v1/audit-log/export`, { agent: false, headers })
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      // The server may break off while the body is not read.
      const closed = new Promise((resolve) => response.once('close', resolve))
      let lines = 0
      response.on('error', () => undefined)
      response.on('data', (chunk: Buffer) => {
        lines += chunk.toString('latin1').split('\n').length - 1
      })
      await once(response, 'data')
      response.pause()
      await meanwhile()
      response.resume()
      await closed
      return { isWhole: response.complete, lines }
    }
    expect(await read(() => Promise.resolve())).toMatchObject({ isWhole: true })
    const broken = await read(async () => {
      await revokeKey(house.db, house.workspaceId, id)
      await wait(2_000)
    })
    expect(broken.isWhole).toBe(false)
    expect(broken.lines).toBeLessThan(entries)
  })
})

describe('#14 clients that hang up while they are looked up', () => {
  it('take no place among the streams of events of a workspace for good', async () => {
    const headers = { authorization: `Bearer ${house.testKey}`, accept: 'text/event-stream' }
    const watch = () => get(`${house.url}/v1/events`, { agent: false, headers })
    for (let turn = 0; turn < 400; turn += 1) {
      const asked = watch()
      asked.on('error', () => undefined)
      await wait(turn % 8)
      asked.destroy()
    }
    await wait(500)
    const open = Array.from({ length: 50 }, watch)
    const statuses = await Promise.all(
      open.map(async (asked) => ((await once(asked, 'response')) as [IncomingMessage])[0].statusCode),
    )
    for (const asked of open) asked.on('error', () => undefined).destroy()
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })
})
