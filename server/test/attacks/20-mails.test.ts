import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { insertUser, prepareUser } from '../../src/people/new-user.ts'
import { type Browser, openBrowser } from '../app/person.ts'
import type { Answer } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { until } from '../stories/until.ts'
import { openSecretSearch, type SecretSearch } from './secret-search.ts'

const canary = () => `canary-${randomBytes(24).toString('base64url')}`
const ownPage = { 'sec-fetch-site': 'same-origin' }

let server: MailServer
let search: SecretSearch
let owner: Browser
let email: string
beforeAll(async () => {
  server = await startMailServer()
  search = await openSecretSearch({ config: { mail: server.settings } })
  const { room, ask, secrets } = search
  const password = canary()
  secrets.set('password', password)
  email = `${newId()}@example.org`
  const id = await insertUser(room.db, await prepareUser(room.context, { email, password }))
  await room.db.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${room.workspaceId}, ${id}, 'owner')`)
  owner = openBrowser({ ...room, request: ask })
  expect((await owner.signIn(email, password)).status).toBe(200)
})
afterAll(async () => {
  await search.stop()
  await server.close()
})

const at = () => `/app/workspaces/${search.room.workspaceId}`

/** Everything that was mailed so far, as it was sent and as a reader shows it. */
const mailed = () =>
  server.received
    .map(({ raw, parsed: { subject, text, html } }) => [raw, subject, text, html].join('\n'))
    .join('\n')

const arrived = (count: number) =>
  until(
    async () => server.received.length,
    (length) => length >= count,
    20_000,
  )

function hide(name: string, secrets: readonly string[]): void {
  for (const [index, secret] of secrets.entries()) search.secrets.set(`${name} ${index}`, secret)
}

const rightly = (answer: Answer) => {
  expect([answer.text, answer.status]).toEqual([answer.text, 200])
  return answer.json
}

/** Does what a mail tells of, with a secret beside each that no mail may tell. */
async function liveByMail(): Promise<void> {
  const key = rightly(
    await owner.request('POST', `${at()}/keys`, { body: { name: 'A', mode: 'live', scopes: ['read'] } }),
  )
  hide('key', [key.key])
  const { secret } = rightly(await owner.request('POST', '/app/two-factor/begin'))
  const code = new TOTP({ secret }).generate()
  const codes = rightly(await owner.request('POST', '/app/two-factor', { body: { code } })).recovery_codes
  hide('second factor', [secret, ...codes])
  const invitation = { body: { email: 'grace@example.org', role: 'editor' } }
  const { url } = rightly(await owner.request('POST', `${at()}/invitations`, invitation))
  // The mail has a link of its own, which proves the address.
  hide('shown invitation', [url.slice(url.lastIndexOf('/') + 1)])
  const [current, next] = [search.secrets.get('password'), canary()]
  hide('next password', [next])
  rightly(
    await owner.request('POST', '/app/password', {
      body: { current_password: current, new_password: next },
    }),
  )
  await search.ask('POST', '/app/password-reset', { key: null, body: { email }, headers: ownPage })
  hide('cookie', [...owner.cookies.values()])
}

describe('#20 secrets in mails', () => {
  it('are in no mail, but for the one of the link that it brings', async () => {
    await liveByMail()
    await arrived(3)
    const subjects = server.received.map(({ parsed }) => parsed.subject).sort()
    const invited = `${email} invites you to “A workspace” on Crier`
    expect(subjects).toEqual([invited, 'Set a new password for Crier', 'Your password for Crier was changed'])
    expect(search.found(mailed())).toEqual([])
  })

  it('are found in a mail where one is put there, in the form in which mails are written', async () => {
    const planted = `${canary()}–ü`
    search.secrets.set('planted', planted)
    rightly(await owner.request('PATCH', at(), { body: { name: planted } }))
    const before = server.received.length
    const body = { email: 'linus@example.org', role: 'viewer' }
    rightly(await owner.request('POST', `${at()}/invitations`, { body }))
    await arrived(before + 1)
    expect(search.found(mailed())).toContain('planted')
  })
})
