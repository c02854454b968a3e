import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const post = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  house.request('POST', '/v1/posts', { body, headers })

describe('a body', () => {
  it.each([
    ['no JSON', '{"caption": '],
    ['an empty string', '   '],
    ['a name twice', '{"caption": "a", "caption": "b"}'],
    ['a name twice in disguise', '{"caption": "a", "c\\u0061ption": "b"}'],
    ['__proto__', '{"__proto__": {"is_draft": true}}'],
    ['__proto__ deep inside', '{"metadata": {"__proto__": "x"}}'],
    ['100,000 levels', '['.repeat(100_000)],
    ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`],
    ['a number too large', '{"caption": 1e400}'],
    ['a comment', '{"caption": "a" /* b */}'],
  ])('with %s is 400', async (_what, body) => {
    const { status, json } = await post(body)
    expect([status, json.code]).toEqual([400, 'invalid_json'])
  })

  it('that is not UTF-8 is 400', async () => {
    expect((await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400)
  })

  it('of 10 MB is 413, at once', async () => {
    const big = JSON.stringify({ caption: 'x'.repeat(10_000_000) })
    const startedAt = performance.now()
    const { status, json } = await post(big)
    expect([status, json.code]).toEqual([413, 'body_too_large'])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonx',
    '',
  ])('of the type %j is 415', async (type) => {
    expect((await post(Buffer.from('{}'), { 'content-type': type })).status).toBe(415)
  })

  it('that is compressed is 415', async () => {
    expect(
      (await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })).status,
    ).toBe(415)
  })

  it('may have a charset and capitals in its type', async () => {
    expect((await post('{}', { 'content-type': 'Application/JSON; charset="UTF-8"' })).status).toBe(422)
  })

  it('that is missing or empty is 422, and says so', async () => {
    for (const send of [{}, { headers: { 'content-type': 'application/json' } }]) {
      const { status, json } = await house.request('POST', '/v1/posts', send)
      expect([status, json.errors]).toMatchObject([422, [{ pointer: '', code: 'required' }]])
    }
  })

  it.each(['[]', '"text"', 'null', '7', 'true'])('that is %s is 422', async (body) => {
    expect((await post(body)).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '', code: 'wrong_type' }],
    })
  })

  it.each(['\\u0000', '\\ud800', 'x\\udc00'])('with %s in a text is 422 with its place', async (text) => {
    const { status, json } = await post(
      `{"caption": "a${text}b", "social_accounts": ["${newId()}"], "metadata": {"k": "${text}"}}`,
    )
    expect(status).toBe(422)
    expect(json.errors).toMatchObject([
      { pointer: '/caption', code: 'unstorable_text' },
      { pointer: '/metadata/k', code: 'unstorable_text' },
    ])
  })

  it.each([
    'workspace_id',
    'status',
    'state',
    'published_at',
    'role',
    'plan',
    'fence',
    'remote_id',
    'org_id',
    'mode',
    'constructor',
  ])('cannot set %s', async (name) => {
    const { status, json } = await post(`{"social_accounts": ["${newId()}"], "${name}": "x"}`)
    expect([status, json.errors]).toMatchObject([422, [{ pointer: `/${name}`, code: 'unknown_field' }]])
  })

  it('is told everything that is wrong with it at once, and nothing is coerced', async () => {
    const { json } = await post({
      caption: 5,
      is_draft: 'true',
      social_accounts: 'x',
      colour: 1,
      a: 2,
      b: 3,
      c: 4,
      d: 5,
      e: 6,
      f: 7,
    })
    expect(json.status).toBe(422)
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/a',
      '/b',
      '/c',
      '/caption',
      '/colour',
      '/d',
      '/e',
      '/f',
      '/is_draft',
      '/social_accounts',
    ])
    expect(json.detail).toBe('10 things are wrong with this request; see errors.')
  })
})

describe('an address', () => {
  it('that names nothing is 404', async () => {
    for (const path of [
      '/v1',
      '/v1/nothing',
      '/v1/posts/',
      '/V1/posts',
      '/v2/posts',
      '/%zz',
      `/v1/posts/${'x'.repeat(300)}`,
      '/v1/posts/%00',
    ]) {
      const { status, json, headers } = await house.request('GET', path)
      expect([path, status, json?.code]).toEqual([path, 404, 'not_found'])
      expect(headers.get('x-request-id')).toBe(json.request_id)
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  it('known by another method is 405 with those it knows', async () => {
    const { status, json, headers } = await house.request('PATCH', '/v1/posts', { body: {} })
    expect([status, json.code]).toEqual([405, 'method_not_allowed'])
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
    expect(
      (await house.request('POST', '/v1/me', { body: 'x', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(405)
  })

  it('of more than 8 kB is 414', async () => {
    expect((await house.request('GET', `/v1/posts?text=${'x'.repeat(8_300)}`)).json).toMatchObject({
      status: 414,
      code: 'url_too_long',
    })
  })

  it.each([
    '__proto__=1',
    '__proto__[x]=1',
    '__proto__[]=1',
    '__proto__.x=1',
    'constructor=1',
    'toString=1',
    'status[__proto__]=draft',
    'status[][]=draft',
    'colour=1',
  ])('with an unknown name in its query is 422, whatever the name: %s', async (query) => {
    for (const path of ['/v1/posts', '/v1/me', '/v1/platforms']) {
      const { status, json } = await house.request('GET', `${path}?${query}`)
      expect([status, json.errors]).toMatchObject([422, [{ code: 'unknown_field' }]])
      expect(json.errors[0].pointer).toMatch(/^\?\w/)
    }
  })

  it('with NUL in its query is 422, and with a bad percent sign no fault of ours', async () => {
    expect((await house.request('GET', '/v1/posts?text=a%00b')).json.errors).toMatchObject([
      { pointer: '?text' },
    ])
    expect((await house.request('GET', '/v1/posts?text=%ff%zz')).status).toBeLessThan(500)
  })
})

describe('every answer', () => {
  it('carries a request id, the client’s own if it is sane', async () => {
    const own = await house.request('GET', '/v1/me', { headers: { 'x-request-id': 'trace-0123456789.a:b' } })
    expect(own.headers.get('x-request-id')).toBe('trace-0123456789.a:b')
    const secrets = [
      house.liveKey,
      `trace-${house.testKey}`,
      'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0',
      'a'.repeat(40),
    ]
    for (const wrong of ['x', 'a b c d e f g h', 'x'.repeat(129), '{"level":"fatal"}', ...secrets]) {
      const { headers } = await house.request('GET', '/v1/me', { headers: { 'x-request-id': wrong } })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
    const refused = await house.request('GET', '/v1/me', {
      key: null,
      headers: { 'x-request-id': 'trace-0123456789' },
    })
    expect(refused.json.request_id).toBe('trace-0123456789')
  })

  it('may be read by any page, without cookies', async () => {
    const { headers } = await house.request('GET', '/v1/me', { headers: { origin: 'https://app.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-expose-headers')).toMatch(
      /Idempotency-Replayed.*RateLimit.*X-Request-Id/,
    )
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('tells browsers to believe its type and to keep nothing', async () => {
    const { headers } = await house.request('GET', '/v1/me')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it('to a problem is application/problem+json with an address that explains it', async () => {
    const { json, headers } = await house.request('GET', `/v1/posts/${newId()}`)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(json).toEqual({
      type: `${house.url}/docs/problems/not_found`,
      title: 'Not found',
      message: 'There is no post with this id.',
      error: ['There is no post with this id.'],
      status: 404,
      detail: 'There is no post with this id.',
      template: 'There is no {thing} with this id.',
      params: { thing: 'post' },
      code: 'not_found',
      request_id: headers.get('x-request-id'),
    })
  })
})

describe('OPTIONS and HEAD', () => {
  it('let a page of another origin ask first', async () => {
    const { status, headers, text } = await house.request('OPTIONS', '/v1/posts', {
      key: null,
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
    expect([status, text]).toEqual([204, ''])
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(
      /authorization.*content-type.*idempotency-key/,
    )
    expect((await house.request('OPTIONS', '/v1/nothing', { key: null })).status).toBe(404)
  })

  it('answer HEAD as GET without the body', async () => {
    const get = await house.request('GET', '/v1/me')
    const head = await house.request('HEAD', '/v1/me')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)))
    expect((await house.request('HEAD', '/v1/me', { key: null })).status).toBe(401)
    expect((await house.request('HEAD', '/openapi.json', { key: null })).status).toBe(200)
  })
})

describe('pages that need no key', () => {
  it('say how it is', async () => {
    expect((await house.request('GET', '/healthz', { key: null })).json).toEqual({ status: 'ok' })
    expect((await house.request('GET', '/readyz', { key: null })).json).toEqual({ status: 'ready' })
  })
})
