// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { type Browser, openBrowser, password, signedIn } from './person.ts'

let house: House
let at: string
beforeAll(async () => {
  house = await startHouse({ worker: false, config: { workspacesPerPerson: 3 } })
  at = `/app/workspaces/${house.workspaceId}`
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
  await house.db.run(sql`delete from memberships where user_id <> ${house.userId}`)
})

const make = (by: Browser, body: object) => by.request('POST', '/app/workspaces', { body })
const missing = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b99'

describe('a workspace', () => {
  it('is made by anybody who is signed in, who owns it', async () => {
    const person = await signedIn(house, null)
    const made = await make(person, { name: '  Harbour \n bakery ', timezone: 'europe/berlin' })
    expect(made.json).toMatchObject({
      name: 'Harbour bakery',
      timezone: 'Europe/Berlin',
      subscription: 'active',
      undo_seconds: 10,
      week_start: 'locale',
      approval_mode: 'authors',
      purge_at: null,
    })
    const { workspaces } = (await person.request('GET', '/app/me')).json
    expect(workspaces).toMatchObject([{ id: made.json.id, role: 'owner', timezone: 'Europe/Berlin' }])
    expect((await make(person, { name: 'Second' })).json.timezone).toBe('UTC')
    expect(
      (await openBrowser(house).request('POST', '/app/workspaces', { body: { name: 'x' } })).status,
    ).toBe(401)
  })

  it('needs a name, and a time zone of the IANA database', async () => {
    const person = await signedIn(house, null)
    expect((await make(person, { name: '\u200b\u0007 ' })).json.errors[0]).toMatchObject({
      pointer: '/name',
      code: 'name_empty',
    })
    for (const timezone of ['Europe/Atlantis', '+01:00', '', 'Berlin'])
      expect((await make(person, { name: 'Bakery', timezone })).json).toMatchObject({
        status: 422,
        code: 'timezone_unknown',
      })
    for (const body of [{}, { name: 'x'.repeat(101) }, { name: 'Bakery', role: 'owner' }])
      expect((await make(person, body)).status).toBe(422)
  })

  it('is made as often as the operator allows, also when many are asked for at once', async () => {
    const person = await signedIn(house, null)
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) => make(person, { name: `No ${index}` })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
    expect(made.find(({ status }) => status === 409)?.json.code).toBe('too_many_workspaces')
  })

  it('is renamed and set by an admin; what is left out stays', async () => {
    const [admin, editor] = [await signedIn(house, 'admin'), await signedIn(house, 'editor')]
    const change = (by: Browser, body: object) => by.request('PATCH', at, { body })
    expect((await change(admin, { undo_seconds: 0, week_start: 'sunday' })).json).toMatchObject({
      name: 'A workspace',
      undo_seconds: 0,
      week_start: 'sunday',
    })
    expect((await change(admin, { name: 'Bakery' })).json).toMatchObject({ name: 'Bakery', undo_seconds: 0 })
    expect((await change(editor, { name: 'Mine' })).json.code).toBe('role_missing')
    expect((await editor.request('GET', at)).json).toMatchObject({ name: 'Bakery', week_start: 'sunday' })
    expect((await change(admin, { approval_mode: 'everyone' })).json.approval_mode).toBe('everyone')
    for (const body of [
      { approval_mode: 'nobody' },
      { undo_seconds: 61 },
      { undo_seconds: -1 },
      { undo_seconds: 1.5 },
      { week_start: 'tuesday' },
      { timezone: 'Europe/Berlin' },
      { name: ' ' },
    ])
      expect([body, (await change(admin, body)).status]).toEqual([body, 422])
    await house.db.run(
      sql`update workspaces set name = 'A workspace', approval_mode = 'authors' where id = ${house.workspaceId}`,
    )
  })

  it('that a person worked in last is remembered', async () => {
    const person = await signedIn(house, 'viewer')
    const last = async () => (await person.request('GET', '/app/me')).json.last_workspace_id
    const work = async (id: string) =>
      (await person.request('GET', '/v1/posts', { headers: { 'crier-workspace': id } })).status
    expect(await last()).toBeNull()
    const own = (await make(person, { name: 'My own' })).json.id
    expect([await work(house.workspaceId), await last()]).toEqual([200, house.workspaceId])
    expect([await work(own), await last()]).toEqual([200, own])
    expect([await work(missing), await last()]).toEqual([403, own])
    await house.db.run(sql`delete from memberships where workspace_id = ${own}`)
    expect(await last()).toBe(house.workspaceId)
  })

  it('answers while another request changes the role of the person who works in it', async () => {
    const person = await signedIn(house, 'viewer')
    await house.db.transaction(async (tx) => {
      await tx.run(sql`select from memberships where user_id = ${person.id} for update`)
      const asked = person.request('GET', '/v1/posts', { headers: { 'crier-workspace': house.workspaceId } })
      expect((await asked).status).toBe(200)
    })
  })
})

describe('the ownership of a workspace', () => {
  const transfer = (by: Browser, member_id: string) =>
    by.request('POST', `${at}/ownership`, { body: { member_id } })
  const roleOf = async (id: string) =>
    (await house.db.row<{ role: string }>(sql`select role from memberships where user_id = ${id}`))?.role

  it('goes to another member at once, and the old owner becomes an admin', async () => {
    const [owner, editor] = [await signedIn(house), await signedIn(house, 'editor')]
    expect((await transfer(owner, editor.id)).status).toBe(200)
    expect([await roleOf(owner.id), await roleOf(editor.id)]).toEqual(['admin', 'owner'])
    expect((await transfer(owner, owner.id)).json).toMatchObject({ code: 'role_missing', role: 'owner' })
    expect((await transfer(editor, editor.id)).json).toMatchObject({ status: 409, code: 'owner_already' })
    // Somebody of another workspace gets the answer of nobody at all.
    const answers = [await transfer(editor, missing), await transfer(editor, (await house.other()).userId)]
    for (const { json } of answers)
      expect(json).toMatchObject({
        status: 422,
        errors: [{ pointer: '/member_id', code: 'member_not_found' }],
      })
    expect(answers[0]?.json.errors).toEqual(answers[1]?.json.errors)
  })

  it('goes to one of two, when it is given to both at once', async () => {
    const [owner, ada, bob] = [
      await signedIn(house),
      await signedIn(house, 'editor'),
      await signedIn(house, 'viewer'),
    ]
    const given = await Promise.all([transfer(owner, ada.id), transfer(owner, bob.id)])
    // The second one waits, and then finds that the person who gives it is no owner any more.
    expect(given.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await roleOf(owner.id)).toBe('admin')
    expect([await roleOf(ada.id), await roleOf(bob.id)].filter((role) => role === 'owner')).toHaveLength(1)
  })

  it('needs a fresh proof, and stays with the last owner who would leave', async () => {
    await house.db.run(sql`update memberships set role = 'viewer' where user_id = ${house.userId}`)
    const [owner, editor] = [await signedIn(house), await signedIn(house, 'editor')]
    const left = await owner.request('DELETE', `${at}/members/${owner.id}`)
    expect(left.json).toMatchObject({ status: 409, code: 'last_owner' })
    expect(left.json.detail).toContain('Make someone else owner first.')
    await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
    expect((await transfer(owner, editor.id)).json.code).toBe('proof_required')
    await owner.request('POST', '/app/proof', { body: { password } })
    expect((await transfer(owner, editor.id)).status).toBe(200)
    expect((await owner.request('DELETE', `${at}/members/${owner.id}`)).status).toBe(200)
    await house.db.run(sql`update memberships set role = 'owner' where user_id = ${house.userId}`)
  })
})

describe('a key', () => {
  it('stops within a second of its maker leaving, or losing the rights that it has', async () => {
    const [leaver, loser] = [await signedIn(house, 'admin'), await signedIn(house, 'admin')]
    const owner = await signedIn(house)
    const keyOf = async (by: Browser) =>
      (
        await by.request('POST', `${at}/keys`, {
          body: { name: 'k', mode: 'live', scopes: ['read', 'accounts'] },
        })
      ).json.key
    const [left, lost] = [await keyOf(leaver), await keyOf(loser)]
    const statusOf = async (key: string, path = '/v1/posts') =>
      (await house.request('GET', path, { key })).status
    expect([await statusOf(left), await statusOf(lost)]).toEqual([200, 200])
    const beganAt = performance.now()
    await leaver.request('DELETE', `${at}/members/${leaver.id}`)
    await owner.request('PATCH', `${at}/members/${loser.id}`, { body: { role: 'viewer' } })
    await expect.poll(() => statusOf(left), { interval: 20 }).toBe(401)
    const disconnect = async () =>
      (await house.request('DELETE', `/v1/social-accounts/${missing}`, { key: lost })).status
    await expect.poll(disconnect, { interval: 20 }).toBe(403)
    expect(performance.now() - beganAt).toBeLessThan(1_500)
    expect(await statusOf(lost)).toBe(200)
  })
})

describe('a person', () => {
  it('sets their name, their language and the keys of the app', async () => {
    const person = await signedIn(house, 'viewer')
    const change = (body: object) => person.request('PATCH', '/app/me', { body })
    expect((await person.request('GET', '/app/me')).json).toMatchObject({
      name: '',
      language: null,
      single_letter_keys: true,
    })
    await change({ name: ' Ada\tLovelace ', language: 'de' })
    expect((await change({ single_letter_keys: false })).json).toMatchObject({
      name: 'Ada Lovelace',
      language: 'de',
      single_letter_keys: false,
    })
    expect((await change({ language: null })).json).toMatchObject({ name: 'Ada Lovelace', language: null })
    const { data } = (await person.request('GET', `${at}/members`)).json
    expect(data).toContainEqual(expect.objectContaining({ id: person.id, name: 'Ada Lovelace' }))
    for (const body of [{ language: 'fr' }, { name: 'x'.repeat(101) }, { email: 'a@example.org' }])
      expect((await change(body)).status).toBe(422)
  })
})
