import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import { OutboundError, type OutboundRequest } from '../../src/lib/safe-fetch/outbound.ts'
import { startTinyDns, type TinyDns } from './tiny-dns.ts'

const canaries: Server[] = []
let port = 0
let touched = 0
let friendly: Server
let dns: TinyDns

beforeAll(async () => {
  const onTouch = () => void touched++
  for (const host of ['127.0.0.1', '::1']) {
    const canary = createServer(onTouch).listen(port, host)
    const isListening = await once(canary, 'listening').catch((error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nothing there to guard.
      if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error
    })
    if (!isListening) continue
    port = (canary.address() as AddressInfo).port
    canaries.push(canary)
  }
  friendly = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"from":"127.0.0.2"}'))
  }).listen(port, '127.0.0.2')
  await once(friendly, 'listening')
  dns = await startTinyDns((name, times) => names[name]?.(times) ?? [])
})

afterAll(() => {
  for (const server of [...canaries, friendly]) server.close()
  dns.close()
})

const names: Record<string, (times: number) => readonly string[]> = {
  'turning.example': (times) => [times === 1 ? '127.0.0.2' : '127.0.0.1'],
  'both.example': () => ['127.0.0.2', '127.0.0.1'],
  'both-public.example': () => ['93.184.215.14', '127.0.0.1'],
  'alias.example': () => ['-> middle.example', '-> inside.example', '127.0.0.1'],
  'six.example': () => ['0:0:0:0:0:0:0:1'],
  'ten.example': () => ['10.0.0.1'],
  'steady.example': () => ['127.0.0.2'],
  'public.example': () => ['93.184.215.14'],
}

const get = (url: string): OutboundRequest => ({ method: 'GET', url, headers: {}, body: null })
const limits = () => ({ signal: AbortSignal.timeout(10_000), timeoutMs: 2_000, maxBytes: 10_000 })

async function kindOf(work: Promise<unknown>): Promise<{ kind: string; message: string }> {
  const error = await work.then(
    () => new Error('it was answered'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof OutboundError)) throw error
  return { kind: error.kind, message: error.message }
}

// An address that means this machine or a private network, in every spelling a URL parser takes for one.
const notPublic = [
  'https://127.0.0.1:PORT/',
  'https://127.1:PORT/',
  'https://127.0.1:PORT/',
  'https://127.255.255.254:PORT/',
  'https://2130706433:PORT/',
  'https://017700000001:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://0177.1:PORT/',
  'https://0x7f000001:PORT/',
  'https://0x7f.0x0.0x0.0x1:PORT/',
  'https://0x7f.1:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://127%2e0%2e0%2e1:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https://127。0。0。1:PORT/',
  'https://127．0．0．1:PORT/',
  'https://127｡0｡0｡1:PORT/',
  'https://１２７.０.０.１:PORT/',
  'https://①②⑦.0.0.1:PORT/',
  'https://0.0.0.0:PORT/',
  'https://0:PORT/',
  'https://0.1.2.3:PORT/',
  'https://10.0.0.1:PORT/',
  'https://172.16.0.1:PORT/',
  'https://172.31.255.255:PORT/',
  'https://192.168.0.1:PORT/',
  'https://100.64.0.1:PORT/',
  'https://100.127.255.255:PORT/',
  'https://169.254.169.254:PORT/latest/meta-data/',
  'https://0xa9fea9fe:PORT/',
  'https://2852039166:PORT/',
  'https://192.0.0.192:PORT/',
  'https://192.0.2.1:PORT/',
  'https://198.18.0.1:PORT/',
  'https://198.51.100.1:PORT/',
  'https://203.0.113.1:PORT/',
  'https://192.88.99.1:PORT/',
  'https://224.0.0.1:PORT/',
  'https://240.0.0.1:PORT/',
  'https://255.255.255.255:PORT/',
  'https://[::1]:PORT/',
  'https://[0:0:0:0:0:0:0:1]:PORT/',
  'https://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/',
  'https://[::]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://[::7f00:1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[::ffff:0:127.0.0.1]:PORT/',
  'https://[::ffff:10.0.0.1]:PORT/',
  'https://[::ffff:169.254.169.254]:PORT/',
  'https://[64:ff9b::127.0.0.1]:PORT/',
  'https://[64:ff9b::7f00:1]:PORT/',
  'https://[64:ff9b:1::7f00:1]:PORT/',
  'https://[2002:7f00:1::]:PORT/',
  'https://[2002:a00:1::]:PORT/',
  'https://[2001:0:7f00:1::]:PORT/',
  'https://[2001:db8::1]:PORT/',
  'https://[2001:2::1]:PORT/',
  'https://[2001:10::1]:PORT/',
  'https://[3fff::1]:PORT/',
  'https://[fe80::1]:PORT/',
  'https://[fe90::1]:PORT/',
  'https://[febf::1]:PORT/',
  'https://[fec0::1]:PORT/',
  'https://[fc00::1]:PORT/',
  'https://[fd00:ec2::254]:PORT/',
  'https://[ff02::1]:PORT/',
  'https://[100::1]:PORT/',
  'https://[4000::1]:PORT/',
  'https://localhost:PORT/',
  'https://LOCALHOST:PORT/',
  'https://LocalHost:PORT/',
]

const badlyFormed = [
  ['https://user@127.0.0.1:PORT/', 'user name'],
  ['https://example.org@127.0.0.1:PORT/', 'user name'],
  ['https://user:word@example.org/', 'user name'],
  ['https://:word@example.org/', 'user name'],
  ['https://example.org%40127.0.0.1:PORT/', 'cannot be read'],
  ['https://localhost.:PORT/', 'ends in a dot'],
  ['https://example.org./', 'ends in a dot'],
  ['https://example.org。/', 'ends in a dot'],
  ['https://[::1%25lo]:PORT/', 'cannot be read'],
  ['https://[::1%lo]:PORT/', 'cannot be read'],
  ['https://127.0.0.1%00.example.org/', 'cannot be read'],
  ['https://127.0.0.256:PORT/', 'cannot be read'],
  ['https://0x7g.1:PORT/', 'cannot be read'],
  ['https:///', 'cannot be read'],
  ['127.0.0.1:PORT/', 'cannot be read'],
  ['//127.0.0.1:PORT/', 'cannot be read'],
  ['', 'cannot be read'],
  ['file:///etc/passwd', 'not http or https'],
  ['ftp://127.0.0.1:PORT/', 'not http or https'],
  ['gopher://127.0.0.1:PORT/_GET', 'not http or https'],
  ['data:text/plain,hello', 'not http or https'],
  ['blob:https://127.0.0.1/1', 'not http or https'],
  ['https://93.184.215.14/', 'number instead of a host'],
  ['https://1572394766/', 'number instead of a host'],
  ['https://[2606:4700::1111]/', 'number instead of a host'],
  ['https://[::ffff:93.184.215.14]/', 'number instead of a host'],
] as const

test.each(notPublic)('#6 %s is not reached', async (url) => {
  const outbound = createOutbound({ allow: [], internalHosts: new Map() })
  const blocked = { kind: 'blocked', message: expect.stringContaining('is not on the public internet') }
  const request = get(url.replace('PORT', String(port)))
  expect(await kindOf(outbound.fetch(request, limits()))).toEqual(blocked)
  expect(await kindOf(outbound.sendOnce(request, { ...limits(), beforeWrite: () => undefined }))).toEqual(
    blocked,
  )
  expect(touched).toBe(0)
})

test.each(badlyFormed)('#6 %s is refused: %s', async (url, why) => {
  const outbound = createOutbound({ allow: [], internalHosts: new Map() })
  const blocked = { kind: 'blocked', message: expect.stringContaining(why) }
  const request = get(url.replace('PORT', String(port)))
  expect(await kindOf(outbound.fetch(request, limits()))).toEqual(blocked)
  expect(await kindOf(outbound.sendOnce(request, { ...limits(), beforeWrite: () => undefined }))).toEqual(
    blocked,
  )
  expect(touched).toBe(0)
})

test.each([
  ['http://public.example/', 'not https'],
  ['http://public.example:443/', 'not https'],
  ['https://public.example:22/', 'port 22'],
  ['https://public.example:8443/', 'port 8443'],
])('#6 a public host is reached by https on port 80 or 443 only, not as %s', async (url, why) => {
  const outbound = createOutbound({ allow: [], internalHosts: new Map(), resolve: dns.resolve })
  expect(await kindOf(outbound.fetch(get(url), limits()))).toEqual({
    kind: 'blocked',
    message: expect.stringContaining(why),
  })
})

test.each(['both-public.example', 'alias.example', 'six.example', 'ten.example'])(
  '#7 the name %s, which leads inside, is not followed',
  async (name) => {
    const outbound = createOutbound({ allow: [], internalHosts: new Map(), resolve: dns.resolve })
    expect(await dns.resolve(name)).not.toEqual([])
    const found = await kindOf(outbound.fetch(get(`https://${name}:${port}/`), limits()))
    expect(found).toEqual({
      kind: 'blocked',
      message: expect.stringContaining('is not on the public internet'),
    })
    expect(touched).toBe(0)
  },
)

test('#7 a name is resolved once for each connection, so it cannot turn inside between the check and the connection', async () => {
  const outbound = createOutbound({ allow: ['127.0.0.2/32'], internalHosts: new Map(), resolve: dns.resolve })
  const request = get(`http://turning.example:${port}/`)
  const answer = await outbound.sendOnce(request, { ...limits(), beforeWrite: () => undefined })
  expect(answer.json).toEqual({ from: '127.0.0.2' })
  expect(dns.asked.get('turning.example')).toBe(1)
  expect((await kindOf(outbound.fetch(request, limits()))).kind).toBe('blocked')
  expect((await kindOf(outbound.fetch(get(`http://both.example:${port}/`), limits()))).kind).toBe('blocked')
  expect(touched).toBe(0)
})

test('inside an allowed network, and only there, http, any port and numbers are fine', async () => {
  const outbound = createOutbound({ allow: ['127.0.0.2/32'], internalHosts: new Map(), resolve: dns.resolve })
  for (const host of ['127.0.0.2', '[::ffff:127.0.0.2]', '2130706434', 'steady.example']) {
    const answer = await outbound.fetch(get(`http://${host}:${port}/`), limits())
    expect(answer.json).toEqual({ from: '127.0.0.2' })
  }
  expect((await kindOf(outbound.fetch(get(`http://127.0.0.1:${port}/`), limits()))).kind).toBe('blocked')
  expect(touched).toBe(0)
})

test('what everybody will read is never read inside an allowed network, not even on a connection that is open', async () => {
  const outbound = createOutbound({ allow: ['127.0.0.2/32'], internalHosts: new Map(), resolve: dns.resolve })
  for (const host of ['127.0.0.2', 'steady.example']) {
    const url = `http://${host}:${port}/`
    expect((await outbound.fetch(get(url), limits())).json).toEqual({ from: '127.0.0.2' })
    const { kind } = await kindOf(outbound.fetch(get(url), { ...limits(), isPublicOnly: true }))
    expect(kind).toBe('blocked')
  }
  await outbound.close()
})

test('the host is given by the address alone, however the header is written', async () => {
  const outbound = createOutbound({ allow: ['127.0.0.2/32'], internalHosts: new Map(), resolve: dns.resolve })
  for (const name of ['host', 'Host', 'HOST']) {
    const request = { ...get(`http://127.0.0.2:${port}/`), headers: { [name]: 'elsewhere.example' } }
    expect((await kindOf(outbound.fetch(request, limits()))).kind).toBe('not_sent')
  }
  await outbound.close()
})

test('#6 a proxy of the environment, which would look names up itself, is not asked', async () => {
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])
    vi.stubEnv(name, `http://127.0.0.1:${port}`)
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  const outbound = createOutbound({ allow: ['127.0.0.2/32'], internalHosts: new Map(), resolve: dns.resolve })
  const request = get(`http://steady.example:${port}/`)
  expect((await outbound.fetch(request, limits())).json).toEqual({ from: '127.0.0.2' })
  const answer = await outbound.sendOnce(request, { ...limits(), beforeWrite: () => undefined })
  expect(answer.json).toEqual({ from: '127.0.0.2' })
  expect(touched).toBe(0)
  await outbound.close()
  vi.unstubAllEnvs()
})

test('an internal host is reached by exactly its own name', async () => {
  const inside = { address: () => ({ host: '127.0.0.2', port }), headers: {} }
  const internalHosts = new Map([['inside.crier', inside]])
  const outbound = createOutbound({ allow: [], internalHosts, resolve: dns.resolve })
  expect((await outbound.fetch(get('http://inside.crier/'), limits())).json).toEqual({ from: '127.0.0.2' })
  expect((await outbound.fetch(get('http://INSIDE.crier/'), limits())).json).toEqual({ from: '127.0.0.2' })
  const others = ['http://other.inside.crier/', 'http://inside.crier.example/', `http://127.0.0.2:${port}/`]
  for (const url of others)
    expect((await kindOf(outbound.fetch(get(url), limits()))).kind).not.toBe('no_answer')
  expect((await kindOf(outbound.fetch(get(`http://127.0.0.2:${port}/`), limits()))).kind).toBe('blocked')
})
