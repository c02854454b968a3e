import { connect, type Socket } from 'node:net'
import type { Answer, House } from './house.ts'

export interface CreatedUpload {
  upload_url: string
  media_id: string
  id: string
  name: string
  expires_at: string
  method: string
  headers: Record<string, string>
}

/** Requests an upload URL for these bytes. */
export async function createUpload(
  house: House,
  bytes: Uint8Array,
  mimeType: string,
  send: { name?: string; key?: string } = {},
): Promise<CreatedUpload> {
  const answer = await house.request('POST', '/v1/media/create-upload-url', {
    ...(send.key === undefined ? {} : { key: send.key }),
    body: { name: send.name ?? 'a file', mime_type: mimeType, size_bytes: bytes.length },
  })
  if (answer.status !== 200) throw new Error(`create-upload-url answered ${answer.status}: ${answer.text}`)
  return answer.json
}

/** PUTs bytes to an upload URL, without a key. */
export function put(house: House, url: string, bytes: Uint8Array, mimeType: string): Promise<Answer> {
  return house.request('PUT', url, { key: null, body: bytes, headers: { 'content-type': mimeType } })
}

/** The whole way: the medium as the PUT answered it. */
export async function uploadFile(
  house: House,
  bytes: Uint8Array,
  mimeType: string,
  send: { name?: string; key?: string } = {},
): Promise<Answer['json']> {
  const created = await createUpload(house, bytes, mimeType, send)
  const answer = await put(house, created.upload_url, bytes, mimeType)
  if (answer.status !== 200) throw new Error(`The upload answered ${answer.status}: ${answer.text}`)
  return answer.json
}

/** A connection on which a test says every byte itself. */
export interface RawPut {
  socket: Socket
  /** Everything that came back so far. */
  said(): string
  /** Waits until what came back matches. */
  until(pattern: RegExp): Promise<string>
  closed: Promise<void>
}

/** Sends the head of a PUT; the body is up to the test. */
export function rawPut(url: string, headers: Record<string, string>): Promise<RawPut> {
  return rawRequest('PUT', url, headers)
}

/** Sends the head of a request with a body; the body is up to the test. */
export async function rawRequest(
  method: 'PUT' | 'PATCH',
  url: string,
  headers: Record<string, string>,
): Promise<RawPut> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  let said = ''
  let heard: () => void = () => undefined
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1')
    heard()
  })
  // A server that closes on us is what some tests are about.
  socket.on('error', () => heard())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve(heard())))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return {
    socket,
    closed,
    said: () => said,
    until: async (pattern) => {
      for (;;) {
        if (pattern.test(said)) return said
        if (socket.destroyed) throw new Error(`The connection ended; it had said: ${said}`)
        await new Promise<void>((resolve) => {
          heard = resolve
        })
      }
    },
  }
}

/** Sends a large body as fast as it is taken, and answers what was said. */
export async function rawUpload(
  url: string,
  mimeType: string,
  size: number,
  chunks: Iterable<Buffer>,
): Promise<string> {
  const raw = await rawPut(url, { 'content-type': mimeType, 'content-length': String(size) })
  for (const chunk of chunks) {
    if (raw.socket.write(chunk)) continue
    await new Promise<void>((resolve) => raw.socket.once('drain', resolve))
  }
  const said = await raw.until(/\r\n\r\n\{.*\}/s)
  raw.socket.destroy()
  return said
}
