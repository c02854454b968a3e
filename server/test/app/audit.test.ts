import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { actionOf } from '../../src/http/audit-rule.ts'
import { routes } from '../../src/http/routes/index.ts'
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
    await owner.request('DELETE', `${at}/invitations/${invitation.id}`)
    const entries = (await readLog(`actor=${owner.id}`)).toReversed().slice(1)
    expect(entries.map(({ action, subject, details }) => ({ action, id: subject.id, details }))).toEqual([
      { action: 'key.create', id: key.id, details: { name: 'Website', mode: 'live', scopes: ['read'] } },
      { action: 'key.roll', id: key.id, details: { overlap_hours: 1 } },
      { action: 'key.revoke', id: key.id, details: {} },
      { action: 'member.change_role', id: member.id, details: { role: 'editor' } },
      { action: 'member.remove', id: member.id, details: {} },
      { action: 'invitation.create', id: null, details: { email, role: 'author' } },
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
