// @module-tag slow
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sweepSessions } from '../../src/people/sessions/end-sessions.ts'
import { type House, startHouse } from '../house.ts'
import { newPerson, openBrowser, password, signedIn } from './person.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

describe('signing in', () => {
  it('answers the person and their workspaces, and sets a cookie that scripts cannot read', async () => {
    const { id, email } = await newPerson(house)
    const answer = await openBrowser(house).signIn(` ${email.toUpperCase()} `)
    expect(answer.json).toMatchObject({ id, email, workspaces: [{ id: house.workspaceId, role: 'owner' }] })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^crier_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(answer.text).not.toContain(cookie.slice(14, 57))
  })

  it('stores a hash of the cookie, and nothing from which it could be made', async () => {
    const { cookies } = await signedIn(house)
    const token = cookies.get('crier_session') ?? ''
    const rows = await house.db.rows<{ row: string }>(sql`select s::text as row from sessions s`)
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  })

  it('answers alike for a wrong password and for an address that nobody has', async () => {
    const { email } = await newPerson(house)
    const answers = [
      await openBrowser(house).signIn(email, 'not my password'),
      await openBrowser(house).signIn('nobody@example.org'),
      await openBrowser(house).signIn('', ''),
    ]
    for (const { status, json, headers } of answers) {
      expect(status).toBe(401)
      expect(json).toMatchObject({ code: 'sign_in_failed', detail: 'The address or the password is wrong.' })
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  it('hashes a password anew that was hashed with other costs, once it is known to be right', async () => {
    const { id, email } = await newPerson(house)
    const weak = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await house.db.run(sql`update users set password_hash = ${weak} where id = ${id}`)
    const stored = async () =>
      (await house.db.row<{ hash: string }>(sql`select password_hash as hash from users where id = ${id}`))
        ?.hash
    expect((await openBrowser(house).signIn(email, 'not my password')).status).toBe(401)
    expect(await stored()).toBe(weak)
    expect((await openBrowser(house).signIn(email)).status).toBe(200)
    const strong = await stored()
    expect(strong).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect((await openBrowser(house).signIn(email)).status).toBe(200)
    expect(await stored()).toBe(strong)
  })

  it('begins a session of its own, whatever cookie was there before', async () => {
    const { email } = await newPerson(house)
    const planted = 'A'.repeat(43)
    const browser = openBrowser(house)
    browser.cookies.set('crier_session', planted)
    await browser.signIn(email)
    expect(browser.cookies.get('crier_session')).not.toBe(planted)
    browser.cookies.set('crier_session', planted)
    expect((await browser.request('GET', '/app/me')).status).toBe(401)
  })

  it('is refused to pages of other sites and under foreign names', async () => {
    const { email } = await newPerson(house)
    const body = { email, password }
    const refused = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of refused) {
      const answer = await openBrowser(house).request('POST', '/app/sign-in', { body, headers })
      expect(answer.json).toMatchObject({ status: 403, code: 'not_from_own_page' })
    }
    const plain = await house.request('POST', '/app/sign-in', { key: null, body })
    expect(plain.json.code).toBe('not_from_own_page')
  })

  it('refuses a body that is none of it', async () => {
    const browser = openBrowser(house)
    const wrong = [{}, { email: 5, password }, { email: 'a@example.org', password, role: 'owner' }]
    for (const body of wrong)
      expect((await browser.request('POST', '/app/sign-in', { body })).status).toBe(422)
    const long = { email: 'a@example.org', password: 'x'.repeat(5_000) }
    expect((await browser.request('POST', '/app/sign-in', { body: long })).status).toBe(422)
  })
})

describe('a session', () => {
  it('is refused once it was ended, by whatever way', async () => {
    const [first, second] = [await signedIn(house), openBrowser(house)]
    await second.signIn(first.email)
    const { data } = (await first.request('GET', '/app/sessions')).json
    expect(data).toHaveLength(2)
    expect(data.map((each: { is_current: boolean }) => each.is_current)).toEqual([false, true])

    const kept = second.cookies.get('crier_session') ?? ''
    expect((await first.request('DELETE', `/app/sessions/${data[0].id}`)).status).toBe(200)
    expect((await second.request('GET', '/app/me')).json).toMatchObject({
      status: 401,
      code: 'not_signed_in',
    })
    expect((await first.request('GET', '/app/me')).status).toBe(200)

    expect((await first.request('POST', '/app/sign-out')).headers.getSetCookie()[0]).toContain('Max-Age=0')
    first.cookies.set('crier_session', kept)
    expect((await first.request('GET', '/app/me')).status).toBe(401)
  })

  it('of another person is not there', async () => {
    const [ada, bob] = [await signedIn(house), await signedIn(house)]
    const [own] = (await bob.request('GET', '/app/sessions')).json.data
    const foreign = await ada.request('DELETE', `/app/sessions/${own.id}`)
    const missing = await ada.request('DELETE', '/app/sessions/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21')
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.json.detail).toBe(missing.json.detail)
    expect((await bob.request('GET', '/app/me')).status).toBe(200)
  })

  it('ends after a week without use, and after thirty days', async () => {
    for (const column of [
      sql`last_used_at = last_used_at - interval '8 days'`,
      sql`created_at = created_at - interval '31 days'`,
    ]) {
      const browser = await signedIn(house)
      expect((await browser.request('GET', '/app/me')).status).toBe(200)
      await house.db.run(sql`update sessions set ${column}`)
      expect((await browser.request('GET', '/app/me')).status).toBe(401)
      expect((await browser.request('GET', '/v1/me', inWorkspace())).status).toBe(401)
    }
    await house.db.run(sql`update sessions set last_used_at = last_used_at - interval '40 days'`)
    await sweepSessions(house.db)
    expect(await house.db.rows(sql`select 1 from sessions`)).toEqual([])
  })

  it('of everybody else ends when the password changes', async () => {
    const [here, elsewhere] = [await signedIn(house), openBrowser(house)]
    await elsewhere.signIn(here.email)
    const change = (current_password: string, new_password: string) =>
      here.request('POST', '/app/password', { body: { current_password, new_password } })
    expect((await change('wrong', 'another long sentence')).json).toMatchObject({
      status: 403,
      code: 'wrong_password',
    })
    expect((await change(password, 'short')).json.errors[0].pointer).toBe('/new_password')
    expect((await change(password, 'another long sentence')).status).toBe(200)
    expect((await elsewhere.request('GET', '/app/me')).status).toBe(401)
    expect((await here.request('GET', '/app/me')).status).toBe(200)
    expect((await openBrowser(house).signIn(here.email)).status).toBe(401)
    expect((await openBrowser(house).signIn(here.email, 'another long sentence')).status).toBe(200)
  })
})

const inWorkspace = (workspaceId = house.workspaceId, mode = 'live') => ({
  headers: { 'crier-workspace': workspaceId, 'crier-mode': mode },
})

describe('a person at the API', () => {
  it('sees the workspace and the mode that the headers name', async () => {
    const browser = await signedIn(house)
    expect((await browser.request('GET', '/v1/me', inWorkspace())).json).toMatchObject({
      mode: 'live',
      key: null,
      user: { email: browser.email },
      workspace: { id: house.workspaceId },
    })
    expect((await browser.request('GET', '/v1/me', inWorkspace(house.workspaceId, 'test'))).json.mode).toBe(
      'test',
    )
    expect((await browser.request('GET', '/v1/me', inWorkspace(house.workspaceId, 'both'))).status).toBe(422)
  })

  it('gets the same answer for a workspace of others as for none', async () => {
    const browser = await signedIn(house)
    const other = await house.other()
    const names = [other.workspaceId, '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21', 'none']
    const answers = await Promise.all(
      names.map((name) => browser.request('GET', '/v1/me', inWorkspace(name))),
    )
    for (const { json } of answers) expect(json).toMatchObject({ status: 403, code: 'not_a_member' })
    expect(new Set(answers.map(({ json }) => json.detail)).size).toBe(1)
  })

  it('may do what the role allows, at once also when it changes', async () => {
    const account = await house.connect('sandbox', { name: 'roles' })
    const allowed: Record<string, [number, number, number, string | undefined]> = {
      viewer: [200, 403, 403, undefined],
      author: [200, 200, 200, 'held'],
      editor: [200, 200, 200, 'scheduled'],
      admin: [200, 200, 200, 'scheduled'],
    }
    const browser = await signedIn(house)
    for (const [role, expected] of Object.entries(allowed)) {
      await house.db.run(sql`
        update memberships set role = ${role} where user_id in (select id from users where email = ${browser.email})`)
      const draft = { caption: 'x', social_accounts: [account], is_draft: true }
      const post = { caption: 'x', social_accounts: [account], scheduled_at: '2027-03-01T10:00:00Z' }
      const found = [
        await browser.request('GET', '/v1/posts', inWorkspace()),
        await browser.request('POST', '/v1/posts', { ...inWorkspace(), body: draft }),
        await browser.request('POST', '/v1/posts', { ...inWorkspace(), body: post }),
      ]
      const became = found[2]?.status === 200 ? found[2].json.status : undefined
      expect([role, ...found.map(({ status }) => status), became]).toEqual([role, ...expected])
    }
    await house.db.run(
      sql`delete from memberships where user_id in (select id from users where email = ${browser.email})`,
    )
    expect((await browser.request('GET', '/v1/posts', inWorkspace())).status).toBe(403)
  })

  it('is nobody without the header, and from a page of another site', async () => {
    const browser = await signedIn(house)
    expect((await browser.request('GET', '/v1/me')).status).toBe(401)
    const headers = { ...inWorkspace().headers, 'sec-fetch-site': 'cross-site' }
    expect((await browser.request('GET', '/v1/me', { headers })).json.code).toBe('not_from_own_page')
    // A browser asks first, and is told that no cookie may come along.
    const preflight = await house.request('OPTIONS', '/v1/me', { key: null })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('counts with the key alone where there is one', async () => {
    const browser = await signedIn(house)
    const answer = await browser.request('GET', '/v1/me', { ...inWorkspace(), key: house.liveKey })
    expect(answer.json.key).not.toBeNull()
  })
})
