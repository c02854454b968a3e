// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { continueResets, requestResetTask } from '../../src/people/reset/request-reset.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { newPerson, openBrowser, password, signedIn } from './person.ts'

const another = 'another sentence of mine'
let house: House
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  house = await startHouse({ worker: false, config: { mail: server.settings } })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})
beforeEach(async () => {
  server.received.length = 0
  for (const table of [sql`sign_in_counts`, sql`mails`, sql`reset_requests`, sql`password_resets`])
    await house.db.run(sql`delete from ${table}`)
})

const ask = (email: string) => openBrowser(house).request('POST', '/app/password-reset', { body: { email } })
const read = (token: string) =>
  openBrowser(house).request('POST', '/app/password-reset/read', { body: { token } })
const finish = (token: string, newPassword = another) =>
  openBrowser(house).request('POST', '/app/password-reset/finish', {
    body: { token, password: newPassword },
  })

async function workOff(): Promise<void> {
  const requests = await house.db.rows<{ id: string }>(sql`select id from reset_requests`)
  for (const { id } of requests) await requestResetTask.run(house.context, { payload: { id } })
  await sendQueued(house)
}

/** Asks for a link, and reads its secret in the mail. */
async function linkFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  await workOff()
  const [, token = ''] = /\/reset\/([\w-]{43})\s/.exec(server.received.at(-1)?.parsed.text ?? '') ?? []
  expect(token).not.toBe('')
  return token
}

describe('a link to set a new password', () => {
  it('is mailed to the person, and sets a password once', async () => {
    const person = await newPerson(house)
    const token = await linkFor(person.email.toUpperCase())
    expect(server.received[0]?.envelope.to).toEqual([person.email])
    expect((await read(token)).json).toEqual({ email: person.email })
    expect((await finish(token, 'short')).json.errors[0].pointer).toBe('/password')
    expect((await finish(token)).status).toBe(200)
    const browser = openBrowser(house)
    expect((await browser.signIn(person.email)).status).toBe(401)
    expect((await browser.signIn(person.email, another)).status).toBe(200)
    expect((await finish(token)).json).toMatchObject({ status: 404, code: 'not_found' })
    expect((await read(token)).status).toBe(404)
  })

  it('ends every session of the person, and begins none', async () => {
    const [here, there] = [await signedIn(house), await signedIn(house)]
    const elsewhere = openBrowser(house)
    await elsewhere.signIn(here.email)
    const answer = await finish(await linkFor(here.email))
    expect(answer.headers.getSetCookie().join()).not.toMatch(/crier_session=\w/)
    for (const browser of [here, elsewhere])
      expect((await browser.request('GET', '/app/me')).status).toBe(401)
    expect((await there.request('GET', '/app/me')).status).toBe(200)
  })

  it('is told of by a mail, as is a password that was changed with the old one', async () => {
    const person = await signedIn(house)
    await finish(await linkFor(person.email))
    await sendQueued(house)
    expect(server.received.at(-1)?.parsed.subject).toBe('Your password for Crier was changed')
    const browser = openBrowser(house)
    await browser.signIn(person.email, another)
    const body = { current_password: another, new_password: password }
    expect((await browser.request('POST', '/app/password', { body })).status).toBe(200)
    await sendQueued(house)
    const subjects = server.received.map(({ parsed }) => parsed.subject)
    expect(subjects.filter((subject) => subject?.includes('was changed'))).toHaveLength(2)
    for (const { raw } of server.received) expect(raw).not.toContain(another)
  })

  it('ends after an hour, with a newer one, and with a password that was changed meanwhile', async () => {
    const person = await signedIn(house)
    const first = await linkFor(person.email)
    const second = await linkFor(person.email)
    expect((await finish(first)).status).toBe(404)
    await house.db.run(sql`update password_resets set expires_at = expires_at - interval '61 minutes'`)
    expect((await finish(second)).status).toBe(404)
    const third = await linkFor(person.email)
    const body = { current_password: password, new_password: another }
    await person.request('POST', '/app/password', { body })
    expect((await finish(third)).status).toBe(404)
  })

  it('is used by one of two who try at once', async () => {
    const person = await newPerson(house)
    const token = await linkFor(person.email)
    const answers = await Promise.all([finish(token, 'the one password'), finish(token, 'the other one')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it('stands nowhere in the database, and a foreign or broken secret opens nothing', async () => {
    const person = await newPerson(house)
    const token = await linkFor(person.email)
    const rows = await house.db.rows(sql`
      select (select string_agg(r::text, '') from password_resets r), (select string_agg(m::text, '') from mails m)`)
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const wrong of ['', 'x', 'A'.repeat(43), `${token}x`, token.toLowerCase()])
      expect((await finish(wrong)).status).toBe(404)
    expect((await finish(token)).status).toBe(200)
  })

  it('lets somebody in again who has to wait after wrong passwords', async () => {
    const person = await newPerson(house)
    for (let tries = 0; tries < 11; tries += 1) await openBrowser(house).signIn(person.email, 'wrong one')
    expect((await openBrowser(house).signIn(person.email)).status).toBe(429)
    await finish(await linkFor(person.email))
    expect((await openBrowser(house).signIn(person.email, another)).status).toBe(200)
  })
})

describe('asking for one', () => {
  it('is answered alike whether or not somebody has the address', async () => {
    const person = await newPerson(house)
    const [known, unknown] = [await ask(person.email), await ask('nobody@example.org')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect(await house.db.rows(sql`select from reset_requests`)).toHaveLength(2)
    await workOff()
    expect(server.received).toHaveLength(1)
    expect(await house.db.rows(sql`select from reset_requests`)).toHaveLength(0)
    expect((await ask('no address')).json.errors[0].code).toBe('email_invalid')
  })

  it('is counted for each address and each network, whoever has the address', async () => {
    const person = await newPerson(house)
    for (const email of [person.email, 'nobody@example.org']) {
      const answers = []
      for (let tries = 0; tries < 6; tries += 1) answers.push(await ask(email))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
      expect(answers[5]?.json.code).toBe('too_many_resets')
      expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
    }
    const statuses = []
    for (let tries = 0; tries < 30; tries += 1) statuses.push((await ask(`${tries}@example.org`)).status)
    expect(statuses.at(-1)).toBe(429)
    await house.db.run(sql`update sign_in_counts set since = since - interval '61 minutes'`)
    expect((await ask(person.email)).status).toBe(200)
  })

  it('is taken up again when its job was lost, and forgotten after an hour', async () => {
    const person = await newPerson(house)
    await ask(person.email)
    await house.db.run(sql`select crier_jobs.remove_job(key) from crier_jobs.jobs where key like 'reset %'`)
    await house.db.run(sql`update reset_requests set created_at = created_at - interval '2 minutes'`)
    await continueResets(house.context)
    expect(await house.db.rows(sql`select from crier_jobs.jobs where key like 'reset %'`)).toHaveLength(1)
    await house.db.run(sql`update reset_requests set created_at = created_at - interval '1 hour'`)
    await continueResets(house.context)
    expect(await house.db.rows(sql`select from reset_requests`)).toHaveLength(0)
  })

  it('tells the operator how to make a link where there is no mail server', async () => {
    const person = await newPerson(house)
    const logged: unknown[] = []
    const log = { ...house.context.log, warn: (...words: unknown[]) => logged.push(words) }
    const config = { ...house.context.config, mail: null }
    expect((await ask(person.email)).status).toBe(200)
    const [request] = await house.db.rows<{ id: string }>(sql`select id from reset_requests`)
    const context = { ...house.context, config, log: log as unknown as typeof house.context.log }
    await requestResetTask.run(context, { payload: { id: request?.id ?? '' } })
    expect(JSON.stringify(logged)).toContain('people reset-password')
    expect(JSON.stringify(logged)).toContain(person.email)
    expect(await house.db.rows(sql`select from password_resets`)).toHaveLength(0)
    expect(await house.db.rows(sql`select from mails`)).toHaveLength(0)
  })
})
