import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that says nothing of itself or of its client, as `proxy_pass` alone does: the server sees its own name and 127.0.0.1. */
export async function startSilentProxy(origin: string): Promise<{ url: string; close(): void }> {
  const proxy = createServer(({ method, url, headers }, response) => {
    const { connection: _, ...passedOn } = headers
    const given = { ...passedOn, host: new URL(origin).host }
    const onward = request(`${origin}${url}`, { method, headers: given, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy()).end()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
