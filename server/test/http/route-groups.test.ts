import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { defineStream, type StreamRoute } from '../../src/http/stream-route.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { type Served, serveRoutes } from './serve-routes.ts'

const route = (
  id: string,
  group: StreamRoute['group'],
  method: StreamRoute['method'],
  path: string,
): StreamRoute =>
  defineStream({
    id,
    method,
    path,
    group,
    authentication: 'none',
    doc: null,
    run: async () => ({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: 'done' }),
  })

let house: House
let served: Served
beforeAll(async () => {
  house = await startHouse({ worker: false })
  served = await serveRoutes(house, [
    route('showApp', 'app', 'GET', '/app/{page}'),
    route('changeApp', 'app', 'POST', '/app/{page}'),
    route('showPage', 'pages', 'GET', '/page'),
    route('changePage', 'pages', 'POST', '/page'),
    route('changeApi', 'api', 'POST', '/api'),
  ])
})
afterAll(async () => {
  await served.close()
  await house.stop()
})

const ask = (method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  house.request(method, served.url + path, { key: null, headers })
const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

test('pages and the API answer the scripts of every site, no matter who sends a change', async () => {
  for (const path of ['/page', '/api']) {
    const { status, headers } = await ask('POST', path, elsewhere)
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  }
})

test('the API takes a key from no cookie', async () => {
  const headers = { cookie: `session=${house.liveKey}; authorization=Bearer ${house.liveKey}` }
  expect((await house.request('GET', '/v1/me', { key: null, headers })).status).toBe(401)
})

describe('the app', () => {
  it('lets no other site read its answers, embed them or ask for more', async () => {
    const shown = await ask('GET', '/app/calendar', elsewhere)
    expect(shown.status).toBe(200)
    const asked = await ask('OPTIONS', '/app/calendar', {
      ...elsewhere,
      'access-control-request-method': 'POST',
    })
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
    const unknown = await ask('DELETE', '/app/calendar', elsewhere)
    expect(unknown.status).toBe(405)
    for (const { headers } of [shown, asked, unknown]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  it('lets its own pages load what is its own, and be framed by nobody', async () => {
    const policy = (await ask('GET', '/app/calendar')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('takes changes from its own pages', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', origin: served.url },
      { origin: served.url },
    ])
      expect((await ask('POST', '/app/calendar', headers)).status).toBe(200)
  })

  it('refuses changes of other sites and of those that do not say where they come from', async () => {
    const before = served.answered.length
    for (const headers of [
      elsewhere,
      { 'sec-fetch-site': 'same-site', origin: served.url.replace('127.0.0.1', 'other.example') },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: served.url },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${served.url}.evil.example` },
      { origin: served.url.replace('http:', 'https:') },
      {},
    ]) {
      const { status, json } = await ask('POST', '/app/calendar', headers)
      expect([headers, status, json?.code]).toEqual([headers, 403, 'not_from_own_page'])
    }
    expect(served.answered.length - before).toBe(9)
  })

  it('shows its pages to a link from anywhere', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await ask(method, '/app/calendar', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })
})
