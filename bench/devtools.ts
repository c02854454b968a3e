type Event = Readonly<Record<string, unknown>>

/** A browser at its port for developers. */
export interface Devtools {
  send(method: string, params?: object, session?: string): Promise<Event>
  /** Hears an event until the answered function is called. */
  on(method: string, hear: (params: Event, session: string | undefined) => void): () => void
  close(): void
}

interface Message {
  readonly id?: number
  readonly result?: Event
  readonly error?: { readonly message: string }
  readonly method?: string
  readonly params?: Event
  readonly sessionId?: string
}

/** Talks to the browser that takes orders at a port of this machine. */
export async function openDevtools(port: number): Promise<Devtools> {
  const version = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as Record<
    string,
    string
  >
  const socket = new WebSocket(version.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  const waiting = new Map<number, (message: Message) => void>()
  const listeners = new Set<(message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) for (const hear of listeners) hear(message)
    else waiting.get(message.id)?.(message)
  })
  let last = 0
  return {
    send: async (method, params = {}, sessionId) => {
      last += 1
      const id = last
      const answer = await new Promise<Message>((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      })
      waiting.delete(id)
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
      return answer.result ?? {}
    },
    on: (method, hear) => {
      const listen = (message: Message) => {
        if (message.method === method) hear(message.params ?? {}, message.sessionId)
      }
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    close: () => socket.close(),
  }
}
