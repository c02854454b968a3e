import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { checkMail } from '../../src/operator/doctor/check-mail.ts'
import { newPerson, openBrowser, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { startMailServer } from '../mail/mail-server.ts'
import { crier, databaseUrlOf, type Settings } from './crier-process.ts'

let house: House
let settings: Settings
beforeAll(async () => {
  house = await startHouse({ worker: false })
  settings = {
    DATA_DIR: house.context.config.dataDir,
    DATABASE_URL: databaseUrlOf(house.connection),
    SECRET_KEY: house.context.secretKeys.current.toString('hex'),
    PUBLIC_URL: 'https://crier.example.org',
  }
})
afterAll(() => house.stop())

it('people list names everybody with their workspaces, and no secret', async () => {
  const [owner, guest] = [await newPerson(house, 'owner'), await newPerson(house, null)]
  const { code, stdout } = await crier(settings, ['people', 'list', '--json'])
  expect(code).toBe(0)
  const { data } = JSON.parse(stdout)
  expect(data).toContainEqual({
    id: owner.id,
    email: owner.email,
    created_at: expect.any(String),
    workspaces: [{ id: house.workspaceId, name: 'A workspace', role: 'owner' }],
  })
  expect(data).toContainEqual(expect.objectContaining({ id: guest.id, workspaces: [] }))
  expect(stdout).not.toContain('argon2')
  const list = (await crier(settings, ['people', 'list'])).stdout
  expect(list).toContain(`${owner.id}  ${owner.email}  owner of A workspace\n`)
  expect(list).toContain(`${guest.id}  ${guest.email}  in no workspace\n`)
})

it('people reset-password prints a link that sets a new password', async () => {
  const person = await newPerson(house)
  const { code, stdout } = await crier(settings, ['people', 'reset-password', person.email.toUpperCase()])
  expect(code).toBe(0)
  const [, token = ''] = /^https:\/\/crier\.example\.org\/reset\/([\w-]{43})\n$/.exec(stdout) ?? []
  const body = { token, password: 'another sentence of mine' }
  const browser = openBrowser(house)
  expect((await browser.request('POST', '/app/password-reset/finish', { body })).status).toBe(200)
  expect((await browser.signIn(person.email, body.password)).status).toBe(200)
  const nobody = await crier(settings, ['people', 'reset-password', 'nobody@example.org'])
  expect(nobody).toMatchObject({ code: 1, stderr: 'Nobody here has the address nobody@example.org.\n' })
})

it('people set-owner makes somebody else the owner of the server, and tells the audit log', async () => {
  const person = await signedIn(house, null)
  const networks = async () => (await person.request('GET', '/app/instance/networks')).status
  expect(await networks()).toBe(403)
  const made = await crier(settings, ['people', 'set-owner', person.email.toUpperCase()])
  expect(made).toMatchObject({ code: 0, stdout: `${person.email.toUpperCase()} owns this server.\n` })
  expect(await networks()).toBe(200)
  const entries = await house.db.rows(sql`
    select actor_kind from audit_log where action = 'person.make_owner' and subject_id = ${person.id}`)
  expect(entries).toEqual([{ actor_kind: 'operator' }])
  const nobody = await crier(settings, ['people', 'set-owner', 'nobody@example.org'])
  expect(nobody).toMatchObject({ code: 1, stderr: 'Nobody here has the address nobody@example.org.\n' })
})

it('audit-log lists what belongs to no workspace, and who deleted one', async () => {
  const owner = await signedIn(house)
  const tenant = await owner.request('POST', '/app/workspaces', { body: { name: 'Gone \u001b[2Jsoon' } })
  const path = `/app/workspaces/${tenant.json.id}/deletion`
  const body = { name: tenant.json.name, at_once: true }
  expect((await owner.request('POST', path, { body })).status).toBe(200)
  const command = ['audit-log', '--action', 'workspace.delete']
  const { code, stdout } = await crier(settings, command)
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      `workspace.delete  ${tenant.json.id}  “[^\u001b]*soon”  by ${owner.email}  from 127.0.0.1\n$`,
    ),
  ])
  const { data } = JSON.parse((await crier(settings, [...command, '--json', '--limit', '1'])).stdout)
  expect(data).toMatchObject([{ actor: { name: owner.email }, details: { at_once: true } }])
  expect(await crier(settings, ['audit-log', '--limit', '0'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must be a whole number'),
  })
})

it('doctor says whether mail is set up, whether the server lets Crier in, and what it did not take', async () => {
  const [none] = await checkMail(house.db, { mail: null })
  expect(none).toMatchObject({ ok: true, advice: expect.stringContaining('people reset-password') })
  const server = await startMailServer({ login: { user: 'crier', password: 'right' } })
  const mailWith = (password: string) => ({ ...server.settings, login: { user: 'crier', password } })
  try {
    const good = await checkMail(house.db, { mail: mailWith('right') })
    expect(good.map(({ ok, advice }) => ({ ok, advice }))).toEqual([
      { ok: true, advice: null },
      { ok: true, advice: null },
    ])
    const [wrong] = await checkMail(house.db, { mail: mailWith('very-secret') })
    expect(wrong).toMatchObject({ ok: false, found: expect.stringContaining('Wrong user or password') })
    expect(JSON.stringify(wrong)).not.toContain('very-secret')
    server.next('connect', 'hang')
    const [slow] = await checkMail(house.db, { mail: mailWith('right') }, 300)
    expect(slow?.ok).toBe(false)
    await house.db.run(sql`
      insert into mails (id, kind, recipient, state, error, expires_at, settled_at)
      values (gen_random_uuid(), 'test', 'ada@example.org', 'refused', '550 No such person', now(), now())`)
    const [, lost] = await checkMail(house.db, { mail: mailWith('right') })
    expect(lost?.found).toBe('1 mail was given up in the last seven days. The last error: 550 No such person')
  } finally {
    await server.close()
  }
  const [gone] = await checkMail(house.db, { mail: server.settings })
  expect(gone).toMatchObject({ ok: false, advice: expect.stringContaining('SMTP_URL') })
})
