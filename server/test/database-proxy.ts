import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestDatabase } from './database.ts'

type Connection = TestDatabase['connection']

/** A way to the database that can be cut, and that can lose an answer. */
export interface DatabaseProxy {
  readonly connection: Connection
  /** Breaks every connection, old and new, until `restore()`. */
  cut(): void
  /** Breaks every connection that goes by this name, old and new. */
  refuse(applicationName: string): void
  /** Lets nothing through any more, in either direction, and says nothing of it, until `restore()`. */
  silence(): void
  /** Lets everything through again, also what was held back meanwhile. */
  restore(): void
  /** Forgets the connections of before, as a firewall does: what was held back is lost. */
  forget(): void
  /** The next COMMIT reaches the database, and its answer nobody. */
  loseNextCommit(): void
  /** The next statement with this text among its values reaches the database, and its answer nobody. */
  loseAnswerTo(text: string): void
  /** From now on everything the database says arrives this much later, drawn anew each time; 0 to 0 ends it. */
  delay(fromMs: number, toMs: number): void
  close(): Promise<void>
}

/** Opens a way to the database, on an address of its own if one is given. */
export async function startDatabaseProxy(direct: Connection, host = '127.0.0.1'): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  const names = new Map<Socket, Buffer>()
  let refused: string | null = null
  let losesAnswerTo: string | null = null
  let isCut = false
  let isSilent = false
  let [fromMs, toMs] = [0, 0]
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const database = connect(addressOf(direct))
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        names.delete(client)
        client.destroy()
        database.destroy()
      })
    }
    if (isSilent) for (const socket of [client, database]) socket.pause()
    let isLost = false
    client.once('data', (bytes) => {
      names.set(client, bytes)
      if (refused !== null && bytes.includes(refused)) client.destroy()
    })
    client.on('data', (bytes) => {
      if (losesAnswerTo !== null && bytes.includes(losesAnswerTo)) {
        losesAnswerTo = null
        isLost = true
      }
      database.write(bytes)
    })
    let before = Promise.resolve()
    database.on('data', (bytes) => {
      if (isLost) return void client.destroy()
      if (toMs === 0) return void before.then(() => client.write(bytes))
      const arrives = pause(fromMs + Math.random() * (toMs - fromMs))
      before = before.then(() => arrives).then(() => void client.write(bytes))
    })
  })
  const port = await listen(server, host)
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    connection: through(direct, host, port),
    cut: () => {
      isCut = true
      destroyAll()
    },
    refuse: (name) => {
      refused = name
      for (const [client, bytes] of names) if (bytes.includes(name)) client.destroy()
    },
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    restore: () => {
      isCut = false
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    forget: destroyAll,
    loseNextCommit: () => {
      losesAnswerTo = 'commit\0'
    },
    loseAnswerTo: (text) => {
      losesAnswerTo = text
    },
    delay: (from, to) => {
      fromMs = from
      toMs = to
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      destroyAll()
      await closed
    },
  }
}

export function listen(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

// The embedded database listens on a socket in a folder, one of your own usually on a port.
export function addressOf(direct: Connection): { host: string; port: number } | { path: string } {
  const url = direct.connectionString ? new URL(direct.connectionString) : null
  const host = url?.hostname ?? direct.host ?? '127.0.0.1'
  const port = Number(url?.port || direct.port || 5432)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

export function through(direct: Connection, host: string, port: number): Connection {
  if (!direct.connectionString) return { ...direct, host, port }
  const url = new URL(direct.connectionString)
  url.hostname = host
  url.port = String(port)
  return { connectionString: url.href }
}
