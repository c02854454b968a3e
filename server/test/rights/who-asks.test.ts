import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { isAtMachine, isForThisMachineAlone } from '../../src/http/app/first-visitor.ts'
import { requireOwnHost, requireSafePlace } from '../../src/http/app/own-host.ts'
import { noSessionCookie, readSessionCookie, sessionCookie } from '../../src/http/app/session-cookie.ts'
import { isForwarded } from '../../src/http/is-forwarded.ts'
import { cookieName, readCookie } from '../../src/http/read-cookie.ts'
import { checkOwnPage } from '../../src/http/serving/check-own-page.ts'
import { createSessionToken, hashSessionToken } from '../../src/people/sessions/session-token.ts'

const [here, there] = ['http://localhost:3000', 'https://crier.example.org']

describe('#18 the cookie of a session', () => {
  const token = 'a'.repeat(43)
  const read = (publicUrl: string, cookie?: string | string[]) =>
    readSessionCookie(publicUrl, { headers: (cookie === undefined ? {} : { cookie }) as IncomingHttpHeaders })

  test('is of this host alone, read by no script and sent over TLS alone, except on the machine itself', () => {
    expect(sessionCookie(there, token)).toBe(
      `__Host-crier_session=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(sessionCookie(here, token)).toBe(
      `crier_session=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    )
    expect(noSessionCookie(there)).toBe(
      '__Host-crier_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
    expect(noSessionCookie(here)).toBe('crier_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  })

  test('is read among others, and under no other name', () => {
    expect(read(here, `crier_session=${token}`)).toBe(token)
    expect(read(here, `colour=red; crier_session=${token} ; size=2`)).toBe(token)
    expect(read(here, `colour=red;crier_session=${token}`)).toBe(token)
    expect(read(there, `__Host-crier_session=${token}`)).toBe(token)
    // A page of a neighbour, or one without TLS, may set these.
    expect(read(there, `crier_session=${token}`)).toBeNull()
    expect(read(here, `__Host-crier_session=${token}`)).toBeNull()
    for (const cookie of ['', `crier_sessions=${token}`, `xcrier_session=${token}`, 'crier_session'])
      expect(read(here, cookie)).toBeNull()
    expect(read(here)).toBeNull()
    expect(read(here, 'crier_session=')).toBe('')
  })

  test('counts only where the browser sent one of its name', () => {
    expect(read(here, `crier_session=${token}; crier_session=${token}`)).toBeNull()
    expect(read(here, `crier_session=; crier_session=${token}`)).toBeNull()
  })

  test('of any name has the prefix that binds it to the host where there is TLS', () => {
    expect(cookieName(there, 'crier_consent')).toBe('__Host-crier_consent')
    expect(cookieName(here, 'crier_consent')).toBe('crier_consent')
    expect(readCookie({ headers: { cookie: 'a=b=c' } }, 'a')).toBe('b=c')
  })
})

describe('#18 the token of a session', () => {
  test('has 256 random bits and is kept as its hash', () => {
    const tokens = Array.from({ length: 100 }, createSessionToken)
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
      expect(hashSessionToken(token)).toEqual(createHash('sha256').update(token).digest())
    }
  })

  test.each([
    '',
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}+`,
    `${'a'.repeat(43)}\n`,
    `\n${'a'.repeat(43)}`,
  ])('is looked for by no query where a text can be none: %j', (text) => {
    expect(hashSessionToken(text)).toBeNull()
  })
})

describe('#18 a change that a browser sends', () => {
  const check = (method: string, headers: IncomingHttpHeaders = {}) => checkOwnPage({ method, headers }, here)

  test.each([
    ['from a page of this server', { 'sec-fetch-site': 'same-origin' }],
    [
      'from a page of this server, with any origin beside it',
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
    ],
    ['without TLS, from its origin', { origin: here }],
  ])('is taken %s', (_where, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(check(method, headers)).toBeNull()
  })

  test.each<[string, IncomingHttpHeaders]>([
    ['that says nothing', {}],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['of no page', { 'sec-fetch-site': 'none' }],
    ['from another site with our origin', { 'sec-fetch-site': 'cross-site', origin: here }],
    ['of another origin', { origin: there }],
    ['of an origin that begins like ours', { origin: `${here}.example.org` }],
    ['of no origin', { origin: 'null' }],
  ])('is refused %s', (_where, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'post', 'BREW'])
      expect(check(method, headers)).toMatchObject({
        status: 403,
        code: 'not_from_own_page',
        message:
          'Only a page of this server may send this. Open the app at its own address; a program uses an API key, below /v1.',
      })
  })

  test('is none where it only reads, wherever it comes from', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(check(method, { 'sec-fetch-site': 'cross-site', origin: there })).toBeNull()
  })
})

describe('#18 a request under a name', () => {
  test.each([
    [here, 'localhost:3000'],
    [here, '127.0.0.1:3000'],
    [here, '[::1]:3000'],
    [here, 'LOCALHOST:3000'],
    ['http://localhost', 'localhost'],
    ['http://127.0.0.1', '[::1]'],
    [there, 'crier.example.org'],
    [there, 'Crier.Example.ORG'],
    ['https://crier.example.org:8443', 'crier.example.org:8443'],
  ])('of the server at %s is taken: %s', (publicUrl, host) => {
    expect(() => requireOwnHost(host, publicUrl)).not.toThrow()
  })

  test.each<[string, string | undefined]>([
    [here, undefined],
    [here, ''],
    [here, 'localhost'],
    [here, 'localhost:3001'],
    [here, 'evil.example:3000'],
    [here, 'localhost.evil.example:3000'],
    [here, '127.0.0.2:3000'],
    [there, 'localhost'],
    [there, '127.0.0.1'],
    [there, 'example.org'],
    [there, 'crier.example.org.'],
    [there, 'crier.example.org:443'],
  ])('that is not of the server at %s is refused, with the right address: %s', (publicUrl, host) => {
    const refusal = {
      status: 403,
      code: 'foreign_host',
      message: `Open Crier at its own address: ${publicUrl}`,
    }
    expect(() => requireOwnHost(host, publicUrl)).toThrow(expect.objectContaining(refusal))
  })
})

test.each([there, here, 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'people may sign in where nobody else can read: %s',
  (publicUrl) => {
    expect(() => requireSafePlace(publicUrl)).not.toThrow()
  },
)

test.each([
  'http://crier.example.org',
  'http://192.168.1.7:3000',
  'http://localhost.example.org',
  'http://127.0.0.2',
])('nobody signs in where a password would cross a network in the clear: %s', (publicUrl) => {
  expect(() => requireSafePlace(publicUrl)).toThrow(
    expect.objectContaining({
      status: 403,
      code: 'https_required',
      message: expect.stringMatching(/over https.*set PUBLIC_URL to its https address\.$/),
    }),
  )
})

describe('the first visitor', () => {
  const usual = { host: 'localhost', port: 3000, publicUrl: here }
  const visitor = (remoteAddress: string | undefined, headers: IncomingHttpHeaders = {}) => ({
    socket: { remoteAddress },
    headers,
  })

  test('is at the machine itself where the server is for that machine alone', () => {
    for (const host of ['localhost', '127.0.0.1', '::1']) {
      expect(isForThisMachineAlone({ ...usual, host })).toBe(true)
      for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.53'])
        expect([address, isAtMachine(visitor(address), { ...usual, host })]).toEqual([address, true])
    }
  })

  test('is somebody else where the server listens for others, or has another name', () => {
    const others = [
      { ...usual, host: '0.0.0.0' },
      { ...usual, host: '::' },
      { ...usual, host: '192.168.1.7' },
      { ...usual, port: 3001 },
      { ...usual, publicUrl: there },
      { ...usual, publicUrl: 'http://127.0.0.1:3000' },
      { ...usual, publicUrl: `${here}/` },
    ]
    for (const address of others) {
      expect([address, isForThisMachineAlone(address)]).toEqual([address, false])
      expect(isAtMachine(visitor('127.0.0.1'), address)).toBe(false)
    }
  })

  test('is somebody else where they come from another machine, or by a proxy that says so', () => {
    for (const address of [undefined, '', '192.168.1.7', '::2', '203.0.113.7', '::ffff:10.0.0.1'])
      expect([address, isAtMachine(visitor(address), usual)]).toEqual([address, false])
    for (const name of forwarding)
      expect([name, isAtMachine(visitor('127.0.0.1', { [name]: '' }), usual)]).toEqual([name, false])
    expect(isAtMachine(visitor('127.0.0.1', { 'user-agent': 'a browser' }), usual)).toBe(true)
  })
})

const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

test('a proxy is known by each header in which proxies name those for whom they ask', () => {
  for (const name of forwarding) expect([name, isForwarded({ [name]: 'x' })]).toEqual([name, true])
  expect(isForwarded({ 'user-agent': 'a browser', host: 'localhost:3000' })).toBe(false)
  expect(isForwarded({})).toBe(false)
})
