import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { connectAgent } from './connect-agent.ts'

let house: House
let account: string
beforeAll(async () => {
  house = await startHouse()
  account = await house.connect('sandbox', { name: 'Harbour' }, 'test')
})
afterAll(() => house.stop())

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const send = (body: unknown, key: string | null = house.testKey, headers = {}) =>
  house.request('POST', '/mcp', { key, body, headers })
const callOf = (name: string, given: unknown = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
})

describe('an agent whose key may read and write', () => {
  it('is shown no tool that publishes, and saves drafts', async () => {
    const { key } = await house.key({ mode: 'test', scopes: ['read', 'write'] })
    const agent = await connectAgent(house, key)
    expect(agent.client.getInstructions()).toContain('This key may not publish.')
    const { tools } = await agent.client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('create_post')
    expect(names.filter((name) => /retry|resolve|edit/.test(name))).toEqual([])
    const post = { caption: 'A draft.', social_accounts: [account] }
    const refused = await agent.call('create_post', { ...post, idempotency_key: 'now' })
    expect(refused.json).toMatchObject({ status: 403, code: 'scope_missing', scope: 'publish' })
    const made = await agent.call('create_post', { ...post, is_draft: true, idempotency_key: 'draft' })
    expect(made.json.status).toBe('draft')
    const { json } = await agent.call('retry_post', { id: made.json.id })
    expect(json).toMatchObject({ status: 403, code: 'scope_missing' })
    await agent.close()
  })
})

describe('the address of agents', () => {
  it('wants a key, and asks for it as the protocol says', async () => {
    for (const key of [null, 'crier_test_wrong']) {
      const answer = await send(listTools, key)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
    const { key } = await house.key({ mode: 'test', scopes: ['write'] })
    expect((await send(listTools, key)).json.code).toBe('scope_missing')
    expect((await house.request('POST', `/mcp?key=${house.testKey}`, { body: listTools })).status).toBe(401)
  })

  it('lets no key in that was revoked', async () => {
    const { id, key } = await house.key({ mode: 'test' })
    expect((await send(listTools, key)).status).toBe(200)
    await house.db.run(sql`update api_keys set revoked_at = now() where id = ${id}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await send(listTools, key)).status).toBe(401)
  })

  it('finds nothing of another workspace or of the other mode', async () => {
    const live = await house.key()
    const stranger = await house.other()
    const made = await send(
      callOf('create_post', {
        caption: 'Mine.',
        social_accounts: [account],
        is_draft: true,
        idempotency_key: 'mine',
      }),
    )
    const { id } = made.json.result.structuredContent
    for (const key of [live.key, stranger.testKey]) {
      const { json } = await send(callOf('get_post', { id }), key)
      expect(json.result).toMatchObject({ isError: true, structuredContent: { status: 404 } })
    }
  })

  it('says in the log who did it, and from where', async () => {
    const created = await send(
      callOf('create_post', {
        caption: 'In the log.',
        social_accounts: [account],
        is_draft: true,
        idempotency_key: 'log',
      }),
      house.testKey,
      { 'user-agent': 'an-agent/1.0' },
    )
    const { id } = created.json.result.structuredContent
    await send(callOf('delete_post', { id }))
    const { json } = await house.request('GET', '/v1/audit-log', { key: house.testKey })
    expect(json.data[0]).toMatchObject({ ip: '127.0.0.1' })
    expect(JSON.stringify(json.data.slice(0, 2))).toContain(id)
  })

  it('holds no place when a call is over', async () => {
    for (let n = 0; n < 300; n += 1) {
      const { json } = await send(callOf('get_me'))
      expect(json.result.isError, `call ${n}`).toBeUndefined()
    }
  })
})

describe('the limit of a key', () => {
  let small: House
  beforeAll(async () => {
    small = await startHouse({ worker: false, config: { rateLimitPerMinute: 6 } })
  })
  afterAll(() => small.stop())
  beforeEach(async () => {
    const row = await small.db.row<{ left: number }>(sql`
      select (60 - extract(second from clock_timestamp()))::float8 as left`)
    if (row && row.left < 12) await new Promise((resolve) => setTimeout(resolve, row.left * 1_000 + 50))
  })

  it('counts each message, and says when to go on', async () => {
    const ask = () => small.request('POST', '/mcp', { key: small.testKey, body: callOf('get_me') })
    const asked = []
    for (let n = 0; n < 7; n += 1) asked.push(await ask())
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(asked.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/)
  }, 90_000)
})
