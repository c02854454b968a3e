// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { startBrowser } from '../browser.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { type OidcServer, oidcClient, type ProvidersPerson, startOidcServer } from '../oidc-server.ts'
import { newPerson, openBrowser, signedIn } from './person.ts'

let house: House
let provider: OidcServer
let mails: MailServer
beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()]
  const issuer = `http://127.0.0.1:${providerPort}`
  const oidc = { issuer, clientId: oidcClient.id, clientSecret: oidcClient.secret, name: 'Example Inc.' }
  // Passkeys need a name.
  const publicUrl = `http://localhost:${port}`
  mails = await startMailServer()
  house = await startHouse({ worker: false, config: { port, publicUrl, oidc, mail: mails.settings } })
  provider = await startOidcServer(providerPort, `${publicUrl}/app/oidc/callback`)
})
afterAll(async () => {
  await house.stop()
  await provider.close()
  await mails.close()
})
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
  mails.received.length = 0
})

/** Signs in at the provider; answers where the browser is sent. */
async function signInAs(who: ProvidersPerson | null, change = (callback: URL) => callback) {
  const browser = openBrowser(house)
  const begun = await browser.request('POST', '/app/oidc/begin')
  provider.who = who
  const home = house.context.config.publicUrl
  const away = startBrowser((url) => (url.startsWith(home) ? `${home}/healthz` : url))
  const callback = change(new URL((await away.open(begun.json.url)).url))
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(callback, { headers: { cookie }, redirect: 'manual' })
  return (answer.headers.get('location') ?? '').replace(home, '')
}

interface Entry {
  action: string
  actor_kind: string
  workspace_id: string | null
  ip: string
  details: object
}

/** The entries about a person since now, the oldest first; null for entries about nobody. */
async function entriesDuring(userId: string | null, work: () => Promise<unknown>): Promise<Entry[]> {
  // A text keeps the microseconds.
  const before = await house.db.row<{ now: string }>(sql`select clock_timestamp()::text as now`)
  await work()
  return house.db.rows<Entry>(sql`
    select action, actor_kind, workspace_id, ip, details from audit_log
    where subject_kind in ('person', 'invitation') and created_at > ${before?.now}::timestamptz
      and (subject_id is not distinct from ${userId} or actor_id = ${userId}::uuid)
    order by created_at, id`)
}

const failure = { action: 'person.sign_in_failed', actor_kind: 'nobody', ip: '127.0.0.1' }

describe('an identity that finds its person by the address', () => {
  it('is in the audit log, the first time alone, and the person is told of it by mail', async () => {
    const person = await newPerson(house)
    const who = { subject: newId(), email: person.email, isEmailVerified: true }
    const entries = await entriesDuring(person.id, async () => expect(await signInAs(who)).toBe('/'))
    const joined = { action: 'person.link_identity', actor_kind: 'user', ip: '127.0.0.1' }
    const details = { issuer: provider.issuer, by: 'address' }
    const signedInToo = { action: 'person.sign_in' }
    expect(entries).toHaveLength(4)
    for (const workspace_id of [null, house.workspaceId]) {
      expect(entries).toContainEqual(expect.objectContaining({ ...joined, details, workspace_id }))
      expect(entries).toContainEqual(expect.objectContaining({ ...signedInToo, workspace_id }))
    }
    await sendQueued(house)
    const [mail, ...more] = mails.received.splice(0)
    expect(more).toEqual([])
    expect(mail?.envelope.to).toEqual([person.email])
    expect(mail?.parsed.subject).toBe('You can now sign in to Crier with Example Inc.')
    expect(mail?.parsed.text?.replaceAll('\n', ' ')).toContain('from the address 127.0.0.1')
    await signInAs(who)
    await sendQueued(house)
    expect(mails.received).toEqual([])
  })

  it('of somebody new who was invited has the invitation in the log too, and no mail', async () => {
    const owner = await signedIn(house)
    const email = `${newId()}@example.org`
    const invite = { body: { email, role: 'editor' } }
    await owner.request('POST', `/app/workspaces/${house.workspaceId}/invitations`, invite)
    await sendQueued(house)
    mails.received.length = 0
    expect(await signInAs({ subject: newId(), email, isEmailVerified: true })).toBe('/')
    const user = await house.db.row<{ id: string }>(sql`select id from users where email = ${email}`)
    const entries = await house.db.rows<Entry>(sql`
      select action, details from audit_log
      where actor_id = ${user?.id} and workspace_id = ${house.workspaceId} order by action`)
    expect(entries).toEqual([
      { action: 'invitation.accept', details: { role: 'editor' } },
      { action: 'person.link_identity', details: { issuer: provider.issuer, by: 'address' } },
      expect.objectContaining({ action: 'person.sign_in' }),
    ])
    await sendQueued(house)
    expect(mails.received).toEqual([])
  })
})

describe('a sign-in that fails', () => {
  it('at the identity provider is in the audit log', async () => {
    const stranger = { subject: newId(), email: `${newId()}@example.org`, isEmailVerified: true }
    const planted = await newPerson(house, null)
    await house.db.run(sql`update users set is_address_unproven = true where id = ${planted.id}`)
    const real = { subject: newId(), email: planted.email, isEmailVerified: true }
    const otherState = (callback: URL) => {
      callback.searchParams.set('state', 'x'.repeat(43))
      return callback
    }
    const failing: [string, () => Promise<string>][] = [
      ['oidc_refused', () => signInAs(null)],
      ['sign_up_closed', () => signInAs(stranger)],
      ['address_not_verified', () => signInAs({ ...stranger, isEmailVerified: false })],
      ['sign_in_over', () => signInAs(stranger, otherState)],
      ['link_first', () => signInAs(real)],
    ]
    for (const [code, fail] of failing) {
      const entries = await entriesDuring(null, async () => {
        expect(await fail()).toBe(`/sign-in?problem=${code}`)
      })
      expect([code, entries]).toEqual([code, [expect.objectContaining({ ...failure, workspace_id: null })]])
    }
  })

  it('is none where the second factor is still to come, or where somebody joins an identity', async () => {
    const [person, other] = [await newPerson(house), await signedIn(house)]
    await house.db.run(sql`
      insert into authenticators (user_id, secret, confirmed_at) values (${person.id}, 'x', clock_timestamp())`)
    const who = { subject: newId(), email: person.email, isEmailVerified: true }
    const entries = await entriesDuring(null, async () => {
      expect(await signInAs(who)).toMatch(/^\/sign-in\?problem=second_factor_needed#/)
      const begun = await other.request('POST', '/app/oidc/link')
      const state = new URL(begun.json.url).searchParams.get('state')
      const cookie = [...other.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const callback = `${house.url}/app/oidc/callback?error=access_denied&state=${state}`
      const answer = await fetch(callback, { headers: { cookie }, redirect: 'manual' })
      expect(answer.headers.get('location')).toMatch(/problem=oidc_refused$/)
    })
    expect(entries).toEqual([])
  })

  const wrong = (id: string) => ({
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
  })
  const addPasskey = async (userId: string) => {
    const id = newId().replaceAll('-', '')
    await house.db.run(sql`
      insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, is_synced)
      values (${newId()}, ${userId}, 'A key', ${id}, 'x', 0, '{}', false)`)
    return id
  }

  it('by a passkey is in the audit log, with its person where there is one', async () => {
    const person = await newPerson(house)
    const signIn = async (id: string) => {
      const body = { credential: wrong(id) }
      const { json } = await openBrowser(house).request('POST', '/app/sign-in/passkey', { body })
      expect(json).toMatchObject({ status: 403, code: 'passkey_refused' })
    }
    const unknown = await entriesDuring(null, () => signIn('bm9ib2R5'))
    expect(unknown).toEqual([expect.objectContaining({ ...failure, workspace_id: null })])
    const passkey = await addPasskey(person.id)
    const known = await entriesDuring(person.id, () => signIn(passkey))
    expect(known.map(({ workspace_id }) => workspace_id)).toEqual(
      expect.arrayContaining([null, house.workspaceId]),
    )
    for (const entry of known) expect(entry).toMatchObject(failure)
  })

  it('is told like one where a proof by passkey fails', async () => {
    const person = await signedIn(house)
    const body = { credential: wrong(await addPasskey(person.id)) }
    const entries = await entriesDuring(person.id, () =>
      person.request('POST', '/app/proof/passkey', { body }),
    )
    expect(entries.map(({ action }) => action)).toEqual(['person.proof_failed', 'person.proof_failed'])
  })
})
