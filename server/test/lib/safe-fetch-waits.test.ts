// @module-tag slow
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import type { OutboundRequest } from '../../src/lib/safe-fetch/outbound.ts'
import { failureOf } from './outbound-failure.ts'

const resolve = (name: string) =>
  name === 'slow.example' ? new Promise<never>(() => undefined) : Promise.resolve(['127.0.0.1'])
const outbound = createOutbound({ allow: ['127.0.0.0/8'], internalHosts: new Map(), resolve })

const post = (url: string): OutboundRequest => ({ method: 'POST', url, headers: {}, body: 'hello' })
const limits = () => ({
  signal: AbortSignal.timeout(20_000),
  timeoutMs: 2_000,
  maxBytes: 1_000_000,
  beforeWrite: () => undefined,
})

test.concurrent('nothing was sent when the name server says nothing for 5 s', async () => {
  const startedAt = performance.now()
  expect((await failureOf(outbound.sendOnce(post('http://slow.example/'), limits()))).kind).toBe('not_sent')
  expect(performance.now() - startedAt).toBeLessThan(6_000)
})

test.concurrent('nothing was sent when a TLS handshake takes more than 5 s', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const startedAt = performance.now()
  const failure = await failureOf(outbound.sendOnce(post(`https://host.example:${port}/`), limits()))
  expect(failure.kind).toBe('not_sent')
  expect(performance.now() - startedAt).toBeLessThan(6_000)
  server.close()
})
