import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuthenticationError, RequestAbortedError } from '../src/index.ts'
import { type StreamOptions, streamEvents } from '../src/stream-events.ts'
import { Transport } from '../src/transport.ts'

type Connection = (answer: ServerResponse) => void

let url: string
let asked: IncomingMessage['headers'][]
let paths: string[]
let connections: Connection[]
let close: () => Promise<void>

beforeEach(async () => {
  asked = []
  paths = []
  connections = []
  const server = createServer((request, answer) => {
    asked.push(request.headers)
    paths.push(request.url ?? '')
    const next = connections.shift()
    if (next) return next(answer)
    answer.writeHead(401, { 'content-type': 'application/problem+json' })
    answer.end(JSON.stringify({ status: 401, code: 'unauthorized', detail: 'The key was revoked.' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
afterEach(() => close())

const begin = (answer: ServerResponse) =>
  answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1\n\n')

const message = (id: string, end = '\n') =>
  [
    `id: ${id}`,
    'event: post.posted',
    `data: ${JSON.stringify({ id, type: 'post.posted', data: {} })}`,
    '',
    '',
  ].join(end)

function follow(options: StreamOptions & { type?: string[] } = {}) {
  const transport = new Transport({
    baseUrl: url,
    headers: { Authorization: 'Bearer crier_test_1' },
    sendsCookies: false,
    fetch,
    timeoutMs: 5_000,
    totalTimeoutMs: 5_000,
    maxRetries: 0,
  })
  return streamEvents(transport, '/v1/events', options)
}

/** The ids of this many events, or of all until the stream ends by an error. */
async function idsOf(stream: AsyncIterable<{ id: string }>, count = Number.POSITIVE_INFINITY) {
  const ids: string[] = []
  try {
    for await (const { id } of stream) if (ids.push(id) >= count) break
  } catch (error) {
    return { ids, error }
  }
  return { ids, error: null }
}

test('events come as they happen, and after a broken connection the stream goes on behind the last', async () => {
  connections = [
    (answer) => {
      begin(answer)
      answer.write(message('1') + message('2', '\r\n'))
      // The third is cut off, so it comes again.
      answer.write(message('3').slice(0, 25), () => answer.destroy())
    },
    (answer) => {
      begin(answer)
      answer.end(`: a sign of life\n\n${message('3')}${message('4', '\r')}`)
    },
    (answer) => {
      begin(answer)
      answer.write(message('5'))
    },
  ]
  const { ids, error } = await idsOf(follow({ lastEventId: '0' }), 5)
  expect([ids, error]).toEqual([['1', '2', '3', '4', '5'], null])
  expect(asked.map((headers) => headers['last-event-id'])).toEqual(['0', '2', '4'])
  expect(asked[0]).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer crier_test_1' })
})

test('an event has the place from which another program can go on, and filters are sent', async () => {
  connections = [
    (answer) => {
      begin(answer)
      answer.write('id: place-0\n\ndata: {"id":"8"}\n\n: quiet\nid: place-8\n\ndata: {"id":"9"}\n\n')
    },
  ]
  const seen: unknown[] = []
  for await (const { id, cursor } of follow({ type: ['post.posted', 'post.failed'] }))
    if (seen.push([id, cursor]) === 2) break
  expect(seen).toEqual([
    ['8', 'place-0'],
    ['9', 'place-8'],
  ])
  expect(paths).toEqual(['/v1/events?type=post.posted&type=post.failed'])
})

test('events that come in pieces of one byte are whole', async () => {
  connections = [
    async (answer) => {
      begin(answer)
      const bytes = Buffer.from(`\r\n${message('ü', '\r\n')}${message('🌊', '\r')}\n`)
      for (const byte of bytes) await new Promise((resolve) => answer.write(Buffer.of(byte), resolve))
    },
  ]
  expect((await idsOf(follow(), 2)).ids).toEqual(['ü', '🌊'])
})

test('data of several lines is one text, and messages that are no events are passed over', async () => {
  connections = [
    (answer) => {
      begin(answer)
      answer.write('data: no json\n\ndata\n\nid: 7\n\nnonsense\n\n')
      answer.write('data: {"id":\ndata:"8"}\n\n')
    },
  ]
  expect((await idsOf(follow(), 1)).ids).toEqual(['8'])
})

test('an event counts as handled when the next one is asked for', async () => {
  connections = [
    (answer) => {
      begin(answer)
      answer.write(message('1') + message('2'))
    },
    (answer) => {
      begin(answer)
      answer.write(message('2'))
    },
  ]
  const first = follow()
  await first.next()
  await first.next()
  await first.return(undefined)
  expect((await idsOf(follow({ lastEventId: '1' }), 1)).ids).toEqual(['2'])
})

test('a server that is away for a while is asked again, and a refusal ends the stream', async () => {
  connections = [
    (answer) => answer.writeHead(503, { 'retry-after': '0' }).end(),
    (answer) => answer.destroy(),
    (answer) => {
      begin(answer)
      answer.end(message('1'))
    },
  ]
  const { ids, error } = await idsOf(follow())
  expect(ids).toEqual(['1'])
  expect(error).toBeInstanceOf(AuthenticationError)
  expect(asked).toHaveLength(4)
})

test('a connection on which nothing comes any more is opened anew', async () => {
  connections = [
    (answer) => {
      begin(answer)
      answer.write(message('1'))
    },
    (answer) => {
      begin(answer)
      answer.write(message('2'))
    },
  ]
  expect((await idsOf(follow({ silenceMs: 100 }), 2)).ids).toEqual(['1', '2'])
})

test('a loop that is left closes the connection, and a signal ends it with an error', async () => {
  const closed: Promise<unknown>[] = []
  const quiet: Connection = (answer) => {
    closed.push(once(answer, 'close'))
    begin(answer)
    answer.write(message('1'))
  }
  connections = [quiet, quiet]
  await idsOf(follow(), 1)
  await closed[0]
  const stop = new AbortController()
  const stream = follow({ signal: stop.signal })
  await stream.next()
  const next = stream.next().catch((error: unknown) => error)
  stop.abort()
  expect(await next).toBeInstanceOf(RequestAbortedError)
  await closed[1]
  const unsent = await idsOf(follow({ signal: AbortSignal.abort() }))
  expect(unsent.error).toBeInstanceOf(RequestAbortedError)
})
