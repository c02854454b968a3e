import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The answer of a page of a stranger's site. */
export type Page =
  | { readonly body: string | Uint8Array; readonly type?: string; readonly status?: number }
  | { readonly redirect: string; readonly status?: number }
  | ((response: ServerResponse) => void)

/** A site of a stranger, on this machine. */
export interface WebSite {
  readonly url: string
  /** The paths that were asked for, in order. */
  readonly asked: string[]
  put(path: string, page: Page): void
  stop(): Promise<void>
}

export async function startWebSite(): Promise<WebSite> {
  const pages = new Map<string, Page>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    answer(response, pages.get(path) ?? { status: 404, body: 'Nothing here.' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    put: (path, page) => void pages.set(path, page),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(response: ServerResponse, page: Page): void {
  if (typeof page === 'function') {
    page(response)
    return
  }
  if ('redirect' in page) {
    response.writeHead(page.status ?? 302, { location: page.redirect }).end()
    return
  }
  response.writeHead(page.status ?? 200, { 'content-type': page.type ?? 'text/html; charset=utf-8' })
  response.end(page.body)
}
