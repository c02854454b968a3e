import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createMediaHost } from '../../src/connectors/conformance/media-host.ts'
import { freePort } from '../free-port.ts'

test('media are served through a proxy that adds a path of its own, and the host knows which were fetched', async () => {
  const port = await freePort()
  const proxy = createServer((asked, answer) => {
    request({ port, host: '127.0.0.1', path: asked.url }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    }).end()
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/tunnel`
  const host = createMediaHost({ port, publicUrl })
  const [fetched, left] = [
    await host.publish(Buffer.from('one'), 'image/png'),
    await host.publish(Buffer.from('two'), 'image/png'),
  ]
  expect(fetched.startsWith(`${publicUrl}/media/fetch/`)).toBe(true)
  const answer = await fetch(fetched)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'image/png',
    'one',
  ])
  expect([host.fetchedAt(fetched), host.fetchedAt(left)]).toEqual([expect.any(Date), null])
  expect((await fetch(`${publicUrl}/media/fetch/another`)).status).toBe(404)
  proxy.close()
})
