import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Json } from '../../lib/json/json.ts'
import type { Outbound } from '../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../conformance/local-network.ts'
import { Failure } from '../connector.ts'
import { type FakeServer, startFakeServer } from './fakes/fake-server.ts'
import { readNodeinfo } from './nodeinfo.ts'

let outbound: Outbound
let server: FakeServer
let index: Json
let served: Json
beforeEach(async () => {
  outbound = localOutbound()
  server = await startFakeServer({
    routes: {
      'GET /.well-known/nodeinfo': () => ({ status: 200, json: index }),
      'GET /nodeinfo/:id': ({ url }) => ({ status: 200, json: url.pathname.endsWith('2.1') ? served : null }),
    },
    internalError: null,
  })
  index = { links: [link('2.0'), link('2.1'), link('1.0')] }
})
afterEach(async () => {
  await outbound.close()
  await server.close()
})

function link(version: string) {
  return {
    rel: `http://nodeinfo.diaspora.software/ns/schema/${version}`,
    href: `${server.url}/nodeinfo/${version}`,
  }
}
const read = () =>
  readNodeinfo(server.url, identifyIo(outbound), ({ status }) => {
    if (status >= 500) throw new Failure('unavailable', 'Not now.')
  })

test('a server tells its program and version in the newest form it has', async () => {
  served = { software: { name: 'Misskey', version: '2026.5.0' } }
  expect(await read()).toEqual({ software: 'misskey', version: '2026.5.0' })
})

test.each([
  [{ software: { name: 7, version: '' } }],
  [{ software: { name: 'x'.repeat(101) } }],
  [{ software: 'mastodon' }],
  ['a page'],
])('a server that says %j tells nothing', async (document) => {
  served = document
  expect(await read()).toEqual({ software: null, version: null })
})

test.each([[null], [{ links: [7, {}, { rel: 'http://nodeinfo/ns/schema/2.0', href: 'ftp://a.example/' }] }]])(
  'an index %j leads nowhere',
  async (document) => {
    index = document
    expect(await read()).toEqual({ software: null, version: null })
    expect(server.calls).toHaveLength(1)
  },
)

test('an answer that the caller refuses is its failure', async () => {
  server.inject('GET /nodeinfo/2.1', { kind: 'answer', status: 503, body: '' })
  await expect(read()).rejects.toThrow('Not now.')
})
