import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const send = (body: unknown, headers = {}) =>
  house.request('POST', '/mcp', { key: house.testKey, body, headers })
const message = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const call = (name: unknown, given: unknown) => send(message('tools/call', { name, arguments: given }))
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

describe('a message that is wrong', () => {
  it.each([
    ['no JSON', '{"jsonrpc":'],
    ['nothing', ''],
    ['a list', [message('ping'), message('ping')]],
    ['a text', '"ping"'],
    ['null', 'null'],
    ['an object of something else', { hello: 1 }],
    ['a name twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}'],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}'],
    [
      'a hundred levels',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(100)}${']'.repeat(100)}}`,
    ],
  ])('%s is a 400', async (_name, body) => {
    const { status, text } = await send(body, { 'content-type': 'application/json' })
    expect(status).toBe(400)
    expect(text).not.toMatch(/node_modules|at \w+ \(/)
  })

  it('too large, of another type or sent by another method is refused as such', async () => {
    expect((await send(message('ping', { x: 'x'.repeat(400_000) }))).status).toBe(413)
    expect((await send('ping', { 'content-type': 'text/plain' })).status).toBe(415)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await house.request(method, '/mcp', { key: house.testKey })
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('POST, OPTIONS')
    }
  })

  it('for a method that is not there is answered by the protocol', async () => {
    for (const method of ['resources/list', 'prompts/list', 'logging/setLevel', 'nope', '__proto__']) {
      const { json } = await send(message(method, { level: 'debug' }))
      expect(json.error.code, method).toBe(-32601)
    }
    expect((await send(message('ping'))).json.result).toEqual({})
    expect((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  })

  it('that wants to listen for changes is not left waiting', async () => {
    const listen = message('subscriptions/listen', {
      notifications: { toolsListChanged: true },
      _meta: envelope,
    })
    const { json } = await send(listen, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    })
    expect(json.error).toBeDefined()
  })

  it('of a revision that nobody knows names those that are known', async () => {
    const { status, text } = await send(
      message('tools/list', {
        _meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
      }),
      { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' },
    )
    expect(status).toBe(400)
    expect(text).toContain('2026-07-28')
  })
})

describe('a call that is wrong', () => {
  it.each([['nope'], ['constructor'], ['__proto__'], ['createPost'], ['GET /v1/me'], [''], [5], [null]])(
    'of %j finds no tool',
    async (name) => {
      const { json } = await call(name, {})
      expect(json.error.code).toBe(-32602)
    },
  )

  it.each([
    ['../me'],
    ['../../healthz'],
    ['..%2Fme'],
    ['x/../../v1/me'],
    ['a?expand=author'],
    ['a#b'],
    ['a\r\nx-injected: 1'],
    [''],
    ['x'.repeat(3_000)],
    [null],
    [{ id: 1 }],
    [['a', 'b']],
    [0],
    [true],
  ])('the id %j reaches no other address', async (id) => {
    const { json } = await call('get_post', { id })
    expect(json.result.isError).toBe(true)
    expect([404, 414, 422]).toContain(json.result.structuredContent.status)
  })

  it.each([
    ['arguments that are a list', []],
    ['arguments that are a text', 'x'],
    ['arguments with names of every object', { constructor: 1, toString: 2 }],
  ])('%s are refused', async (_name, given) => {
    const { json } = await call('get_me', given)
    expect(json.error?.code ?? json.result.isError).toBeTruthy()
  })

  it.each([
    [{ status: ['draft', '"; drop table posts; --'] }],
    [{ limit: -1 }],
    [{ limit: 1e300 }],
    [{ text: '\u0000' }],
    [{ limit: null }],
  ])('the filter %j is a 422 of the API', async (given) => {
    const { json } = await call('list_posts', given)
    expect(json.result).toMatchObject({ isError: true, structuredContent: { status: 422 } })
  })

  it.each([[5], [''], ['x'.repeat(300)], [{}], ['a\nb']])(
    'the name %j of an intention is refused',
    async (key) => {
      const { json } = await call('delete_media', {
        id: '01a21cd5-c83f-7587-9c65-4122537d8412',
        idempotency_key: key,
      })
      expect(json.result.isError).toBe(true)
    },
  )

  it.each([[{ tag: [[]] }], [{ from: {} }], [{ status: { draft: true } }]])(
    'the filter %j is refused before it is asked',
    async (given) => {
      const { json } = await call('list_posts', given)
      expect(json.result.content[0].text).toMatch(/^`\w+` must be a text, a number/)
    },
  )

  it('that finds Crier broken is told so, with the id to look for in the log, and sees no insides', async () => {
    await house.db.run(sql`alter table queue_slots rename to queue_slots_gone`)
    const { json } = await call('list_free_slots', {})
    await house.db.run(sql`alter table queue_slots_gone rename to queue_slots`)
    const { status, code, request_id } = json.result.structuredContent
    expect([json.result.isError, status, code]).toEqual([true, 500, 'internal_error'])
    expect(JSON.stringify(json)).not.toContain('queue_slots')
    expect(house.logged()).toContain(request_id)
    expect((await call('list_free_slots', {})).json.result.isError).toBeUndefined()
  })
})
