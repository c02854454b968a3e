// @module-tag slow
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { actionOf } from '../../src/http/audit-rule.ts'
import { routes } from '../../src/http/routes/index.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { type Browser, newPerson, openBrowser, password, signedIn } from './person.ts'

let house: House
let at: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  at = `/app/workspaces/${house.workspaceId}`
})
afterAll(() => house.stop())
beforeEach(async () => void (await house.db.run(sql`delete from sign_in_counts`)))

interface Entry {
  action: string
  actor: { kind: string; id: string | null; name: string | null }
  subject: { kind: string; id: string | null }
  ip: string | null
  user_agent: string | null
  details: Record<string, unknown>
}

const readLog = async (query: string): Promise<Entry[]> =>
  (await house.request('GET', `/v1/audit-log?limit=200&${query}`)).json.data
const actionsOf = (entries: readonly { action: string }[]) => entries.map(({ action }) => action)
const ownActivity = async (browser: Browser) =>
  (await browser.request('GET', '/app/me/activity')).json.data as Entry[]

describe('every operation that may change something', () => {
  const changing = [...routes.operations, ...routes.streams, ...routes.personOperations].filter(
    ({ method }) => method !== 'GET' && method !== 'HEAD',
  )

  it('is in the audit log, or says in a sentence why not', () => {
    expect(changing.length).toBeGreaterThan(35)
    const silent = changing.filter(({ audit }) => audit === undefined).map(({ id }) => id)
    expect(silent).toEqual([])
    const reasons = changing.flatMap(({ audit }) =>
      typeof audit === 'object' && 'none' in audit ? [audit.none] : [],
    )
    expect(reasons.filter((reason) => !/^[A-Z].{15,}\.$/.test(reason))).toEqual([])
  })

  it('names its action by the thing and what is done to it', () => {
    const actions = changing.flatMap(({ audit }) => (audit === undefined ? [] : (actionOf(audit) ?? [])))
    expect(actions.filter((action) => !/^[a-z_]+\.[a-z_]+$/.test(action))).toEqual([])
  })

  it('has its action in docs/audit-log.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/audit-log.md'), 'utf8')
    const actions = changing.flatMap(({ audit }) => (audit === undefined ? [] : (actionOf(audit) ?? [])))
    const named = (action: string) => [action, action.replace(/\..*/, '.…')]
    const missing = actions.filter((action) => !named(action).some((name) => page.includes(`\`${name}\``)))
    expect(missing).toEqual([])
  })

  it('keeps no value of a member that may hold a secret or a text', () => {
    const secret = /password|token|secret|^key$|code|caption|fields|contents|configurations|alt_text|^url$/
    const kept = changing.flatMap(({ id, audit }) =>
      typeof audit === 'object' && 'keeps' in audit ? audit.keeps.map((name) => `${id} ${name}`) : [],
    )
    expect(kept.length).toBeGreaterThan(5)
    expect(kept.filter((name) => secret.test(name.split(' ')[1] ?? ''))).toEqual([])
  })
})

describe('signing in', () => {
  it('is in the log of each workspace of the person, with the sign-ins that failed and where they came from', async () => {
    const person = await newPerson(house, 'editor')
    const browser = openBrowser(house)
    const headers = { 'user-agent': 'Browser/7' }
    const wrong = { email: person.email, password: 'not the password' }
    await browser.request('POST', '/app/sign-in', { headers, body: wrong })
    await browser.request('POST', '/app/sign-in', { headers, body: { email: person.email, password } })
    await browser.request('POST', '/app/sign-out', { headers })
    const entries = await readLog(`subject=${person.id}`)
    expect(actionsOf(entries)).toEqual(['person.sign_out', 'person.sign_in', 'person.sign_in_failed'])
    expect(entries[0]).toMatchObject({ ip: '127.0.0.1', user_agent: 'Browser/7' })
    expect(entries[1]?.actor).toEqual({ kind: 'user', id: person.id, name: person.email, key: null })
    expect(entries[2]?.actor).toMatchObject({ kind: 'nobody', id: null })
    expect(JSON.stringify(entries)).not.toContain('not the password')
  })

  it('as somebody unknown writes down that it failed, and not the name that was typed', async () => {
    const typed = 'my-password-in-the-wrong-field'
    await openBrowser(house).request('POST', '/app/sign-in', { body: { email: typed, password } })
    const rows = await house.db.rows<Record<string, unknown>>(sql`
      select * from audit_log where action = 'person.sign_in_failed' and subject_id is null`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(typed)
  })

  it('is shown to the person themselves, with their other security', async () => {
    const ada = await signedIn(house, 'viewer')
    await ada.request('POST', '/app/proof', { body: { password: 'wrong, wrong' } })
    await ada.request('POST', '/app/proof', { body: { password } })
    await ada.request('POST', '/app/sessions/end-others')
    const other = 'another long sentence of mine'
    await ada.request('POST', '/app/password', { body: { current_password: password, new_password: other } })
    expect(actionsOf(await ownActivity(ada))).toEqual([
      'person.change_password',
      'person.end_other_sessions',
      'person.prove',
      'person.proof_failed',
      'person.sign_in',
    ])
    expect(actionsOf(await ownActivity(await signedIn(house)))).toEqual(['person.sign_in'])
    const everything = await house.db.rows(sql`select * from audit_log`)
    for (const secret of [other, 'wrong, wrong', password])
      expect(JSON.stringify(everything)).not.toContain(secret)
  })
})

describe('a change of what opens an account', () => {
  const code = (secret: string) => new TOTP({ secret }).generate()
  const ways = (id: string) =>
    house.db.row(sql`
      select (select count(*)::int from passkeys where user_id = ${id}) as passkeys,
        (select string_agg(name, ', ') from passkeys where user_id = ${id}) as name,
        (select count(*)::int from identities where user_id = ${id}) as identities,
        (select confirmed_at is not null from authenticators where user_id = ${id}) as is_on,
        (select md5(string_agg(hash::text, ',' order by hash)) from recovery_codes where user_id = ${id}) as codes`)

  /** A person with two passkeys and an identity, and the changes that they can make, in an order in which each is possible. */
  async function personWithWays() {
    const person = await signedIn(house, 'viewer')
    const [passkey, identity] = [newId(), newId()]
    for (const id of [passkey, newId()])
      await house.db.run(sql`
        insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, is_synced)
        values (${id}, ${person.id}, 'A device', ${id}, '\\x01', 0, '{}', false)`)
    await house.db.run(sql`
      insert into identities (id, user_id, issuer, subject)
      values (${identity}, ${person.id}, 'https://id.example.org', ${person.id})`)
    const { secret } = (await person.request('POST', '/app/two-factor/begin')).json
    const changes: [string, string, string, () => object][] = [
      ['person.rename_passkey', 'PATCH', `/app/passkeys/${passkey}`, () => ({ name: 'Telephone' })],
      ['person.remove_passkey', 'DELETE', `/app/passkeys/${passkey}`, () => ({})],
      ['person.remove_identity', 'DELETE', `/app/identities/${identity}`, () => ({})],
      ['person.turn_on_two_factor', 'POST', '/app/two-factor', () => ({ code: code(secret) })],
      ['person.renew_recovery_codes', 'POST', '/app/two-factor/recovery-codes', () => ({})],
      ['person.turn_off_two_factor', 'DELETE', '/app/two-factor', () => ({})],
    ]
    return { person, changes }
  }

  it('is told to the person and to their workspaces', async () => {
    const { person, changes } = await personWithWays()
    for (const [action, method, path, body] of changes) {
      const { status } = await person.request(method, path, { body: body() })
      expect([action, status]).toEqual([action, 200])
      expect([action, actionsOf(await ownActivity(person))[0]]).toEqual([action, action])
      expect([action, actionsOf(await readLog(`actor=${person.id}`))[0]]).toEqual([action, action])
    }
  })

  it('is not made where its entry cannot be stored', async () => {
    const { person, changes } = await personWithWays()
    await house.db.run(sql`
      create function lose_entry() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`)
    for (const [action, method, path, body] of changes) {
      await house.db.run(sql`
        create trigger lose_entry before insert on audit_log for each row execute function lose_entry()`)
      const before = await ways(person.id)
      const { status } = await person.request(method, path, { body: body() })
      expect([action, status, await ways(person.id)]).toEqual([action, 500, before])
      await house.db.run(sql`drop trigger lose_entry on audit_log`)
      const again = await person.request(method, path, { body: body() })
      expect([action, again.status]).toEqual([action, 200])
    }
    await house.db.run(sql`drop function lose_entry`)
  })
})

describe('what people do in a workspace', () => {
  it('is in its log: keys, members and invitations, without their secrets', async () => {
    const owner = await signedIn(house)
    const key = (
      await owner.request('POST', `${at}/keys`, { body: { name: 'Website', mode: 'live', scopes: ['read'] } })
    ).json
    const rolled = (await owner.request('POST', `${at}/keys/${key.id}/roll`, { body: { overlap_hours: 1 } }))
      .json
    await owner.request('DELETE', `${at}/keys/${key.id}`)
    const member = await newPerson(house, 'viewer')
    await owner.request('PATCH', `${at}/members/${member.id}`, { body: { role: 'editor' } })
    await owner.request('DELETE', `${at}/members/${member.id}`)
    const email = 'grace@example.org'
    const { invitation, url } = (
      await owner.request('POST', `${at}/invitations`, { body: { email, role: 'author' } })
    ).json
    await owner.request('POST', `${at}/invitations/${invitation.id}/resend`)
    await owner.request('DELETE', `${at}/invitations/${invitation.id}`)
    const entries = (await readLog(`actor=${owner.id}`)).toReversed().slice(1)
    expect(entries.map(({ action, subject, details }) => ({ action, id: subject.id, details }))).toEqual([
      { action: 'key.create', id: key.id, details: { name: 'Website', mode: 'live', scopes: ['read'] } },
      { action: 'key.roll', id: key.id, details: { overlap_hours: 1 } },
      { action: 'key.revoke', id: key.id, details: {} },
      { action: 'member.change_role', id: member.id, details: { role: 'editor' } },
      { action: 'member.remove', id: member.id, details: {} },
      { action: 'invitation.create', id: invitation.id, details: { email, role: 'author' } },
      { action: 'invitation.resend', id: invitation.id, details: {} },
      { action: 'invitation.delete', id: invitation.id, details: {} },
    ])
    const everything = JSON.stringify(await house.db.rows(sql`select * from audit_log`))
    for (const secret of [key.key, rolled.key, url.split('/').at(-1)])
      expect(everything).not.toContain(secret)
  })

  it('is in no log when it is refused', async () => {
    const owner = await signedIn(house)
    const refused = await owner.request('PATCH', `${at}/members/${owner.id}`, { body: { role: 'king' } })
    const missing = await owner.request('DELETE', `${at}/invitations/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b99`)
    expect([refused.status, missing.status]).toEqual([422, 404])
    expect(actionsOf(await readLog(`actor=${owner.id}`))).toEqual(['person.sign_in'])
  })

  it('has who accepted an invitation', async () => {
    const owner = await signedIn(house)
    const body = { email: 'hopper@example.org', role: 'viewer' }
    const { invitation, url } = (await owner.request('POST', `${at}/invitations`, { body })).json
    const newcomer = openBrowser(house)
    await newcomer.request('POST', '/app/invitations/accept', {
      body: { token: url.split('/').at(-1), password },
    })
    const [entry] = await readLog(`subject=${invitation.id}`)
    expect(entry).toMatchObject({ action: 'invitation.accept', actor: { name: body.email } })
  })
})
