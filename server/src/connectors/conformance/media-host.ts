import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Hands media to networks that fetch them, as Crier's own server does, and remembers which were fetched. */
export interface MediaHost {
  /** A new address under which these bytes may be fetched. */
  publish(bytes: Uint8Array, mimeType: string): Promise<string>
  /** When this address was first fetched; null while it was not. */
  fetchedAt(url: string): Date | null
}

interface Hosted {
  readonly bytes: Uint8Array
  readonly mimeType: string
  fetchedAt: Date | null
}

/** Creates a host. Its server starts with the first medium, and does not keep a process from ending. */
export function createMediaHost(): MediaHost {
  const hosted = new Map<string, Hosted>()
  let starting: Promise<string> | undefined
  return {
    publish: async (bytes, mimeType) => {
      starting ??= start(hosted)
      const path = `/media/fetch/${randomUUID()}`
      hosted.set(path, { bytes, mimeType, fetchedAt: null })
      return `${await starting}${path}`
    },
    fetchedAt: (url) => hosted.get(new URL(url).pathname)?.fetchedAt ?? null,
  }
}

async function start(hosted: ReadonlyMap<string, Hosted>): Promise<string> {
  const server: Server = createServer((request, response) => {
    const found = hosted.get(request.url ?? '')
    if (!found) return void response.writeHead(404).end()
    found.fetchedAt ??= new Date()
    response.writeHead(200, { 'content-type': found.mimeType, 'content-length': found.bytes.length })
    response.end(found.bytes)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
