import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import type { Outbound, OutboundRequest } from '../../src/lib/safe-fetch/outbound.ts'
import { failureOf } from './outbound-failure.ts'
import { type RawServer, startRawServer } from './raw-server.ts'

const names: Record<string, readonly string[]> = {
  'near.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.1'],
  'mixed.example': ['93.184.215.14', '10.0.0.1'],
  'public.example': ['93.184.215.14'],
  'half.example': ['127.0.0.1', '93.184.215.14'],
  'empty.example': [],
}
const resolved: string[] = []
const resolve = async (name: string) => {
  resolved.push(name)
  if (name === 'slow.example') return new Promise<never>(() => undefined)
  const found = names[name]
  if (!found) throw new Error('ENOTFOUND')
  return found
}
const outbound = createOutbound({ allow: ['127.0.0.0/8'], internalHosts: new Map(), resolve })
afterAll(() => outbound.close())
const servers: RawServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  resolved.splice(0)
})

async function serve(...behaviour: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...behaviour)
  servers.push(server)
  return server
}

/** A server that answers this, and the heads that it was asked with. */
async function serveText(text: string | Buffer): Promise<{ server: RawServer; heads: string[] }> {
  const heads: string[] = []
  const server = await serve((socket, head) => {
    heads.push(head)
    socket.end(text)
  })
  return { server, heads }
}

const get = (url: string, headers = {}): OutboundRequest => ({ method: 'GET', url, headers, body: null })
const limits = (more: object = {}) => ({
  signal: AbortSignal.timeout(20_000),
  timeoutMs: 2_000,
  maxBytes: 1_000,
  beforeWrite: () => undefined,
  ...more,
})
const waits = (more: object = {}) => ({
  signal: AbortSignal.timeout(20_000),
  headersTimeoutMs: 2_000,
  ...more,
})
const hello = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'

describe('a file that is read as it comes', () => {
  test('arrives byte for byte, compressed or not, with its status and the headers of its answer', async () => {
    const body = gzipSync('hello')
    const head = `HTTP/1.1 206 Partial\r\nX-Which: a\r\nX-WHICH: b\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`
    const { server, heads } = await serveText(Buffer.concat([Buffer.from(head), body]))
    const headers = { range: 'bytes=5-', 'accept-encoding': 'gzip', 'user-agent': 'somebody' }
    const answer = await outbound.open(`${server.url}a/b?c=d`, waits({ headers }))
    expect(answer).toMatchObject({ status: 206, headers: { 'x-which': 'a, b', 'content-encoding': 'gzip' } })
    expect(Buffer.concat(await answer.body.toArray())).toEqual(body)
    expect(heads).toHaveLength(1)
    expect(heads[0]).toMatch(/^GET \/a\/b\?c=d HTTP/)
    for (const line of ['range: bytes=5-', 'accept-encoding: identity', 'user-agent: Crier', 'accept: */*'])
      expect(heads[0]).toContain(`\r\n${line}`)
    expect(heads[0]).not.toMatch(/somebody|gzip/)
  })

  test('is given up when its headers are late, and its body may then take any time', async () => {
    const silent = await serve(() => undefined)
    const late = await failureOf(outbound.open(silent.url, waits({ headersTimeoutMs: 100 })))
    expect(late).toMatchObject({ kind: 'no_answer', message: 'There was no answer within 100 ms.' })
    const slow = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel')
      setTimeout(() => socket.end('lo'), 300)
    })
    const { body } = await outbound.open(slow.url, waits({ headersTimeoutMs: 150 }))
    expect(Buffer.concat(await body.toArray()).toString()).toBe('hello')
  })

  test('ends with the signal of its reader, before its headers and within its body', async () => {
    const silent = await serve(() => undefined)
    const early = AbortSignal.timeout(50)
    const failure = await failureOf(outbound.open(silent.url, waits({ signal: early })))
    expect(failure).toMatchObject({ kind: 'no_answer', message: 'The connection broke.' })
    const endless = await serve(
      (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhel'),
    )
    const reading = new AbortController()
    const { body } = await outbound.open(endless.url, waits({ signal: reading.signal }))
    setTimeout(() => reading.abort(), 50)
    await expect(body.toArray()).rejects.toThrow()
    // Nobody listens to this one: that it breaks must not end the process.
    const left = new AbortController()
    await outbound.open(endless.url, waits({ signal: left.signal }))
    left.abort()
    await new Promise((later) => setTimeout(later, 20))
  })

  test('is asked of nobody to whom no request may go', async () => {
    for (const url of [
      'http://inside.example/',
      'https://u@public.example/',
      'ftp://public.example/',
      'nowhere',
    ])
      expect([url, (await failureOf(outbound.open(url, waits()))).kind]).toEqual([url, 'blocked'])
    expect((await failureOf(outbound.open('http://gone.example/', waits()))).kind).toBe('not_sent')
  })
})

describe('an address that is checked before it is kept', () => {
  const elsewhere = 'not on the public internet, and OUTBOUND_ALLOW does not name it'
  const check = (url: string, signal = AbortSignal.timeout(20_000)) => outbound.check(url, signal)

  test('is fine where a request might go there, and nothing connects to it', async () => {
    const server = await serve(() => undefined)
    await check(server.url)
    await check(`http://near.example:${server.port}/`)
    await check('https://public.example/')
    expect(server.seen.connections).toBe(0)
    expect(resolved).toEqual(['near.example', 'public.example'])
  })

  test.each([
    ['https://10.0.0.1/', `10.0.0.1 is ${elsewhere}`],
    ['https://[::ffff:10.0.0.1]/', `::ffff:a00:1 is ${elsewhere}`],
    ['http://inside.example/', `its name leads to a place that is ${elsewhere}`],
    ['https://mixed.example/', `its name leads to a place that is ${elsewhere}`],
    ['http://public.example/', 'it is not https'],
    // One allowed address frees only itself.
    ['http://half.example/', 'it is not https'],
    ['https://half.example:8443/', 'port 8443 is not 80 or 443'],
    ['https://public.example:8443/', 'port 8443 is not 80 or 443'],
    ['https://93.184.215.14/', 'it names a number instead of a host'],
    ['https://public.example./', 'its name ends in a dot'],
    ['https://u:p@public.example/', 'it carries a user name'],
    ['ftp://public.example/', 'ftp: is not http or https'],
    ['public.example', 'it cannot be read'],
  ])('is refused with the reason: %s', async (url, why) => {
    expect(await failureOf(check(url))).toMatchObject({
      kind: 'blocked',
      message: `This address may not be reached: ${why}.`,
    })
  })

  test('tells nobody which number a name inside has, but the log', async () => {
    const failure = await failureOf(check('https://inside.example/'))
    expect(failure.message).not.toContain('10.0.0.1')
    expect(failure.cause).toEqual(new Error('inside.example leads to 10.0.0.1.'))
  })

  test('is not found where its name is not, or has no address, or nobody waits any longer', async () => {
    for (const [url, message] of [
      ['https://gone.example/', 'The name gone.example could not be resolved.'],
      ['https://empty.example/', 'The name empty.example has no address.'],
    ] as const)
      expect(await failureOf(check(url))).toMatchObject({ kind: 'not_sent', message })
    const failure = await failureOf(check('https://slow.example/', AbortSignal.abort(new Error('closing'))))
    expect(failure).toMatchObject({ kind: 'not_sent', cause: new Error('closing') })
  })
})

describe('a host within this process', () => {
  const inside = (server: RawServer): Outbound => {
    const place = {
      address: () => ({ host: '127.0.0.1', port: server.port }),
      headers: { 'x-secret': 'of this start' },
    }
    return createOutbound({ allow: [], internalHosts: new Map([['inside.crier', place]]), resolve })
  }

  test('gets its secret with each request, and is reached without TLS and without a name server', async () => {
    const { server, heads } = await serveText(hello)
    const out = inside(server)
    for (const url of ['http://inside.crier/a', 'https://inside.crier/a', 'http://inside.crier:9/a']) {
      expect((await out.fetch(get(url, { 'x-secret': 'guessed', 'x-more': '1' }), limits())).text).toBe(
        'hello',
      )
      expect((await out.sendOnce(get(url), limits())).text).toBe('hello')
      await out.check(url, AbortSignal.timeout(1_000))
    }
    for (const head of heads) expect(head).toContain('\r\nx-secret: of this start')
    expect(heads.join()).not.toContain('guessed')
    expect(heads[0]).toContain('x-more: 1')
    expect(resolved).toEqual([])
    await out.close()
  })

  test('tells its secret to nobody else', async () => {
    const { server, heads } = await serveText(hello)
    const place = {
      address: () => ({ host: '127.0.0.1', port: 1 }),
      headers: { 'x-secret': 'of this start' },
    }
    const out = createOutbound({
      allow: ['127.0.0.0/8'],
      internalHosts: new Map([['inside.crier', place]]),
      resolve,
    })
    await out.fetch(get(`http://near.example:${server.port}/`), limits())
    expect(heads[0]).not.toContain('x-secret')
    await out.close()
  })
})

describe('a request', () => {
  test('says that it is Crier and takes anything, unless it says otherwise, and keeps its path and query', async () => {
    const { server, heads } = await serveText(hello)
    await outbound.fetch(get(`${server.url}a%20b?c=d#e`), limits())
    await outbound.fetch(get(server.url, { accept: 'image/png', 'user-agent': 'other' }), limits())
    expect(heads[0]).toMatch(/^GET \/a%20b\?c=d HTTP\/1\.1\r\n/)
    expect(heads[0]).toMatch(/\r\nuser-agent: Crier/i)
    expect(heads[0]).toMatch(/\r\naccept: \*\/\*/i)
    expect(heads[1]).toMatch(/\r\naccept: image\/png/i)
    expect(heads[1]).toMatch(/\r\nuser-agent: other/i)
  })

  test('that is given up says so, with the reason, and leaves no time running', async () => {
    const server = await serve(() => undefined)
    const late = await failureOf(outbound.fetch(get(server.url), limits({ timeoutMs: 100 })))
    expect(late).toMatchObject({ kind: 'no_answer', message: 'There was no answer within 100 ms.' })
    const reason = new Error('closing')
    const early = await failureOf(
      outbound.fetch(get(server.url), limits({ signal: AbortSignal.abort(reason) })),
    )
    expect(early).toMatchObject({ kind: 'not_sent', message: 'The request was given up.', cause: reason })
    const broken = await serve((socket) => void socket.destroy())
    const failure = await failureOf(outbound.fetch(get(broken.url), limits()))
    expect(failure).toMatchObject({ kind: 'no_answer', message: 'The connection broke.' })
  })

  test('whose sender is gone while its body is read was not sent', async () => {
    const server = await serve(() => undefined)
    const canceled: unknown[] = []
    const body = new ReadableStream<Uint8Array>(
      { pull: () => new Promise(() => undefined), cancel: () => void canceled.push(true) },
      { highWaterMark: 0 },
    )
    const request: OutboundRequest = { ...get(server.url, { 'content-length': '5' }), method: 'POST', body }
    const signal = AbortSignal.timeout(50)
    expect(await failureOf(outbound.fetch(request, limits({ signal })))).toMatchObject({
      kind: 'not_sent',
      message: 'The body of the request could not be read.',
    })
    expect(canceled).toEqual([true])
    expect(server.seen.connections).toBe(0)
  })

  test('that nobody waits for does not read its body', async () => {
    const pulled: unknown[] = []
    const body = new ReadableStream<Uint8Array>({ pull: () => void pulled.push(true) }, { highWaterMark: 0 })
    const request: OutboundRequest = { ...get('http://near.example:1/'), method: 'POST', body }
    const signal = AbortSignal.abort(new Error('closing'))
    expect(await failureOf(outbound.sendOnce(request, limits({ signal })))).toMatchObject({
      kind: 'not_sent',
      cause: new Error('closing'),
    })
    expect(pulled).toEqual([])
  })

  test('to a port where nobody listens names the host and the port', async () => {
    const server = await serve(() => undefined)
    server.close()
    const failure = await failureOf(outbound.fetch(get(`http://near.example:${server.port}/`), limits()))
    expect(failure).toMatchObject({
      kind: 'not_sent',
      message: `There is no connection to near.example port ${server.port}.`,
    })
  })

  test('ends when its server is closed, and no other begins', async () => {
    const server = await serve(() => undefined)
    const out = createOutbound({ allow: ['127.0.0.0/8'], internalHosts: new Map(), resolve })
    const [kept, alone] = [
      failureOf(out.fetch(get(server.url), limits())),
      failureOf(out.sendOnce(get(server.url), limits())),
    ]
    await expect.poll(() => server.seen.requests).toBe(2)
    await out.close()
    expect([(await kept).kind, (await alone).kind]).toEqual(['no_answer', 'no_answer'])
    expect((await failureOf(out.fetch(get(server.url), limits()))).kind).toBe('not_sent')
    expect(server.seen.requests).toBe(2)
  })
})

describe('an answer of which the beginning is enough', () => {
  const cut = { maxBytes: 10, isCut: true }
  const ask = (server: RawServer, more: object = cut) => outbound.fetch(get(server.url), limits(more))
  const sized = (body: string | Buffer, more = '') =>
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\n${more}content-length: ${body.length}\r\n\r\n`),
      Buffer.from(body),
    ])

  test('ends at its limit, and one that is as long is whole', async () => {
    const { server } = await serveText(sized('0123456789'))
    expect((await ask(server)).text).toBe('0123456789')
    expect((await ask(server, { maxBytes: 10 })).text).toBe('0123456789')
    const { server: longer } = await serveText(sized('0123456789abc'))
    expect((await ask(longer)).text).toBe('0123456789')
    expect(await failureOf(ask(longer, { maxBytes: 10 }))).toMatchObject({
      kind: 'no_answer',
      message: 'The answer is larger than 10 bytes.',
    })
  })

  test('ends at its limit where it is compressed', async () => {
    const { server } = await serveText(
      sized(gzipSync('0123456789'.repeat(1_000)), 'content-encoding: gzip\r\n'),
    )
    expect((await ask(server)).text).toBe('0123456789')
  })

  test('is left then, however much its server would still send', async () => {
    const closed = Promise.withResolvers<void>()
    const server = await serve((socket: Socket) => {
      socket.on('close', () => closed.resolve())
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(20)}`)
    })
    expect((await ask(server)).text).toBe('x'.repeat(10))
    await closed.promise
  })

  test('is what there is of it where it unfolds to nothing', async () => {
    const head = gzipSync('').subarray(0, 10)
    const emptyBlocks = Buffer.from('000000ffff'.repeat(2_000), 'hex')
    const server = await serve((socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 1000000\r\n\r\n')
      socket.write(head)
      socket.write(emptyBlocks, () => setTimeout(() => socket.write(emptyBlocks), 20))
    })
    expect(await ask(server)).toMatchObject({ status: 200, text: '' })
  })
})

describe('a kept connection that breaks', () => {
  /** Answers the first request on each connection, and resets it when another comes. */
  const serveOnePerConnection = () => {
    const answered = new WeakSet<Socket>()
    return serve((socket) => {
      if (answered.has(socket)) return void socket.resetAndDestroy()
      answered.add(socket)
      socket.write(hello)
    })
  }
  const post = (url: string, body: OutboundRequest['body']): OutboundRequest => ({
    ...get(url),
    method: 'POST',
    body,
  })

  test('has its request made again where its receiver bears it twice and its body is a text', async () => {
    const server = await serveOnePerConnection()
    for (let round = 0; round < 6; round++)
      expect((await outbound.fetch(post(server.url, 'x'), limits({ isRepeatable: true }))).text).toBe('hello')
  })

  test('has its request not made again where the receiver may not bear it, or its body is gone', async () => {
    for (const [body, more] of [
      ['x', {}],
      [Buffer.from('x'), { isRepeatable: true }],
    ] as const) {
      const server = await serveOnePerConnection()
      const kinds: string[] = []
      for (let round = 0; round < 10; round++)
        await outbound.fetch(post(server.url, body), limits(more)).catch(({ kind }) => kinds.push(kind))
      expect(new Set(kinds)).toEqual(new Set(['no_answer']))
      expect(server.seen.requests).toBe(10)
    }
  })

  test('closed in the regular way has its GET made again on another one', async () => {
    const server = await serve((socket) => void socket.write(hello, () => setTimeout(() => socket.end(), 1)))
    for (let round = 0; round < 20; round++)
      expect((await outbound.fetch(get(server.url), limits())).text).toBe('hello')
  })
})
