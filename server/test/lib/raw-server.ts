import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface RawServer {
  readonly url: string
  readonly port: number
  /** Connections opened, and requests whose head arrived whole. */
  readonly seen: { connections: number; requests: number; bytes: number }
  close(): void
}

/**
 * An HTTP server of raw bytes, to answer as no proper server would. `onRequest` is called when a whole request, head and
 * body of its content-length, has arrived.
 */
export async function startRawServer(
  onRequest: (socket: Socket, head: string) => void,
  onConnection: (socket: Socket) => void = () => undefined,
): Promise<RawServer> {
  const seen = { connections: 0, requests: 0, bytes: 0 }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    seen.connections++
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy()))
    onConnection(socket)
    let text = ''
    socket.on('data', (chunk) => {
      seen.bytes += chunk.length
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      seen.requests++
      const head = text.slice(0, end)
      text = ''
      onRequest(socket, head)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { url: `http://127.0.0.1:${port}/`, port, seen, close }
}
