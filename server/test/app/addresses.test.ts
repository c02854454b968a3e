// @module-tag slow
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { isAtMachine } from '../../src/http/app/first-visitor.ts'
import { routes } from '../../src/http/routes/index.ts'
import { usualUrlOf } from '../../src/lib/addresses/host-in-url.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { instanceIdsOf } from '../../src/publishing/guards/instance-id.ts'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { beginSignIn, signIn } from '../sign-in.ts'
import { openBrowser, password } from './person.ts'

interface Heard {
  status: number
  location: string | undefined
  code: string | undefined
}

/** Asks with a Host header of its own, which `fetch` does not allow. */
async function ask(
  house: House,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Heard> {
  const asking = request(house.url + path, { method, headers }).end()
  const [answer]: IncomingMessage[] = await once(asking, 'response')
  if (!answer) throw new Error('There is no answer.')
  const text = Buffer.concat(await answer.toArray()).toString()
  const isJson = /json/.test(answer.headers['content-type'] ?? '')
  const { statusCode = 0, headers: received } = answer
  return { status: statusCode, location: received.location, code: isJson ? JSON.parse(text).code : undefined }
}

describe('a Crier without settings', () => {
  let house: House
  let port: number
  beforeAll(async () => {
    house = await startHouse({ worker: false, hasUsualUrl: true })
    port = house.context.config.port
  })
  afterAll(() => house.stop())

  it('is at http://localhost, and listens on every loopback address that the machine has', async () => {
    expect(house.context.config).toMatchObject({ host: 'localhost', publicUrl: `http://localhost:${port}` })
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    const hasSecond = Object.values(networkInterfaces()).some((all) =>
      all?.some(({ address }) => address === '::1'),
    )
    const second = await fetch(`http://[::1]:${port}/healthz`).then(
      ({ status }) => status,
      () => 'nobody there',
    )
    expect(second).toBe(hasSecond ? 200 : 'nobody there')
  })

  it('leads a page that was opened under another of its names to its own', async () => {
    const html = { accept: 'text/html,application/xhtml+xml' }
    const own = `http://localhost:${port}`
    for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await ask(house, '/sandbox?mode=test', { headers: { host, ...html } })).toMatchObject({
        status: 302,
        location: `${own}/sandbox?mode=test`,
      })
    // Its pages are in the app.
    expect(await ask(house, '/sandbox', { headers: { host: `localhost:${port}`, ...html } })).toMatchObject({
      status: 302,
      location: `${own}/build/sandbox`,
    })
    // Another port is another server, or a tunnel to this one that PUBLIC_URL knows nothing of.
    for (const host of ['127.0.0.1:1', `evil.example:${port}`, '127.0.0.1'])
      expect((await ask(house, '/build/sandbox', { headers: { host, ...html } })).location).toBeUndefined()
  })

  it('answers programs under each of its names', async () => {
    for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, `localhost:${port}`]) {
      const headers = { host, authorization: `Bearer ${house.liveKey}`, accept: 'text/html' }
      expect((await ask(house, '/v1/me', { headers })).status).toBe(200)
      expect((await ask(house, '/app/setup', { headers: { host } })).status).toBe(200)
    }
  })

  it('has networks send people back to a number, and sends them on to its name before anything is read', async () => {
    const callback = `/oauth/callback/sandbox?state=${'x'.repeat(43)}&code=some%2Fcode`
    expect(await ask(house, callback, { headers: { host: `127.0.0.1:${port}` } })).toMatchObject({
      status: 302,
      location: `http://localhost:${port}${callback}`,
    })
    const begun = await beginSignIn(house)
    expect(begun.url).toMatch(new RegExp(`^http://localhost:${port}/connect/`))
    const page = await signIn(startBrowser(), begun.url)
    expect(page.text).toContain('harbour on Sandbox')
    expect(page.visited.slice(1).map((url) => new URL(url).host)).toEqual([
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `localhost:${port}`,
    ])
  })

  it('refuses a foreign name on every route that reads the cookie of a session', async () => {
    const wrong: string[] = []
    const evil = { host: `evil.example:${port}`, 'sec-fetch-site': 'same-origin' }
    const inWorkspace = { ...evil, 'crier-workspace': house.workspaceId }
    for (const { method, path, id } of routes.personOperations)
      if (
        (await ask(house, path.replaceAll(/\{\w+\}/g, 'x'), { method, headers: evil })).code !==
        'foreign_host'
      )
        wrong.push(id)
    for (const { method, path, id } of routes.operations)
      if (
        (await ask(house, path.replaceAll(/\{\w+\}/g, 'x'), { method, headers: inWorkspace })).code !==
        'foreign_host'
      )
        wrong.push(id)
    expect(wrong).toEqual([])
  })

  it('refuses it on every stream that reads a cookie too: callbacks, pages of sign-ins, streams of events', async () => {
    const evil = { host: `evil.example:${port}`, origin: `http://localhost:${port}` }
    const readers = routes.streams.filter(
      (route) => route.authentication !== 'none' || route.readsCookies === 'at_own_name',
    )
    expect(readers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['receiveOidcCallback', 'receiveCallback', 'chooseOnConnectPage']),
    )
    const wrong: string[] = []
    for (const { method, path, id, authentication, accept } of readers) {
      const workspace = authentication === 'none' ? {} : { 'crier-workspace': house.workspaceId }
      const headers = { ...evil, ...workspace, ...(accept ? { accept } : {}) }
      const { code } = await ask(house, path.replaceAll(/\{\w+\}/g, 'x'), { method, headers })
      if (code !== 'foreign_host') wrong.push(`${id}: ${code}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('the first owner without the token of the console', () => {
  const usual = { host: 'localhost', port: 4747, publicUrl: 'http://localhost:4747' }
  const here = { socket: { remoteAddress: '127.0.0.1' }, headers: { host: 'localhost:4747' } }

  it('sits at the machine itself, at a server that it alone reaches', () => {
    expect(isAtMachine(here, usual)).toBe(true)
    for (const host of ['127.0.0.1', '::1']) expect(isAtMachine(here, { ...usual, host })).toBe(true)
    for (const remoteAddress of ['::1', '::ffff:127.0.0.1'])
      expect(isAtMachine({ ...here, socket: { remoteAddress } }, usual)).toBe(true)
  })

  it.each([
    ['HOST is open to the network', { ...usual, host: '0.0.0.0' }, here],
    ['HOST is an address of the network', { ...usual, host: '192.168.1.5' }, here],
    ['PUBLIC_URL is a name of the world', { ...usual, publicUrl: 'https://crier.example.org' }, here],
    ['PUBLIC_URL has another port, as of a tunnel', { ...usual, publicUrl: 'http://localhost:8080' }, here],
    ['PUBLIC_URL was set to a number', { ...usual, publicUrl: 'http://127.0.0.1:4747' }, here],
    ['the request comes from elsewhere', usual, { ...here, socket: { remoteAddress: '192.168.1.9' } }],
    ['nobody knows where it comes from', usual, { ...here, socket: {} }],
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'].map(
      (name) =>
        [`a proxy sent ${name}`, usual, { ...here, headers: { ...here.headers, [name]: 'x' } }] as const,
    ),
  ] as const)('is not trusted where %s', (_why, address, asked) => {
    expect(isAtMachine(asked, address)).toBe(false)
  })
})

describe('the address of a client', () => {
  let house: House
  afterEach(() => house.stop())
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip, 'user-agent': ip } })
  const failing = (ip: string, email: string) =>
    openBrowser(house).request('POST', '/app/sign-in', { body: { email, password }, ...from(ip) })
  const networks = async () =>
    (await house.db.row<{ count: number }>(sql`select count(*)::int as count from sign_in_counts`))?.count
  const logged = async () => {
    const rows = await house.db.rows<{ ip: string }>(sql`
      select ip from audit_log where action = 'person.sign_in_failed' order by user_agent`)
    return rows.map(({ ip }) => ip)
  }
  const withKey = async (ip: string) => {
    const { key } = await house.key({ ipAllow: ['203.0.113.0/24'] })
    return (await house.request('GET', '/v1/me', { key, ...from(ip) })).status
  }

  it('is the one of the connection where no proxy is trusted, whatever the client says', async () => {
    house = await startHouse({ worker: false })
    await failing('203.0.113.7', 'a@example.org')
    await failing('203.0.113.8', 'b@example.org')
    // Two addresses of mail, and one network.
    expect(await networks()).toBe(3)
    expect(await logged()).toEqual(['127.0.0.1', '127.0.0.1'])
    expect(await withKey('203.0.113.7')).toBe(403)
  })

  it('is the last one that a trusted proxy names: for sign-ins, for the audit log and for keys', async () => {
    house = await startHouse({ worker: false, config: { trustedProxies: ['127.0.0.1/32'] } })
    await failing('198.51.100.1, 203.0.113.7', 'a@example.org')
    await failing('198.51.100.1, 203.0.113.8', 'b@example.org')
    expect(await networks()).toBe(4)
    expect(await logged()).toEqual(['203.0.113.7', '203.0.113.8'])
    expect(await withKey('203.0.113.7')).toBe(200)
    expect(await withKey('198.51.100.1')).toBe(403)
  })
})

describe('the id of an instance', () => {
  const keys = createSecretKeys(Buffer.alloc(32, 7))
  const idAt = (host: string, publicUrl: string) => instanceIdsOf({ host, publicUrl }, keys)

  it('does not exist where only the machine itself is named, by its name of today or the one of before', () => {
    for (const host of ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'])
      for (const name of ['localhost', '127.0.0.1', '[::1]'])
        for (const port of [4747, 8080]) expect(idAt(host, `http://${name}:${port}`)).toBeNull()
    expect(idAt('192.168.1.5', usualUrlOf({ host: '192.168.1.5', port: 1 }))).toBeNull()
  })

  it('exists for every other address, whatever its scheme and port', () => {
    const ids = idAt('localhost', 'https://crier.example.org')
    expect(ids).toHaveLength(1)
    expect(idAt('0.0.0.0', 'http://crier.example.org:8080')).toEqual(ids)
    expect(idAt('localhost', 'https://other.example.org')).not.toEqual(ids)
    expect(idAt('localhost', 'http://localhost:4747/crier')).not.toBeNull()
  })
})
