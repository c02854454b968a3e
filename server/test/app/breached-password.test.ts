// @module-tag slow
import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { checkPasswords } from '../../src/operator/doctor/check-passwords.ts'
import { isBreachedPassword } from '../../src/people/breached-password.ts'
import { createReset } from '../../src/people/reset/create-reset.ts'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import { type BreachService, sha1, startBreachService } from '../servers/breached-passwords.ts'
import { newPerson, openBrowser, password, signedIn } from './person.ts'

const breached = 'four stolen words here'
const fresh = 'four other words here'

let house: House
let service: BreachService
beforeAll(async () => {
  service = await startBreachService()
  service.add(breached, 17)
  const port = await freePort()
  const config = { port, publicUrl: `http://localhost:${port}`, signup: 'open' as const }
  house = await startHouse({
    worker: false,
    config: { ...config, passwordBreachCheck: service.url, databaseConnections: 3 },
  })
})
afterAll(async () => {
  await house.stop()
  await service.stop()
})
beforeEach(async () => {
  service.say(null)
  service.asked.length = 0
  await house.db.run(sql`delete from sign_in_counts`)
})

const headers = () => ({ host: new URL(house.context.config.publicUrl).host })
const post = (path: string, body: object, by = openBrowser(house)) =>
  by.request('POST', path, { body, headers: headers() })

/** Every way to set a password, each tried with two of them. */
const ways: Readonly<Record<string, () => Promise<(secret: string) => ReturnType<typeof post>>>> = {
  'a sign-up': async () => (secret) =>
    post('/app/sign-up', { email: `${newId()}@example.org`, password: secret }),
  'an invitation': async () => {
    const body = { email: `${newId()}@example.org`, role: 'viewer' }
    const owner = await signedIn(house)
    const { json } = await post(`/app/workspaces/${house.workspaceId}/invitations`, body, owner)
    const token = json.url.slice(json.url.lastIndexOf('/') + 1)
    return (secret) => post('/app/invitations/accept', { token, password: secret })
  },
  'a reset': async () => {
    const token = await createReset(house.db, (await newPerson(house)).id)
    return (secret) => post('/app/password-reset/finish', { token, password: secret })
  },
  'a change': async () => {
    const owner = await signedIn(house)
    return (secret) => post('/app/password', { current_password: password, new_password: secret }, owner)
  },
  'the first owner': async () => {
    await house.db.run(sql`truncate users cascade`)
    return (secret) => post('/app/setup', { email: 'ada@example.org', password: secret })
  },
}

describe('a password that is known from a breach', () => {
  it.each(Object.entries(ways))('is refused for %s, and another one is not', async (_way, begin) => {
    const set = await begin()
    const refused = await set(breached)
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ code: 'password_breached' }] } })
    expect(refused.text).not.toContain(breached)
    expect(await set(fresh)).toMatchObject({ status: 200 })
    expect(service.asked).toHaveLength(2)
  })

  it('is asked for by the first five digits of its SHA-1 alone, and with padding', async () => {
    await isBreachedPassword(house.context, breached)
    const [asked = '', ...more] = service.asked
    expect(more).toEqual([])
    expect(asked.split('\n')[0]).toBe(`GET /range/${sha1(breached).slice(0, 5)}`)
    expect(asked.toLowerCase()).toContain('add-padding\ntrue')
    expect(asked).not.toContain(breached)
    // A longer beginning of the hash would narrow it down.
    expect(asked.toUpperCase()).not.toContain(sha1(breached).slice(0, 6))
    expect(asked.toUpperCase()).not.toContain(sha1(breached).slice(5, 12))
  })

  it('is none that only stands there to lengthen the answer', async () => {
    service.add('words of no breach', 0)
    expect(await isBreachedPassword(house.context, 'words of no breach')).toBe(false)
  })

  it('is found in each encoding of its characters', async () => {
    service.add('caf\u00e9 and caf\u00e9', 2)
    const { json } = await post('/app/sign-up', {
      email: 'cafe@example.org',
      password: 'cafe\u0301 and cafe\u0301',
    })
    expect(json.errors).toMatchObject([{ pointer: '/password', code: 'password_breached' }])
  })

  it('is asked for after everything that this server knows itself', async () => {
    for (const secret of ['short', 'password1', 'x'.repeat(1_025)])
      expect((await post('/app/sign-up', { email: 'eve@example.org', password: secret })).status).toBe(422)
    expect(
      (await post('/app/password-reset/finish', { token: 'A'.repeat(43), password: breached })).status,
    ).toBe(404)
    expect(
      (await post('/app/invitations/accept', { token: 'A'.repeat(43), password: breached })).status,
    ).toBe(404)
    expect(service.asked).toEqual([])
  })

  it('is nobody’s business unless the operator says so', async () => {
    const { passwordBreachCheck: usual } = readConfig({})
    expect(usual).toBeNull()
    const config = { passwordBreachCheck: usual }
    expect(await isBreachedPassword({ ...house.context, config }, breached)).toBe(false)
    expect(service.asked).toEqual([])
  })
})

/** Answers of a service that cannot be used. */
const useless: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'says nothing': () => undefined,
  drips: (response) => {
    const timer = setInterval(() => response.write(`${'A'.repeat(35)}:1\r\n`), 100)
    response.on('close', () => clearInterval(timer))
  },
  'is broken': (response) => void response.writeHead(503).end('Service unavailable'),
  'limits us': (response) => void response.writeHead(429, { 'retry-after': '2' }).end(),
  redirects: (response) => void response.writeHead(302, { location: service.url }).end(),
  'answers a page': (response) => void response.end('<!doctype html><p>Welcome to our hotel</p>'),
  'answers nothing': (response) => void response.end(),
  'answers half a line': (response) =>
    void response.end(`${sha1(breached).slice(5)}:17\r\n${'B'.repeat(20)}`),
  floods: (response) => void response.end(`${'A'.repeat(35)}:1\r\n`.repeat(100_000)),
  'hangs up': (response) => void response.destroy(),
}

describe('a service of breached passwords that', () => {
  it.each(Object.entries(useless))(
    '%s keeps nobody out for longer than a second, and is logged',
    async (_what, say) => {
      service.say(say)
      const lines: string[] = []
      const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
      const began = performance.now()
      expect(await isBreachedPassword({ ...house.context, log }, breached)).toBe(false)
      expect(performance.now() - began).toBeLessThan(2_500)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('could not be looked up')
      expect(lines[0]).not.toContain(breached)
      expect(lines[0]).not.toContain(sha1(breached).slice(0, 5))
    },
  )

  it('hangs holds no connection to the database', async () => {
    service.say(() => undefined)
    const many = Array.from({ length: house.context.config.databaseConnections + 2 }, (_, index) =>
      post('/app/sign-up', { email: `patient-${index}@example.org`, password: fresh }),
    )
    await expect.poll(() => service.asked.length).toBeGreaterThan(house.context.config.databaseConnections)
    expect((await openBrowser(house).request('GET', '/app/setup', { headers: headers() })).status).toBe(200)
    for (const answer of await Promise.all(many)) expect(answer.status).toBe(200)
  })

  it('stands in a network of our own is not reached unless OUTBOUND_ALLOW names it', async () => {
    const { outboundAllow, passwordBreachCheck } = house.context.config
    expect(await checkPasswords({ passwordBreachCheck, outboundAllow })).toMatchObject([{ ok: true }])
    expect(await checkPasswords({ passwordBreachCheck, outboundAllow: [] })).toMatchObject([
      { ok: false, found: expect.stringContaining('may not be reached'), advice: expect.any(String) },
    ])
    expect(service.asked).toHaveLength(1)
  })

  it('answers something else is noticed by the doctor, and none is looked for where none is wanted', async () => {
    const { outboundAllow, passwordBreachCheck } = house.context.config
    service.say((response) => void response.writeHead(503).end())
    expect(await checkPasswords({ passwordBreachCheck, outboundAllow })).toMatchObject([{ ok: false }])
    expect(await checkPasswords({ passwordBreachCheck: null, outboundAllow })).toEqual([])
  })
})

describe('PASSWORD_BREACH_CHECK', () => {
  const read = (text: string) => readConfig({ PASSWORD_BREACH_CHECK: text }).passwordBreachCheck

  it('is off, on, or an address', () => {
    expect(read('off')).toBeNull()
    expect(read('on')).toBe('https://api.pwnedpasswords.com/range')
    expect(read('https://passwords.example.org/range/')).toBe('https://passwords.example.org/range')
    for (const text of ['yes', 'passwords.example.org', 'https://a:b@example.org/range', 'https://?'])
      expect(() => read(text)).toThrow('PASSWORD_BREACH_CHECK is')
  })
})
