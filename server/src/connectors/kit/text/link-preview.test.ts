import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import { readLinkPreview } from './link-preview.ts'

let outbound: Outbound
let site: FakeServer
let head: string
beforeEach(async () => {
  outbound = localOutbound()
  const page = () => {
    const bytes = Buffer.from(`<html><head>${head}</head></html>`)
    return { status: 200, json: null, bytes: { bytes, mimeType: 'text/html' } }
  }
  const picture = { bytes: Buffer.from('a picture'), mimeType: 'image/png' }
  site = await startFakeServer({
    routes: {
      'GET /page': page,
      'GET /picture': () => ({ status: 200, json: null, bytes: picture }),
      'GET /moved/:id': (_, id) => ({
        status: 302,
        json: null,
        headers: { location: id === '0' ? '/page' : `/moved/${Number(id) - 1}` },
      }),
      'GET /to-intranet': () => ({ status: 301, json: null, headers: { location: 'http://intranet/' } }),
    },
    internalError: null,
  })
  head = '<title>A page</title><meta property="og:image" content="/picture">'
})
afterEach(async () => {
  await outbound.close()
  await site.close()
})

const read = (path: string) =>
  readLinkPreview(`${site.url}${path}`, identifyIo(outbound), (name) => name.endsWith('.example'))

test('a page shows its title and its picture, also behind three redirects', async () => {
  const preview = { title: 'A page', description: '', image: Buffer.from('a picture') }
  for (const path of ['/page', '/page#part', '/moved/2']) {
    const found = await read(path)
    expect(found && { ...found, image: Buffer.from(found.image ?? []) }).toEqual(preview)
  }
  expect(await read('/moved/3')).toBeNull()
})

test('a picture that cannot be read costs the picture alone', async () => {
  for (const image of ['/nowhere', 'ftp://a.example/', 'http://intranet/a.png']) {
    head = `<title>A page</title><meta property="og:image" content="${image}">`
    expect(await read('/page')).toMatchObject({ title: 'A page', image: null })
  }
})

test('a page that is not there, breaks off or has no title shows nothing', async () => {
  expect(await read('/nowhere')).toBeNull()
  site.inject('GET /page', { kind: 'reset' })
  expect(await read('/page')).toBeNull()
  head = ''
  expect(await read('/page')).toBeNull()
})

test('a name of an intranet is not asked', async () => {
  expect(await read('/to-intranet')).toBeNull()
  expect(await readLinkPreview('http://intranet/page', identifyIo(outbound), () => false)).toBeNull()
  expect(site.calls.map(({ name }) => name)).toEqual(['GET /to-intranet'])
})
