// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../src/callers/roles.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { linksPath } from '../connect-link.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { type Browser, newPerson, openBrowser, type Person, password, signedIn } from './person.ts'

let house: House
let at: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  at = `/app/workspaces/${house.workspaceId}`
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
  await house.db.run(sql`delete from memberships where user_id <> ${house.userId}`)
  await house.db.run(sql`delete from invitations`)
})

const giveRole = (by: Browser, id: string, role: Role) =>
  by.request('PATCH', `${at}/members/${id}`, { body: { role } })
const remove = (by: Browser, id: string) => by.request('DELETE', `${at}/members/${id}`)
const inviteTo = (by: Browser, email: string, role = 'editor') =>
  by.request('POST', `${at}/invitations`, { body: { email, role } })
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

describe('the people of a workspace', () => {
  it('are listed for every member, and for nobody else', async () => {
    const [viewer, stranger] = [await signedIn(house, 'viewer'), await signedIn(house, null)]
    const { data } = (await viewer.request('GET', `${at}/members`)).json
    expect(data).toContainEqual(expect.objectContaining({ id: viewer.id, role: 'viewer' }))
    const foreign = await stranger.request('GET', `${at}/members`)
    const missing = await stranger.request(
      'GET',
      '/app/workspaces/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21/members',
    )
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.json.detail).toBe(missing.json.detail)
    expect((await openBrowser(house).request('GET', `${at}/members`)).status).toBe(401)
  })

  it('are given roles by those who reach them', async () => {
    const [owner, admin, editor] = [
      await signedIn(house),
      await signedIn(house, 'admin'),
      await signedIn(house, 'editor'),
    ]
    const other = await newPerson(house, 'viewer')
    expect((await giveRole(editor, other.id, 'author')).json).toMatchObject({
      code: 'role_missing',
      role: 'admin',
    })
    expect((await giveRole(admin, other.id, 'admin')).status).toBe(200)
    expect((await giveRole(admin, other.id, 'owner')).json.code).toBe('role_missing')
    const refused = (await giveRole(admin, owner.id, 'viewer')).json
    expect(refused).toMatchObject({ code: 'role_missing', role: 'owner' })
    expect(String(refused.detail)).toBe('Your role in this workspace is admin, and this needs owner.')
    expect((await giveRole(owner, other.id, 'owner')).status).toBe(200)
    expect((await giveRole(owner, house.workspaceId, 'viewer')).status).toBe(404)
  })

  it('keep an owner, also when two of them leave at once', async () => {
    await house.db.run(sql`delete from memberships`)
    const [ada, bob] = [await signedIn(house), await signedIn(house)]
    const left = await Promise.all([remove(ada, ada.id), remove(bob, bob.id)])
    expect(left.map(({ status }) => status).sort()).toEqual([200, 409])
    const [last] = await house.db.rows<{ user_id: string }>(sql`select user_id from memberships`)
    const browser = last?.user_id === ada.id ? ada : bob
    expect((await giveRole(browser, browser.id, 'admin')).json).toMatchObject({
      status: 409,
      code: 'last_owner',
    })
    expect((await giveRole(browser, browser.id, 'owner')).status).toBe(200)
    await house.db.run(sql`
      insert into memberships (workspace_id, user_id, role) values (${house.workspaceId}, ${house.userId}, 'owner')`)
  })

  it('leave by themselves, and are taken out by an admin', async () => {
    const [admin, viewer, author] = [
      await signedIn(house, 'admin'),
      await signedIn(house, 'viewer'),
      await signedIn(house, 'author'),
    ]
    const refused = await remove(viewer, author.id)
    expect(refused.json).toMatchObject({ code: 'role_missing', role: 'admin' })
    expect(String(refused.json.detail)).toBe('Your role in this workspace is viewer, and this needs admin.')
    expect((await remove(viewer, viewer.id)).status).toBe(200)
    expect((await viewer.request('GET', `${at}/members`)).status).toBe(404)
    expect((await remove(admin, author.id)).status).toBe(200)
    expect((await remove(admin, author.id)).status).toBe(404)
  })

  it('change only for somebody who has shown lately who they are', async () => {
    const owner = await signedIn(house)
    const other = await newPerson(house, 'viewer')
    await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
    expect((await giveRole(owner, other.id, 'author')).json).toMatchObject({
      status: 403,
      code: 'proof_required',
    })
    const prove = (text: string) => owner.request('POST', '/app/proof', { body: { password: text } })
    expect((await prove('something else')).json.code).toBe('wrong_password')
    expect((await giveRole(owner, other.id, 'author')).status).toBe(403)
    expect((await prove(password)).status).toBe(200)
    expect((await giveRole(owner, other.id, 'author')).status).toBe(200)
  })
})

describe('an invitation', () => {
  it('makes an account for somebody new, once', async () => {
    const admin = await signedIn(house, 'admin')
    const made = await inviteTo(admin, ' new@example.org ')
    expect(made.json.invitation).toMatchObject({ email: 'new@example.org', role: 'editor' })
    const token = tokenOf(made.json.url)
    const browser = openBrowser(house)
    const read = await browser.request('POST', '/app/invitations/read', { body: { token } })
    expect(read.json).toMatchObject({
      email: 'new@example.org',
      invited_by: admin.email,
      has_account: false,
    })

    const accept = (body: object) => browser.request('POST', '/app/invitations/accept', { body })
    expect((await accept({ token })).json.errors[0].pointer).toBe('/password')
    expect((await accept({ token, password: 'short' })).status).toBe(422)
    expect((await accept({ token, password })).status).toBe(200)
    expect((await browser.request('GET', '/app/me')).json.workspaces).toMatchObject([{ role: 'editor' }])
    expect((await accept({ token, password })).json).toMatchObject({ status: 404, code: 'not_found' })
    const row = await house.db.row(sql`select is_address_unproven from users where email = 'new@example.org'`)
    expect(row).toEqual({ is_address_unproven: true })
  })

  it('is for the person who is invited, and opens no account that exists', async () => {
    const admin = await signedIn(house, 'admin')
    const [guest, other] = [await signedIn(house, null), await signedIn(house, null)]
    const invited = guest.email.toUpperCase()
    const token = tokenOf((await inviteTo(admin, invited, 'author')).json.url)
    const accept = (by: Browser, body: object = { token }) =>
      by.request('POST', '/app/invitations/accept', { body })
    const unknown = openBrowser(house)
    const first = (await accept(unknown, { token, password: 'a password of mine' })).json
    expect(first.code).toBe('sign_in_first')
    expect(String(first.detail)).toBe(`Sign in as ${invited} first, then accept the invitation.`)
    expect(unknown.cookies.size).toBe(0)
    const wrong = (await accept(other)).json
    expect(wrong.code).toBe('another_person')
    expect(String(wrong.detail)).toBe(`The invitation is for ${invited}. Sign in with that address.`)
    expect((await accept(guest)).status).toBe(200)
    expect((await inviteTo(admin, guest.email)).json).toMatchObject({ status: 409, code: 'already_member' })
  })

  it('ends after a week, when it is taken back, and when another takes its place', async () => {
    const admin = await signedIn(house, 'admin')
    const read = async (made: { json: { url: string } }) =>
      (await admin.request('POST', '/app/invitations/read', { body: { token: tokenOf(made.json.url) } }))
        .status
    const first = await inviteTo(admin, 'late@example.org')
    const second = await inviteTo(admin, 'LATE@example.org', 'viewer')
    expect([await read(first), await read(second)]).toEqual([404, 200])
    const { data } = (await admin.request('GET', `${at}/invitations`)).json
    expect(data).toHaveLength(1)
    expect((await admin.request('DELETE', `${at}/invitations/${data[0].id}`)).status).toBe(200)
    expect((await admin.request('DELETE', `${at}/invitations/${data[0].id}`)).status).toBe(404)
    expect(await read(second)).toBe(404)
    const third = await inviteTo(admin, 'late@example.org')
    await house.db.run(sql`update invitations set expires_at = clock_timestamp() - interval '1 second'`)
    expect(await read(third)).toBe(404)
  })

  it('is made by admins, for roles up to their own, with an address that is one', async () => {
    const [admin, editor] = [await signedIn(house, 'admin'), await signedIn(house, 'editor')]
    expect((await inviteTo(editor, 'a@example.org', 'viewer')).json.code).toBe('role_missing')
    expect((await inviteTo(admin, 'a@example.org', 'owner')).status).toBe(422)
    expect((await inviteTo(admin, 'no address')).json.errors[0].code).toBe('email_invalid')
  })
})

describe('#19 an offer of somebody who may no longer make it', () => {
  /** An admin with an invitation and connect links in the workspace, made in a browser and with a key of theirs. */
  async function offering() {
    const admin = await signedIn(house, 'admin')
    const invited = await inviteTo(admin, `${newId()}@example.org`, 'admin')
    const body = { name: 'Website', mode: 'live', scopes: ['read', 'accounts'] }
    const key = (await admin.request('POST', `${at}/keys`, { body })).json.key
    const headers = { 'crier-workspace': house.workspaceId }
    const links = [
      await admin.request('POST', linksPath, { body: { platforms: ['bluesky'] }, headers }),
      await house.request('POST', linksPath, { key, body: { platforms: ['bluesky'] } }),
    ]
    expect([invited.status, ...links.map(({ status }) => status)]).toEqual([200, 200, 200])
    const open = async () => {
      const read = await openBrowser(house).request('POST', '/app/invitations/read', {
        body: { token: tokenOf(invited.json.url) },
      })
      const pages = links.map(({ json }) => openBrowser(house).request('GET', json.url))
      return [read.status, ...(await Promise.all(pages)).map(({ status }) => status)]
    }
    expect(await open()).toEqual([200, 200, 200])
    return { admin, token: tokenOf(invited.json.url), open }
  }

  it('ends when they are taken out, when they leave, and when they get a role below admin', async () => {
    const owner = await signedIn(house)
    const ways: ((admin: Browser & Person) => Promise<Answer>)[] = [
      ({ id }) => remove(owner, id),
      (admin) => remove(admin, admin.id),
      ({ id }) => giveRole(owner, id, 'editor'),
    ]
    for (const way of ways) {
      const { admin, open } = await offering()
      expect((await way(admin)).status).toBe(200)
      expect(await open()).toEqual([404, 404, 404])
    }
    const { admin, open } = await offering()
    expect((await giveRole(owner, admin.id, 'owner')).status).toBe(200)
    expect(await open()).toEqual([200, 200, 200])
  })

  it('stays in every other workspace of theirs', async () => {
    const { admin, open } = await offering()
    const own = (await admin.request('POST', '/app/workspaces', { body: { name: 'Elsewhere' } })).json.id
    const body = { email: `${newId()}@example.org`, role: 'editor' }
    const elsewhere = (await admin.request('POST', `/app/workspaces/${own}/invitations`, { body })).json.url
    expect((await remove(admin, admin.id)).status).toBe(200)
    expect(await open()).toEqual([404, 404, 404])
    const read = { body: { token: tokenOf(elsewhere) } }
    expect((await openBrowser(house).request('POST', '/app/invitations/read', read)).status).toBe(200)
  })

  it('is accepted by nobody, also where it was left from before', async () => {
    const { admin, token } = await offering()
    await house.db.run(sql`update memberships set role = 'editor' where user_id = ${admin.id}`)
    const accepted = await openBrowser(house).request('POST', '/app/invitations/accept', {
      body: { token, password },
    })
    expect(accepted.status).toBe(404)
    const { data } = (await (await signedIn(house)).request('GET', `${at}/invitations`)).json
    expect(data).toEqual([])
  })
})
