import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeSecrets } from '../../src/connectors/kit/fakes/fake-secrets.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { insertUser, prepareUser } from '../../src/people/new-user.ts'
import { createReset } from '../../src/people/reset/create-reset.ts'
import { type Browser, openBrowser } from '../app/person.ts'
import { readZip } from '../app/read-zip.ts'
import { freePort } from '../free-port.ts'
import { type Answer, startHouse } from '../house.ts'
import { createSecretWatch } from '../secret-watch.ts'
import { until } from '../stories/until.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { openSecretSearch, type SecretSearch } from './secret-search.ts'

const canary = () => `canary-${randomBytes(24).toString('base64url')}`
const settingsOfOperator = { 'SMTP password': canary(), 'OIDC client secret': canary() }
const ofReceiver = {
  'cookie of a receiver': canary(),
  'bearer of a receiver': canary(),
  'webhook secret of a receiver': `whsec_${randomBytes(24).toString('base64')}`,
}

let search: SecretSearch
let receiver: Receiver
let owner: Browser
let exported = ''
beforeAll(async () => {
  search = await openSecretSearch({
    config: {
      // Nobody listens there, so that both fail and are told of in the log.
      mail: {
        host: '127.0.0.1',
        port: await freePort(),
        security: 'starttls',
        isLoopback: true,
        login: { user: 'crier', password: settingsOfOperator['SMTP password'] },
        from: { name: 'Crier', address: 'crier@example.org' },
      },
      oidc: {
        issuer: `http://127.0.0.1:${await freePort()}`,
        clientId: 'crier',
        clientSecret: settingsOfOperator['OIDC client secret'],
        name: 'Nobody',
      },
    },
  })
  for (const [name, secret] of Object.entries({ ...settingsOfOperator, ...ofReceiver }))
    search.secrets.set(name, secret)
  receiver = await startReceiver((answer) => {
    answer.writeHead(500, {
      'set-cookie': `session=${ofReceiver['cookie of a receiver']}`,
      'www-authenticate': `Bearer ${ofReceiver['bearer of a receiver']}`,
    })
    const words = `Bearer ${ofReceiver['bearer of a receiver']} and ${ofReceiver['webhook secret of a receiver']}`
    answer.end(`I refuse ${words}`)
  })
})
afterAll(async () => {
  await receiver.close()
  await search.stop()
})

/** An answer that shows a secret for good reason: what it shows is searched for elsewhere, and it is not searched itself. */
async function shown(
  asked: Promise<Answer>,
  name: string,
  read: (json: Answer['json']) => string[],
): Promise<Answer> {
  const answer = await asked
  expect([name, answer.status]).toEqual([name, 200])
  const own = search.answers.lastIndexOf(answer.text)
  search.answers.splice(own, 2)
  for (const [index, secret] of read(answer.json).entries()) search.secrets.set(`${name} ${index}`, secret)
  noteCookies()
  return answer
}

function noteCookies(): void {
  for (const [name, value] of owner.cookies) search.secrets.set(`cookie ${name} ${value.slice(0, 4)}`, value)
}

const inWorkspace = () => ({ headers: { 'crier-workspace': search.room.workspaceId } })
const at = () => `/app/workspaces/${search.room.workspaceId}`

/** The headers of an answer hold the cookie that it sets; that one is for its browser. */
function dropCookieHeaders(): void {
  for (const [index, text] of search.answers.entries())
    if (text.startsWith('[[') && text.includes('set-cookie')) search.answers[index] = ''
}

/** Signs a person in, with every way to open an account that there is, and asks for all that is shown once. */
async function livePerson(): Promise<void> {
  const { room, ask, secrets } = search
  const email = `${newId()}@example.org`
  const password = canary()
  secrets.set('password', password)
  const id = await insertUser(room.db, await prepareUser(room.context, { email, password }))
  await room.db.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${room.workspaceId}, ${id}, 'owner')`)
  owner = openBrowser({ ...room, request: ask })
  await owner.signIn(email, `${password}x`)
  await ask('POST', '/app/sign-in', { key: null, body: { email, password: [password] }, headers: ownPage })
  await ask('POST', '/app/sign-in', { key: null, body: `{"password":"${password}`, headers: ownPage })
  expect((await owner.signIn(email, password)).status).toBe(200)
  noteCookies()
  const begun = await shown(owner.request('POST', '/app/two-factor/begin'), 'TOTP', ({ secret }) => [secret])
  const code = new TOTP({ secret: begun.json.secret }).generate()
  await shown(owner.request('POST', '/app/two-factor', { body: { code } }), 'recovery code', (json) => [
    ...json.recovery_codes,
    ...json.recovery_codes.map((each: string) => each.replaceAll('-', '')),
  ])
  const token = await createReset(room.db, id)
  secrets.set('link to set a password', token)
  await ask('GET', `/reset/${token}`, { key: null })
  await owner.request('POST', '/app/password-reset/read', { body: { token } })
  await owner.request('POST', '/app/password-reset', { body: { email } })
  await owner.request('POST', '/app/oidc/begin')
}

const ownPage = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** Makes everything in the workspace whose secret is shown once, and lets a receiver answer with secrets of its own. */
async function liveWorkspace(): Promise<void> {
  const { ask } = search
  const body = { name: 'Website', mode: 'live', scopes: ['read'] }
  const made = await shown(owner.request('POST', `${at()}/keys`, { body }), 'made key', ({ key }) => [key])
  const roll = { body: { overlap_hours: 1 } }
  await shown(owner.request('POST', `${at()}/keys/${made.json.id}/roll`, roll), 'rolled key', ({ key }) => [
    key,
  ])
  const invitation = { body: { email: 'grace@example.org', role: 'editor' } }
  const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
  const invited = await shown(
    owner.request('POST', `${at()}/invitations`, invitation),
    'invitation',
    ({ url }) => [tokenOf(url)],
  )
  await ask('GET', `/invitations/${tokenOf(invited.json.url)}`, { key: null })
  await owner.request('POST', '/app/invitations/read', { body: { token: tokenOf(invited.json.url) } })
  const endpoint = { ...inWorkspace(), body: { url: `${receiver.url}/hook` } }
  const { json } = await shown(
    owner.request('POST', '/v1/webhook-endpoints', {
      ...endpoint,
      headers: { ...inWorkspace().headers, 'idempotency-key': 'one-endpoint' },
    }),
    'webhook secret',
    ({ secret }) => [secret, secret.slice('whsec_'.length)],
  )
  const path = `/v1/webhook-endpoints/${json.id}`
  await shown(
    owner.request('POST', `${path}/rotate-secret`, { ...inWorkspace(), body: {} }),
    'rotated secret',
    ({ secret }) => [secret, secret.slice('whsec_'.length)],
  )
  const test = await owner.request('POST', `${path}/test`, inWorkspace())
  const delivery = await until(
    () => owner.request('GET', `${path}/deliveries/${test.json.id}`, inWorkspace()),
    (answer) => answer.json.attempts?.length === 1,
    20_000,
  )
  // The answer was one: its words are kept without what is secret in them.
  expect(delivery.json.attempts[0].response_body).toBe('I refuse [redacted] and [redacted]')
  await owner.request('GET', `${path}`, inWorkspace())
}

/** The audit log as both kinds of file. They are answers, and searched with the others. */
async function exportAuditLog(): Promise<string> {
  const exports = ['csv', 'ndjson'].map((format) =>
    owner.request('GET', `/v1/audit-log/export?format=${format}`, inWorkspace()),
  )
  return (await Promise.all(exports)).map(({ text }) => text).join('\n')
}

/** Everything in an export, whatever its files are called. */
async function exportAll(): Promise<string> {
  const asked = await owner.request('POST', `${at()}/exports`)
  expect(asked.status).toBe(200)
  await until(
    () => owner.request('GET', `${at()}/exports`),
    ({ json }) => json.data?.[0]?.status === 'ready',
    30_000,
  )
  const { url } = (await owner.request('POST', `${at()}/exports/${asked.json.id}/url`)).json
  const archive = Buffer.from(await (await fetch(url)).arrayBuffer())
  return [...readZip(archive)].map(([name, file]) => `${name}\n${file.toString('latin1')}`).join('\n')
}

describe('#20 secrets of every kind', { timeout: 120_000 }, () => {
  it('are in no log, row, answer, delivery, export or file of the audit log', async () => {
    await livePerson()
    await liveWorkspace()
    const account = await search.connect('network', 'sandbox', { name: 'Canary harbour' })
    await search.publish(account)
    exported = await exportAll()
    // Keys, endpoints and failed sign-ins have left their entries, so that there is something to search.
    expect(await exportAuditLog()).toMatch(/webhook_endpoint\.rotate_secret.*key\.roll/s)
    expect(search.secrets.size).toBeGreaterThan(35)
    expect(exported).toContain('A word')
    expect(receiver.received.length).toBeGreaterThan(0)
    dropCookieHeaders()
    await search.expectNoSecret()
    expect(search.found(JSON.stringify(receiver.received))).toEqual([])
    expect(search.found(exported)).toEqual([])
  })

  it('are found in each of these places when they are put there', async () => {
    const { ask, found, secrets, server, dump, answers } = search
    const planted = canary()
    secrets.set('planted', planted)
    await ask('GET', '/v1/me', { headers: { 'x-request-id': planted } })
    await until(
      async () => found(server.output()),
      (names) => names.includes('planted'),
    )
    const account = (await ask('GET', '/v1/social-accounts')).json.data[0].id
    await ask('POST', '/v1/posts', { body: { caption: planted, social_accounts: [account], is_draft: true } })
    expect(found(await dump())).toContain('planted')
    expect(found(answers.join('\n'))).toContain('planted')
    await owner.request('POST', '/v1/webhook-endpoints', {
      ...inWorkspace(),
      body: { url: `${receiver.url}/${planted}`, events: ['post.deleted'] },
    })
    const { data } = (await owner.request('GET', '/v1/webhook-endpoints', inWorkspace())).json
    await owner.request('POST', `/v1/webhook-endpoints/${data[0].id}/test`, inWorkspace())
    await until(
      async () => found(JSON.stringify(receiver.received)),
      (names) => names.includes('planted'),
    )
    expect(found(await exportAll())).toContain('planted')
    await owner.request('POST', `${at()}/keys`, { body: { name: planted, mode: 'live', scopes: ['read'] } })
    expect(found(await exportAuditLog())).toContain('planted')
  })
})

describe('#20 the watch that every test has over its database', () => {
  it('names a secret and its table, as text and as bytes, and nothing where there is none', async () => {
    const house = await startHouse({ worker: false })
    const watch = createSecretWatch()
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    watch.note(200, { secret, key: house.liveKey, name: 'no secret' })
    expect(await watch.search(house.db)).toEqual([])
    await house.db.run(sql`update workspaces set name = ${`It is ${secret}`} where id = ${house.workspaceId}`)
    await house.db.run(sql`update api_keys set hash = ${Buffer.from(house.liveKey)} where mode = 'live'`)
    expect((await watch.search(house.db)).sort()).toEqual([
      'the key of an answer as bytes in api_keys',
      'the secret of an answer in workspaces',
    ])
    await house.db.run(sql`update api_keys set hash = '\\x01' where mode = 'live'`)
    await house.stop()
  })

  it('and over its log: each line of a server, for keys, cookies and the words of networks', async () => {
    const house = await startHouse({ worker: false })
    house.context.log.info({ note: `the key ${house.testKey.slice(0, 20)}` }, 'a beginning is none')
    house.context.log.info({ note: fakeSecrets.canary }, 'a line that no test shows')
    await expect(house.stop()).rejects.toThrow('a secret of a fake in the log')
  })

  it('keeps cookies as they are set', () => {
    const watch = createSecretWatch()
    const value = randomBytes(32).toString('base64url')
    watch.noteCookies([`crier_session=${value}; Path=/; HttpOnly`, 'crier_session=; Max-Age=0'])
    expect(watch.found(`a line with ${value}`, 'the log')).toEqual(['the cookie crier_session in the log'])
    expect(watch.found('a line', 'the log')).toEqual([])
  })
})
