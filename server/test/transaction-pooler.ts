import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { TestDatabase } from './database.ts'
import { addressOf, listen, through } from './database-proxy.ts'

type Connection = TestDatabase['connection']

/**
 * A pooler that shares its connections to the server by transactions, as pgbouncer can: a client that begins one gets the
 * connection that was used last, and gives it back when it is over. Settings and locks of the client's session stay behind
 * on a connection of the server.
 */
export interface TransactionPooler {
  readonly connection: Connection
  close(): Promise<void>
}

interface Shared {
  readonly socket: Socket
  /** Prepared statements; the same name is the same text. */
  readonly known: Set<string>
  /** Hears what the server says while somebody has the connection. */
  hear: ((frame: Buffer) => void) | null
}

export async function startTransactionPooler(direct: Connection): Promise<TransactionPooler> {
  const free: Shared[] = []
  const waiting: ((shared: Shared) => void)[] = []
  const sockets = new Set<Socket>()

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }

  function release(shared: Shared): void {
    shared.hear = null
    if (shared.socket.destroyed) return
    const next = waiting.shift()
    if (next) next(shared)
    else free.push(shared)
  }

  function take(): Promise<Shared> {
    const shared = free.pop()
    return shared ? Promise.resolve(shared) : new Promise((resolve) => waiting.push(resolve))
  }

  /** A client logs in over a connection of its own; that is shared from its first answer on. */
  function logIn(client: Socket): Promise<void> {
    const server = connect(addressOf(direct))
    keep(server)
    const shared: Shared = { socket: server, known: new Set(), hear: null }
    server.once('close', () => free.splice(free.indexOf(shared) >>> 0, 1))
    const forward = (bytes: Buffer) => void server.write(bytes)
    client.on('data', forward)
    return new Promise((resolve) => {
      shared.hear = (frame) => {
        client.write(frame)
        if (typeOf(frame) !== 'Z') return
        client.off('data', forward)
        release(shared)
        resolve()
      }
      server.on(
        'data',
        byFrames((frame) => shared.hear?.(frame)),
      )
    })
  }

  async function serve(client: Socket): Promise<void> {
    await logIn(client)
    let mine: Shared | null = null
    let batch: Buffer[] = []
    client.once('close', () => void mine?.socket.destroy())
    client.on(
      'data',
      byFrames((frame) => {
        if (typeOf(frame) === 'X') return
        batch.push(frame)
        if (typeOf(frame) !== 'S' && typeOf(frame) !== 'Q') return
        const whole = batch
        batch = []
        void (mine ? Promise.resolve(mine) : take()).then((shared) => {
          mine = shared
          shared.hear = (answer) => {
            // A client that never hears of a prepared statement prepares it each time.
            if (typeOf(answer) !== '1') client.write(answer)
            if (typeOf(answer) !== 'Z' || answer[5] !== idle) return
            mine = null
            release(shared)
          }
          shared.socket.write(Buffer.concat(whole.filter((part) => isNew(shared, part))))
        })
      }),
    )
  }

  const server = createServer((client) => {
    keep(client)
    void serve(client)
  })
  const port = await listen(server, '127.0.0.1')
  return {
    connection: through(direct, '127.0.0.1', port),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Outside a transaction. */
const idle = 'I'.charCodeAt(0)

function typeOf(frame: Buffer): string {
  return String.fromCharCode(frame[0] ?? 0)
}

function isNew({ known }: Shared, frame: Buffer): boolean {
  if (typeOf(frame) !== 'P') return true
  const name = frame.toString('latin1', 5, frame.indexOf(0, 5))
  if (name !== '' && known.has(name)) return false
  known.add(name)
  return true
}

/** Cuts what arrives into messages: a letter, then a length that counts itself, then the rest. */
function byFrames(hear: (frame: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const frame = rest.subarray(0, rest.readUInt32BE(1) + 1)
      rest = rest.subarray(frame.length)
      hear(frame)
    }
  }
}
