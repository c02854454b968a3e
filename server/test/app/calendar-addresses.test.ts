// @module-tag slow
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { type Browser, openBrowser, type Person, password, signedIn } from './person.ts'

let house: House
let at: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  at = `/app/workspaces/${house.workspaceId}/calendar-addresses`
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const make = (by: Browser, more: object = {}) => by.request('POST', at, { body: { name: 'Plan', ...more } })
const list = async (by: Browser) => (await by.request('GET', at)).json.data
const pathOf = ({ json }: { json: { url: string } }) => new URL(json.url).pathname
/** Reads a calendar as a program of somebody does, which has no cookie and no key. */
const read = (path: string, headers: Record<string, string> = {}) =>
  house.request('GET', path, { key: null, headers })
const statusOf = async (path: string) => (await read(path)).status

describe('a calendar address', () => {
  it('is shown once, opens the plan without a sign-in, and is listed without its secret', async () => {
    const viewer = await signedIn(house, 'viewer')
    const account = await house.connect('sandbox', { name: newId() })
    const made = await make(viewer, { social_account_ids: [account], language: 'es' })
    expect(made.status).toBe(200)
    const { publicUrl } = house.context.config
    expect(made.json.url.startsWith(`${publicUrl}/`)).toBe(true)
    expect(pathOf(made)).toMatch(/^\/calendars\/crier_calendar_[\w-]{43}\.ics$/)
    expect(await statusOf(pathOf(made))).toBe(200)
    const listed = await viewer.request('GET', at)
    expect(listed.json.data).toEqual([
      {
        id: made.json.id,
        name: 'Plan',
        social_account_ids: [account],
        language: 'es',
        last_read_at: expect.any(String),
        created_at: expect.any(String),
      },
    ])
    expect(listed.text).not.toContain('crier_calendar_')
    const audited = await house.request('GET', `/v1/audit-log?subject=${made.json.id}`)
    expect(audited.json.data[0]).toMatchObject({
      action: 'calendar_address.create',
      details: { name: 'Plan', language: 'es' },
    })
    expect(audited.text).not.toContain('crier_calendar_')
  })

  it('says when it was last read', async () => {
    const person = await signedIn(house, 'author')
    const made = await make(person)
    expect((await list(person))[0].last_read_at).toBeNull()
    await read(pathOf(made))
    const first = (await list(person))[0].last_read_at
    expect(Date.now() - Date.parse(first)).toBeLessThan(60_000)
    // It is written once in ten minutes, and not with every reading.
    await read(pathOf(made))
    expect((await list(person))[0].last_read_at).toBe(first)
  })

  it('is replaced: the old one ends at once', async () => {
    const person = await signedIn(house)
    const made = await make(person)
    const replaced = await person.request('POST', `${at}/${made.json.id}/replace`)
    expect([replaced.status, replaced.json.id]).toEqual([200, made.json.id])
    expect(pathOf(replaced)).not.toBe(pathOf(made))
    expect(await statusOf(pathOf(made))).toBe(404)
    expect(await statusOf(pathOf(replaced))).toBe(200)
  })

  it('is removed, once', async () => {
    const person = await signedIn(house)
    const made = await make(person)
    const path = `${at}/${made.json.id}`
    expect((await person.request('DELETE', path)).json).toEqual({ success: true })
    expect(await statusOf(pathOf(made))).toBe(404)
    expect((await person.request('DELETE', path)).status).toBe(404)
    expect((await person.request('POST', `${path}/replace`)).status).toBe(404)
  })

  it('belongs to its person alone: an owner neither sees nor changes it', async () => {
    const [viewer, owner] = [await signedIn(house, 'viewer'), await signedIn(house)]
    const made = await make(viewer)
    expect(await list(owner)).toEqual([])
    expect((await owner.request('DELETE', `${at}/${made.json.id}`)).status).toBe(404)
    expect((await owner.request('POST', `${at}/${made.json.id}/replace`)).status).toBe(404)
    expect(await statusOf(pathOf(made))).toBe(200)
  })

  it('needs a fresh proof, because it outlasts the session', async () => {
    const person = await signedIn(house)
    const made = await make(person)
    await house.db.run(
      sql`update sessions set proved_at = proved_at - interval '11 minutes' where user_id = ${person.id}`,
    )
    for (const path of [at, `${at}/${made.json.id}/replace`]) {
      const body = path === at ? { name: 'Plan' } : {}
      expect((await person.request('POST', path, { body })).json).toMatchObject({
        status: 403,
        code: 'proof_required',
      })
    }
    // To end one needs none.
    expect((await person.request('DELETE', `${at}/${made.json.id}`)).status).toBe(200)
  })

  it.each([
    ['without a name', {}, '/name', 'required'],
    ['with an empty name', { name: '' }, '/name', 'too_short'],
    ['in a language that nobody speaks here', { name: 'x', language: 'fr' }, '/language', 'not_allowed'],
    [
      'of an account that is not there',
      { name: 'x', social_account_ids: [newId()] },
      '/social_account_ids/0',
      'account_not_found',
    ],
  ])('is not made %s', async (_name, body, pointer, code) => {
    const { status, json } = await (await signedIn(house)).request('POST', at, { body })
    expect([status, json.errors]).toMatchObject([422, [{ pointer, code }]])
  })

  it('is not made for a test account, or for an account of another workspace', async () => {
    const person = await signedIn(house)
    const other = await house.other()
    const accounts = [
      await house.connect('sandbox', { name: newId() }, 'test'),
      await house.connectIn(other, 'sandbox', { name: newId() }, 'live'),
    ]
    const { status, json } = await make(person, { social_account_ids: accounts })
    expect([status, json.errors.length]).toEqual([422, 2])
  })

  it('is made twenty times and no more, also by requests that come at once', async () => {
    const person = await signedIn(house)
    const made = await Promise.all(Array.from({ length: 24 }, () => make(person)))
    const refused = made.filter(({ status }) => status !== 200)
    expect(refused.map(({ json }) => json.code)).toEqual(Array(4).fill('too_many_calendar_addresses'))
    expect(refused[0]?.status).toBe(409)
    expect(await list(person)).toHaveLength(20)
  })

  it('is of a member: strangers and people without a session are told nothing', async () => {
    const stranger = await signedIn(house, null)
    const nobody = openBrowser(house)
    const made = await make(await signedIn(house))
    const one = `${at}/${made.json.id}`
    const asked = [
      ['GET', at],
      ['POST', at],
      ['POST', `${one}/replace`],
      ['DELETE', one],
    ] as const
    for (const [method, path] of asked) {
      const body = path === at && method === 'POST' ? { name: 'x' } : undefined
      expect((await stranger.request(method, path, { body })).status).toBe(404)
      expect((await nobody.request(method, path, { body })).status).toBe(401)
    }
  })
})

describe('a calendar address ends', () => {
  it('when its person leaves the workspace, and does not come back with them', async () => {
    const person = await signedIn(house, 'editor')
    const path = pathOf(await make(person))
    expect(await statusOf(path)).toBe(200)
    const left = await person.request('DELETE', `/app/workspaces/${house.workspaceId}/members/${person.id}`)
    expect(left.status).toBe(200)
    expect(await statusOf(path)).toBe(404)
    await house.db.run(sql`
      insert into memberships (workspace_id, user_id, role) values (${house.workspaceId}, ${person.id}, 'owner')`)
    expect(await statusOf(path)).toBe(404)
    expect(await list(person)).toEqual([])
  })

  it('when somebody shows for the first time that the address of the account is theirs', async () => {
    const person = await signedIn(house)
    const path = pathOf(await make(person))
    await house.db.run(sql`update users set is_address_unproven = true where id = ${person.id}`)
    await setPasswordByMail(person)
    expect(await statusOf(path)).toBe(404)
  })

  it('not when a member forgot their password', async () => {
    const person = await signedIn(house)
    const path = pathOf(await make(person))
    await setPasswordByMail(person)
    expect(await statusOf(path)).toBe(200)
  })

  it('while the workspace is deleted, until that is restored', async () => {
    const owner = await signedIn(house, null)
    const workspace = (await owner.request('POST', '/app/workspaces', { body: { name: 'Short' } })).json
    const here = `/app/workspaces/${workspace.id}`
    const made = await owner.request('POST', `${here}/calendar-addresses`, { body: { name: 'Plan' } })
    expect(await statusOf(pathOf(made))).toBe(200)
    const gone = await owner.request('POST', `${here}/deletion`, { body: { name: 'Short' } })
    expect(gone.status).toBe(200)
    expect(await statusOf(pathOf(made))).toBe(404)
    expect((await owner.request('DELETE', `${here}/deletion`)).status).toBe(200)
    expect(await statusOf(pathOf(made))).toBe(200)
  })
})

/** Sets a new password by the link of a mail. */
async function setPasswordByMail({ id }: Person): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await house.db.run(sql`
    insert into password_resets values (${id}, sha256(convert_to(${token}, 'UTF8')), now(), now() + interval '1 hour')`)
  const body = { token, password: `${password} and more` }
  expect((await openBrowser(house).request('POST', '/app/password-reset/finish', { body })).status).toBe(200)
}
