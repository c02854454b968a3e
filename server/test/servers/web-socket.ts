import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** The server's end of a WebSocket, for tests, by RFC 6455. */
export interface ServerSocket {
  send(text: string): void
  /** A frame of any kind, as no proper server might send it. */
  sendFrame(opcode: number, bytes: Uint8Array): void
  /** Ends it as the protocol asks. */
  close(): void
  /** Ends the connection without a word. */
  destroy(): void
}

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const opcodes = { text: 1, close: 8 } as const

/** Accepts a WebSocket that was asked for, and is told each text. A frame that a client may not send ends it. */
export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  onText: (text: string) => void,
): ServerSocket {
  const key = request.headers['sec-websocket-key']
  const accept = createHash('sha1').update(`${key}${magic}`).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  )
  const sendFrame = (opcode: number, bytes: Uint8Array) => {
    if (!socket.writableEnded) socket.write(Buffer.concat([headOf(opcode, bytes.length), bytes]))
  }
  const server: ServerSocket = {
    send: (text) => sendFrame(opcodes.text, Buffer.from(text)),
    sendFrame,
    close: () => {
      sendFrame(opcodes.close, Buffer.from([0x03, 0xe8]))
      socket.end()
    },
    destroy: () => void socket.destroy(),
  }
  let waiting = Buffer.alloc(0)
  socket.on('error', () => socket.destroy()).on('end', () => socket.end())
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
      waiting = waiting.subarray(frame.size)
      if (frame.opcode === opcodes.close) return server.close()
      if (frame.opcode !== opcodes.text || !frame.isMasked) return server.destroy()
      onText(frame.payload.toString())
    }
  })
  return server
}

function headOf(opcode: number, length: number): Buffer {
  const first = 0x80 | opcode
  if (length < 126) return Buffer.from([first, length])
  const head = Buffer.alloc(length < 65_536 ? 4 : 10)
  head[0] = first
  head[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) head.writeUInt16BE(length, 2)
  else head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

interface Frame {
  readonly opcode: number
  readonly isMasked: boolean
  readonly payload: Buffer
  readonly size: number
}

/** The first whole frame; null until it has arrived. */
function readFrame(bytes: Buffer): Frame | null {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return null
  const short = second & 0x7f
  const lengthEnd = short === 126 ? 4 : short === 127 ? 10 : 2
  const isMasked = (second & 0x80) !== 0
  const start = lengthEnd + (isMasked ? 4 : 0)
  if (bytes.length < start) return null
  const length =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < start + length) return null
  const mask = bytes.subarray(lengthEnd, start)
  const payload = Buffer.from(bytes.subarray(start, start + length))
  if (isMasked) for (let at = 0; at < length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
  return { opcode: first & 0x0f, isMasked, payload, size: start + length }
}
