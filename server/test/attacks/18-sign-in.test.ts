import pLimit from 'p-limit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newPerson, password } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  // The addresses below come as a proxy tells them.
  house = await startHouse({ worker: false, config: { trustedProxies: ['127.0.0.1/32', '::1/128'] } })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

/** One attempt to sign in, as a page of our own sends it for somebody at this address. */
async function attempt(email: string, word: string, from: string): Promise<string> {
  const { status, json } = await house.request('POST', '/app/sign-in', {
    key: null,
    body: { email, password: word },
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from },
  })
  return `${status} ${json.code ?? ''}`
}

/** How often each text is there. */
function tally(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...new Set(texts)].map((text) => [text, texts.filter((one) => one === text).length]),
  )
}

/** Attempts of these many addresses, some at once. */
function flood(many: number, one: (number: number) => Promise<string>): Promise<string[]> {
  const atOnce = pLimit(20)
  return Promise.all(Array.from({ length: many }, (_, number) => atOnce(() => one(number))))
}

describe('#18 a flood of sign-ins', { timeout: 180_000 }, () => {
  it('of 2,000 from rotating addresses of one /64 has 30 looked at, whoever they name', async () => {
    const { email } = await newPerson(house)
    const answers = await flood(2_000, (number) => {
      const half = number.toString(16)
      const who = number % 10 === 0 ? email : `person-${number}@example.org`
      return attempt(who, 'not my password', `2001:db8:7:8:${half}:9:${half}:1`)
    })
    const {
      '401 sign_in_failed': refused = 0,
      '429 too_many_sign_ins': waiting = 0,
      ...others
    } = tally(answers)
    expect(refused).toBeLessThanOrEqual(30)
    expect(refused).toBeGreaterThan(20)
    expect(waiting).toBeGreaterThan(1_900)
    // A machine with much other work may have none to spare for one of them.
    for (const other of Object.keys(others)) expect(other).toMatch(/^503 /)
    expect(await attempt('somebody@example.org', 'not my password', '2001:db8:7:9::1')).toBe(
      '401 sign_in_failed',
    )
  })

  it('of one address has 30 looked at, whatever port its proxy writes behind it', async () => {
    for (const withPort of [
      (port: number) => `203.0.113.9:${port}`,
      (port: number) => `[2001:db8:7:8::9]:${port}`,
      // The nearer of two proxies, which is trusted, writes a port too.
      (port: number) => `203.0.113.10:${port}, 127.0.0.1:${port}`,
    ]) {
      const answers = await flood(40, (number) =>
        attempt(`person-${number}@example.org`, 'not my password', withPort(40_000 + number)),
      )
      expect(tally(answers)).toEqual({ '401 sign_in_failed': 30, '429 too_many_sign_ins': 10 })
    }
    const rows = await house.db.rows<{ ip: string }>(sql`
      select distinct ip from audit_log where action = 'person.sign_in_failed' and ip like '%9%' order by ip`)
    expect(rows.map(({ ip }) => ip)).toEqual(expect.arrayContaining(['2001:db8:7:8::9', '203.0.113.9']))
  })

  it('of 100 networks against one person has ten looked at, and even the right password waits then', async () => {
    const { email } = await newPerson(house)
    const answers = await flood(100, (number) => attempt(email, 'not my password', `203.0.113.${number}`))
    expect(tally(answers)).toEqual({ '401 sign_in_failed': 10, '429 too_many_sign_ins': 90 })
    expect(await attempt(email, password, '198.51.100.7')).toBe('429 too_many_sign_ins')
  })
})

describe('#18 a sign-in that fails', { timeout: 180_000 }, () => {
  it('costs the same work for somebody who is there, for nobody, and for somebody without a password', async () => {
    const known = await newPerson(house)
    const bare = await newPerson(house)
    await house.db.run(sql`update users set password_hash = null where id = ${bare.id}`)
    const emails = { known: known.email, nobody: 'nobody@example.org', bare: bare.email }
    let found: Record<keyof typeof emails, number> = { known: 0, nobody: 0, bare: 0 }
    const isAlike = () =>
      [found.nobody, found.bare].every((ms) => Math.abs(ms / found.known - 1) < 0.1) && found.known > 10
    // A machine that is busy makes noise; a leak is there every time.
    for (let round = 0; round < 6 && !isAlike(); round += 1) found = await workOf(emails)
    expect(isAlike(), JSON.stringify(found)).toBe(true)
  })
})

/** The lower quartile of the processor time of a refused sign-in, in milliseconds, by whom it names. */
async function workOf<Who extends string>(emails: Record<Who, string>): Promise<Record<Who, number>> {
  const times = new Map<Who, number[]>()
  const all = Object.entries(emails) as [Who, string][]
  for (let turn = 0; turn < 8; turn += 1) {
    for (const [who, email] of all.toSorted(() => Math.random() - 0.5)) {
      await house.db.run(sql`delete from sign_in_counts`)
      const before = process.cpuUsage()
      expect(await attempt(email, 'not my password', '192.0.2.7')).toBe('401 sign_in_failed')
      const { user, system } = process.cpuUsage(before)
      times.set(who, [...(times.get(who) ?? []), (user + system) / 1_000])
    }
  }
  const quartile = (some: number[] = []) => some.toSorted((a, b) => a - b)[some.length >> 2] ?? 0
  return Object.fromEntries(all.map(([who]) => [who, quartile(times.get(who))])) as Record<Who, number>
}
