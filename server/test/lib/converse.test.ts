import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import type { Talk } from '../../src/lib/safe-fetch/outbound.ts'
import { acceptWebSocket, type ServerSocket } from '../servers/web-socket.ts'
import { failureOf } from './outbound-failure.ts'

/** How the server answers each text. */
let answer: (text: string, socket: ServerSocket) => void = () => undefined
const heard: string[] = []
const connections: Socket[] = []
const server = createServer((_request, response) => response.writeHead(302, { location: '/there' }).end())
server.on('connection', (socket) => connections.push(socket))
server.on('upgrade', (request, socket) => {
  if (request.url === '/no') return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
  if (request.url === '/never') return void socket.on('end', () => socket.end()).resume()
  const accepted: ServerSocket = acceptWebSocket(request, socket, (text) => {
    heard.push(text)
    answer(text, accepted)
  })
})
const outbound = createOutbound({ allow: ['127.0.0.1/32'], internalHosts: new Map() })
let url: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await outbound.close()
  server.closeAllConnections()
  for (const socket of connections) socket.destroy()
  server.close()
})

const over: Talk = () => null
const within = { signal: new AbortController().signal, timeoutMs: 5_000, maxBytes: 100_000 }
const asked = (talk: Talk, address = url) =>
  ({ method: 'POST', url: address, headers: {}, body: '"first"', talk }) as const
const send = (talk: Talk, more: { address?: string; beforeWrite?: () => void; timeoutMs?: number } = {}) => {
  const { address = url, ...limits } = more
  return outbound.sendOnce(asked(talk, address), { beforeWrite: () => undefined, ...within, ...limits })
}

test.each(['fetch', 'sendOnce'] as const)(
  'a conversation by %s says, hears, answers and ends',
  async (way) => {
    heard.length = 0
    answer = (text, socket) => {
      if (text === '"first"') {
        socket.send('["go", "on"]')
        socket.send('no JSON')
      }
      if (text === '"third"') socket.send('{"the":"end\\u0000"}')
    }
    const said: unknown[] = []
    const talk: Talk = (message) => {
      said.push(message)
      if (Array.isArray(message)) return ['"second"', '"third"']
      return message === null ? [] : null
    }
    const { status, json, text, bytes } =
      way === 'fetch' ? await outbound.fetch(asked(talk), within) : await send(talk)
    // Words that are no JSON are null, and a letter that no database takes is replaced.
    expect(json).toEqual([['go', 'on'], null, { the: 'end\ufffd' }])
    expect(said).toEqual(json)
    expect(heard).toEqual(['"first"', '"second"', '"third"'])
    expect({ status, text, written: Buffer.from(bytes).toString() }).toEqual({
      status: 101,
      text: JSON.stringify(json),
      written: text,
    })
    await expect.poll(() => connections.every(({ destroyed }) => destroyed)).toBe(true)
  },
)

test('nothing was said where the moment to speak had passed, or where there was nobody to speak to', async () => {
  heard.length = 0
  const late = () => {
    throw new Error('The window has passed.')
  }
  expect((await failureOf(send(over, { beforeWrite: late }))).kind).toBe('not_sent')
  expect((await failureOf(send(over, { address: `${url}/no` }))).kind).toBe('not_sent')
  expect((await failureOf(send(over, { address: `${url}/never`, timeoutMs: 100 }))).kind).toBe('not_sent')
  expect((await failureOf(send(over, { address: 'ws://127.0.0.1:1' }))).kind).toBe('not_sent')
  const { signal } = { signal: AbortSignal.abort() }
  expect((await failureOf(outbound.fetch(asked(over), { ...within, signal }))).kind).toBe('not_sent')
  expect(heard).toEqual([])
})

test('a place that may not be reached is not asked', async () => {
  const strict = createOutbound({ allow: [], internalHosts: new Map() })
  const blocked = async (address: string, talk: Talk | undefined) => {
    const { talk: _, ...request } = asked(over, address)
    const work = strict.fetch(talk ? { ...request, talk } : request, within)
    return (await failureOf(work)).kind
  }
  const before = connections.length
  expect(await blocked(url, over)).toBe('blocked')
  expect(await blocked('ws://192.0.2.1', over)).toBe('blocked')
  expect(await blocked('wss://169.254.169.254', over)).toBe('blocked')
  expect(await blocked('https://example.org', over)).toBe('blocked')
  expect(await blocked('wss://someone:secret@example.org', over)).toBe('blocked')
  // Without the other half of a conversation there is none.
  expect(await blocked('wss://example.org', undefined)).toBe('blocked')
  expect(connections).toHaveLength(before)
  await strict.close()
})

const endings: [string, (socket: ServerSocket) => void][] = [
  ['ends the connection', (socket) => socket.destroy()],
  ['closes as one should', (socket) => socket.close()],
  ['says nothing', () => undefined],
  ['says bytes', (socket) => socket.sendFrame(2, Buffer.from('"bytes"'))],
  ['says a frame of an unknown kind', (socket) => socket.sendFrame(11, Buffer.from('?'))],
  ['says what is no UTF-8', (socket) => socket.sendFrame(1, Buffer.from([0xff, 0xfe]))],
  ['says a huge message', (socket) => socket.send(`"${'x'.repeat(200_000)}"`)],
  [
    'says many messages',
    (socket) => {
      for (let count = 0; count < 3_000; count++) socket.send(`"${'x'.repeat(50)}"`)
    },
  ],
]

test.each(endings)('nobody knows what became of it where the server %s', async (_how, end) => {
  answer = (_text, socket) => end(socket)
  const failure = await failureOf(send(() => [], { timeoutMs: 300 }))
  expect(failure.kind).toBe('no_answer')
  await expect.poll(() => connections.every(({ destroyed }) => destroyed)).toBe(true)
})

test('a fault of the other half ends the conversation', async () => {
  answer = (_text, socket) => socket.send('1')
  const talk: Talk = () => {
    throw new Error('This half is broken.')
  }
  expect(await failureOf(send(talk))).toMatchObject({
    kind: 'no_answer',
    cause: { message: 'This half is broken.' },
  })
})
