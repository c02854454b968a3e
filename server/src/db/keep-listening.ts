import type { Logger } from '../lib/log.ts'
import type { Database } from './database.ts'

/** One connection that stays on a channel of LISTEN and NOTIFY. */
export interface Listening {
  /** Tells everyone else on the channel. Lost while the connection is away. */
  notify(payload: string): Promise<void>
  close(): Promise<void>
}

type Client = Awaited<ReturnType<Database['connect']>>

const longestRestMs = 10_000

/**
 * Listens for ever: a connection that breaks is opened again. `onMessage` gets the messages of other connections, never its
 * own; `onOpen` is called whenever messages may have been missed.
 */
export function keepListening(
  db: Database,
  log: Logger,
  channel: string,
  hear: { onMessage: (payload: string) => void; onOpen: () => void },
): Listening {
  let client: Client | null = null
  let isClosed = false
  let reopening: NodeJS.Timeout | undefined

  function reopen(restMs: number): void {
    if (isClosed) return
    clearTimeout(reopening)
    reopening = setTimeout(() => void open(Math.min(longestRestMs, restMs * 2)), restMs)
    reopening.unref()
  }

  async function open(restMs: number): Promise<void> {
    try {
      const opened = await db.connect()
      opened.on('error', (error) => {
        if (!isClosed) log.warn({ err: error }, 'a listening connection broke')
      })
      opened.on('end', () => {
        if (client === opened) client = null
        reopen(restMs)
      })
      await listenOn(opened, channel, hear.onMessage)
      if (isClosed) return void (await opened.end())
      client = opened
      hear.onOpen()
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'a listening connection cannot be opened')
      reopen(restMs)
    }
  }

  // A connection takes one statement at a time.
  let last: Promise<unknown> = Promise.resolve()
  const send = async (payload: string) => void (await client?.query(notification(channel, payload)))

  const opening = open(250)
  return {
    notify: (payload) => {
      const sent = last.then(() => send(payload))
      last = sent.catch(() => undefined)
      return sent
    },
    close: async () => {
      isClosed = true
      clearTimeout(reopening)
      await opening
      await client?.end()
    },
  }
}

function notification(channel: string, payload: string) {
  return { text: 'select pg_notify($1, $2)', values: [channel, payload] }
}

async function listenOn(
  client: Client,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<void> {
  try {
    const self = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    client.on('notification', (message) => {
      if (message.processId !== self.rows[0]?.pid) onMessage(message.payload ?? '')
    })
    // Messages may be lost, so their COMMITs need not reach the disk.
    await client.query('set synchronous_commit = off')
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end()
    throw error
  }
}
