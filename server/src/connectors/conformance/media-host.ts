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

/** The place of a host that others reach under another address, such as that of a tunnel. */
export interface PublicPlace {
  /** The port at 127.0.0.1 that the tunnel or proxy passes requests on to. */
  readonly port: number
  /** Media are asked for below it. Without a slash at the end. */
  readonly publicUrl: string
}

/**
 * Creates a host on a free port of this machine, or at a given place. Its server starts with the first medium, and does not keep
 * a process from ending.
 */
export function createMediaHost(place: PublicPlace | null = null): MediaHost {
  const hosted = new Map<string, Hosted>()
  let starting: Promise<string> | undefined
  return {
    publish: async (bytes, mimeType) => {
      starting ??= start(hosted, place)
      const name = randomUUID()
      hosted.set(name, { bytes, mimeType, fetchedAt: null })
      return `${await starting}/media/fetch/${name}`
    },
    fetchedAt: (url) => hosted.get(nameIn(url))?.fetchedAt ?? null,
  }
}

/** A proxy may have put a path of its own before it. */
function nameIn(address: string): string {
  return address.split('?')[0]?.split('/').at(-1) ?? ''
}

async function start(hosted: ReadonlyMap<string, Hosted>, place: PublicPlace | null): Promise<string> {
  const server: Server = createServer((request, response) => {
    const found = hosted.get(nameIn(request.url ?? ''))
    if (!found) return void response.writeHead(404).end()
    found.fetchedAt ??= new Date()
    response.writeHead(200, { 'content-type': found.mimeType, 'content-length': found.bytes.length })
    response.end(found.bytes)
  })
  server.listen(place?.port ?? 0, '127.0.0.1').unref()
  await once(server, 'listening')
  return place?.publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
