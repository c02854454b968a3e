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
  send: { name?: string; key?: string; sha256?: string } = {},
): Promise<CreatedUpload> {
  const answer = await house.request('POST', '/v1/media/create-upload-url', {
    ...(send.key === undefined ? {} : { key: send.key }),
    body: {
      name: send.name ?? 'a file',
      mime_type: mimeType,
      size_bytes: bytes.length,
      ...(send.sha256 === undefined ? {} : { sha256: send.sha256 }),
    },
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
  received(): string
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
  let received = ''
  let wake: () => void = () => undefined
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake()
  })
  // A server that closes on us is what some tests are about.
  socket.on('error', () => wake())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve(wake())))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return {
    socket,
    closed,
    received: () => received,
    until: async (pattern) => {
      for (;;) {
        if (pattern.test(received)) return received
        if (socket.destroyed) throw new Error(`The connection ended; it had said: ${received}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** Sends the bytes of a body as fast as they are taken. */
export async function sendAll({ socket }: RawPut, chunks: Iterable<Buffer>): Promise<void> {
  for (const chunk of chunks) {
    if (socket.write(chunk)) continue
    await new Promise<void>((resolve) => socket.once('drain', resolve))
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
  await sendAll(raw, chunks)
  const answer = await raw.until(/\r\n\r\n\{.*\}/s)
  raw.socket.destroy()
  return answer
}
