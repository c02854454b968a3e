// @module-tag slow
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LosingProxy, startLosingProxy } from '../../sdk/test/losing-proxy.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { buildProgram, type Program } from './program.ts'

let house: House
let crier: Program
let proxy: LosingProxy
let account: string

beforeAll(async () => {
  house = await startHouse()
  account = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  crier = await buildProgram(house.url, house.testKey)
  proxy = await startLosingProxy(house.url)
})
afterAll(async () => {
  await proxy.close()
  crier.remove()
  await house.stop()
})

/** Starts the command as the program of an agent does. */
async function connect(mode: 'legacy' | { pin: string }, url = house.url): Promise<Client> {
  const client = new Client({ name: 'an-agent', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [crier.file, 'mcp'],
      env: { HOME: crier.home, CRIER_URL: url, CRIER_API_KEY: house.testKey },
      stderr: 'ignore',
    }),
  )
  return client
}

const post = () => ({ caption: 'By an agent', social_accounts: [account], is_draft: true })

describe.each([['legacy' as const], [{ pin: '2026-07-28' }]])('an agent that speaks %j', (mode) => {
  test('lists the tools, and calls several at once', async () => {
    const client = await connect(mode)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('create_post')
    const calls = [1, 2, 3].map((n) =>
      client.callTool({
        name: 'create_post',
        arguments: { ...post(), idempotency_key: `${JSON.stringify(mode).replace(/\W/g, '')}-${n}` },
      }),
    )
    const made = (await Promise.all(calls)).map(
      ({ structuredContent }) => structuredContent as { id: string },
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(3)
    const wrong = await client.callTool({ name: 'get_post', arguments: { id: 'nothing' } })
    expect(wrong.isError).toBe(true)
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/no tool of this name/)
    await client.close()
  })
})

test('a message whose answer was lost does once what it asks for, also without a name', async () => {
  const client = await connect('legacy', proxy.url)
  const arguments_ = { ...post(), caption: 'To be copied', idempotency_key: 'to-be-copied' }
  const { structuredContent } = await client.callTool({ name: 'create_post', arguments: arguments_ })
  const { id } = structuredContent as { id: string }
  proxy.fail('POST', '/mcp', 'answer lost')
  const copied = await client.callTool({ name: 'duplicate_post', arguments: { id } })
  expect(copied.isError).toBeUndefined()
  const { json } = await house.request('GET', '/v1/posts?text=To%20be%20copied', { key: house.testKey })
  expect(json.data).toHaveLength(2)
  await client.close()
})

test('messages that are no JSON, notices and the end of the input', async () => {
  const { code, stdout } = await crier.run(['mcp'], {
    stdin:
      'this is no JSON\n\n{"jsonrpc":"2.0","method":"notifications/initialized"}\nnull\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n',
  })
  expect(code).toBe(0)
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers).toHaveLength(2)
  expect(answers).toContainEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32700, message: 'This is no JSON.' },
  })
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 7, result: {} })
})

test('a key that is refused ends it with a sentence, before any message', async () => {
  const env = { CRIER_URL: house.url, CRIER_API_KEY: 'crier_test_wrong' }
  const { code, stdout, stderr } = await crier.run(['mcp'], { stdin: null, env })
  expect([code, stdout]).toEqual([3, ''])
  expect(stderr).toContain('API key')
})
